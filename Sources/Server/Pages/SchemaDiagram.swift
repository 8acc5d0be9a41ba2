import ORDA

/// Tables as boxes and foreign keys as lines between them, as SVG.
///
/// Tables that are referred to stand left of those that refer to them: each is a column further to the right than the furthest
/// of its targets. Circles of references end where they meet a table that has its place already.
struct SchemaDiagram: Sendable {
  private static let most = 80
  private static let shownColumns = 8
  private static let width = 190
  private static let lineHeight = 18
  private static let gap = (across: 90, down: 26)

  private struct Box {
    var table: TableShape
    var x = 0
    var y = 0
    var lines: [String]
    var height: Int { 30 + lines.count * SchemaDiagram.lineHeight + 6 }
  }

  let catalog: Catalog
  let database: String

  var html: HTML {
    let tables = catalog.tables.filter { $0.description.kind != .view }
    guard tables.count > 1 else { return "" }
    guard tables.count <= Self.most else {
      return "<p class=\"note\">There are \(tables.count) tables, too many for a diagram.</p>"
    }
    let boxes = placed(tables)
    let byName = Dictionary(boxes.map { ($0.table.name.name, $0) }, uniquingKeysWith: { first, _ in first })
    let width = (boxes.map { $0.x + Self.width }.max() ?? 0) + 12
    let height = (boxes.map { $0.y + $0.height }.max() ?? 0) + 12
    let lines = boxes.flatMap { box in
      box.table.description.foreignKeys.compactMap { key -> HTML? in
        byName[key.referencedTable.name].map { line(box, key, $0) }
      }
    }
    return """
      <div class="scroll diagram" tabindex="0" role="region" aria-label="Diagram of the tables">
      <svg width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="group" aria-labelledby="diagram-title">
      <title id="diagram-title">Tables and their foreign keys; the same is told below in words</title>
      <defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M0 0 L8 4 L0 8 z" class="tip"/></marker></defs>
      \(lines)\(boxes.map(draw))</svg></div>
      """
  }

  private func placed(_ tables: [TableShape]) -> [Box] {
    var levels: [String: Int] = [:]
    func level(_ table: TableShape, _ above: Set<String>) -> Int {
      let name = table.name.name
      if let known = levels[name] { return known }
      guard !above.contains(name), above.count < 50 else { return 0 }
      let targets = table.description.foreignKeys.compactMap { key -> Int? in
        guard key.referencedTable.name != name, let target = catalog.table(key.referencedTable.name) else { return nil }
        return level(target, above.union([name]))
      }
      let found = targets.max().map { $0 + 1 } ?? 0
      levels[name] = found
      return found
    }
    var boxes: [Box] = []
    var heights: [Int: Int] = [:]
    for table in tables {
      let column = level(table, [])
      let names = table.columns.map(\.name)
      let lines = Array(names.prefix(Self.shownColumns)) + (names.count > Self.shownColumns ? ["…"] : [])
      var box = Box(table: table, lines: lines)
      // What nothing leads to or from would only lengthen the first column.
      box.x = 6 + column * (Self.width + Self.gap.across)
      box.y = (heights[column] ?? 6)
      heights[column] = box.y + box.height + Self.gap.down
      boxes.append(box)
    }
    return boxes
  }

  private func draw(_ box: Box) -> HTML {
    let keys = Set(box.table.description.primaryKey)
    let lines = box.lines.enumerated().map { place, name -> HTML in
      let y = box.y + 44 + place * Self.lineHeight
      return
        "<text x=\"\(box.x + 10)\" y=\"\(y)\"\(if: keys.contains(name), " class=\"key\"")>\(Self.short(name))</text>"
    }
    return """
      <a href="#\(SchemaPage.anchor(box.table.name.name))"><rect x="\(box.x)" y="\(box.y)" width="\(Self.width)" height="\(box.height)" rx="6"/>
      <text x="\(box.x + 10)" y="\(box.y + 20)" class="title">\(Self.short(box.table.name.name))</text>\(lines)</a>
      """
  }

  private func line(_ from: Box, _ key: ForeignKey, _ to: Box) -> HTML {
    let place = key.columns.first.flatMap { from.lines.firstIndex(of: $0) } ?? from.lines.count - 1
    let y = from.y + 40 + max(0, place) * Self.lineHeight
    let end = to.y + 16
    if from.table.name == to.table.name {
      let x = from.x + Self.width
      return
        "<path class=\"line\" marker-end=\"url(#end)\" d=\"M\(x) \(y) C\(x + 40) \(y) \(x + 40) \(end) \(x) \(end)\"/>"
    }
    let (start, target) = from.x > to.x ? (from.x, to.x + Self.width) : (from.x + Self.width, to.x)
    let bend = from.x > to.x ? -45 : 45
    return """
      <path class="line" marker-end="url(#end)" d="M\(start) \(y) C\(start + bend) \(y) \(target - bend) \(end) \(target) \(end)"/>
      """
  }

  private static func short(_ name: String) -> String { name.count > 21 ? name.prefix(20) + "…" : name }
}
