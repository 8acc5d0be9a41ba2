import DataObjects

/// The objects that a program holds, as if they were shown.
@MainActor
final class HeldObjects {
  var items: [Int64: ItemObject] = [:]
  var lines: [Int64: ItemLineObject] = [:]
  var parts: [String: PartObject] = [:]
  var gauges: [Int64: GaugeObject] = [:]

  func add(_ item: ItemObject) {
    items[item.uniqueID] = item
    for part in item.first + item.second { parts[part.uniqueID] = part }
  }

  /// Lets go of some.
  func forgetSome() {
    items = items.filter { _ in Int.random(in: 0..<4) > 0 }
    lines = lines.filter { _ in Int.random(in: 0..<4) > 0 }
    parts = parts.filter { _ in Int.random(in: 0..<4) > 0 }
    gauges = gauges.filter { _ in Int.random(in: 0..<4) > 0 }
  }
}
