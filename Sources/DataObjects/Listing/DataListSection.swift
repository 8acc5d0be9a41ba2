public import ORDA

/// One section of a ``DataList``: objects for which `sectionBy` gives the same.
public struct DataListSection<Object: DataObject>: Sendable, Identifiable {
  /// What `sectionBy` gives for the section's objects.
  public let value: Value
  /// Their places in the list.
  public let places: Range<Int>
  /// The objects, in their order.
  public let objects: [Object]

  /// Identifies the section: its value.
  public var id: Value { value }
}

/// A change of a ``DataList``: of its objects, and of its sections if it has any.
public struct DataListDifference<Object: DataObject>: Sendable {
  /// The objects that came, went, moved and changed, by their places in the whole list.
  public let objects: LiveDifference<Object>
  /// The sections that came, went and moved. Those that are updated have other objects, or the same in another order.
  public let sections: LiveDifference<DataListSection<Object>>

  /// True if nothing differs and nothing changed.
  public var isEmpty: Bool { objects.isEmpty && sections.isEmpty }
}

/// A list at one moment.
struct ListState<Object: DataObject> {
  var objects: [Object] = []
  var sections: [DataListSection<Object>] = []

  init() {}

  /// - Parameter rows: The objects in their order, each with the value of its section. A section stands where its first
  ///   object stands, and includes the later ones.
  init(_ rows: [(object: Object, section: Value?)]) {
    guard rows.first?.section != nil else {
      objects = rows.map(\.object)
      return
    }
    var places: [Value: Int] = [:]
    var members: [(value: Value, objects: [Object])] = []
    for (object, section) in rows {
      let value = section ?? .null
      if let place = places[value] {
        members[place].objects.append(object)
      } else {
        places[value] = members.count
        members.append((value, [object]))
      }
    }
    for (value, part) in members {
      sections.append(
        DataListSection(value: value, places: objects.count..<objects.count + part.count, objects: part))
      objects += part
    }
  }

  /// What leads from this state to another.
  ///
  /// - Parameter changed: The columns that changed, of objects that did.
  func difference(
    to other: ListState, changed: [ObjectIdentifier: [String]]
  ) -> DataListDifference<Object> {
    let old = Dictionary(sections.map { ($0.value, $0.objects) }, uniquingKeysWith: { first, _ in first })
    return DataListDifference(
      objects: LiveDifference(from: objects, to: other.objects, id: { ObjectIdentifier($0) }) {
        changed[ObjectIdentifier($0)]
      },
      sections: LiveDifference(from: sections, to: other.sections, id: \.value) { section in
        old[section.value]?.elementsEqual(section.objects, by: ===) == true ? nil : []
      })
  }
}
