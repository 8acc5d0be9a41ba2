import ArgumentParser

/// Who may use what is generated.
enum AccessLevel: String, CaseIterable, ExpressibleByArgument {
  case `internal`
  case package
  case `public`

  /// What stands before each declaration; Swift's default is left out.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}
