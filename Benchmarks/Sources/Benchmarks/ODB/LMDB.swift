import CLMDB
import Foundation

/// A database of LMDB's: keys and values of bytes.
final class LMDB {
  struct Failure: Error {
    let code: Int32
  }

  private let environment: OpaquePointer
  private var table: MDB_dbi = 0

  /// Opens a folder that exists.
  ///
  /// - Parameter isSafe: False where a commit need not reach the disk before it returns.
  init(_ folder: String, isSafe: Bool = false) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var environment: OpaquePointer?
    try Self.check(mdb_env_create(&environment))
    guard let environment else { throw Failure(code: 0) }
    self.environment = environment
    try Self.check(mdb_env_set_mapsize(environment, 1 << 30))
    try Self.check(mdb_env_open(environment, folder, isSafe ? 0 : UInt32(MDB_NOSYNC), 0o600))
    try transaction(UInt32(0)) { transaction in try Self.check(mdb_dbi_open(transaction, nil, 0, &table)) }
  }

  deinit { mdb_env_close(environment) }

  private static func check(_ code: Int32) throws { if code != 0 { throw Failure(code: code) } }

  private func transaction<R>(_ flags: UInt32, _ body: (OpaquePointer) throws -> R) throws -> R {
    var transaction: OpaquePointer?
    try Self.check(mdb_txn_begin(environment, nil, flags, &transaction))
    guard let transaction else { throw Failure(code: 0) }
    let result = try body(transaction)
    try Self.check(mdb_txn_commit(transaction))
    return result
  }

  /// Puts values by their keys, in one transaction.
  func put(_ keys: [String], _ values: [String]) throws {
    try transaction(0) { transaction in
      for (key, value) in zip(keys, values) {
        var (key, value) = (key, value)
        let code = key.withUTF8 { key in
          value.withUTF8 { value in
            var first = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
            var second = MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
            return mdb_put(transaction, table, &first, &second, 0)
          }
        }
        try Self.check(code)
      }
    }
  }

  /// Gives the values of keys to a closure, as Strings, in one transaction.
  func forEach(_ keys: [String], _ body: (String) -> Void) throws {
    try transaction(UInt32(MDB_RDONLY)) { transaction in
      for key in keys {
        var key = key
        let value = try key.withUTF8 { key in
          var wanted = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
          var found = MDB_val()
          try Self.check(mdb_get(transaction, table, &wanted, &found))
          return String(decoding: UnsafeRawBufferPointer(start: found.mv_data, count: found.mv_size), as: UTF8.self)
        }
        body(value)
      }
    }
  }

  func empty() throws { try transaction(0) { transaction in try Self.check(mdb_drop(transaction, table, 0)) } }
}
