/// Pieces of SQL with spaces between them where necessary; quoted text stays as it is.
enum SpacedSQL {
  static func joined(_ pieces: some Sequence<String>) -> String {
    var text = ""
    var isOpen = true
    for piece in pieces {
      if !isOpen, ![")", ",", "."].contains(piece) { text += " " }
      text += piece
      // Quoted texts and names end with their quotes.
      isOpen = piece.hasSuffix("(") || piece == "."
    }
    return text
  }
}
