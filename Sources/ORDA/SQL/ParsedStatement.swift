/// A statement as its driver wants it: every parameter in the dialect's style, and what the tokens show.
///
/// It is made once for each text and kept by the caller. The key to keep it under is the text *and* the number of
/// interpolated values: before a cached one is used, compare ``ParameterLayout/interpolations`` with
/// `sql.bindings.count`, since the marker of an interpolated value can be written into a quoted text by hand.
package final class ParsedStatement: Sendable {
  /// The text for the driver, in which every parameter is a plain `?` or a number.
  package let text: String
  /// The kind of statement.
  package let keyword: StatementKeyword
  /// Which value each parameter of the text takes.
  package let parameters: ParameterLayout
  /// The parameters of the text that take lists.
  let lists: [ListParameter]
  /// True for a CREATE or DROP of something TEMPORARY.
  package let isTemporary: Bool
  /// True for a CREATE or DROP of a TEMPORARY TABLE.
  let isTemporaryTable: Bool
  /// True for what defines something that lasts, which some databases don't do within a transaction.
  let definesLasting: Bool
  /// The line of the source in which the statement begins, from 1.
  package let line: Int
  /// The statements of an upsert, which run instead of ``text``; nil for every other statement.
  let upsert: ParsedUpsert?

  init(text: String, found: StatementScanner.Found, lists: [ListParameter], line: Int) {
    self.text = text
    self.lists = lists
    keyword = found.keyword
    parameters = found.parameters
    isTemporary = found.isTemporary
    isTemporaryTable = found.isTemporaryTable
    definesLasting = !isTemporaryTable && keyword.definesSchema
    self.line = line
    upsert = nil
  }

  /// A statement that a splitter has read whole.
  convenience init(_ read: StatementSplitter.Statement) {
    self.init(
      text: read.text, found: StatementScanner.Found(range: 0..<read.text.utf8.count, keyword: read.keyword), lists: [],
      line: 1)
  }

  /// An upsert, whose parameters are the columns by name.
  init(_ texts: UpsertTexts, dialect: Dialect) throws(DatabaseError) {
    let upsert = try ParsedUpsert(texts, dialect: dialect)
    text = (upsert.whole ?? upsert.insertion).text
    lists = []
    keyword = .insert
    var parameters = ParameterLayout()
    for name in texts.names { parameters.add(name: name) }
    self.parameters = parameters
    isTemporary = false
    isTemporaryTable = false
    definesLasting = false
    line = 1
    self.upsert = upsert
  }

  /// What has become of a transaction that is gone after the statement, which did not fail. A temporary table is not
  /// part of a transaction, so making and dropping one commits none.
  var ending: DatabaseError.Kind.Ending { isTemporaryTable ? .rolledBack : keyword.ending }
}
