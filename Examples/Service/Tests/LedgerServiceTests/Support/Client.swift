import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of the service, by real HTTP.
struct Client: Sendable {
  let address: String
  private let session: URLSession

  /// What was answered.
  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
    /// The code in the body of a failure.
    var code: String? { try? JSONDecoder().decode(Code.self, from: body).code }

    private struct Code: Decodable { var code: String }

    func decoded<T: Decodable>(as type: T.Type) throws -> T { try JSONDecoder().decode(type, from: body) }
  }

  init(address: String) {
    self.address = address
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 120
    configuration.httpMaximumConnectionsPerHost = 64
    session = URLSession(configuration: configuration)
  }

  func send(
    _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
  ) async throws -> Answer {
    guard let url = URL(string: address + path) else { throw Missing(description: "no URL: \(address + path)") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw Missing(description: "no answer of HTTP") }
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
    return Answer(status: response.statusCode, headers: fields, body: data)
  }

  func get(_ path: String) async throws -> Answer { try await send("GET", path) }

  func post(_ path: String, _ body: String) async throws -> Answer { try await send("POST", path, body) }
}
