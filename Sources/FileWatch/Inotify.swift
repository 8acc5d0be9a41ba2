#if os(Linux)
  internal import ORDAPlatform

  /// Linux's own notifier: one instance, with a watch for each folder.
  final class Inotify: FolderNotifier {
    let descriptor: Int32
    let needsListings = false

    private static let wanted = UInt32(
      IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    /// The part of an event before its name: its watch, what happened, a number for renames, and the name's length.
    private static let headSize = 16

    /// Nil if the system gives no instance: by default a user may have 128.
    init?() {
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      if descriptor < 0 { return nil }
    }

    func add(_ folder: String) -> FolderAddition {
      let number = inotify_add_watch(descriptor, folder, Self.wanted)
      if number >= 0 { return .watched(number) }
      switch errno {
      case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: return .missing
      case let code: return .refused(String(cString: strerror(code)))
      }
    }

    func remove(_ number: Int32) { _ = inotify_rm_watch(descriptor, number) }

    func close() { _ = ORDAPlatform.close(descriptor) }

    func take() -> [FolderNotice] {
      var notices: [FolderNotice] = []
      withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          Self.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: &notices)
        }
      }
      return notices
    }

    private static func append(_ events: UnsafeRawBufferPointer, to notices: inout [FolderNotice]) {
      var place = 0
      while place + headSize <= events.count {
        let number = events.loadUnaligned(fromByteOffset: place, as: Int32.self)
        let mask = events.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        let length = Int(events.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
        let start = place + headSize
        place = start + length
        guard place <= events.count else { return }
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
          notices.append(.lost)
        } else if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 {
          notices.append(.place(number))
        } else if length > 0 {
          // Zeros follow the name.
          let name = events[start..<place].prefix { $0 != 0 }
          notices.append(.entry(number, name: String(validating: name, as: UTF8.self)))
        }
      }
    }
  }
#endif
