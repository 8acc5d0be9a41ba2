import Foundation
import Hummingbird

/// Money that went from one account to another.
struct Transfer: ResponseCodable, Sendable, Equatable {
  /// Chosen by the client, so that a request whose answer was lost can be sent again.
  var id: UUID
  var source: Int64
  var target: Int64
  var cents: Int64
}
