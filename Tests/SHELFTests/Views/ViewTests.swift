import Observation
import SHELF
import TestSupport
import Testing

/// The declarations of the document's app, in a host without windows.
@MainActor
private struct ContentView {
  @ShelfQuery private var user: User
  private let shelfContext: ShelfContext

  init(_ context: ShelfContext) {
    shelfContext = context
    context.inject(into: self)
  }

  var greeting: String { "Hello, \(user.name)!" }
  var nameField: ShelfBinding<String> { $user.name }
  func forgetMe() { shelfContext.delete(user) }
  var hasUser: Bool { !_user.state.isPlaceholder }
}

@MainActor
private struct App {
  @ShelfContext private var shelfContext

  init(_ shelf: Shelf) { _shelfContext = ShelfContext(shelf) }

  var body: ContentView { ContentView(shelfContext) }
  var context: ShelfContext { shelfContext }
}

@Suite("Views")
@MainActor
struct ViewTests {
  @Test(arguments: Place.allCases)
  func `the document's app shows, saves, forgets and finds again`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let app = App(shelf)
    let view = app.body
    #expect(view.greeting == "Hello, !")
    view.nameField.wrappedValue = "Dax"
    #expect(view.greeting == "Hello, Dax!", "it is shown before it is saved")
    view.nameField.wrappedValue = "Eevie"
    await app.context.flush()
    #expect(try await shelf.objects(User.self).map(\.name) == ["Eevie"])
    #expect(app.context.errors.isEmpty)

    let again = place == .memory ? app : App(try await home.shelf())
    let other = again.body
    #expect(await eventually { other.greeting == "Hello, Eevie!" })

    view.forgetMe()
    #expect(view.greeting == "Hello, !" && !view.hasUser)
    await app.context.flush()
    #expect(try await shelf.count(User.self) == 0)
    #expect(await eventually { other.greeting == "Hello, !" })
    view.nameField.wrappedValue = "New"
    await app.context.flush()
    #expect(try await shelf.objects(User.self).map(\.name) == ["New"])
  }

  @Test func `what could not be saved is in the errors`() async throws {
    let shelf = Shelf.onlyInMemory()
    let context = ShelfContext(shelf)
    let pet = Pet(id: ShelfId(), name: "Rex")
    try await shelf.save(pet)
    context.save(User(id: pet.id, name: "no"))
    await context.flush()
    guard case .typeMismatch(pet.id, _, _) = context.errors.first else { return #expect(Bool(false), "no error") }
  }

  @Test func `observation hears of a change`() async throws {
    let context = ShelfContext(.onlyInMemory())
    let view = ContentView(context)
    let heard = Shared(false)
    _ = withObservationTracking {
      view.greeting
    } onChange: {
      heard.with { $0 = true }
    }
    view.nameField.wrappedValue = "Dax"
    #expect(heard.current)
    await context.flush()
  }

  @Test func `contexts in memory are apart`() async throws {
    let (one, two) = (ShelfContext(.onlyInMemory()), ShelfContext(.onlyInMemory()))
    one.save(User(id: ShelfId(), name: "Dax"))
    await one.flush()
    #expect(try await one.shelf.count(User.self) == 1)
    #expect(try await two.shelf.count(User.self) == 0)
  }
}
