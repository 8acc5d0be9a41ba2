public import Observation
internal import ORDA

/// Objects whose rows meet a condition, in an order, for as long as the list is held: it follows what the program sets and
/// what others write.
///
/// ```swift
/// let list = try await store.list(Note.self, where: "archived = \(false)", orderBy: "sortDate DESC")
/// for await difference in list.differences { … }
/// ```
///
/// It is `Observable`, so a view that shows its objects is redrawn when they change. The list asks the database which
/// objects it has, and in which order, after what was saved before. It asks again only when objects came or went, or a
/// column that its SQL names has changed. Deleted objects disappear at once.
///
/// The list shows objects as the program has them: for up to 400 objects with unsaved changes, because they are saved by
/// hand or the database refused them, the database is asked as if they were saved.
///
/// It doesn't follow the time of day, nor anything outside the model's tables: see ``refresh()``.
@MainActor @Observable
public final class DataList<Object: DataObject> {
  /// The objects, in their order: section by section, where there are sections.
  public var objects: [Object] { state.objects }
  /// The sections, each where its first object stands in the order; none if the list has no `sectionBy`.
  public var sections: [DataListSection<Object>] { state.sections }
  /// Why the list differs from the database; nil if all is well. The list asks again after the next change, and before that
  /// if the reason may pass by itself.
  public internal(set) var error: (any Error)?

  /// Called after each change of ``objects``.
  @ObservationIgnored public var onChange: (@MainActor (DataListDifference<Object>) -> Void)?

  var state = ListState<Object>()
  @ObservationIgnored let store: DataStore
  @ObservationIgnored let table: TypedObjectTable<Object>
  @ObservationIgnored let query: ListQuery
  @ObservationIgnored let dependency: ListDependency
  /// The objects as the database had them last, with those that were deleted since.
  @ObservationIgnored var rows: [(object: Object, section: Value?)] = []
  /// The columns of objects that changed since that was told.
  @ObservationIgnored var changedColumns: [ObjectIdentifier: ColumnSet] = [:]
  @ObservationIgnored private var readers: [ListReader<Object>] = []
  /// How often it was asked for anew, and how far that is done.
  @ObservationIgnored var asked = 0
  @ObservationIgnored var answered = 0
  @ObservationIgnored var waiters: [(number: Int, waiter: CheckedContinuation<Void, any Error>)] = []
  @ObservationIgnored var isAsking = false
  @ObservationIgnored var isTellingPlanned = false
  @ObservationIgnored private(set) var isClosed = false

  init(_ table: TypedObjectTable<Object>, _ query: ListQuery) {
    self.table = table
    self.query = query
    store = table.store
    dependency = ListDependency(query, model: store.allTables, dialect: store.governor.dialect)
  }

  /// The changes of the list from now on.
  public var differences: DataListDifferences<Object> {
    let reader = ListReader(state, names: table.names)
    if isClosed { reader.end() } else { readers.append(reader) }
    return DataListDifferences(reader: reader)
  }

  /// Stops following. The objects stay as they are.
  public func close() {
    isClosed = true
    for reader in readers { reader.end() }
    readers = []
  }

  /// Tells how the list has changed since the last time.
  func tell() {
    let new = ListState(rows.filter { !$0.object.record.isDeleted })
    let changed = changedColumns
    changedColumns = [:]
    let isSame =
      new.objects.elementsEqual(state.objects, by: ===)
      && new.sections.elementsEqual(state.sections) { $0.value == $1.value && $0.places == $1.places }
    if isSame && changed.isEmpty { return }
    let old = state
    if !isSame { state = new }
    for reader in readers { reader.tell(state, changed) }
    guard let onChange else { return }
    let difference = old.difference(to: state, changed: changed.mapValues(table.names))
    if !difference.isEmpty { onChange(difference) }
  }

  isolated deinit { close() }
}
