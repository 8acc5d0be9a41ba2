public import Foundation

extension ShelfWrite.Contents {
  /// Contents as one has them who knows the JSON alone: with the references that are found in it, and without keys.
  public init(type: String?, untyped json: Data, expires: Date? = nil) {
    self.init(type: type, json: json, expires: expires, references: ReferenceScanner.references(in: json))
  }
}
