/// Values for columns of a schema, lent to the closures of `insert` and `update`.
@dynamicMemberLookup
public struct TypedDraft<Schema: TableSchema>: Sendable {
  private var values: [(name: String, value: (any ValueConvertible)?)] = []
  /// The draft of the updated entry; nil if there is none.
  private var entry: EntryDraft?

  /// A column's value: the one set here, else the one in the row being updated. If there is none, or it can't be read,
  /// this is the type's placeholder; in the latter case the update throws.
  public subscript<T: SchemaValue>(dynamicMember column: KeyPath<Schema, TableColumn<Schema, T>>) -> T {
    mutating get { self[column] }
    set { self[column] = newValue }
  }

  /// A column's value, even if a member of the draft has the column's name.
  public subscript<T: SchemaValue>(column: KeyPath<Schema, TableColumn<Schema, T>>) -> T {
    mutating get {
      let name = Schema()[keyPath: column].name
      if entry != nil { return entry?.read(name, as: T.self) ?? T.placeholder }
      return values.last { $0.name.hasSameBytes(as: name) }?.value as? T ?? T.placeholder
    }
    set {
      let name = Schema()[keyPath: column].name
      if entry != nil {
        entry?.set(name, to: newValue)
      } else {
        values.removeAll { $0.name.hasSameBytes(as: name) }
        values.append((name, newValue))
      }
    }
  }

  var parameters: Parameters { Parameters(pairs: values.map { ($0.name, $0.value) }) }

  static func filled(by body: (inout Self) throws -> Void) rethrows -> Self {
    var draft = Self()
    try body(&draft)
    return draft
  }

  /// Fills an entry's draft by a closure that names columns by the schema.
  static func fill(_ draft: inout EntryDraft, by body: (inout Self) throws -> Void) rethrows {
    var typed = Self()
    typed.entry = draft
    try body(&typed)
    if let filled = typed.entry { draft = filled }
  }
}
