/// The nature of one column's values, found by looking at all of them.
///
/// If a database lets a column hold values of any type, like SQLite, its declared type alone does not say which type it
/// needs elsewhere: ``type(fitting:limits:)`` does.
public struct ColumnContents: Sendable, Hashable {
  /// How many values are NULL.
  public private(set) var nullCount = 0
  /// How many are whole numbers.
  public private(set) var integerCount = 0
  /// How many are floating-point numbers.
  public private(set) var doubleCount = 0
  /// How many are texts.
  public private(set) var textCount = 0
  /// How many are bytes.
  public private(set) var bytesCount = 0
  /// The smallest whole number; more than ``largestInteger`` if there is none.
  public private(set) var smallestInteger = Int64.max
  /// The largest whole number.
  public private(set) var largestInteger = Int64.min
  /// The length of the longest text in characters, as Unicode counts them in scalars.
  public private(set) var longestText = 0
  /// The length of the longest text or bytes, in bytes.
  public private(set) var longestBytes = 0
  /// The declared type: only its forms are worth looking for in the values.
  let declared: ColumnType
  /// The forms that all texts have.
  var forms: TextForms
  /// True if no floating-point number is infinite.
  var isFinite = true
  /// True if each floating-point number is one of 32 bits.
  var fitsFloat = true
  /// The largest number of digits before the point, and after it, in any number.
  var wholeDigits = 0
  var scale = 0
  /// The most digits of a second's fraction that any time has.
  var fractionDigits = 0
  /// True if a text ends with a space.
  var endsWithSpace = false
  /// The first and the last moment of all dates and times, in microseconds since 1970, or of a time since midnight.
  var earliest = Int64.max
  var latest = Int64.min

  /// No values yet.
  ///
  /// - Parameter declared: The column's declared type: the texts of a DATE are checked for being dates.
  public init(declared: ColumnType) {
    self.declared = declared
    forms = TextForms(askedFor: declared)
  }

  /// Takes a value into account.
  public mutating func observe(_ value: BorrowedValue) {
    switch value {
    case .null: nullCount += 1
    case .int(let number): observe(number)
    case .double(let number): observe(number)
    case .text(let text): observe(text)
    case .bytes(let bytes):
      bytesCount += 1
      longestBytes = max(longestBytes, bytes.count)
    case .other: break
    }
  }

  private mutating func observe(_ number: Int64) {
    integerCount += 1
    smallestInteger = min(smallestInteger, number)
    largestInteger = max(largestInteger, number)
  }

  private mutating func observe(_ number: Double) {
    doubleCount += 1
    if !number.isFinite { isFinite = false }
    if fitsFloat, Double(Float(number)) != number { fitsFloat = false }
    guard case .decimal = declared, let decimal = try? ExactDecimal(number) else { return }
    observe(decimal)
  }

  private mutating func observe(_ decimal: ExactDecimal) {
    wholeDigits = max(wholeDigits, decimal.digitCount - decimal.scale)
    scale = max(scale, decimal.scale)
  }

  private mutating func observe(_ text: UnsafeBufferPointer<UInt8>) {
    textCount += 1
    longestBytes = max(longestBytes, text.count)
    // No text has more characters than bytes.
    if text.count > longestText {
      longestText = max(longestText, text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
    }
    if text.last == UInt8(ascii: " ") { endsWithSpace = true }
    if fractionDigits < 6, let point = text.firstIndex(of: UInt8(ascii: ".")) {
      let digits = text[(point + 1)...].prefix { 0x30...0x39 ~= $0 }
      let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
      fractionDigits = max(fractionDigits, digits.count - zeros)
    }
    guard !forms.isEmpty else { return }
    let found = forms.keep(thoseOf: text)
    if let moment = found.moment {
      earliest = min(earliest, moment)
      latest = max(latest, moment)
    }
    if let number = found.number { observe(number) }
  }
}
