/// Compares two tables with one name.
struct TableComparison {
  let actual: TableDescription
  let wanted: TableDescription
  let language: DatabaseLanguage
  let declarations: ColumnDeclarations

  init(actual: TableDescription, wanted: TableDescription, language: DatabaseLanguage) {
    self.actual = actual
    self.wanted = wanted
    self.language = language
    declarations = ColumnDeclarations(wanted.sql ?? "", language.dialect)
  }

  func differences() -> [SchemaComparison.Turned] {
    var turned = columns()
    turned += attributes() + primaryKey() + uniqueConstraints() + indexes() + foreignKeys() + checks() + triggers()
    return turned
  }

  var alteration: TableAlteration { language.schemaDialect.limits.alteration }
  var table: SQL { "\(identifier: actual.name.name)" }

  static let obstacle = "ALTER TABLE can't do that here, so that the table has to be made anew"

  /// A difference of this table; if it has neither statements nor a reason for that, it gets the usual reason.
  func difference(
    _ part: SchemaDifference.Part, _ kind: SchemaDifference.Kind, _ name: String?, _ words: String, _ statements: [SQL]?
  ) -> SchemaDifference {
    SchemaDifference(
      table: actual.name.name, part: part, kind: kind, name: name, words: words,
      statements: statements?.map { $0.render(language.dialect) } ?? [],
      obstacle: statements == nil ? Self.obstacle : nil)
  }

  func same(_ first: String, _ second: String) -> Bool { asciiLowercased(first) == asciiLowercased(second) }

  func same(_ first: [String], _ second: [String]) -> Bool {
    first.map(asciiLowercased) == second.map(asciiLowercased)
  }

  /// True if both are the same SQL, or both are none.
  func sameSQL(_ first: String?, _ second: String?) -> Bool {
    guard let first, let second else { return first == second }
    return first == second || ComparableSQL(first, language.dialect) == ComparableSQL(second, language.dialect)
  }

  static func list(_ names: [String]) -> String { "(\(names.joined(separator: ", ")))" }

  // MARK: What is left

  private func attributes() -> [SchemaComparison.Turned] {
    let words: [(TableDescription.Attributes, String)] = [
      (.strict, "STRICT"), (.withoutRowID, "WITHOUT ROWID"), (.neverReusesKeys, "a table that never reuses keys"),
    ]
    return words.compactMap { attribute, word in
      let (isSo, shouldBe) = (actual.attributes.contains(attribute), wanted.attributes.contains(attribute))
      // Otherwise they follow from what is compared.
      guard isSo != shouldBe, alteration == .columns else { return nil }
      return (
        .columns,
        difference(
          .attributes, .different, nil, "it is \(isSo ? "" : "not ")\(word) and should \(isSo ? "not " : "")be", nil)
      )
    }
  }

  private func triggers() -> [SchemaComparison.Turned] {
    let (own, others) = (Set(actual.triggers), Set(wanted.triggers))
    return others.subtracting(own).sorted().map { name in
      var missing = difference(.trigger, .missing, name, "the trigger \(name) is missing", [])
      missing.obstacle = "the texts of triggers are not known"
      return (.newViews, missing)
    }
      + own.subtracting(others).sorted().map { name in
        (
          .droppedViews,
          difference(
            .trigger, .extra, name, "the trigger \(name) should not be there", ["DROP TRIGGER \(identifier: name)"])
        )
      }
  }
}
