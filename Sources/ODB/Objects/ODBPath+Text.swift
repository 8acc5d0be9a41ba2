extension ODBPath {
  /// Reads a path in Frontier's notation: `RSS.feeds.["a.b"].x`. Names that contain anything but letters, digits and
  /// `_` are in brackets and quotation marks, where `\"` and `\\` represent those characters.
  ///
  /// - Throws: ``ODBError/illegalPath(_:at:)``.
  public init(text: String, odb: ODB) throws(ODBError) {
    do throws(PathText.Fault) {
      self.init(names: try PathText.read(text).map { NodeName($0) }, odb: odb)
    } catch { throw .illegalPath(text, at: error.place) }
  }

  /// The path, as ``init(text:odb:)`` reads it; `root` for the root table.
  public var text: String { PathText.write(elements) }
}

extension ODBPath: CustomStringConvertible {
  /// The path as text.
  public var description: String { text }
}
