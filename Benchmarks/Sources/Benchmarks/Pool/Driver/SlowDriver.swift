import Foundation
import ORDA

/// A database that does nothing, and takes its time: `slow:?connect=150ms&statement=2ms`.
struct SlowDriver: Driver {
  let name = "Slow"
  let schemes = ["slow"]
  let urlShape = DatabaseURL.Shape.name
  let capabilities: Capabilities = [.interleaving]

  let options = OptionTable([
    OptionDefinition("connect", .duration, default: "0s", summary: "How long connecting takes."),
    OptionDefinition("statement", .duration, default: "0s", summary: "How long a statement takes."),
  ])

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    let connecting = options.duration("connect") ?? .zero
    let running = options.duration("statement") ?? .zero
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: SlowConnection(running),
      layout: ConnectionGovernor.Layout(writers: options.integer("pool.max") ?? 10), changes: nil
    ) { (_) throws(DatabaseError) in
      block(for: connecting)
      return SlowConnection(running)
    }
  }
}

/// Puts the thread to sleep, as one that waits for a server.
func block(for duration: Duration) {
  guard duration > .zero else { return }
  Thread.sleep(forTimeInterval: duration / .seconds(1))
}
