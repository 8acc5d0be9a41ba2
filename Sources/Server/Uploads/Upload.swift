import ORDAThreads

/// A form with a file that has come as a whole.
struct Upload: Sendable {
  /// The form's other fields.
  var fields = Fields()
  /// What the file is called where it comes from.
  var name: String
  var file: UploadFile

  /// What may come.
  struct Limits: Sendable {
    /// How many bytes the file may have.
    var largest: Int
    /// How long nothing may come.
    var silence: Duration = .seconds(30)
    /// How long all of it may take.
    var longest: Duration = .seconds(3600)
  }

  /// How long the other fields may be, all of them.
  private static let longestFields = 64 << 10

  /// Reads a form that is posted, onto the disk.
  ///
  /// - Throws: ``Problem`` for what is no such form, is too large, or does not come to its end in time.
  static func read(_ question: Question, _ limits: Limits) async throws -> Upload {
    if let length = question.headers["content-length"].flatMap({ Int($0) }), length - longestFields > limits.largest {
      throw tooLarge(limits)
    }
    let begin = ContinuousClock.now
    let heard = Lock(begin)
    return try await withThrowingTaskGroup(of: Upload?.self) { group in
      group.addTask {
        let reading = Lock(try Reading(question, limits))
        try await question.pieces { piece in
          heard.withLock { $0 = .now }
          try reading.withLock { try $0.read(piece) }
        }
        // A body whose sender goes away just ends.
        try Task.checkCancellation()
        return try reading.withLock { try $0.upload() }
      }
      group.addTask {
        while true {
          let end = min(heard.withLock { $0 } + limits.silence, begin + limits.longest)
          guard end > .now else { return nil }
          try await Task.sleep(until: end, clock: .continuous)
        }
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let upload = first else {
        throw Problem(.stopped, "The rest of the file did not come in time; nothing was imported.", kind: "timeout")
      }
      return upload
    }
  }

  private static func tooLarge(_ limits: Limits) -> Problem {
    let most = Grouping.bytes(Int64(limits.largest))
    return Problem(
      .contentTooLarge, "The file is larger than \(most), which is what this server takes; nothing was imported.")
  }

  /// What of a form has come.
  private struct Reading: Sendable {
    let limits: Limits
    var reader: MultipartReader
    let file: UploadFile
    var size = 0
    var name: String?
    var fields: [(name: String, value: [UInt8])] = []
    var isFile = false

    init(_ question: Question, _ limits: Limits) throws {
      self.limits = limits
      reader = try MultipartReader(contentType: question.headers["content-type"] ?? "")
      file = try UploadFile()
    }

    mutating func read(_ piece: [UInt8]) throws {
      var reader = reader
      defer { self.reader = reader }
      try reader.read(piece) { try take($0) }
    }

    private mutating func take(_ event: MultipartReader.Event) throws {
      switch event {
      case .field(let field, let file):
        isFile = file != nil
        guard let file else { return fields.append((field, [])) }
        guard name == nil else { throw Problem(.badRequest, "One file at a time.") }
        name = file
      case .bytes(let bytes) where isFile:
        size += bytes.count
        guard size <= limits.largest else { throw Upload.tooLarge(limits) }
        try file.append(bytes)
      case .bytes(let bytes):
        guard let last = fields.indices.last else { return }
        fields[last].value += bytes
        guard fields.reduce(0, { $0 + $1.value.count }) <= Upload.longestFields, fields.count < 100 else {
          throw Problem(.contentTooLarge, "The form's fields are too long.")
        }
      }
    }

    func upload() throws -> Upload {
      guard reader.isComplete else {
        throw Problem(.badRequest, "The file did not come to its end; nothing was imported.")
      }
      guard let name, !name.isEmpty else { throw Problem(.badRequest, "There is no file in the form.") }
      var upload = Upload(name: name, file: file)
      for field in fields { upload.fields.append(field.name, String(decoding: field.value, as: UTF8.self)) }
      return upload
    }
  }
}
