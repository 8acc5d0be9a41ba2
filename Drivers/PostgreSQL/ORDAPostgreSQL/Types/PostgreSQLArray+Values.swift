public import ORDA

extension PostgreSQLArray: ColumnValue where Element: ColumnValue {
  /// Reads an array of one dimension, each element as a column of its type is read.
  ///
  /// - Throws: `typeMismatch` for another value, an array of several dimensions, and elements of another type;
  ///   `typeMismatch.null` for NULL among elements that are not optional; `outOfRange` for an element that no type
  ///   of ORDA's holds.
  public init(value: Value) throws(DatabaseError) {
    let text: [UInt8]
    var type = ""
    switch value {
    case .other(let name, let bytes) where name.hasSuffix("[]"): (type, text) = (name, bytes)
    // Where nobody could ask for the type's name.
    case .text(let string): text = Array(string.utf8)
    default: throw .mismatch(value, as: Self.self)
    }
    let kind = ArrayType.named(type)?.element
    var elements: [Element] = []
    for part in try ArrayText.elements(of: text, delimiter: type == "box[]" ? 0x3B : 0x2C) {
      do throws(DatabaseError) {
        elements.append(try Self.element(part, kind))
      } catch {
        var error = error
        error.message = "element \(elements.count) of the array: \(error.message)"
        throw error
      }
    }
    self.elements = elements
  }

  private static func element(_ text: [UInt8]?, _ kind: ColumnKind?) throws(DatabaseError) -> Element {
    guard let text else { return try Element(value: .null) }
    guard let kind else { return try element(ofStrangeType: text) }
    guard let value = value(of: text, kind) else {
      throw DatabaseError(.outOfRange, "no type of ORDA's holds it; select the array as a text, ::text[]")
    }
    return try Element(value: value)
  }

  /// The elements of an enumeration are texts, and those of a domain whatever that is made of, which nobody knows here:
  /// so the program's type decides.
  private static func element(ofStrangeType text: [UInt8]) throws(DatabaseError) -> Element {
    let failure: DatabaseError
    do throws(DatabaseError) {
      return try Element(value: text.withUnsafeBufferPointer { TextDecoding.value($0) })
    } catch {
      failure = error
    }
    let kinds: [ColumnKind] = [
      .int8, .float8, .numeric, .bool, .bytes, .date, .time, .timestamp, .instant, .uuid, .json, .interval,
    ]
    for kind in kinds {
      guard let value = value(of: text, kind) else { continue }
      do throws(DatabaseError) { return try Element(value: value) } catch { continue }
    }
    throw failure
  }

  private static func value(of text: [UInt8], _ kind: ColumnKind) -> Value? {
    text.withUnsafeBufferPointer { TextCell(bytes: $0).value(kind) }
  }
}

extension PostgreSQLArray: ValueConvertible where Element: ValueConvertible {
  /// The array's text, which the server reads.
  ///
  /// - Throws: `unsupported` for arrays of arrays, and what the conversion of an element throws.
  public func value() throws(DatabaseError) -> Value {
    var texts: [[UInt8]?] = []
    texts.reserveCapacity(elements.count)
    var kinds: Set<ParameterKind> = []
    for element in elements {
      let value = try element.value()
      if case .other(let type, _) = value, type.hasSuffix("[]") {
        throw DatabaseError(
          .unsupported, "an array of arrays has several dimensions; bind its text, such as \"{{1,2},{3,4}}\"")
      }
      if value != .null { kinds.insert(ParameterKind(value)) }
      texts.append(BoundValue.value(value).serverText)
    }
    return .other(type: typeName(kinds), bytes: ArrayText.written(texts))
  }

  /// The type where the server can't tell; by the program's types, so that it is the same for an empty array.
  private func typeName(_ kinds: Set<ParameterKind>) -> String {
    if Element.self == Bool.self || Element.self == Bool?.self { return "boolean[]" }
    let kind = ValueList(EmptyCollection<Element>()).shape.kinds.first.flatMap { $0 }
    return (kind ?? (kinds.count == 1 ? kinds.first : nil)).flatMap { ArrayType.name(of: $0) } ?? "anyarray[]"
  }
}
