// README.md's shelf. CommandTests compares it with this, and runs it.
//
//     swift run FirstShelf
//
import Foundation

// snippet.program
import SHELF

struct User: ShelfData {
  let id: ShelfId
  var name: String
}

let shelf = try Shelf(at: "file:users")
let dax = User(id: .init(), name: "Dax")
try await shelf.save(dax)
let again: User? = try await shelf.object(withId: dax.id)
// snippet.end
print(again?.name ?? "nobody")
await shelf.close()
try FileManager.default.removeItem(atPath: "users")
