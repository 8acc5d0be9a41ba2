import ORDA

/// The form that a file is imported by. It needs no script; with it, dropping a file on the page does the same.
struct ImportForm: Sendable {
  let database: ServedDatabase
  let table: TableShape
  /// What was chosen before.
  var chosen = Fields()

  /// True for a table that files can be imported into.
  static func isOffered(for table: TableShape, of database: ServedDatabase) -> Bool {
    database.isWritable && (table.description.kind == .table || table.description.kind == .virtual)
  }

  var address: Address { Address([database.name, "import", table.name.name]) }

  var html: HTML {
    let delimiters = TableImport.delimiters.map { delimiter in option(delimiter.name, "delimiter") }
    let encodings = TableImport.encodings.map { option($0, "encoding") }
    return """
      <form id="import" class="import" method="post" enctype="multipart/form-data" action="\(address)" data-largest="\(database.largestUpload)">
      <p class="note">CSV, TSV, JSON or JSON lines, by the ending of its name. The first line of CSV, and the keys of JSON, name the columns.
      All of it is imported, or nothing.</p>
      <div class="filters"><label><span>file</span><input type="file" name="file" required accept=".csv,.tsv,.tab,.json,.jsonl,.ndjson"></label>
      <label><span>values of CSV are separated by</span><select name="delimiter"><option value="">the usual</option>\(delimiters)</select></label>
      <label><span>text is encoded as</span><select name="encoding">\(encodings)</select></label>
      <div class="actions"><button>Import</button></div></div></form>
      """
  }

  /// Where the script tells how far it is.
  var progress: HTML {
    """
    <div id="importing" hidden><progress aria-label="Import"></progress> <span role="status"></span>
    <button type="button" class="quiet">Cancel</button></div>
    <p id="import-problem" class="problem" role="alert" hidden></p>
    """
  }

  private func option(_ value: String, _ field: String) -> HTML {
    "<option value=\"\(value)\"\(if: chosen[field] == value, " selected")>\(value)</option>"
  }
}
