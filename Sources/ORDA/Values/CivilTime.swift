/// A time of day.
public struct CivilTime: Sendable, Hashable {}
