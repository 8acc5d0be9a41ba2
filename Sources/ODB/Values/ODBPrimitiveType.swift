/// What a value of an ODB is. The numbers are stored, and those that the first ODB stored.
public enum ODBPrimitiveType: Int, Sendable, Hashable, CaseIterable {
  /// True or false.
  case boolean = 8
  /// A whole number of 64 bits.
  case integer = 16
  /// A binary floating-point number, kept to the bit: also -0.0, infinities and NaN.
  case double = 32
  /// A moment, as exact as Foundation's `Date`.
  case date = 64
  /// A text, with whatever it contains.
  case string = 128
  /// Bytes.
  case data = 256
}
