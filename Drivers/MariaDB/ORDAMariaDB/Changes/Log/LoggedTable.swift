internal import ORDA

/// What the server says about a table's columns, besides its log.
struct LoggedTable: Sendable, Equatable {
  struct Column: Sendable, Equatable {
    var name: String
    /// What the driver reads it as.
    var kind: ColumnKind
    /// SQL's word for its type, in lower case: `varchar`.
    var type: String
    /// The character set of a string; nil for everything else.
    var charset: String?
    /// The number of its collation, if known.
    var collation: UInt32?
    /// The digits of a second's fraction.
    var fraction = 0
    /// The words of an ENUM or SET; nil for one that is unknown.
    var labels: [String?] = []
    /// Whether it is computed when it is read.
    var isVirtual = false

    /// Whether it is an unsigned integer; nil for anything but an integer.
    var isUnsigned: Bool? {
      switch kind {
      case .int8, .int16, .int32, .int64: false
      case .uint16 where type == "year": nil
      case .uint8, .uint16, .uint32, .uint64: true
      default: nil
      }
    }
  }

  /// All columns of the table, in order, including invisible ones.
  var columns: [Column]
  /// Whether dates that no calendar has are read as NULL.
  var readsZeroDatesAsNull = false
  /// Whether CHAR is read with trailing spaces, by the mode PAD_CHAR_TO_FULL_LENGTH: the log omits them.
  var padsChars = false
  var serverVersion = ServerVersion(0, 0, 0)
}
