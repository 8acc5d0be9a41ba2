internal import ORDA

/// Determines the types of parameters.
///
/// The server describes a type for each parameter, from the parameter's use. If the server can't determine a type, or if the bound
/// value doesn't fit, the driver uses the type of the value.
extension PostgreSQLConnection {
  /// Prepares a text before values are bound. A parameter without a determined type becomes a text.
  ///
  /// - Parameter name: The name; nil for a new name.
  func prepareUnbound(_ sql: String, parameterCount: Int, name: String? = nil) throws(DatabaseError) -> PreparedText {
    if parameterCount == 0 { return try prepare(sql, name: name) }
    let unbound = Array(repeating: BoundValue.null, count: parameterCount)
    return try attempt(
      { () throws(DatabaseError) in try self.prepare(sql, name: name) },
      orElse: { (error) throws(DatabaseError) in
        guard error.isAboutTypes else { throw error }
        return try self.prepare(sql, withTypesFor: unbound, name: name, after: error)
      })
  }

  /// Prepares a text for values.
  ///
  /// - Parameter writes: Whether the statement writes rows.
  func prepare(_ sql: String, for bound: [BoundValue], writes: Bool) throws(DatabaseError) -> PreparedText {
    if bound.isEmpty { return try prepare(sql) }
    try learnTypeNumbers(of: bound)
    let prepared = try attempt(
      { () throws(DatabaseError) in try self.prepare(sql) },
      orElse: { (error) throws(DatabaseError) in
        guard error.isAboutTypes else { throw error }
        return try self.prepare(sql, withTypesFor: bound, after: error)
      })
    prepared.writes = writes
    return takes(prepared, bound) ? prepared : try prepareAnew(prepared, for: bound)
  }

  /// Prepares a text for which the server can't determine all parameter types.
  ///
  /// - Parameter error: The server's error without given types.
  private func prepare(
    _ sql: String, withTypesFor bound: [BoundValue], name: String? = nil, after error: DatabaseError
  ) throws(DatabaseError) -> PreparedText {
    if error.undeterminedParameter != nil, let found = try typesByOccurrence(sql, bound) {
      let prepared = try prepare(sql, types: found.types, name: name)
      prepared.declared = found.declared
      return prepared
    }
    // If no function takes a bigint, one may take an integer.
    let wide = bound.map { literalType(of: $0) }
    let narrow = zip(bound, wide).map { $0.isNarrow ? ServerType.int4 : $1 }
    return try attempt(
      { () throws(DatabaseError) in try self.declaring(wide, in: sql, name) },
      orElse: { (second) throws(DatabaseError) in
        guard second.isAboutTypes else { throw second }
        guard narrow != wide else { throw error }
        return try self.attempt(
          { () throws(DatabaseError) in try self.declaring(narrow, in: sql, name) },
          orElse: { (third) throws(DatabaseError) in throw third.isAboutTypes ? error : third })
      })
  }

  private func declaring(_ types: [UInt32], in sql: String, _ name: String?) throws(DatabaseError) -> PreparedText {
    let prepared = try prepare(sql, types: types, name: name)
    prepared.declared = Set(types.indices)
    return prepared
  }

  /// Prepares a text once more, for values that it was not prepared for.
  func prepareAnew(_ old: PreparedText, for bound: [BoundValue]) throws(DatabaseError) -> PreparedText {
    try learnTypeNumbers(of: bound)
    let misfits = bound.indices.filter { !takes(old, bound[$0], at: $0) }
    var types = Array(repeating: 0 as UInt32, count: bound.count)
    for index in misfits { types[index] = ownType(of: bound[index]) }
    var candidates = [types]
    // An operator or a function may take an integer and no bigint, as `jsonb -` does.
    for index in misfits where bound[index].isNarrow && old.isLiteral(index) { types[index] = ServerType.int4 }
    if types != candidates[0] { candidates.insert(types, at: 0) }
    let fresh = try prepareFirst(of: candidates[...], in: old, misfits)
    if fresh !== old {
      fresh.declared = Set(misfits)
      fresh.writes = old.writes
      names.forget(old.name)
    }
    fresh.readAsText.formUnion(bound.indices.filter { !takes(fresh, bound[$0], at: $0) })
    return fresh
  }

  /// Prepares a text with the first of several lists of types that the server accepts.
  ///
  /// - Returns: The old statement if the server rejects all lists. Then the driver sends the values as texts.
  private func prepareFirst(
    of candidates: ArraySlice<[UInt32]>, in old: PreparedText, _ misfits: [Int]
  ) throws(DatabaseError) -> PreparedText {
    guard let types = candidates.first else { return old }
    return try attempt(
      { () throws(DatabaseError) in try self.prepare(old.sql, types: types) },
      orElse: { (error) throws(DatabaseError) in
        guard error.isAboutTypes, candidates.count > 1 || misfits.allSatisfy({ old.isLiteral($0) }) else { throw error }
        return try self.prepareFirst(of: candidates.dropFirst(), in: old, misfits)
      })
  }

  // MARK: Parameters that occur several times

  /// Determines the types of parameters that the server can't determine because of a comparison with NULL:
  /// `$1 IS NULL OR n = $1`.
  ///
  /// The server describes a text that gives each occurrence a separate number. A parameter gets the type of its first
  /// occurrence with a determined type.
  ///
  /// - Returns: The types, and the parameters among them that have their values' types; nil if the server refuses the text.
  private func typesByOccurrence(
    _ sql: String, _ bound: [BoundValue]
  ) throws(DatabaseError) -> (types: [UInt32], declared: Set<Int>)? {
    let (text, parameters) = try PostgreSQLDialect.withOccurrencesNumbered(sql)
    guard parameters.allSatisfy(bound.indices.contains), parameters.count <= PostgreSQLDialect.mostParameters else {
      return nil
    }
    var types = Array(repeating: 0 as UInt32, count: parameters.count)
    for _ in 0...parameters.count {
      let given = types
      var undetermined: Int?
      let described = try attempt(
        { () throws(DatabaseError) -> PreparedText? in try self.prepare(text, types: given, name: "") },
        orElse: { (error) throws(DatabaseError) in
          undetermined = error.undeterminedParameter
          return nil
        })
      if let described {
        var found = Array(repeating: 0 as UInt32, count: bound.count)
        for (place, index) in parameters.enumerated()
        where types[place] == 0 && found[index] == 0 && place < described.parameters.count {
          found[index] = described.parameters[place]
        }
        let declared = Set(bound.indices.filter { found[$0] == 0 })
        for index in declared { found[index] = literalType(of: bound[index]) }
        return (found, declared)
      }
      guard let undetermined, types.indices.contains(undetermined), types[undetermined] == 0 else { return nil }
      types[undetermined] = literalType(of: bound[parameters[undetermined]])
    }
    return nil
  }

  private func literalType(of value: BoundValue) -> UInt32 {
    let type = ownType(of: value)
    return type == 0 ? ServerType.text : type
  }

  // MARK: Values

  /// The server's number of a value's type; 0 if unknown.
  func ownType(of value: BoundValue) -> UInt32 {
    guard case .value(.other(let name, _)) = value else { return value.ownType }
    return types.number(of: name) ?? 0
  }

  /// The array that JSON becomes for a parameter of an array type; any other value as it is.
  func arrayValue(of value: BoundValue, as type: UInt32) -> BoundValue {
    guard case .value(.json(let json)) = value, let name = types.arrayName(of: type),
      let text = ArrayText.text(ofJSON: json, type: name)
    else { return value }
    return .value(.other(type: name, bytes: text))
  }

  /// Asks the server for the type numbers of values without a Swift type.
  private func learnTypeNumbers(of bound: [BoundValue]) throws(DatabaseError) {
    for case .value(.other(let name, _)) in bound where types.number(of: name) == nil {
      let number = try texts(
        "SELECT oid FROM pg_catalog.pg_type WHERE pg_catalog.format_type(oid, NULL) = $1 LIMIT 1", [name]
      ).first?.first.flatMap { $0 }.flatMap { UInt32($0) }
      types.note(number ?? 0, as: name)
    }
  }

  /// Whether all values fit the parameter types of a prepared statement.
  @inline(__always)
  func takes(_ prepared: PreparedText, _ bound: [BoundValue]) -> Bool {
    for (index, value) in bound.enumerated() where !takes(prepared, value, at: index) { return false }
    return true
  }

  @inline(__always)
  private func takes(_ prepared: PreparedText, _ value: BoundValue, at index: Int) -> Bool {
    guard index < prepared.parameters.count else { return true }
    let type = prepared.parameters[index]
    if value.fitsExactly(type), prepared.declared.isEmpty { return true }
    return takesUnusual(prepared, value, type, at: index)
  }

  @inline(never)
  private func takesUnusual(_ prepared: PreparedText, _ value: BoundValue, _ type: UInt32, at index: Int) -> Bool {
    if case .null = value { return true }
    if prepared.readAsText.contains(index) { return true }
    if prepared.declared.contains(index) {
      // An earlier value determined the type.
      let own = ownType(of: value)
      return own == type || (own == 0 && ServerType.isText(type)) || (type == ServerType.int4 && value.isNarrow)
    }
    if ServerType.isText(type) {
      switch value {
      case .text: return true
      // A function or an operator may want the number; a text column gets the same text either way.
      case .int: return false
      // A text column gets the value's text. In a query the type may be the server's guess.
      default: return prepared.writes || ownType(of: value) == 0
      }
    }
    return value.fits(type)
  }
}

extension DatabaseError {
  /// Whether a parameter's type is undetermined, or doesn't match its use.
  var isAboutTypes: Bool {
    ["42P18", "42725", "42883", "42804", "42846", "42P08", "22P02", "22007"].contains(sqlState)
  }

  /// The index of the parameter in the error `could not determine data type of parameter $1`, in any language.
  var undeterminedParameter: Int? {
    guard sqlState == "42P18" || sqlState == "42P08", let sign = message.firstIndex(of: "$") else { return nil }
    let digits = message[message.index(after: sign)...].prefix { $0.isASCII && $0.isNumber }
    return Int(digits).flatMap { $0 > 0 ? $0 - 1 : nil }
  }
}
