extension Style {
  /// Dims what a body writes.
  func dim(on output: Output, _ body: () -> Void) {
    if isOn { output.write(literal: "\u{1B}[2m") }
    body()
    if isOn { output.write(literal: "\u{1B}[0m") }
  }
}
