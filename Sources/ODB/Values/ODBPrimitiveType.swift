/// The type of an ODB's value. The numbers are stored; the first ODB stored the same ones.
public enum ODBPrimitiveType: Int, Sendable, Hashable, CaseIterable {
  /// True or false.
  case boolean = 8
  /// A whole number of 64 bits.
  case integer = 16
  /// A binary floating-point number, kept to the bit: also -0.0, infinities and NaN.
  case double = 32
  /// A moment, as exact as Foundation's `Date`.
  case date = 64
  /// A text, whatever it contains.
  case string = 128
  /// Bytes.
  case data = 256
}
