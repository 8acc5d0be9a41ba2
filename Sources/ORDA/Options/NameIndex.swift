/// Finds the numbers of a few names that never change, such as a table's options.
///
/// A driver asks for some twenty options each time a database is opened. The names are known, so they need no hash that
/// withstands an attacker: their length and three of their bytes suffice, in a fifth of the time.
struct NameIndex: Sendable {
  private var places: [(name: String, number: Int)?]

  init(_ numbers: [String: Int]) {
    var size = 8
    while size < numbers.count * 2 { size *= 2 }
    places = Array(repeating: nil, count: size)
    for (name, number) in numbers {
      var place = self.place(of: name)
      while places[place] != nil { place = (place + 1) & (size - 1) }
      places[place] = (name, number)
    }
  }

  subscript(name: String) -> Int? {
    var place = place(of: name)
    // At most half of the places are taken, so there is always a free one.
    while let taken = places[place] {
      if taken.name == name { return taken.number }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  private func place(of name: String) -> Int {
    var name = name
    let mixed = name.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      return bytes.count &+ Int(first) &* 7 &+ Int(bytes[bytes.count / 2]) &* 31 &+ Int(last) &* 131
    }
    return mixed & (places.count - 1)
  }
}
