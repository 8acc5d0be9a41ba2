#if Server
  import Foundation

  /// The browser of whoever sits at this machine.
  enum Browser {
    /// Opens an address in it; where there is none, the address was printed.
    static func open(_ address: String) {
      let process = Process()
      #if os(macOS)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/open")
      #else
        process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
      #endif
      process.arguments = [address]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try? process.run()
    }
  }
#endif
