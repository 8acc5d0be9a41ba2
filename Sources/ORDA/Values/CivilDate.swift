/// A day of the calendar.
public struct CivilDate: Sendable, Hashable {}
