import ODB
import Testing

@Suite("The document's code, as it stands there")
struct DocumentTests {
  @Test("does what the text says, in a file and after that is opened again")
  func samples() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a file, 100% new?.odb")
    var odb = DocumentSamples.create(somePath: file)
    DocumentSamples.ensure(feedID: "feed.1", odb: odb)
    DocumentSamples.set(feedID: "feed.1", name: "Daring Fireball", odb: odb)
    #expect(odb.error == nil)
    #expect(folder.names.contains("a file, 100% new?.odb"))
    odb.close()

    odb = DocumentSamples.create(somePath: file)
    let path = ODBPath(elements: ["RSS", "feeds", "feed.1", "editedName"], odb: odb)
    #expect(DocumentSamples.getOutside(path: path) == "Daring Fireball")
    #expect(DocumentSamples.getInside(path: path) == "Daring Fireball")
    #expect(DocumentSamples.getTyped(path: path) == "Daring Fireball")
    DocumentSamples.delete(path: path)
    #expect(DocumentSamples.getInside(path: path) == nil)
    odb.close()

    odb = DocumentSamples.create(somePath: file)
    let again = ODBPath(elements: ["RSS", "feeds", "feed.1", "editedName"], odb: odb)
    #expect(DocumentSamples.getInside(path: again) == nil)
    #expect(odb.perform { again.parentTable != nil })
    #expect(odb.error == nil)
  }
}
