extension SchemaText {
  /// True for an ALTER TABLE that renames or removes something; false for one that adds.
  var renamesOrDrops: Bool {
    // ALTER TABLE, and one or two names with a dot between them.
    guard let table = index(of: "TABLE", from: 0) else { return false }
    let end = token(table + 2)?.isSymbol(".") == true ? table + 4 : table + 2
    guard let what = token(end) else { return false }
    return what.isKeyword("RENAME") || what.isKeyword("DROP")
  }
}
