/// One option that a URL may have.
public struct OptionDefinition: Sendable, Hashable {
  /// The kind of an option's value.
  public enum Kind: Sendable, Hashable {
    /// Any text.
    case text
    /// `true`, `false`, `1` or `0`.
    case bool
    /// A whole number within a range.
    case integer(ClosedRange<Int>)
    /// A whole number and a unit, `500ms`, `30s`, `10m`, `2h`, `1d` or `100us`; `0` needs none. At most 36500 days.
    case duration
    /// A number of bytes: `4096`, `64KiB`, `16MiB`, `2GB`.
    case size
    /// One of these words, in any case.
    case choice([String])
  }

  /// The name in kebab-case, parts of a group joined by a dot: `pool.acquire-timeout`.
  ///
  /// Users may write it in any case, as camelCase and as snake_case: `-` and `_` don't count.
  public var name: String
  /// Other names for the same option.
  public var aliases: [String]
  /// What the value is.
  public var kind: Kind
  /// The value if the URL has none, as it would be written there; nil for none.
  public var defaultText: String?
  /// One sentence for the documentation, with its full stop.
  public var summary: String
  /// True if the value must never be shown.
  public var isSecret: Bool
  /// True if the URL may contain the option several times; then ``OptionValues/texts(_:)`` reads its values.
  public var isRepeatable: Bool

  /// An option.
  public init(
    _ name: String, _ kind: Kind, default defaultText: String? = nil, aliases: [String] = [], isSecret: Bool = false,
    isRepeatable: Bool = false, summary: String
  ) {
    self.name = name
    self.aliases = aliases
    self.kind = kind
    self.defaultText = defaultText
    self.summary = summary
    self.isSecret = isSecret
    self.isRepeatable = isRepeatable
  }

  /// The three options through which a secret can be given: `name`, `name-env` and `name-file`.
  ///
  /// - Parameters:
  ///   - name: For example `password`.
  ///   - meaning: What it is, to be continued in three summaries: `The account's password`.
  public static func secret(_ name: String, meaning: String) -> [OptionDefinition] {
    [
      OptionDefinition(name, .text, isSecret: true, summary: "\(meaning); better given by one of the next two."),
      OptionDefinition("\(name)-env", .text, summary: "\(meaning), by the name of an environment variable."),
      OptionDefinition(
        "\(name)-file", .text,
        summary: "\(meaning), by the path of a file; one line break at its end is left out."),
    ]
  }

  /// A name with all its spellings unified: ASCII lower case, without `-` and `_`.
  static func folded(_ name: String) -> String {
    let bytes = name.utf8.filter { $0 != ASCII.dash && $0 != UInt8(ascii: "_") }
    return String(decoding: bytes.map(ASCII.lowercased), as: UTF8.self)
  }

  /// All its names, each in its unified spelling.
  var foldedNames: [String] { ([name] + aliases).map(OptionDefinition.folded) }

  /// True if the value must not be shown.
  var hidesValue: Bool { isSecret || SecretName.looksSecret(name) }
}
