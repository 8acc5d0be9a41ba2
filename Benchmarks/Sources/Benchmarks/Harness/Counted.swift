import CFloor

/// Does some work inside of a function of C that tools for counting instructions know by its name, `cf_counted`.
func counted(_ work: @escaping () throws -> Void) throws {
  var result: Result<Void, any Error> = .success(())
  var run: () -> Void = { result = Result { try work() } }
  withUnsafeMutablePointer(to: &run) { pointer in
    cf_counted({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
  }
  try result.get()
}
