/// What to set in an entry: lent to the closure of `update(_:)`.
///
/// Reading a column returns it as the update's transaction sees it.
public struct EntryDraft: Sendable {
  private let entry: TableEntry
  private(set) var changes: [(column: Int, value: Value)] = []
  /// The first thing that went wrong.
  private(set) var failure: DatabaseError?

  init(_ entry: TableEntry) { self.entry = entry }

  /// A column's value: the one set here, or else the row's.
  public subscript(name: String) -> Value {
    get {
      guard let column = entry.home.plan.names.index(of: name) else { return .null }
      return value(column)
    }
    set { set(name, to: newValue) }
  }

  /// A column's value as a type: the one set here, or else the row's.
  public subscript<T: ColumnValue & ValueConvertible>(name: String) -> T? {
    get { try? T(value: self[name] as Value) }
    set { set(name, to: newValue) }
  }

  /// Sets a column. For a name that no column has, or a value that can't be stored, the update throws.
  public mutating func set(_ name: String, to value: (any ValueConvertible)?) {
    do throws(DatabaseError) {
      let column = try entry.home.plan.index(of: name)
      let value = try value?.value() ?? .null
      if let place = changes.firstIndex(where: { $0.column == column }) {
        changes[place].value = value
      } else {
        changes.append((column, value))
      }
    } catch {
      fail(error)
    }
  }

  /// A column's value as a type, strictly; if it can't be read this is nil, and the update throws.
  mutating func read<T: ColumnValue>(_ name: String, as type: T.Type) -> T? {
    do throws(DatabaseError) {
      let column = try entry.home.plan.index(of: name)
      do throws(DatabaseError) {
        return try T(value: value(column))
      } catch {
        throw entry.named(error, column)
      }
    } catch {
      fail(error)
      return nil
    }
  }

  private func value(_ column: Int) -> Value {
    changes.last { $0.column == column }?.value ?? entry.value(column)
  }

  private mutating func fail(_ error: DatabaseError) { failure = failure ?? error }
}
