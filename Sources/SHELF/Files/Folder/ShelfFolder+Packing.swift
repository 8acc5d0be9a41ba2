internal import Foundation

#if ShelfCompression
  internal import CZlib
#endif

extension ShelfFolder {
  /// Throws if this program can't pack files that way.
  static func require(_ packing: ShelfFileOptions.Compression) throws {
    #if !ShelfCompression
      if packing == .deflate {
        throw ShelfError.unsupported("the store is compressed: build the package with its trait ShelfCompression")
      }
    #endif
  }

  /// What is written to a file.
  func pack(_ json: Data, _ packing: ShelfFileOptions.Compression) throws -> Data {
    try Self.require(packing)
    switch packing {
    case .none: return json
    case .deflate: return try Self.deflate(json)
    }
  }

  /// The JSON of what was read from a file.
  func unpack(_ contents: Data, _ packing: ShelfFileOptions.Compression) throws -> Data {
    try Self.require(packing)
    switch packing {
    case .none: return contents
    case .deflate: return try Self.inflate(contents)
    }
  }

  #if ShelfCompression
    private static func deflate(_ json: Data) throws -> Data {
      let packed = Zlib.deflate(Array(json))
      guard let packed else { throw ShelfError.store(FileFault(action: "compress", name: "an object", code: ENOMEM)) }
      return Data(packed)
    }

    private static func inflate(_ contents: Data) throws -> Data {
      guard let json = Zlib.inflate(Array(contents)) else {
        throw ShelfError.damaged("it is no whole stream of zlib's")
      }
      return Data(json)
    }
  #else
    private static func deflate(_ json: Data) throws -> Data { json }
    private static func inflate(_ contents: Data) throws -> Data { contents }
  #endif
}
