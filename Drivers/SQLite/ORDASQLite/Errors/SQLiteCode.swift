/// SQLite's result codes by name: the primary ones, and the extended ones that ORDA distinguishes.
///
/// They are spelled out because Swift does not import the C macros of the extended ones. They are part of SQLite's
/// file-independent interface and never change.
enum SQLiteCode {
  static let error: Int32 = 1
  static let `internal`: Int32 = 2
  static let permission: Int32 = 3
  static let abort: Int32 = 4
  static let busy: Int32 = 5
  static let locked: Int32 = 6
  static let noMemory: Int32 = 7
  static let readOnly: Int32 = 8
  static let interrupt: Int32 = 9
  static let io: Int32 = 10
  static let corrupt: Int32 = 11
  static let full: Int32 = 13
  static let cannotOpen: Int32 = 14
  /// READONLY_DBMOVED
  static let moved: Int32 = 1032
  static let `protocol`: Int32 = 15
  static let schema: Int32 = 17
  static let tooBig: Int32 = 18
  static let constraint: Int32 = 19
  static let mismatch: Int32 = 20
  static let misuse: Int32 = 21
  static let noLargeFiles: Int32 = 22
  static let authorization: Int32 = 23
  static let range: Int32 = 25
  static let notADatabase: Int32 = 26

  static let abortRollback: Int32 = 516
  static let busySnapshot: Int32 = 517
  static let lockedSharedCache: Int32 = 262
  static let readOnlyRecovery: Int32 = 264
  static let readOnlyCantLock: Int32 = 520
  static let readOnlyRollback: Int32 = 776
  static let readOnlyMoved: Int32 = 1032
  static let readOnlyCantInit: Int32 = 1288
  static let readOnlyDirectory: Int32 = 1544

  static let ioNoMemory: Int32 = 3082
  static let ioLock: Int32 = 3850
  static let ioTemporaryPath: Int32 = 6410
  static let ioAuthorization: Int32 = 7178
  static let ioChecksum: Int32 = 8202
  static let ioFileSystemCorrupt: Int32 = 8458

  static let cannotOpenTemporary: Int32 = 270

  static let constraintCheck: Int32 = 275
  static let constraintForeignKey: Int32 = 787
  static let constraintNotNull: Int32 = 1299
  static let constraintPrimaryKey: Int32 = 1555
  static let constraintTrigger: Int32 = 1811
  static let constraintUnique: Int32 = 2067
  static let constraintRowID: Int32 = 2579
  static let constraintDataType: Int32 = 3091

  /// The primary code that an extended one belongs to.
  static func primary(_ code: Int32) -> Int32 { code & 0xFF }
}
