/// What a browser or a program asks, as far as it matters here.
struct Question: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  /// The largest body that is read: a form without a file.
  static let longestBody = 1 << 20

  /// Nil for one that is not answered.
  var method: Method?
  var address: Address
  /// The headers that are looked at, by their names in lower case.
  var headers: [String: String] = [:]
  /// Reads the body.
  ///
  /// - Throws: ``Problem`` where it is larger than the limit.
  var body: @Sendable (_ limit: Int) async throws -> [UInt8] = { _ in [] }

  /// Reads a body of any length piece by piece; whoever takes long to receive one makes its sender wait. It returns at the
  /// end, which may be too early.
  var pieces: @Sendable (_ receive: @Sendable ([UInt8]) async throws -> Void) async throws -> Void = { _ in }

  /// The headers that are looked at.
  static let wantedHeaders: Set = [
    "origin", "cookie", "authorization", "sec-fetch-site", "sec-fetch-mode", "content-type",
    "content-length", "accept",
  ]

  /// The fields of a form that is posted.
  ///
  /// - Throws: ``Problem``.
  func form() async throws -> Fields {
    let type = headers["content-type"] ?? ""
    guard type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded") else {
      throw Problem(.unsupportedMediaType, "A form is expected: application/x-www-form-urlencoded.")
    }
    return Fields(encoded: String(decoding: try await body(Self.longestBody), as: UTF8.self))
  }
}
