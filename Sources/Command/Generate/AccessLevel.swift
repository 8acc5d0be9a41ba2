import ArgumentParser

/// Who may use the generated code.
enum AccessLevel: String, CaseIterable, ExpressibleByArgument {
  case `internal`
  case package
  case `public`

  /// What stands before each declaration; Swift's default is left out.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}
