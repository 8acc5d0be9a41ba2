/// A moment.
public struct Instant: Sendable, Hashable {}
