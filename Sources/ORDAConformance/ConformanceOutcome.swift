public import ORDA

/// The outcome of a case.
public enum ConformanceOutcome: Sendable, Hashable {
  /// The promise is kept.
  case passed
  /// It is not kept; each failed check says what it found.
  case failed([ConformanceFailure])
  /// It is not kept, as the author of the driver says: the database can't, for this reason.
  case limited(String)
  /// It does not apply to this subject.
  case notSupported(Reason)

  /// Why a case does not apply to a subject.
  public enum Reason: Sendable, Hashable {
    /// The database lacks a capability that the promise needs.
    case lacks(Capability)
    /// The database has the capability whose lack the promise is about.
    case has(Capability)
    /// The subject's profile lacks what the case needs; the text says what.
    case profile(String)
  }
}

extension ConformanceOutcome: CustomStringConvertible {
  /// `passed`, `FAILED` with the messages, or `known limitation` or `not supported` with the reason.
  public var description: String {
    switch self {
    case .passed: "passed"
    case .failed(let failures): "FAILED: " + failures.map(\.description).joined(separator: "; ")
    case .limited(let reason): "known limitation: \(reason)"
    case .notSupported(let reason): "not supported: \(reason)"
    }
  }

  /// True for ``failed(_:)``.
  public var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

extension ConformanceOutcome.Reason: CustomStringConvertible {
  /// A few words for a chart.
  public var description: String {
    switch self {
    case .lacks(let capability): "needs \(capability)"
    case .has(let capability): "only without \(capability)"
    case .profile(let text): text
    }
  }
}

/// A check that failed.
public struct ConformanceFailure: Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  public let message: String
  /// The file of the check.
  public let file: String
  /// The line of the check.
  public let line: UInt

  init(_ message: String, _ place: SourcePlace) {
    self.message = message
    file = "\(place.file)"
    line = place.line
  }

  /// The message with its file and line.
  public var description: String { "\(message) (\(file):\(line))" }
}
