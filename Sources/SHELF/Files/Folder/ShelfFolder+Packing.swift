internal import Foundation

extension ShelfFolder {
  /// What is written to a file.
  func pack(_ json: Data, _ packing: ShelfFileOptions.Compression) throws -> Data {
    switch packing {
    case .none: json
    case .deflate: throw Self.noZlib
    }
  }

  /// The JSON of what was read from a file.
  func unpack(_ contents: Data, _ packing: ShelfFileOptions.Compression) throws -> Data {
    switch packing {
    case .none: contents
    case .deflate: throw Self.noZlib
    }
  }

  private static let noZlib = ShelfError.unsupported(
    "the store is compressed: build the package with its trait ShelfCompression")
}
