import ORDA

/// A method that reads the rows at the other end of a foreign key.
struct GeneratedReference {
  /// The method.
  var name: String
  /// The struct of the rows that are read.
  var type: String
  /// Their table.
  var table: String
  /// True for all rows that refer to one, false for the one that a row refers to.
  var isMany: Bool
  /// Their columns, and the equal properties of the row that has the method.
  var columns: [(name: String, equals: GeneratedTable.Property)]
  /// The columns that make the reference, those of the table that refers.
  var referring: [String]
}

extension [GeneratedTable] {
  /// Gives each table's rows methods for the rows they refer to, and for those that refer to them.
  ///
  /// Keys that lead to tables which are not among these stay comments.
  mutating func addReferences() {
    let all = DatabaseDescription(tables: map(\.description))
    let places = Dictionary(zip(map(\.description.name.name), indices), uniquingKeysWith: { first, _ in first })
    let ends = indices.flatMap { index in
      self.ends(of: index) { name in places[name] ?? all.table(named: name).flatMap { places[$0.name.name] } }
    }
    // The rows that a row refers to have first choice of names.
    for end in ends {
      let suggested = end.suggestedName(to: self[end.referred])
      let columns = zip(end.key.referencedColumns, end.properties).map { (name: $0, equals: $1) }
      self[end.referring].addReference(named: suggested, to: self[end.referred], isMany: false, columns, end)
    }
    for end in ends {
      let suggested = end.suggestedReverse(from: self[end.referring], to: self[end.referred])
      let columns = zip(end.key.columns, end.referredProperties).map { (name: $0, equals: $1) }
      self[end.referred].addReference(named: suggested, to: self[end.referring], isMany: true, columns, end)
    }
  }

  /// The foreign keys of a table whose other ends are here too, in the order of their columns.
  ///
  /// - Parameter place: Finds a table by its name.
  private func ends(of index: Int, _ place: (String) -> Int?) -> [ReferenceEnds] {
    let columns = self[index].description.columns.map(\.name)
    var ends: [ReferenceEnds] = []
    for key in self[index].description.foreignKeys where key.referencedTable.schema == nil {
      guard let referred = place(key.referencedTable.name),
        let properties = self[index].properties(for: key.columns),
        let referredProperties = self[referred].properties(for: key.referencedColumns),
        !properties.isEmpty, properties.count == referredProperties.count,
        !ends.contains(where: { $0.key.columns == key.columns && $0.referred == referred })
      else { continue }
      ends.append(
        ReferenceEnds(
          key: key, referring: index, referred: referred, properties: properties,
          referredProperties: referredProperties,
          order: key.columns.compactMap { columns.firstIndex(of: $0) } + [referred]))
    }
    return ends.sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }
}

extension GeneratedTable {
  /// The properties for columns, or nil if there isn't one for each.
  fileprivate func properties(for columns: [String]) -> [Property]? {
    let found = columns.compactMap { name in
      description.column(named: name).flatMap { column in properties.first { $0.column.name == column.name } }
    }
    return found.count == columns.count ? found : nil
  }

  fileprivate mutating func addReference(
    named suggested: String?, to other: GeneratedTable, isMany: Bool,
    _ columns: [(name: String, equals: Property)], _ ends: ReferenceEnds
  ) {
    references.append(
      GeneratedReference(
        name: memberNames.name(
          suggested, suffix: isMany ? "Rows" : "Row", otherwise: isMany ? "rows" : "referredRow"),
        type: other.name, table: other.description.name.name, isMany: isMany, columns: columns,
        referring: ends.key.columns))
  }
}
