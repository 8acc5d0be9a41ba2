public import Foundation

/// Bytes that are stored beside an object's JSON, such as a photo, and read on request.
///
/// ```swift
/// struct User: ShelfData {
///   let id: ShelfId
///   @Binary var photo: Data
/// }
///
/// var user = try await shelf.object(withId: id, as: User.self)
/// user?.$photo.count                   // known at once
/// user?.photo                          // empty, for nothing was loaded; it never reads
/// try await user?.$photo.load()        // reads
/// ```
///
/// The JSON contains their id and count. They are saved with the object and deleted with it, everything or nothing.
/// Setting bytes makes new ones with another id, whatever was there before; bytes that were not loaded stay as they are
/// when the object is saved.
@propertyWrapper
public struct Binary: Sendable {
  /// Identifies these bytes; nil if there are none.
  public let id: ShelfId?
  /// How many there are.
  public let count: Int
  /// The bytes; nil if they were not loaded.
  var bytes: Data?
  /// Where they are stored, if they were not loaded.
  let place: Place?

  struct Place: Sendable {
    /// The object that has them.
    let object: ShelfId
    let shelf: ReferenceLoader?
  }

  /// Bytes that are not stored yet.
  public init(wrappedValue bytes: Data) {
    id = bytes.isEmpty ? nil : ShelfId()
    count = bytes.count
    self.bytes = bytes
    place = nil
  }

  /// The bytes, if they were loaded or set; otherwise none. See ``isLoaded``.
  public var wrappedValue: Data {
    get { bytes ?? Data() }
    set { if bytes != newValue { self = Binary(wrappedValue: newValue) } }
  }

  /// What is known of the bytes.
  public var projectedValue: Binary {
    get { self }
    set { self = newValue }
  }

  /// True if the property has the bytes: they were set or loaded, or there are none.
  public var isLoaded: Bool { bytes != nil }
}

extension Binary: Codable {
  private enum CodingKeys: String, CodingKey {
    case id = "ㅅq3Vb0sZyTkOoW1pXc2JmRg፠‘"
    case count = "size"
  }

  /// Reads which bytes there are.
  public init(from decoder: any Decoder) throws {
    if try decoder.singleValueContainer().decodeNil() {
      (id, count, bytes, place) = (nil, 0, Data(), nil)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(ShelfId.self, forKey: .id)
    count = try container.decode(Int.self, forKey: .count)
    guard (0...(1 << 48)).contains(count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: container, debugDescription: "\(count) is no number of bytes")
    }
    bytes = nil
    place = ObjectContext.object.map { Place(object: $0, shelf: ObjectContext.loader(in: decoder)) }
  }

  /// Writes which bytes there are, and has them saved with the object.
  public func encode(to encoder: any Encoder) throws {
    guard let id else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(count, forKey: .count)
    ObjectContext.binaries?.add(ShelfBinary(id, bytes), count: count)
  }
}

extension Binary: Hashable {
  /// True if both are the same bytes: with one id, or equal and loaded.
  public static func == (left: Binary, right: Binary) -> Bool {
    if left.id == right.id { return true }
    guard left.count == right.count, let bytes = left.bytes, let others = right.bytes else { return false }
    return bytes == others
  }

  /// Hashes their count.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension KeyedDecodingContainer {
  /// Missing bytes are empty. The compiler chooses this for wrapped properties.
  public func decode(_ type: Binary.Type, forKey key: Key) throws -> Binary {
    try decodeIfPresent(type, forKey: key) ?? Binary(wrappedValue: Data())
  }
}

extension KeyedEncodingContainer {
  /// Empty bytes are not written.
  public mutating func encode(_ binary: Binary, forKey key: Key) throws {
    if binary.id != nil { try encodeIfPresent(binary, forKey: key) }
  }
}

/// The bytes of an object that is being encoded.
final class EncodedBinaries: @unchecked Sendable {
  // Proof: an object is encoded by one thread.
  private(set) var all: [ShelfBinary] = []

  /// How many bytes there are, including those already stored.
  private(set) var count = 0

  func add(_ binary: ShelfBinary, count: Int) {
    guard !all.contains(where: { $0.id == binary.id }) else { return }
    all.append(binary)
    self.count &+= count
  }
}
