import ORDA
import ORDAImport

/// Shows what the attempts to connect came to.
struct PingReport {
  private let attempts: Int
  private var made = 0
  private var connecting: [Duration] = []
  private var answering: [Duration] = []

  init(attempts: Int) { self.attempts = attempts }

  /// True if there were attempts, and all of them succeeded.
  var isGood: Bool { made > 0 && connecting.count == made }

  /// Shows an attempt that succeeded.
  mutating func note(_ answer: PingTarget.Answer) {
    made += 1
    if connecting.isEmpty { StandardStreams.output.write(VisibleText.escaping(answer.server) + "\n") }
    connecting.append(answer.connecting)
    answering.append(answer.answering)
    StandardStreams.output.write(
      "\(place)connected in \(Grouped.milliseconds(answer.connecting)) ms, "
        + "answered in \(Grouped.milliseconds(answer.answering)) ms\n")
  }

  /// Shows an attempt that failed.
  mutating func note(_ error: DatabaseError) {
    made += 1
    StandardStreams.error(Failure.text(of: error, style: Terminal.error.style, place: place))
  }

  /// Shows all attempts together, if there were several.
  func end() {
    if attempts == 1 { return }
    var text = "\(Grouped.digits(connecting.count)) of \(Grouped.digits(made)) answered"
    if let connected = Self.spread(connecting), let answered = Self.spread(answering) {
      text += "; connecting \(connected) ms, answering \(answered) ms (least / median / most)"
    }
    StandardStreams.output.write(text + "\n")
  }

  private var place: String { attempts == 1 ? "" : "\(made): " }

  /// `0.1 / 0.2 / 3.0`
  private static func spread(_ times: [Duration]) -> String? {
    let sorted = times.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    return [least, sorted[sorted.count / 2], most].map(Grouped.milliseconds).joined(separator: " / ")
  }
}
