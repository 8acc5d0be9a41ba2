import ORDA

/// What the user sees of a copy while it runs, and where a signal stops it.
final class CopyProgress {
  /// Fewer rows take only a moment, and need no progress bar.
  private static let quickCount = 10_000
  private let isShown: Bool
  private var bar: ProgressBar?
  private var count = 0

  init(isShown: Bool) { self.isShown = isShown }

  /// Begins one of the copy's parts.
  func begin(_ label: String, total: Int) {
    finish()
    count = 0
    guard isShown, total > Self.quickCount else { return }
    bar = ProgressBar(
      label, total: total, unit: .things("rows"), terminal: .error, output: StandardStreams.error)
  }

  /// Counts a row.
  ///
  /// - Throws: ``Interrupted``.
  @inline(__always)
  func advance() throws {
    count &+= 1
    if count & 0x3F == 0 { try update() }
  }

  private func update() throws {
    try Interruption.check()
    bar?.update(count)
  }

  func finish() {
    bar?.finish()
    bar = nil
  }

  func abandon() {
    bar?.abandon()
    bar = nil
  }
}
