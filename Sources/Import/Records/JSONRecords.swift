import ORDA

/// The records of a file of JSON objects, whose keys name the columns.
final class JSONRecords<Source: ByteSource>: RecordSource {
  /// The source of objects: one of the two.
  private var elements: JSONElements<WithoutByteOrderMark<Source>>?
  private var lines: LineReader<WithoutByteOrderMark<Source>>?
  private var members: [JSONValue.Member] = []
  /// The numbers of the combinations of columns that have occurred.
  private var shapes: [[String]: Int] = [:]
  private var nextShape = 0
  /// How many are kept: where every record has other columns, they must not fill the memory.
  private static var shapeLimit: Int { 1000 }

  private(set) var line = 0
  private(set) var columns: [String] = []
  private(set) var shape = -1
  let namesColumnsInEachRecord = true

  /// Reads an array of objects.
  init(array source: Source) { elements = JSONElements(WithoutByteOrderMark(source)) }

  /// Reads an object a line; empty lines are skipped.
  init(lines source: Source) { lines = LineReader(WithoutByteOrderMark(source)) }

  func next() throws -> Bool {
    guard let value = try nextValue() else { return false }
    guard case .object(let members) = value else {
      throw BadRecord(line: line, message: "an object expected, not \(value.typeName)")
    }
    guard !members.isEmpty else { throw BadRecord(line: line, message: "an object with nothing in it") }
    self.members = members
    if !members.elementsEqual(columns, by: { $0.name == $1 }) { changeShape() }
    return true
  }

  private func changeShape() {
    columns = members.map(\.name)
    if let known = shapes[columns] {
      shape = known
      return
    }
    if shapes.count >= Self.shapeLimit { shapes.removeAll() }
    shape = nextShape
    nextShape += 1
    shapes[columns] = shape
  }

  private func nextValue() throws -> JSONValue? {
    if elements != nil {
      do {
        let value = try elements?.next()
        line = elements?.line ?? 0
        return value
      } catch let error as JSONError {
        throw BadRecord(line: elements?.line ?? 0, message: error.description, canContinue: false)
      }
    }
    while true {
      do {
        let value = try lines?.next { bytes in try bytes.allSatisfy(isBlank) ? nil : JSONReader.read(bytes) }
        line = lines?.line ?? 0
        guard let value else { return nil }
        if let value { return value }
      } catch let error as JSONError {
        throw BadRecord(line: lines?.line ?? 0, message: error.description)
      } catch let error as LineReader<WithoutByteOrderMark<Source>>.TooLong {
        throw BadRecord(line: error.line, message: "more than \(error.limit >> 20) MiB in one line")
      }
    }
  }

  func values() throws -> [Value] { try members.map { try value(of: $0) } }

  func bind(to parameters: borrowing ParameterBinder) throws {
    for (column, member) in members.enumerated() { try parameters.bind(value(of: member), at: column) }
  }

  func observe(into inference: inout TypeInference) throws {
    for (column, member) in members.enumerated() {
      inference.observe(try value(of: member), of: member.name, near: column)
    }
  }

  private func value(of member: JSONValue.Member) throws -> Value {
    do {
      return try Self.value(member.value)
    } catch let error as DatabaseError {
      throw BadRecord(line: line, message: "key \(member.name): \(error.message)")
    }
  }

  /// What a column stores: arrays and objects as JSON, except objects that represent a value that JSON lacks.
  private static func value(_ json: JSONValue) throws -> Value {
    switch json {
    case .array: .json(json.text)
    case .object(let members) where members.count != 1 || !Value.isTag(members[0].name): .json(json.text)
    case .number(let digits): try exact(digits) ?? Value(json: json)
    default: try Value(json: json)
    }
  }

  /// A number with more digits than a double holds; nil for others.
  private static func exact(_ digits: String) -> Value? {
    // Any number of 15 digits fits into a double, and comparing takes long.
    guard digits.utf8.count > 16, UInt64(digits) == nil, let decimal = ExactDecimal(digits),
      let double = Double(digits), double.isFinite, ExactDecimal(double.description) != decimal
    else { return nil }
    return .decimal(decimal)
  }
}

/// A line that is not an object of values.
package struct BadRecord: BadLine, Equatable {
  package let line: Int
  package let message: String
  package var canContinue = true

  package var description: String { "line \(line): \(message)" }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
