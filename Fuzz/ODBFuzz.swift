/// Reads the bytes as the JSON and as the OPML that an ODB imports. Reading ends; what could be read is the same after it is
/// written and read again; and what is wrong is wrong at a place in the text.
func fuzzODB(_ bytes: [UInt8]) {
  fuzzXML(bytes)
  guard let events = read(bytes) else { return }
  guard let again = read(Array(written(events).utf8)) else { preconditionFailure("what was written can't be read") }
  precondition(again == events, "read again, it is another")
}

private func read(_ bytes: [UInt8]) -> [JSONEvents.Event]? {
  var reader = JSONEvents(bytes, deepest: 100)
  var events: [JSONEvents.Event] = []
  do {
    while let event = try reader.next() {
      events.append(event)
      precondition(events.count <= bytes.count, "more events than bytes")
    }
    return events
  } catch {
    precondition((0...bytes.count).contains(error.offset), "an error outside of the text")
    return nil
  }
}

/// The same JSON, in one way of many.
private func written(_ events: [JSONEvents.Event]) -> String {
  var text = ""
  var open: [(isArray: Bool, count: Int)] = []
  func separate() {
    guard let last = open.indices.last, open[last].isArray else { return }
    if open[last].count > 0 { text += " , " }
    open[last].count += 1
  }
  for event in events {
    switch event {
    case .name(let name):
      if let last = open.indices.last {
        if open[last].count > 0 { text += "," }
        open[last].count += 1
      }
      text += quoted(name) + ":"
      continue
    case .end:
      text += open.popLast()?.isArray == true ? "]" : "}"
      continue
    default: separate()
    }
    switch event {
    case .beginObject, .beginArray:
      text += event == .beginArray ? "[" : "{"
      open.append((event == .beginArray, 0))
    case .text(let content): text += quoted(content)
    case .integer(let number): text += number.description
    case .double(let number): text += number.description
    case .boolean(let truth): text += truth.description
    case .null: text += "null"
    case .name, .end: break
    }
  }
  return text
}

private func quoted(_ text: String) -> String {
  var quoted = "\""
  for unit in text.utf16 {
    let digits = String(unit, radix: 16)
    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
  return quoted + "\""
}

private func fuzzXML(_ bytes: [UInt8]) {
  do {
    var reader = try XMLEvents(bytes)
    var depth = 0
    var count = 0
    while let event = try reader.next() {
      count += 1
      // An empty element is two events, and no character less than four.
      precondition(count <= bytes.count + 1, "more events than bytes")
      switch event {
      case .begin: depth += 1
      case .end: depth -= 1
      case .text: break
      }
      precondition(depth >= 0, "more ends than beginnings")
    }
    precondition(depth == 0, "something is open at the end")
  } catch {
    guard let fault = error as? TextFault else { preconditionFailure("another error") }
    precondition((0...bytes.count).contains(fault.offset), "an error outside of the text")
  }
}
