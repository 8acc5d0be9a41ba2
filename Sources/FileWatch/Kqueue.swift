#if canImport(Darwin)
  internal import ORDAPlatform

  /// macOS's own notifier. A folder's descriptor reports entries that come and go, but not changes in them; what is
  /// written in place is noticed when folders are checked. Otherwise each file would have to be open, and closing a
  /// file releases the process's locks on it.
  final class Kqueue: FolderNotifier {
    let descriptor: Int32
    let needsListings = true

    /// Nil if the system gives none.
    init?() {
      descriptor = kqueue()
      if descriptor < 0 { return nil }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    func add(_ folder: String) -> FolderAddition {
      let number = open(folder, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
      guard number >= 0 else {
        switch errno {
        case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: return .missing
        case let code: return .refused(String(cString: strerror(code)))
        }
      }
      var wanted = kevent(
        ident: UInt(number), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_LINK | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE), data: 0,
        udata: nil)
      if kevent(descriptor, &wanted, 1, nil, 0, nil) == 0 { return .watched(number) }
      let code = errno
      _ = ORDAPlatform.close(number)
      return .refused(String(cString: strerror(code)))
    }

    /// Closing the folder removes it from the queue.
    func remove(_ number: Int32) { _ = ORDAPlatform.close(number) }

    func close() { _ = ORDAPlatform.close(descriptor) }

    func take() -> [FolderNotice] {
      var notices: [FolderNotice] = []
      var events = [kevent](repeating: kevent(), count: 64)
      var now = timespec()
      while true {
        let count = kevent(descriptor, nil, 0, &events, Int32(events.count), &now)
        guard count > 0 else { return notices }
        for event in events.prefix(Int(count)) {
          let number = Int32(truncatingIfNeeded: event.ident)
          let isGone = event.fflags & UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE) != 0
          notices.append(isGone ? .place(number) : .entries(number))
        }
        if count < events.count { return notices }
      }
    }
  }
#endif
