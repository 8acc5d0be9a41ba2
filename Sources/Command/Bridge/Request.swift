import ORDA
import ORDAImport

/// A line sent to the bridge, once it is known to be a request.
struct Request {
  /// Identifies the request in its answer; any JSON value except an array or object.
  let id: JSONValue
  let operation: Operation
  private let members: [JSONValue.Member]

  /// A line that is not a request, with its id if that could be read.
  struct Refusal: Error {
    var id: JSONValue
    var error: DatabaseError
  }

  /// Reads a line.
  ///
  /// - Throws: ``Refusal``.
  init(line: UnsafeBufferPointer<UInt8>) throws(Refusal) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.read(line)
    } catch {
      throw Refusal(id: .null, error: .badRequest("the line is no JSON: \(error)"))
    }
    try self.init(json)
  }

  init(_ json: JSONValue) throws(Refusal) {
    guard case .object(let members) = json else {
      throw Refusal(id: .null, error: .badRequest("a request is an object, not \(json.typeName)"))
    }
    let id = members.first { $0.name == "id" }?.value ?? .null
    switch id {
    case .array, .object: throw Refusal(id: .null, error: .badRequest("an id is no array and no object"))
    default: break
    }
    do throws(DatabaseError) {
      operation = try Self.operation(members)
    } catch {
      throw Refusal(id: id, error: error)
    }
    self.id = id
    self.members = members
  }

  private static func operation(_ members: [JSONValue.Member]) throws(DatabaseError) -> Operation {
    guard let op = members.first(where: { $0.name == "op" })?.value else {
      throw .badRequest("a request has a member \"op\", such as {\"op\": \"ping\"}")
    }
    guard case .string(let name) = op else { throw .badRequest("\"op\" is a text, not \(op.typeName)") }
    guard let operation = Operation(rawValue: name) else {
      let all = Operation.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badRequest("there is no op \(VisibleText.escaping(String(name.prefix(60)))); there are \(all)")
    }
    let known = operation.members
    for member in members where member.name != "id" && member.name != "op" && !known.contains(member.name) {
      let name = VisibleText.escaping(String(member.name.prefix(60)))
      let others = known.isEmpty ? "no member besides \"id\"" : known.joined(separator: ", ")
      throw .badRequest("\(operation) takes no member \(name); it takes \(others)")
    }
    return operation
  }

  /// A member; also nil if it is null.
  subscript(name: String) -> JSONValue? {
    guard let value = members.first(where: { $0.name == name })?.value, value != .null else { return nil }
    return value
  }

  /// A required member that must be a string.
  func text(_ name: String) throws(DatabaseError) -> String {
    if let text = try optionalText(name) { return text }
    throw .badRequest("\(operation) needs a member \"\(name)\", a text")
  }

  /// An optional member that must be a string.
  func optionalText(_ name: String) throws(DatabaseError) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { throw .badRequest("\"\(name)\" is a text, not \(value.typeName)") }
    return text
  }

  /// A member that is true or false; false if it is missing.
  func flag(_ name: String) throws(DatabaseError) -> Bool {
    guard let value = self[name] else { return false }
    guard case .bool(let flag) = value else { throw .badRequest("\"\(name)\" is true or false, not \(value.typeName)") }
    return flag
  }

  /// A member that is a whole number from 1 on, if it exists.
  func number(_ name: String) throws(DatabaseError) -> Int? {
    guard let value = self[name] else { return nil }
    guard case .int(let number) = value, number > 0, let number = Int(exactly: number) else {
      throw .badRequest("\"\(name)\" is a whole number from 1 on")
    }
    return number
  }

  /// The values for the statement's parameters: an array for those in order, an object for those with names.
  func parameters() throws(DatabaseError) -> Parameters {
    guard let params = self["params"] else { return .none }
    return try parameters(params, of: "params")
  }

  /// Values for a statement's parameters, from a member.
  ///
  /// - Parameter place: The member's name in messages.
  func parameters(_ json: JSONValue, of place: @autoclosure () -> String) throws(DatabaseError) -> Parameters {
    switch json {
    case .array(let elements):
      var values: [(any ValueConvertible)?] = []
      values.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        values.append(try value(element, of: "\(place())[\(index)]"))
      }
      return Parameters(values: values)
    case .object(let members):
      var pairs: [(String, (any ValueConvertible)?)] = []
      for member in members { pairs.append((member.name, try value(member.value, of: "\(place()).\(member.name)"))) }
      return Parameters(pairs: pairs)
    default: throw .badRequest("\(VisibleText.escaping(place())) is an array or an object, not \(json.typeName)")
    }
  }

  private func value(_ json: JSONValue, of place: @autoclosure () -> String) throws(DatabaseError) -> Value {
    do throws(DatabaseError) {
      return try Value(json: json)
    } catch {
      var error = error
      error.message = "\(VisibleText.escaping(place())): \(error.message)"
      throw error
    }
  }
}

extension DatabaseError {
  /// The error for an invalid request, whatever the database.
  static func badRequest(_ message: String) -> DatabaseError {
    DatabaseError(Kind(name: "badRequest"), message)
  }
}
