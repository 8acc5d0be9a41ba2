import ORDA

/// The form that a file is imported by. It needs no script; with it, dropping a file on the page does the same.
struct ImportForm: Sendable {
  let database: ServedDatabase
  /// The table that the file goes into; nil for a new one.
  let table: TableShape?
  /// What was chosen before.
  var chosen = Fields()

  /// True for a table that files can be imported into.
  static func isOffered(for table: TableShape, of database: ServedDatabase) -> Bool {
    database.isWritable && (table.description.kind == .table || table.description.kind == .virtual)
  }

  /// Where it is posted, and where it stands by itself.
  var address: Address { Address([database.name, "import"] + (table.map { [$0.name.name] } ?? [])) }

  var title: String { table.map { "Import into \($0.name.name)" } ?? "New table of a file" }

  var html: HTML {
    let delimiters = ImportedFile.delimiters.map { delimiter in option(delimiter.name, "delimiter") }
    let encodings = ImportedFile.encodings.map { option($0, "encoding") }
    return """
      <form id="import" class="import" method="post" enctype="multipart/form-data" action="\(address)" data-largest="\(database.largestUpload)">
      <p class="note">CSV, TSV, JSON or JSON lines, by the ending of its name. The first line of CSV, and the keys of JSON, name the columns.
      \(table == nil ? "Their types are the narrowest that all values fit. " : "" as HTML)All of it is imported, or nothing.</p>
      <div class="filters"><label><span>file</span><input type="file" name="file" required accept=".csv,.tsv,.tab,.json,.jsonl,.ndjson"></label>
      \(table == nil ? names : "")
      <label><span>values of CSV are separated by</span><select name="delimiter"><option value="">the usual</option>\(delimiters)</select></label>
      <label><span>text is encoded as</span><select name="encoding">\(encodings)</select></label>
      <div class="actions"><button>\(table == nil ? "Make the table" : "Import" as HTML)</button></div></div></form>
      """
  }

  /// What a new table is called, and what its rows are known by.
  private var names: HTML {
    """
    <label><span>name of the table</span><input name="table" maxlength="\(NewTableImport.longestName)" placeholder="after the file"
    value="\(chosen["table"] ?? "")" autocomplete="off"></label>
    <label><span>columns of its primary key</span><input name="key" placeholder="none" value="\(chosen["key"] ?? "")" autocomplete="off"></label>
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

  /// The form below the page that files are dropped on.
  func folded(_ summary: HTML) -> HTML { "<details class=\"more\"><summary>\(summary)</summary>\(html)</details>" }

  private func option(_ value: String, _ field: String) -> HTML {
    "<option value=\"\(value)\"\(if: chosen[field] == value, " selected")>\(value)</option>"
  }
}
