/// An exact decimal number.
public struct ExactDecimal: Sendable, Hashable {}
