/// How a ``FileShelfStore`` keeps its objects.
public struct ShelfFileOptions: Sendable, Hashable {
  /// How the contents of files are packed.
  public enum Compression: String, Sendable, Hashable {
    /// Not packed: the JSON itself, which any editor can read.
    case none
    /// With the system's zlib, if the package is built with its trait `ShelfCompression`.
    case deflate
  }

  /// The packing of a store that does not exist yet. An existing one is used as it is.
  public var compression = Compression.none
  /// True to hear of files that other programs, such as an editor, change in place, and not only of what shelves save.
  /// This takes a watch for each folder, of which there may be 65,792.
  public var watchFolders = false
  /// True to change nothing at all: writes throw ``ShelfError/readOnly(_:)``.
  public var isReadOnly = false

  /// JSON, for reading and writing.
  public init() {}
}
