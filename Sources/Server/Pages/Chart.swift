import ORDA

/// Which chart is asked for.
struct ChartRequest: Sendable {
  enum Kind: String, Sendable, CaseIterable { case bar, line, scatter }

  var kind: Kind

  /// What suits a result, by its first two columns: bars for names with numbers, lines and points for two numbers.
  static func kinds(for outcome: QueryOutcome) -> [Kind] {
    guard outcome.rows.count > 1, outcome.columns.count >= 2, Chart.numbers(outcome, 1) != nil else { return [] }
    return Chart.numbers(outcome, 0) == nil ? [.bar, .line] : [.line, .scatter, .bar]
  }
}

/// The first two columns of a result, drawn as SVG.
struct Chart: Sendable {
  private static let size = (width: 720.0, height: 320.0)
  private static let most = 500

  private let outcome: QueryOutcome
  private let kind: ChartRequest.Kind

  init(_ outcome: QueryOutcome, _ kind: ChartRequest.Kind) {
    self.outcome = outcome
    self.kind = kind
  }

  /// A column's numbers; nil where something else is among them. NULL is left out.
  static func numbers(_ outcome: QueryOutcome, _ column: Int) -> [Double?]? {
    var numbers: [Double?] = []
    for row in outcome.rows.prefix(most) {
      guard column < row.count else { return nil }
      switch row[column] {
      case .int(let number): numbers.append(Double(number))
      case .uint(let number): numbers.append(Double(number))
      case .double(let number): numbers.append(number.isFinite ? number : nil)
      case .decimal(let number): numbers.append(Double(number.description))
      case .null: numbers.append(nil)
      default: return nil
      }
    }
    return numbers.contains { $0 != nil } ? numbers : nil
  }

  var html: HTML {
    guard let ys = Self.numbers(outcome, 1) else { return "" }
    let xs = kind == .bar ? nil : Self.numbers(outcome, 0)
    let high = max(ys.compactMap { $0 }.max() ?? 1, 0)
    let low = min(ys.compactMap { $0 }.min() ?? 0, 0)
    let span = high > low ? high - low : 1
    let left = xs?.compactMap { $0 }.min() ?? 0
    let right = xs?.compactMap { $0 }.max() ?? Double(max(1, ys.count - 1))
    func x(_ place: Int) -> Double? {
      if let xs {
        return xs[place].map { 60 + ($0 - left) / (right > left ? right - left : 1) * (Self.size.width - 80) }
      }
      return 60 + (Double(place) + 0.5) / Double(ys.count) * (Self.size.width - 80)
    }
    func y(_ value: Double) -> Double { Self.size.height - 40 - (value - low) / span * (Self.size.height - 60) }
    let points = ys.indices.compactMap { place -> (Double, Double, Int)? in
      guard let x = x(place), let value = ys[place] else { return nil }
      return (x, y(value), place)
    }
    let name = outcome.columns[1].name
    return """
      <div class="scroll chart" tabindex="0" role="region" aria-label="Chart"><svg width="\(Int(Self.size.width))"
      height="\(Int(Self.size.height))" role="img" aria-label="\(name) by \(outcome.columns[0].name)">
      <line class="axis" x1="55" y1="\(Self.text(y(0)))" x2="\(Int(Self.size.width) - 15)" y2="\(Self.text(y(0)))"/>
      <text x="50" y="\(Self.text(y(high) + 4))" class="end">\(Self.label(high))</text>
      <text x="50" y="\(Self.text(y(low) + 4))" class="end">\(Self.label(low))</text>
      \(shapes(points, base: y(0)))\(names(points))</svg></div>
      """
  }

  private func shapes(_ points: [(Double, Double, Int)], base: Double) -> HTML {
    switch kind {
    case .bar:
      let width = max(1, min(60, (Self.size.width - 80) / Double(max(1, points.count)) * 0.7))
      return HTML(
        points.map { x, y, place in
          """
          <rect class="bar" x="\(Self.text(x - width / 2))" y="\(Self.text(min(y, base)))" width="\(Self.text(width))" \
          height="\(Self.text(abs(base - y)))"><title>\(title(place))</title></rect>
          """
        })
    case .line:
      let path = points.map { x, y, _ in "\(Self.text(x)),\(Self.text(y))" }.joined(separator: " ")
      return "<polyline class=\"curve\" points=\"\(path)\"/>"
    case .scatter:
      return HTML(
        points.map { x, y, place in
          "<circle class=\"dot\" cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"4\"><title>\(title(place))</title></circle>"
        })
    }
  }

  /// Names below, as many as have room.
  private func names(_ points: [(Double, Double, Int)]) -> HTML {
    let step = max(1, (points.count + 9) / 10)
    return HTML(
      points.enumerated().filter { $0.offset % step == 0 }.map { _, point in
        let name = outcome.rows[point.2][0].description
        return """
          <text class="middle" x="\(Self.text(point.0))" y="\(Int(Self.size.height) - 14)">\(name.count > 10 ? name.prefix(9) + "…" : name)</text>
          """
      })
  }

  private func title(_ place: Int) -> String {
    "\(String(outcome.rows[place][0].description.prefix(100))): \(outcome.rows[place][1].description)"
  }

  private static func text(_ number: Double) -> String { String((number * 10).rounded() / 10) }

  private static func label(_ number: Double) -> String {
    abs(number) < 1e15 && number == number.rounded() ? Grouping.text(Int64(number)) : String(number)
  }
}
