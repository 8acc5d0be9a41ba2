import Foundation
import Hummingbird

/// What a request carries as JSON.
protocol RequestBody: Decodable {
  /// What one looks like, for those who have sent something else.
  static var example: String { get }
}

extension NewAccount: RequestBody {
  static let example = #"{"name":"Ann","cents":100}"#
}

extension NewName: RequestBody {
  static let example = #"{"name":"Ann"}"#
}

extension Transfer: RequestBody {
  static let example = #"{"id":"0D7A3F0E-7C1B-4C39-9A54-2F6C1B1D0001","source":1,"target":2,"cents":60}"#
}

extension Request {
  /// Reads the body.
  ///
  /// - Throws: ``Failure`` where it is something else, or too large.
  func content<Content: RequestBody>(as type: Content.Type, _ context: LedgerContext) async throws -> Content {
    let bytes = try await body.collect(upTo: context.maxUploadSize)
    do {
      return try JSONDecoder().decode(type, from: bytes)
    } catch DecodingError.keyNotFound(let key, _) {
      throw Failure.badRequest("\(key.stringValue) is missing; send JSON such as \(type.example)")
    } catch DecodingError.typeMismatch(_, let place), DecodingError.valueNotFound(_, let place) {
      let name = place.codingPath.last?.stringValue ?? "the whole"
      throw Failure.badRequest("\(name) has the wrong type; send JSON such as \(type.example)")
    } catch {
      throw Failure.badRequest(
        "this is no JSON, or no number or id where there should be one; send such as \(type.example)")
    }
  }
}
