import ORDA
import Testing

/// Runs a change that takes longer than its limit, until it is told as stopped.
///
/// Where the server of a busy machine does not hear of the stop within 250 ms, the connection is cut, and it is unknown what the
/// change has done. Then it is tried again.
func expectStopped(sourceLocation: SourceLocation = #_sourceLocation, of change: () throws -> Void) throws {
  let isStopped = try eventually {
    let error = try failure(sourceLocation: sourceLocation, of: change)
    #expect(error.kind == .timeout || error.kind == .commitUnknown, sourceLocation: sourceLocation)
    return error.kind == .timeout
  }
  #expect(isStopped, sourceLocation: sourceLocation)
}
