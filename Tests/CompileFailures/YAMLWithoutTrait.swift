// expect: models are read from YAML with the trait YAML
import DataObjects
import Foundation

@MainActor func read(_ yaml: Data) throws -> DataModel { try DataModel(yaml: yaml, types: []) }
