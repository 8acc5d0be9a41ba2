extension ColumnContents {
  /// The type that holds every value: the declared one if it does, otherwise the next wider.
  ///
  /// Numbers among texts make a text column, and bytes among anything a column of bytes. A column without values keeps
  /// its type; if its type is unknown, the values determine it, and without values it is text.
  ///
  /// - Parameters:
  ///   - declared: The declared type of the column.
  ///   - limits: The restrictions of the database that is to hold the values.
  public func type(fitting declared: ColumnType, limits: SchemaLimits = SchemaLimits()) -> ColumnType {
    if bytesCount > 0 { return bytes(declared) }
    if textCount > 0 { return text(declared, limits) }
    if doubleCount > 0 { return number(declared, limits) }
    if integerCount > 0 { return integer(declared, limits) }
    if case .other = declared { return .text }
    return declared
  }

  /// True if a type with this detail holds every value too.
  func fit(_ detail: TypeDetail) -> Bool {
    switch detail {
    case .fractionDigits(let digits): fractionDigits <= digits
    case .fixedLength: !endsWithSpace
    case .capacity(let bytes): longestBytes <= bytes
    case .anyDigits: true
    // Those that MariaDB takes.
    case .year: integerCount == 0 || smallestInteger >= 1901 && largestInteger <= 2155
    }
  }

  private func bytes(_ declared: ColumnType) -> ColumnType {
    if case .bytes(let maximum) = declared, longestBytes <= maximum ?? .max { return declared }
    return .bytes
  }

  private func text(_ declared: ColumnType, _ limits: SchemaLimits) -> ColumnType {
    let isAllText = integerCount == 0 && doubleCount == 0
    switch declared {
    case .text(let maximum) where isAllText && longestText <= maximum ?? .max: return declared
    case .date, .timestamp, .instant:
      if isAllText, let type = moment(limits) { return type }
    case .time where isAllText && forms.contains(.time) && (isOfDay || !limits.hasTimesOfDay): return declared
    case .uuid where isAllText && forms.contains(.uuid): return declared
    case .json where forms.contains(.json) && isFinite: return declared
    case .decimal where forms.contains(.number) && isFinite: return decimal(declared, limits) ?? .text
    default: break
    }
    return .text
  }

  private var isOfDay: Bool { earliest >= 0 && latest < 86_400_000_000 }
  private var isTrueOrFalse: Bool { smallestInteger >= 0 && largestInteger <= 1 }

  /// The type of dates and times that fits all texts; nil if there is none, or none with that range.
  private func moment(_ limits: SchemaLimits) -> ColumnType? {
    guard let first = CivilTimestamp(microsecondsSince1970: earliest),
      first.date.year >= limits.firstYear ?? .min
    else { return nil }
    if forms.contains(.date) { return .date }
    if forms.contains(.timestamp) { return .timestamp }
    guard forms.contains(.instant) else { return nil }
    if let range = limits.instants {
      guard earliest >= range.lowerBound.microsecondsSince1970, latest <= range.upperBound.microsecondsSince1970 else {
        return nil
      }
    }
    return .instant
  }

  // MARK: Numbers

  /// Floating-point numbers, perhaps whole ones among them.
  private func number(_ declared: ColumnType, _ limits: SchemaLimits) -> ColumnType {
    if !isFinite, limits.isFinite { return .text }
    if isFinite, case .decimal = declared, let type = decimal(declared, limits) { return type }
    if case .text = declared { return declared }
    guard fitsDouble else { return .text }
    if case .float = declared, fitsFloat, fitsIntegers(below: 1 << 24) { return .float }
    return .double
  }

  /// Only whole numbers.
  private func integer(_ declared: ColumnType, _ limits: SchemaLimits) -> ColumnType {
    switch declared {
    case .boolean where limits.hasTrueBooleans: return isTrueOrFalse ? declared : .int
    case .boolean where smallestInteger >= -128 && largestInteger <= 127: return declared
    case .integer(let bits, let isUnsigned): return integer(bits: bits, isUnsigned: isUnsigned)
    case .float where fitsIntegers(below: 1 << 24): return declared
    case .double where fitsDouble: return declared
    case .decimal: return decimal(declared, limits) ?? .int
    case .text: return declared
    case .json: return declared
    default: return .int
    }
  }

  private func integer(bits: Int, isUnsigned: Bool) -> ColumnType {
    for width in [8, 16, 24, 32] where width >= bits {
      let isWideEnough =
        isUnsigned
        ? smallestInteger >= 0 && largestInteger < 1 << Int64(width)
        : smallestInteger >= -(1 << Int64(width - 1)) && largestInteger < 1 << Int64(width - 1)
      if isWideEnough { return .integer(bits: width, isUnsigned: isUnsigned) }
    }
    return .integer(bits: 64, isUnsigned: isUnsigned && smallestInteger >= 0)
  }

  /// The declared type, or one with more digits; nil if the database has none with so many.
  private func decimal(_ declared: ColumnType, _ limits: SchemaLimits) -> ColumnType? {
    guard case .decimal(let precision, let scale) = declared else { return nil }
    var whole = wholeDigits
    if integerCount > 0 {
      let magnitude = max(smallestInteger.magnitude, largestInteger.magnitude)
      whole = max(whole, String(magnitude).utf8.count)
    }
    let wanted = (whole: max(precision - scale, whole), scale: max(scale, self.scale))
    guard wanted.scale <= limits.decimalScale ?? .max,
      wanted.whole + wanted.scale <= limits.decimalPrecision ?? .max
    else { return nil }
    return .decimal(precision: wanted.whole + wanted.scale, scale: wanted.scale)
  }

  /// True if a floating-point number holds every whole one exactly.
  private var fitsDouble: Bool { fitsIntegers(below: 1 << 53) }

  private func fitsIntegers(below limit: Int64) -> Bool {
    integerCount == 0 || smallestInteger >= -limit && largestInteger <= limit
  }
}
