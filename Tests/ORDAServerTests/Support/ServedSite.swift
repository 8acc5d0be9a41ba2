import Foundation
import ORDA
import ORDASQLite
import TestSupport

@testable import ORDAServer

/// A site on databases of a test's own, asked without a socket.
struct ServedSite: Sendable {
  let site: Site
  let db: any Governor
  private let folder: TemporaryFolder?

  /// A site on a file, opened as `orda serve` opens it.
  init(
    _ script: SQL, isWritable: Bool = false, token: String? = nil, limit: Duration = .seconds(10), rowLimit: Int = 1000,
    largestUpload: Int = 1 << 30, uploadSilence: Duration = .seconds(30)
  ) async throws {
    let folder = try TemporaryFolder()
    let registry = Registry()
    try SQLite.register(with: registry)
    let url = "sqlite:" + folder.file("music.db")
    let writer = try await registry.open(url)
    try await writer.executeScript(script)
    db = writer
    self.folder = folder
    let served = isWritable ? writer : try await registry.open(url + "?confined=true")
    var configuration = Self.configuration(served, isWritable, limit)
    configuration.rowLimit = rowLimit
    configuration.largestUpload = largestUpload
    site = Site(configuration, token: token.map { AccessToken($0) }, port: 8080, uploadSilence: uploadSilence)
  }

  /// A site on a database of a server.
  init(serving db: any Governor, isWritable: Bool = false, limit: Duration = .seconds(10)) {
    self.db = db
    folder = nil
    site = Site(Self.configuration(db, isWritable, limit), token: nil, port: 8080)
  }

  private static func configuration(_ db: any Governor, _ isWritable: Bool, _ limit: Duration) -> ServerConfiguration {
    var configuration = ServerConfiguration(databases: [db])
    configuration.isWritable = isWritable
    configuration.statementLimit = limit
    return configuration
  }

  /// Its path of the only database.
  var name: String { site.databases[0].name }

  /// Asks for an address.
  func get(_ address: String, _ headers: [String: String] = [:]) async throws -> Reply {
    var question = Question(method: .get, address: Address(reading: address))
    question.headers = ["host": "127.0.0.1:8080"].merging(headers) { $1 }
    return try await Reply(site.answer(question))
  }

  /// Posts a form.
  func post(_ address: String, _ fields: [String: String], _ headers: [String: String] = [:]) async throws -> Reply {
    var form = Fields()
    for (name, value) in fields { form.append(name, value) }
    let encoded = form.encoded
    var question = Question(method: .post, address: Address(reading: address))
    question.headers = [
      "host": "127.0.0.1:8080", "origin": "http://127.0.0.1:8080", "content-type": "application/x-www-form-urlencoded",
    ].merging(headers) { $1 }
    question.body = { _ in Array(encoded.utf8) }
    return try await Reply(site.answer(question))
  }
}

/// An answer that was read to its end.
struct Reply: Sendable {
  let status: Int
  let headers: [String: String]
  let text: String

  init(_ answer: Answer) async throws {
    status = answer.status.rawValue
    headers = Dictionary(
      (answer.headers + SafetyHeaders.all).map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    switch answer.body {
    case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
    case .stream(let write):
      let kept = KeptBytes()
      try await write(kept)
      text = kept.text
    }
  }

  /// The text as JSON.
  var json: JSON { get throws { try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) } }
}

/// JSON, as far as tests look at it.
indirect enum JSON: Decodable, Hashable, Sendable {
  case null, bool(Bool), number(Double), text(String), array([JSON]), object([String: JSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  subscript(name: String) -> JSON { if case .object(let members) = self { members[name] ?? .null } else { .null } }
  var array: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var string: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}

/// Where a body is written to by bits.
final class KeptBytes: AnswerWriter {
  private let kept = Shared<[UInt8]>([])

  func write(_ bytes: [UInt8]) async throws { kept.with { $0 += bytes } }

  /// What was written so far.
  var text: String { String(decoding: kept.current, as: UTF8.self) }

  /// Waits until what was written meets a condition.
  func wait(_ isMet: @escaping @Sendable (String) -> Bool) async throws {
    try await kept.wait { isMet(String(decoding: $0, as: UTF8.self)) }
  }
}
