import SHELF

// The document's first sample, as it is printed there: it only has to be in a function to be run.

struct User: ShelfData {
  let id: ShelfId
  var name: String
}

struct Message: ShelfData {
  let id: ShelfId
  let kind: Kind
  let from: User
  var content: String

  indirect enum Kind: Codable {
    case plain
    case reply(to: Message)
  }

  var replyTo: Message? {
    switch kind {
    case .plain: nil
    case .reply(to: let message): message
    }
  }
}

func runDocumentSample(_ shelf: Shelf) async throws -> (greeting: Message, response: Message) {
  let dax = User(id: .init(), name: "Dax")
  let eevie = User(id: .init(), name: "Eevie")

  let greeting = Message(
    id: .init(),
    kind: .plain,
    from: dax,
    content: "Good morning~"
  )

  let response = Message(
    id: .init(),
    kind: .reply(to: greeting),
    from: eevie,
    content: "Hay bitch 🧡"
  )

  try await shelf.save(greeting)
  try await shelf.save(response)

  try await shelf.object(withId: response.id)
  assert(response.replyTo == greeting)  // True!!
  return (greeting, response)
}
