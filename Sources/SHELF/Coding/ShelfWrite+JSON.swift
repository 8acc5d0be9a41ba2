public import Foundation

extension ShelfWrite.Contents {
  /// Contents known only as JSON: with the references found in it, without keys, and with the bytes that it names,
  /// which the object already has.
  public init(type: String?, untyped json: Data, expires: Date? = nil) {
    self.init(
      type: type, json: json, expires: expires, references: ReferenceScanner.references(in: json),
      binaries: ReferenceScanner.binaries(in: json).map { ShelfBinary($0, nil) })
  }
}
