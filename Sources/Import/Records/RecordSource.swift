package import ORDA

/// The records of a file, one after another, whatever its format.
package protocol RecordSource: AnyObject {
  /// The line on which the current record begins, counted from 1.
  var line: Int { get }
  /// The columns that the current record has values for.
  var columns: [String] { get }
  /// A number for the current ``columns``, from 0: records with the same number have the same columns in the same
  /// order.
  var shape: Int { get }
  /// True if each record names its own columns, so that an unknown one is only that record's fault.
  var namesColumnsInEachRecord: Bool { get }

  /// Moves to the next record; false at the end.
  ///
  /// - Throws: A ``BadLine``, after which the next call continues after it if that says that it can; and what the
  ///   source of the bytes throws.
  func next() throws -> Bool

  /// The values for ``columns``.
  ///
  /// - Throws: A ``BadLine``.
  func values() throws -> [Value]

  /// Binds the values for ``columns``, without making a list of them if possible.
  ///
  /// - Throws: A ``BadLine``, and `DatabaseError`.
  func bind(to parameters: borrowing ParameterBinder) throws

  /// Takes the current record into account.
  func observe(into inference: inout TypeInference) throws
}

/// A line of a file that can't be imported.
package protocol BadLine: Error, CustomStringConvertible {
  /// The line, counted from 1.
  var line: Int { get }
  /// False if nobody can know where the next record begins.
  var canContinue: Bool { get }
}

extension CSVError: BadLine {}

/// A line that the database refused.
package struct RefusedLine: BadLine {
  package let line: Int
  package let error: DatabaseError

  package var canContinue: Bool { true }
  package var description: String { "line \(line): \(error.kind): \(error.message)" }
}
