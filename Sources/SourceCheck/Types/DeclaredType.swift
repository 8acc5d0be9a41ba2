/// What sources say about one type.
public struct DeclaredType: Sendable {
  /// A stored property that is read from a row.
  struct Property: Sendable, Hashable {
    var name: String
    /// The type; nil if it is not written.
    var type: ReadType?
  }

  /// One `row.get(…)` of an `init(row:)`.
  struct Reading: Sendable, Hashable {
    enum Column: Sendable, Hashable {
      case index(Int)
      case name(String)
    }

    var property: String
    var column: Column
    /// The type named there, if any.
    var type: ReadType?
  }

  /// The name, including those of the types around it: `Outer.Inner`.
  var name: String
  /// The file that declares it; empty if only extensions mention it.
  var path = ""
  var isDeclared = false
  /// What it inherits from and conforms to.
  var inherited: [String] = []
  var isEnum = false
  /// The stored properties, in their order.
  var properties: [Property] = []
  /// The names of the columns by those of the properties, if `CodingKeys` says so.
  var codingKeys: [String: String]?
  /// True if it has an `init(from:)` of its own.
  var decodesItself = false
  /// True if it has an `init(row:)`, and what that reads.
  var readsRows = false
  var readings: [Reading] = []
  /// True if something about it is not understood: a macro, a property wrapper.
  var isOpen = false

  /// Merges in what an extension, or another piece of source, says.
  mutating func merge(_ other: DeclaredType) {
    if other.isDeclared {
      path = other.path
      isDeclared = true
      isEnum = other.isEnum
      properties = other.properties
    }
    inherited += other.inherited
    codingKeys = codingKeys ?? other.codingKeys
    decodesItself = decodesItself || other.decodesItself
    readsRows = readsRows || other.readsRows
    readings += other.readings
    isOpen = isOpen || other.isOpen
  }

  func conforms(to names: Set<String>) -> Bool {
    inherited.contains { names.contains($0.split(separator: ".").last.map(String.init) ?? $0) }
  }
}
