internal import ORDAPlatform

/// A thread that runs one closure and ends; nobody waits for it.
public enum DetachedThread {
  /// Runs the body on a new thread; if the system gives no more threads, returns false and runs nothing.
  public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if os(Linux)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let context = Unmanaged.passRetained(Body(run: body))
    let result = pthread_create(&thread, &attributes, detachedThreadMain, context.toOpaque())
    if result != 0 { context.release() }
    return result == 0
  }
}

/// What a thread runs, as an object that can be passed to a C function.
private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

#if os(Linux)
  private func detachedThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#else
  private func detachedThreadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#endif
