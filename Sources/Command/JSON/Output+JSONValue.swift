import ORDAImport

extension Output {
  /// Writes any JSON; what was read is written as it was, except for whitespace and escapes.
  func writeJSON(_ value: JSONValue) {
    switch value {
    case .null: write("null")
    case .bool(let truth): write(truth ? "true" : "false")
    case .int(let number): writeJSON(int: number)
    case .number(let digits): write(digits)
    case .string(let text): writeJSON(text: text)
    case .array(let elements):
      write("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { write(",") }
        writeJSON(element)
      }
      write("]")
    case .object(let members):
      write("{")
      for (index, member) in members.enumerated() {
        if index > 0 { write(",") }
        writeJSON(text: member.name)
        write(":")
        writeJSON(member.value)
      }
      write("}")
    }
  }
}
