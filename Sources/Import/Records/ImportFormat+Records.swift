extension ImportFormat {
  /// The records of a source in this format.
  ///
  /// - Parameters:
  ///   - csv: How CSV is read; its delimiter too, which a format does not choose.
  ///   - encoding: The encoding of the text; nil for UTF-8.
  /// - Throws: ``HeaderError`` for a first line that names no columns, ``EncodingError``, and what reading throws.
  package func records(of source: any ByteSource, csv: CSVRecordOptions, encoding: String? = nil) throws
    -> any RecordSource
  {
    let source = AnyByteSource(source)
    guard let encoding else { return try records(from: source, csv) }
    return try records(from: EncodedSource(source, encoding: encoding), csv)
  }

  private func records(from source: some ByteSource, _ csv: CSVRecordOptions) throws -> any RecordSource {
    switch self {
    case .csv, .tsv: try CSVRecords(source, options: csv)
    case .json: JSONRecords(array: source)
    case .jsonl: JSONRecords(lines: source)
    }
  }
}
