/// How a ``FileShelfStore`` keeps its objects.
public struct ShelfFileOptions: Sendable, Hashable {
  /// How the contents of files are packed.
  public enum Compression: String, Sendable, Hashable {
    /// They are the JSON itself, which any editor can read.
    case none
    /// By the system's zlib, where the package is built with its trait `ShelfCompression`.
    case deflate
  }

  /// How a store that does not exist yet will be packed. One that exists is used as it is.
  public var compression = Compression.none
  /// True to hear of files that other programs, such as an editor, change in place, and not only of what shelves save.
  /// It costs a watch for each folder, of which there may be 65,792.
  public var watchFolders = false
  /// True to change nothing at all: writes throw ``ShelfError/readOnly(_:)``.
  public var isReadOnly = false

  /// JSON that can be read and written.
  public init() {}
}
