/// The meaning of a number in an object's row: the name of its type, and the fields whose keys it was saved with.
struct StoredType: Sendable, Hashable {
  let name: String
  /// The fields' numbers, in ascending order.
  let fields: [Int64]

  init(_ name: String, _ fields: some Sequence<Int64>) {
    self.name = name
    self.fields = fields.sorted()
  }

  /// The type from its row.
  init(_ name: String, fieldList: String) throws(ShelfError) {
    var fields: [Int64] = []
    for part in fieldList.split(separator: ",") {
      guard let number = Int64(part) else {
        throw .damaged("the fields of the type \(name) are no list of numbers: \(fieldList)")
      }
      fields.append(number)
    }
    self.init(name, fields)
  }

  /// The fields as they are in the row: their numbers with commas between.
  var fieldList: String { fields.map(String.init).joined(separator: ",") }
}

/// A field of a type.
struct StoredField: Sendable, Hashable {
  let type: String
  let field: ShelfField
}
