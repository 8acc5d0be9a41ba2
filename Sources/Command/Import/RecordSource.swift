import ORDA

/// The records of a file, one after the other, whatever its format.
protocol RecordSource: AnyObject {
  /// The line on which the current record begins, counted from 1.
  var line: Int { get }
  /// The columns that the current record has values for.
  var columns: [String] { get }
  /// A number for the current ``columns``, from 0: records of the same number have the same columns in the same order.
  var shape: Int { get }
  /// True where each record names its own columns, so that an unknown one is that record's fault alone.
  var namesColumnsInEachRecord: Bool { get }

  /// Moves to the next record; false at the end.
  ///
  /// - Throws: A ``BadLine``, after which the next call goes on behind it where that says that it can; and what the source
  ///   of the bytes throws.
  func next() throws -> Bool

  /// The values for ``columns``.
  ///
  /// - Throws: A ``BadLine``.
  func values() throws -> [Value]

  /// Binds the values for ``columns``, without making a list of them where that is possible.
  ///
  /// - Throws: A ``BadLine``, and `DatabaseError`.
  func bind(to parameters: borrowing ParameterBinder) throws

  /// Takes the current record into account.
  func observe(into inference: inout TypeInference) throws
}

/// A line of a file that can't be imported.
protocol BadLine: Error, CustomStringConvertible {
  /// The line, counted from 1.
  var line: Int { get }
  /// False where nobody can know where the next record begins.
  var canContinue: Bool { get }
}

extension CSVError: BadLine {}

/// A line that the database did not take.
struct RefusedLine: BadLine {
  let line: Int
  let error: DatabaseError

  var canContinue: Bool { true }
  var description: String { "line \(line): \(error.kind): \(error.message)" }
}
