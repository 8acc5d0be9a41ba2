extension DatabaseURL {
  /// The URL with `***` for its password and for each secret value: those whose names look secret, and those that the
  /// table marks as secret.
  public func description(maskedBy table: OptionTable) -> String {
    description(alsoMasking: { table.definition(of: $0)?.isSecret == true })
  }
}
