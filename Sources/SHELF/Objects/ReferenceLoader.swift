internal import ORDAThreads

/// The shelf that an object was read from, for its references. It does not retain the shelf.
final class ReferenceLoader: Sendable {
  private struct WeakReader {
    weak var reader: (any ReferenceReader)?
  }

  private let reference = Lock(WeakReader())

  var reader: (any ReferenceReader)? {
    get { reference.withLock { $0.reader } }
    set { reference.withLock { [newValue] in $0.reader = newValue } }
  }

  static let missing = """
    this reference knows no shelf, for its object was not read from one, or that is gone: say load(from: shelf)
    """
}

/// Loads references: a shelf, which is on a higher floor.
protocol ReferenceReader: AnyObject, Sendable {}
