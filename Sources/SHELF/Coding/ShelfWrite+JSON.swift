public import Foundation

extension ShelfWrite.Contents {
  /// Contents as one has them who knows the JSON alone: with the references that are found in it, without keys, and with the
  /// bytes that it names, which the object has already.
  public init(type: String?, untyped json: Data, expires: Date? = nil) {
    self.init(
      type: type, json: json, expires: expires, references: ReferenceScanner.references(in: json),
      binaries: ReferenceScanner.binaries(in: json).map { ShelfBinary($0, nil) })
  }
}
