// The examples of docs/shelf.md. CommandTests compares each with its slice here.
//
//     swift run ShelfOfObjects
//

import Foundation
import SHELF

// snippet.types
struct User: ShelfData {
  let id: ShelfId
  var name: String
  var age = 0
}
// snippet.end

// snippet.indexes
extension User {
  static let shelfIndexes: [ShelfIndex<User>] = [ShelfIndex("name", \.name), ShelfIndex("age", \.age)]
}
// snippet.end

struct Account: ShelfData {
  let id: ShelfId
  var balance: Int
}

// snippet.message
struct Message: ShelfData {
  static let shelfReferences: [ShelfReferenceRule<Message>] = [ShelfReferenceRule(\.$thread, .cascade)]

  let id: ShelfId
  var text: String
  @Reference var author: User?
  @Reference var thread: Message? = nil
  @References var likedBy: [User] = []
}
// snippet.end

// snippet.portrait
struct Portrait: ShelfData {
  let id: ShelfId
  @Binary var photo: Data
}
// snippet.end

// snippet.versions
struct Name: ShelfData {
  static let shelfVersion = 2

  static func upgrade(from version: Int, json: inout ShelfJSON) throws {
    json["full"] = .string("\(json["first"]?.string ?? "") \(json["last"]?.string ?? "")")
  }

  let id: ShelfId
  var full: String
}
// snippet.end

// snippet.view
@MainActor
struct Greeting {
  @ShelfQuery private var user: User
  let shelfContext: ShelfContext

  var text: String { "Hello, \(user.name)!" }
  func rename(_ name: String) { $user.name.wrappedValue = name }
  func forget() { shelfContext.delete(user) }
}
// snippet.end

@main
struct ShelfOfObjects {
  static func main() async throws {
    let url = "memory:"
    // snippet.begin
    let shelf = try Shelf(at: url)
    let dax = User(id: .init(), name: "Dax", age: 31)
    try await shelf.save(dax)
    try await shelf.update(objectWithId: dax.id, ofType: User.self) { $0.age += 1 }
    let again: User? = try await shelf.object(withId: dax.id)
    // snippet.end
    print(again?.age ?? 0)

    let (from, to) = (ShelfId(), ShelfId())
    try await shelf.save([Account(id: from, balance: 100), Account(id: to, balance: 0)])
    // snippet.transaction
    try await shelf.transaction { transaction in
      try await transaction.update(objectWithId: from, ofType: Account.self) { $0.balance -= 10 }
      try await transaction.update(objectWithId: to, ofType: Account.self) { $0.balance += 10 }
    }
    // snippet.end
    print(try await shelf.object(withId: to, as: Account.self)?.balance ?? 0)

    let id = ShelfId()
    try await shelf.save(Message(id: id, text: "Good morning~", author: dax))
    // snippet.reference
    var message = try await shelf.object(withId: id, as: Message.self)
    let authorID = message?.$author.id  // known at once; message?.author is nil, for it never reads
    try await message?.$author.load()  // reads, if it is not remembered
    let author = message?.author?.name
    // snippet.end
    print(authorID == dax.id, author ?? "")

    let portraitID = ShelfId()
    try await shelf.save(Portrait(id: portraitID, photo: Data(repeating: 7, count: 100_000)))
    // snippet.bytes
    var portrait = try await shelf.object(withId: portraitID, as: Portrait.self)
    let size = portrait?.$photo.count  // known at once; portrait?.photo is empty, for it never reads
    try await portrait?.$photo.load()  // reads
    if let portrait { for try await part in portrait.$photo.chunks() { show(part) } }
    // snippet.end
    print(size ?? 0, portrait?.photo.count ?? 0)

    // snippet.query
    let page = try await shelf.objects(User.self, where: \.age > 30 && \.name != "Eevie", sortedBy: \.name, limit: 20)
    let next = try await shelf.objects(
      User.self, where: \.age > 30 && \.name != "Eevie", sortedBy: \.name, limit: 20,
      after: page.last.map { ShelfCursor($0, sortedBy: \.name) })
    let plan = try await shelf.explain(User.self, where: \.age > 30)
    // snippet.end
    print(page.map(\.name), next.count, plan)

    // snippet.changes
    let watching = Task {
      for try await user in shelf.values(ofObjectWithId: dax.id, as: User.self) {
        guard let user else { return }  // it was deleted
        show(user)
      }
    }
    // snippet.end
    try await shelf.delete(dax)
    _ = await watching.result
    await headless(shelf)
  }

  private static func show(_ user: User) {}
  private static func show(_ part: Data) {}

  @MainActor
  private static func headless(_ shelf: Shelf) async {
    // snippet.headless
    let context = ShelfContext(shelf)
    let view = Greeting(shelfContext: context)
    context.inject(into: view)
    view.rename("Eevie")
    await context.flush()
    // snippet.end
    print(view.text)
  }
}
