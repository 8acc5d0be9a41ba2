#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DatabaseURL {
  /// Reads one of Foundation's URLs; one with several hosts exists only as text.
  ///
  /// - Throws: `badURL`, as for text.
  public init(_ url: URL, shape: Shape) throws(DatabaseError) {
    try self.init(url.absoluteString, shape: shape)
  }
}
