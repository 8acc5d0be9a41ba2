import SHELF

/// A small object, as a shelf has it.
struct Person: SHELF.ShelfData {
  let id: ShelfId
  var name: String
  var age: Int
  var isAdmin: Bool
  var email: String

  static let shelfIndexes: [ShelfIndex<Person>] = [ShelfIndex("name", \.name)]
}

/// An object that refers to one.
struct Letter: SHELF.ShelfData {
  let id: ShelfId
  @Reference var author: Person?
}
