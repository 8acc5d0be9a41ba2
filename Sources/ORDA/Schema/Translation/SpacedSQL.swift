/// Pieces of SQL with spaces between them where one belongs; what stands in quotes stays as it is.
enum SpacedSQL {
  static func joined(_ pieces: some Sequence<String>) -> String {
    var text = ""
    var isOpen = true
    for piece in pieces {
      if !isOpen, ![")", ",", "."].contains(piece) { text += " " }
      text += piece
      // A text and a name in quotes end with their quotes.
      isOpen = piece.hasSuffix("(") || piece == "."
    }
    return text
  }
}
