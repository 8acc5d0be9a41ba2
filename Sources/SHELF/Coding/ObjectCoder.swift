internal import Foundation

/// Converts objects to JSON and back.
///
/// The JSON is canonical: names in order, slashes unescaped, dates as seconds since 2001. Equal objects have equal
/// bytes, which suits version control.
struct ObjectCoder: Sendable {
  // Both are as good as values: nothing in them changes after they are made.
  private static let encoder = makeEncoder()
  private let decoder = JSONDecoder()

  init(_ loader: ReferenceLoader) { decoder.userInfo = ObjectContext.make(loader: loader) }

  private static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// The object as JSON.
  static func json<Object: ShelfData>(_ object: Object) throws(ShelfError) -> Data { try encode(object).json }

  /// The object as JSON, the bytes stored beside it, and the total size in bytes.
  static func encode<Object: ShelfData>(
    _ object: Object
  ) throws(ShelfError) -> (json: Data, binaries: [ShelfBinary], bytes: Int) {
    var encoder = encoder
    let rules = Object.shelfReferences.flatMap { rule in rule.ids(object).map { ($0, rule.rule) } }
    if !rules.isEmpty {
      encoder = makeEncoder()
      encoder.userInfo = ObjectContext.make(rules: Dictionary(rules, uniquingKeysWith: { max($0, $1) }))
    }
    do {
      let binaries = EncodedBinaries()
      var json = try ObjectContext.$binaries.withValue(binaries) { try encoder.encode(object) }
      if Object.shelfVersion != 1 { json = adding(version: Object.shelfVersion, to: json) }
      return (json, binaries.all, json.count &+ binaries.count)
    } catch let error as EncodingError {
      throw .couldNotSerialize(object.id, path: error.path, reason: error.reason)
    } catch {
      throw .couldNotSerialize(object.id, path: "", reason: "\(error)")
    }
  }

  /// The object that the JSON represents.
  func decode<Object: ShelfData>(_ type: Object.Type, _ stored: StoredObject) throws(ShelfError) -> Object {
    if let name = stored.type, name != Object.shelfName {
      throw .couldNotParseObject(stored.id, type: Object.shelfName, reason: "it is a \(name)")
    }
    do {
      let json = try upgraded(type, stored)
      let object = try ObjectContext.$object.withValue(stored.id) { try decoder.decode(Object.self, from: json) }
      if object.id == stored.id { return object }
      throw ShelfError.couldNotParseObject(
        stored.id, type: Object.shelfName, reason: "its JSON has the id \(object.id)")
    } catch let error as ShelfError {
      throw error
    } catch let error as DecodingError {
      throw .couldNotParseObject(stored.id, type: Object.shelfName, reason: error.reason)
    } catch {
      throw .couldNotParseObject(stored.id, type: Object.shelfName, reason: "\(error)")
    }
  }

  /// JSON of the current version, made from what may be older.
  private func upgraded<Object: ShelfData>(_ type: Object.Type, _ stored: StoredObject) throws -> Data {
    let version = try Self.version(of: stored.contents)
    if version == Object.shelfVersion { return stored.contents }
    guard version < Object.shelfVersion else {
      throw ShelfError.newerVersion(
        "\(stored.id) was saved as version \(version) of \(Object.shelfName), and this program knows \(Object.shelfVersion)"
      )
    }
    var json = try decoder.decode(ShelfJSON.self, from: stored.contents)
    json[SpecialKey.version] = nil
    try Object.upgrade(from: version, json: &json)
    return try Self.encoder.encode(json)
  }

  /// Which version of its type wrote the JSON; the first version leaves no mark.
  static func version(of json: Data) throws -> Int {
    guard ReferenceScanner.contains(json, SpecialKey.versionCore) else { return 1 }
    return try JSONDecoder().decode(Version.self, from: json).number ?? 1
  }

  private struct Version: Decodable {
    let number: Int?
    enum CodingKeys: String, CodingKey { case number = "ㅅshelfVersion፠‘" }
  }

  /// JSON with one more member, which comes after all members with ASCII names.
  private static func adding(version: Int, to json: Data) -> Data {
    guard json.last == UInt8(ascii: "}") else { return json }
    return json.dropLast() + Data("\(json.count > 2 ? "," : "")\"\(SpecialKey.version)\":\(version)}".utf8)
  }
}

extension EncodingError {
  var path: String { if case .invalidValue(_, let context) = self { context.path } else { "" } }

  var reason: String {
    switch self {
    case .invalidValue(let value, let context):
      (value as? Double).map { "\($0) is no number that JSON has" } ?? context.debugDescription
    @unknown default: "\(self)"
    }
  }
}

extension EncodingError.Context {
  fileprivate var path: String { codingPath.map(\.stringValue).joined(separator: ".") }
}

extension DecodingError {
  /// What is wrong, and where.
  var reason: String {
    let (context, what): (Context, String?) =
      switch self {
      case .keyNotFound(let key, let context): (context, "there is no \(key.stringValue)")
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): (context, nil)
      @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), nil)
      }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return (path.isEmpty ? "" : path + ": ") + (what ?? context.debugDescription)
  }
}
