#if ShelfCompression
  internal import CZlib

  /// The system's zlib.
  enum Zlib {
    /// A zlib stream (RFC 1950); nil if there is no memory.
    static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
      var code = Z_OK
      let packed = [UInt8](unsafeUninitializedCapacity: Int(compressBound(uLong(bytes.count)))) { buffer, count in
        var length = uLongf(buffer.count)
        code = compress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
        count = code == Z_OK ? Int(length) : 0
      }
      return code == Z_OK ? packed : nil
    }

    /// What a stream was made from; nil if it is damaged or cut short.
    static func inflate(_ bytes: [UInt8]) -> [UInt8]? {
      // The stream does not contain the original size; zlib makes at most 1,032 bytes of one.
      var room = max(1_024, 4 * bytes.count)
      while true {
        var code = Z_OK
        let whole = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          var length = uLongf(buffer.count)
          code = uncompress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
          count = code == Z_OK ? Int(length) : 0
        }
        if code == Z_OK { return whole }
        guard code == Z_BUF_ERROR, room / 1_032 <= bytes.count else { return nil }
        room *= 4
      }
    }
  }
#endif
