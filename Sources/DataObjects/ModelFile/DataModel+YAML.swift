public import Foundation

#if YAML
  internal import Yams

  extension DataModel {
    /// Reads a model from YAML, of the same form as the property list. It is there with the package's trait `YAML`.
    ///
    /// - Throws: ``DataModelError``, as ``init(plist:types:)`` does.
    public init(yaml: Data, types: [any ModelledObject.Type]) throws(DataModelError) {
      try self.init(types) { try YAMLDecoder().decode(ModelFile.self, from: yaml) }
    }
  }
#else
  extension DataModel {
    /// Reads a model from YAML. It is there with the package's trait `YAML`.
    @available(
      *, unavailable,
      message: "models are read from YAML with the trait YAML: .package(…, traits: [\"YAML\"]); or use JSON"
    )
    public init(yaml: Data, types: [any ModelledObject.Type]) throws(DataModelError) { self.init([]) }
  }
#endif
