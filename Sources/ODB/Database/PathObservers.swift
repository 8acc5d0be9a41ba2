internal import ORDA
internal import ORDAThreads

/// Who wants to hear of changes.
final class PathObservers: Sendable {
  func tell(_ batch: ChangeBatch, _ names: TableNames) {}
  func end() {}
}
