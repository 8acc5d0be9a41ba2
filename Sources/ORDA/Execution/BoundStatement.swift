internal import ORDAThreads

/// A statement with everything that one execution of it is given.
struct BoundStatement: Sendable {
  let slot: StatementSlot
  /// The values interpolated into the text.
  let interpolated: [(any ValueConvertible)?]
  /// What else to bind; nil if the body binds it itself.
  let parameters: Parameters?
  /// The limit of the call; nil for the governor's limits.
  let deadline: Deadline?

  /// - Parameter timeout: How long the call may take, from now on.
  @inline(__always)
  init(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?, timeout: Duration?,
    by time: TimeSource
  ) {
    self.init(slot, interpolated, parameters, Deadline.of(timeout, by: time))
  }

  @inline(__always)
  init(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?, _ deadline: Deadline?
  ) {
    self.slot = slot
    self.interpolated = interpolated
    self.parameters = parameters
    self.deadline = deadline
  }

  /// The same for a call that begins now.
  var again: BoundStatement {
    guard let deadline else { return self }
    return BoundStatement(slot, interpolated, parameters, Deadline(deadline.limit, by: deadline.time))
  }

  /// The values bound to the text's parameters, for logs and errors.
  var values: [Value] {
    let layout = slot.parsed.parameters
    guard let resolved = try? (parameters ?? Parameters.none).resolve(layout) else { return [] }
    return layout.sources.map { source in
      let value: (any ValueConvertible)? =
        switch source {
        case .interpolated(let place): place < interpolated.count ? interpolated[place] : nil
        case .parameter(let place): place < resolved.count ? resolved[place] : nil
        }
      return (try? value?.value()) ?? .null
    }
  }
}
