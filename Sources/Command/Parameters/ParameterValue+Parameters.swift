import ORDA

extension ParameterValue {
  /// The values for a statement: by name if the first has one; the command line accepts no mixture.
  static func parameters(_ values: [ParameterValue]) -> Parameters {
    if values.first?.name == nil { return Parameters(values: values.map(\.value)) }
    return Parameters(pairs: values.map { ($0.name ?? "", $0.value) })
  }
}
