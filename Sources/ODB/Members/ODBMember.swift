/// A place of an ODB, named as in a script: `odb["RSS.feeds"][feedID].editedName`.
///
/// Whatever follows the dot is a name in the ODB, so this type has no other members. Use it in a perform.
///
/// Nil means that there is nothing, or nothing of the requested type. Setting makes the missing tables; nil deletes. If
/// a value is in the way, or a name is not legal, nothing happens except that ``ODB/error`` reports it.
@dynamicMemberLookup
public struct ODBMember {
  let place: Result<ODBPath, ODBError>
  let odb: ODB

  /// Something in the table at this place.
  public subscript(name: String) -> ODBMember {
    ODBMember(place: place.map { $0 + name }, odb: odb)
  }

  /// Something in the table at this place.
  public subscript(dynamicMember name: String) -> ODBMember { self[name] }

  /// A value in the table at this place, as a Swift type.
  public subscript<T: ODBPrimitive>(name: String) -> T? {
    get { self[name].read().flatMap { T($0) } }
    nonmutating set { self[name].write(newValue?.odbValue) }
  }

  /// A value in the table at this place, as a Swift type.
  public subscript<T: ODBPrimitive>(dynamicMember name: String) -> T? {
    get { self[name] }
    nonmutating set { self[name] = newValue }
  }

  /// A value in the table at this place.
  public subscript(name: String) -> ODBValue? {
    get { self[name].read() }
    nonmutating set { self[name].write(newValue) }
  }

  /// A value in the table at this place.
  public subscript(dynamicMember name: String) -> ODBValue? {
    get { self[name] }
    nonmutating set { self[name] = newValue }
  }

  private func read() -> ODBValue? {
    let session = odb.session("odb[…]")
    return session.noting { try session.value(at: try place.get()) } ?? nil
  }

  private func write(_ value: ODBValue?) {
    let session = odb.session("odb[…]")
    session.noting { try session.set(value, at: try place.get()) }
  }
}
