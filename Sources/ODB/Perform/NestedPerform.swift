/// A perform inside another: part of that, and undone by itself where it throws.
enum NestedPerform {
  static func run<R, E: Error>(_ sessions: [Session], _ body: () throws(E) -> R) throws(E) -> R {
    if E.self == Never.self { return try body() }
    for session in sessions { session.levels.append(Session.Level()) }
    do throws(E) {
      let result = try body()
      for session in sessions { session.keep(session.levels.removeLast()) }
      return result
    } catch {
      for session in sessions { session.undo(session.levels.removeLast()) }
      throw error
    }
  }
}
