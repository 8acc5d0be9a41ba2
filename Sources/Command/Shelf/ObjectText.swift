#if Shelf
  import ORDAImport
  import SHELF

  /// JSON for an object, written by a person.
  enum ObjectText {
    /// Checks it, and returns its id and its bytes without surrounding whitespace.
    ///
    /// - Throws: ``JSONError``, which says if it is not JSON, and ``ShelfFailure``.
    static func read(_ text: some Collection<UInt8>) throws -> (id: ShelfId, json: [UInt8]) {
      func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
      var json = Array(text.drop(while: isBlank))
      while let last = json.last, isBlank(last) { json.removeLast() }
      if json.isEmpty { throw ShelfFailure("there is no JSON, for the text is empty") }
      let value: JSONValue
      do { value = try json.withUnsafeBufferPointer { try JSONReader.read($0) } } catch let error as JSONError {
        throw ShelfFailure("this is no JSON: \(position(of: error, in: json))")
      }
      guard case .object(let members) = value else {
        throw ShelfFailure("an object's JSON is an object, { … }, and this is \(value.typeName)")
      }
      switch members.first(where: { $0.name == "id" })?.value {
      case .string(let text)?:
        guard let id = ShelfId(text) else { throw ShelfFailure("the member id is no object's id: \(text.prefix(80))") }
        return (id, json)
      case nil: throw ShelfFailure("the JSON has no member id")
      case let other?: throw ShelfFailure("the member id has to be a text, and is \(other.typeName)")
      }
    }

    /// `line 3, column 7: a comma or } expected`
    private static func position(of error: JSONError, in json: [UInt8]) -> String {
      let before = json.prefix(error.position)
      let line = before.count { $0 == 0x0A } + 1
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      // A UTF-8 character begins with a byte that is not a continuation.
      let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
      return "line \(line), column \(column): \(error.message)"
    }
  }

  extension StoredObject {
    /// Its JSON; nil if it is not JSON.
    var json: JSONValue? { try? Array(contents).withUnsafeBufferPointer { try JSONReader.read($0) } }
  }
#endif
