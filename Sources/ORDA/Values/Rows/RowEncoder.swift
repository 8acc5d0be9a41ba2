/// Encodes Codable types as columns: a key is a column, and a nested value is JSON.
final class RowEncoder: Encoder {
  let sink: RowSink
  private var keyType: ObjectIdentifier?
  /// The type of the last value that was known to have names.
  private var rowType: ObjectIdentifier?
  private var keyedContainer: AnyObject?

  init(_ sink: RowSink) { self.sink = sink }

  /// The columns that a value encodes, in its own order, NULLs as nil. Swift's synthesised coding omits nil properties.
  ///
  /// - Throws: ``DatabaseError``: `.misuse` for a value without names, otherwise that of the column that can't be
  ///   encoded; and what the value's own `encode(to:)` throws.
  static func columns(
    of value: some Encodable, strategy: RowCodingStrategy = .exact
  ) throws -> [(name: String, value: (any ValueConvertible)?)] {
    let sink = RowSink(strategy: strategy)
    try RowEncoder(sink).encode(value)
    if let failure = sink.failure { throw failure }
    return sink.columns
  }

  func encode<T: Encodable>(_ value: T) throws {
    sink.position = 0
    if rowType != ObjectIdentifier(T.self) {
      guard sink.native(T.self) == nil else { throw RowEncoder.nameless(T.self) }
      rowType = ObjectIdentifier(T.self)
    }
    try value.encode(to: self)
  }

  /// The error for a value that is encoded without a key.
  static func nameless(_ type: Any.Type) -> DatabaseError {
    DatabaseError(.misuse, "\(type) encodes no keys, so that it has no columns; pass it as a parameter instead")
  }

  // MARK: Encoder

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    guard keyType == ObjectIdentifier(Key.self), let keyedContainer else { return makeContainer(type) }
    return unsafeDowncast(keyedContainer, to: Kept<KeyedEncodingContainer<Key>>.self).copy()
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    let container = KeyedEncodingContainer(RowKeyedEncoding<Key>(sink: sink))
    keyType = ObjectIdentifier(Key.self)
    keyedContainer = Kept(container)
    return container
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    sink.failure = sink.failure ?? RowEncoder.nameless([Any].self)
    return NowhereEncoding(encoder: CellEncoder(sink))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { RowSingleEncoding(encoder: self) }
}

/// Binds many values of one type to the named parameters of one statement.
///
/// The names are resolved once. It is not Sendable, and stays where its statement does.
@usableFromInline
final class RowBinder {
  private let encoder: RowEncoder

  /// A binder for parameters by name, without `:`, `@` or `$`; a name may occur several times.
  init(
    parameters: [(name: String, index: Int)], of target: any BindTarget, strategy: RowCodingStrategy = .exact
  ) {
    encoder = RowEncoder(RowSink(strategy: strategy, parameters: parameters, of: target))
  }

  /// Binds one value; properties without a parameter of their name are skipped, and a parameter without an encoded
  /// value is NULL, as for a nil property.
  ///
  /// - Throws: Like ``RowEncoder/columns(of:strategy:)``. Some parameters may be bound by then.
  @usableFromInline
  func bind(_ value: some Encodable) throws {
    try encoder.sink.bindRow { try encoder.encode(value) }
  }
}
