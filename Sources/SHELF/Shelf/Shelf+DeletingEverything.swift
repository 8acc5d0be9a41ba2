internal import Foundation
internal import ORDAThreads

/// Allows deleting everything, for those who mean it. See ``Shelf/requestToDeleteEverything()``.
public struct ShelfDeleteToken: Sendable, Hashable {
  /// The words to say.
  public static let oath = "I want to delete everything, and I know that it can't be undone."

  let number: UUID
  var oath: String?

  /// The token with the oath sworn.
  ///
  /// - Parameter oath: ``oath``, word by word.
  public func imSure(oath: String) -> ShelfDeleteToken {
    var token = self
    token.oath = oath
    return token
  }
}

/// The tokens that were given out and not used.
final class DeleteTokens: Sendable {
  private static let lifetime: TimeInterval = 60
  private let tokens = Lock<[UUID: Date]>([:])

  func make(_ now: Date) -> ShelfDeleteToken {
    let token = ShelfDeleteToken(number: UUID())
    tokens.withLock { tokens in
      tokens = tokens.filter { $0.value > now }
      tokens[token.number] = now.addingTimeInterval(Self.lifetime)
    }
    return token
  }

  /// True for a valid token. Valid or not, all tokens are void afterwards.
  func redeem(_ token: ShelfDeleteToken, _ now: Date) -> Bool {
    tokens.withLock { tokens in
      let end = tokens[token.number]
      tokens = [:]
      return end.map { now <= $0 } == true && token.oath == ShelfDeleteToken.oath
    }
  }
}

extension Shelf {
  /// The first of two steps to delete everything: a token, valid for a minute and one attempt.
  ///
  /// ```swift
  /// let token = shelf.requestToDeleteEverything()
  /// try await shelf.deleteEverything(token.imSure(oath: ShelfDeleteToken.oath))
  /// ```
  public func requestToDeleteEverything() -> ShelfDeleteToken { tokens.make(now()) }

  /// The second step: deletes all objects, of all types.
  ///
  /// - Parameter token: The token, with the oath. Whether it is valid or not, all earlier tokens become void.
  /// - Throws: ``ShelfError/badDeleteToken`` if the token is not one of this shelf's, is a minute old, was used, or the
  ///   oath is not word by word as it should be; then nothing is deleted.
  public func deleteEverything(_ token: ShelfDeleteToken) async throws(ShelfError) {
    guard tokens.redeem(token, now()) else { throw .badDeleteToken }
    let store = try await opening.store()
    defer {
      cache.forgetAll()
      observers.tell(.everything)
    }
    do { try await store.wipe() } catch { throw ShelfError(error) }
  }
}
