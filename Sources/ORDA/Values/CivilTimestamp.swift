/// A day and a time of day.
public struct CivilTimestamp: Sendable, Hashable {}
