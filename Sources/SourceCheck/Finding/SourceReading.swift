import Dispatch
import ORDAThreads

/// Finds SQL in Swift sources.
public enum SourceReading {
  /// The modules whose import shows that a source uses ORDA.
  public static let modules: Set = [
    "ORDA", "ORDASQLite", "ORDAMariaDB", "ORDATesting", "ORDAConformance", "ODB", "ODBSQLite", "SHELF",
  ]

  /// True if the program was built with the trait `SourceCheck`.
  public static var isAvailable: Bool {
    #if SourceCheck
      true
    #else
      false
    #endif
  }

  /// What sources give to ORDA as SQL, and the types that it is read as.
  ///
  /// A source is read if it imports ORDA; of sources beside such a source only the calls are read. A page of Markdown
  /// is always read.
  ///
  /// - Parameters:
  ///   - sources: The files.
  ///   - modules: Further modules whose import shows that a source uses ORDA.
  public static func find(in sources: [SourceText], importing modules: Set<String> = []) -> SourceFindings {
    var findings = SourceFindings()
    #if SourceCheck
      let modules = Self.modules.union(modules)
      let uses = each(sources) { $0.path.hasSuffix(".md") || !Imports($0).modules.isDisjoint(with: modules) }
      let folders = Set(zip(sources, uses).filter(\.1).map { folder(of: $0.0.path) })
      let chosen = sources.indices.filter { uses[$0] || folders.contains(folder(of: sources[$0].path)) }
      var types: [DeclaredType] = []
      for found in each(chosen, { read(sources[$0], isSure: uses[$0]) }) {
        findings.add(found.findings)
        types += found.types
      }
      types.forEach { findings.types.add($0) }
      addTypes(of: sources.indices.filter { !chosen.contains($0) }.map { sources[$0] }, found: types, to: &findings)
    #endif
    return findings
  }

  #if SourceCheck
    private static func read(
      _ source: SourceText, isSure: Bool
    ) -> (findings: SourceFindings, types: [DeclaredType]) {
      let visitor = StatementVisitor(source: source, isSure: isSure)
      for range in source.swift { visitor.read(range) }
      return (visitor.finished(), visitor.types)
    }

    /// Adds types declared in other sources: those that rows are read as, and then those of their properties.
    private static func addTypes(
      of sources: [SourceText], found: [DeclaredType], to findings: inout SourceFindings
    ) {
      var sources = sources
      var wanted = Set(findings.statements.compactMap(\.type).flatMap(names))
      wanted.formUnion(found.flatMap { $0.properties.compactMap(\.type).flatMap(names) })
      // A type, its property's type, and the type that this refers to.
      for _ in 0..<3 {
        wanted = wanted.filter { !findings.types.knows($0) && ColumnType(name: $0) == nil }
        if wanted.isEmpty { return }
        var others: [SourceText] = []
        var next: Set<String> = []
        for source in sources {
          guard wanted.contains(where: { declares($0, source) }) else {
            others.append(source)
            continue
          }
          for type in read(source, isSure: false).types {
            findings.types.add(type)
            next.formUnion(type.properties.compactMap(\.type).flatMap(names))
          }
        }
        sources = others
        wanted = next
      }
    }

    private static func declares(_ name: String, _ source: SourceText) -> Bool {
      let last = name.split(separator: ".").last ?? ""
      return ["struct ", "enum ", "class ", "extension "].contains { source.contains("\($0)\(last)") }
    }

    private static func names(in type: ReadType) -> [String] {
      switch type {
      case .named(let name): [name]
      case .optional(let type), .array(let type): names(in: type)
      case .tuple(let types): types.flatMap(names)
      case .other: []
      }
    }

    private static func folder(of path: String) -> Substring {
      path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }

    /// A list's elements transformed, on all processors.
    private static func each<Element: Sendable, Result: Sendable>(
      _ list: [Element], _ change: @Sendable (Element) -> Result
    ) -> [Result] {
      let results = Lock([Int: Result]())
      DispatchQueue.concurrentPerform(iterations: list.count) { index in
        let result = change(list[index])
        results.withLock { $0[index] = result }
      }
      return results.withLock { results in list.indices.compactMap { results[$0] } }
    }
  #endif
}
