internal import Foundation

/// What an object's JSON tells without its type.
enum ObjectJSON {
  /// What is wrong with JSON that should be an object's.
  struct Fault: Error {
    let reason: String
  }

  private struct Identified: Decodable {
    let id: ShelfId
  }

  /// The id that JSON has.
  ///
  /// - Throws: ``Fault`` if it is not JSON in UTF-8, or not an object with an id.
  static func id(in json: Data) throws(Fault) -> ShelfId {
    guard String(validating: json, as: UTF8.self) != nil else { throw Fault(reason: "it is not valid UTF-8") }
    // The decoder would also accept UTF-16 and a byte order mark: stores keep neither.
    let first = json.first { !" \t\r\n".utf8.contains($0) }
    guard first == UInt8(ascii: "{"), !json.contains(0) else { throw Fault(reason: "it is no JSON object") }
    do {
      return try JSONDecoder().decode(Identified.self, from: json).id
    } catch let error as DecodingError {
      throw Fault(reason: error.reason)
    } catch {
      throw Fault(reason: "\(error)")
    }
  }
}
