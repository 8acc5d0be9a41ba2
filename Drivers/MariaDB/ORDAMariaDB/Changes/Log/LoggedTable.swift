internal import ORDA

/// What the server says of a table's columns, beside what its log does.
struct LoggedTable: Sendable, Equatable {
  struct Column: Sendable, Equatable {
    var name: String
    /// What the driver reads it as.
    var kind: ColumnKind
    /// SQL's word for its type, in lower case: `varchar`.
    var type: String
    /// The character set of a text; nil for all else.
    var charset: String?
    /// The number of its collation, if that is known.
    var collation: UInt32?
    /// The digits of a second's fraction.
    var fraction = 0
    /// The words of an ENUM or SET; nil for one that is not known.
    var labels: [String?] = []
    /// Whether it is computed when it is read.
    var isVirtual = false

    /// Whether it is an integer without a sign; nil for all that is no integer.
    var isUnsigned: Bool? {
      switch kind {
      case .int8, .int16, .int32, .int64: false
      case .uint16 where type == "year": nil
      case .uint8, .uint16, .uint32, .uint64: true
      default: nil
      }
    }
  }

  /// All that the table has, in its order, invisible ones included.
  var columns: [Column]
  /// Whether dates that no calendar has are read as NULL.
  var readsZeroDatesAsNull = false
  /// Whether CHAR is read with the spaces at its end, by the mode PAD_CHAR_TO_FULL_LENGTH: the log leaves them out.
  var padsChars = false
  var serverVersion = ServerVersion(0, 0, 0)
}
