/// The names of a store's files, relative to its folder.
enum ShelfNames {
  static let config = ".shelf-config"
  /// The original's name for it.
  static let originalConfig = ".shelf config"
  static let types = ".shelf-types"
  static let index = ".shelf-index"
  static let changes = ".shelf-changes"
  static let batch = ".shelf-batch"
  static let locks = ".shelf-locks"
  /// Says that objects may have bytes beside their JSON: if it is missing nobody looks for them.
  static let binaries = ".shelf-binaries"

  /// Everything beside the folders of the objects.
  static let all: Set<String> = [
    config, originalConfig, types, index, changes, batch, locks, binaries, newTypes, newIndex, newConfig,
  ]

  /// The name of a file while it is written; it is renamed when complete.
  static let newTypes = ".shelf-types-new"
  static let newIndex = ".shelf-index-new"
  static let newConfig = ".shelf-config-new"

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// The two digits of a byte.
  static func digits(_ byte: UInt8) -> String {
    String(unsafeUninitializedCapacity: 2) { text in
      text[0] = digits[Int(byte >> 4)]
      text[1] = digits[Int(byte & 0xF)]
      return 2
    }
  }

  /// The byte of two digits, in capital letters; nil for anything else.
  static func byte(_ text: String) -> UInt8? {
    let text = Array(text.utf8)
    guard text.count == 2, let high = digits.firstIndex(of: text[0]), let low = digits.firstIndex(of: text[1]) else {
      return nil
    }
    return UInt8(high << 4 | low)
  }

  /// What follows the object's name in the name of the folder with its bytes.
  static let binaryFolder = ".data"

  /// What the name of an object's file begins with until it is renamed.
  static let temporary = ".shelf-"

  /// True for the name that an object's file has while it is written.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporary) && ShelfId(fileName: String(name.dropFirst(temporary.count))) != nil
  }
}

extension ShelfId {
  /// The first two digits, which name the outer folder.
  var group: Int { Int(high >> 56) }
  /// The outer folder.
  var outerFolder: String { ShelfNames.digits(UInt8(high >> 56)) }
  /// The inner folder, in the outer one.
  var folder: String { "\(outerFolder)/\(ShelfNames.digits(UInt8(high >> 48 & 0xFF)))" }

  /// The object's file.
  var fileName: String { name(in: 6, "") }
  /// The object's file until it is renamed. Each id has one such name, since one writer at a time writes it.
  var temporaryName: String { name(in: 6 + ShelfNames.temporary.utf8.count, ShelfNames.temporary) }

  /// The folder of the object's bytes, each in a file named by its id.
  var binaryFolder: String { fileName + ShelfNames.binaryFolder }
  /// The file of some of the object's bytes.
  func binaryName(_ id: ShelfId) -> String { "\(binaryFolder)/\(id.uuidText)" }
  /// That file until it is renamed.
  func temporaryBinaryName(_ id: ShelfId) -> String { "\(binaryFolder)/\(ShelfNames.temporary)\(id.uuidText)" }

  private func name(in prefix: Int, _ mark: String) -> String {
    let text = uuidText.utf8
    return String(unsafeUninitializedCapacity: prefix + 36) { name in
      for (index, byte) in text.prefix(4).enumerated() { name[index < 2 ? index : index + 1] = byte }
      name[2] = UInt8(ascii: "/")
      name[5] = UInt8(ascii: "/")
      var place = 6
      for byte in mark.utf8 {
        name[place] = byte
        place += 1
      }
      for byte in text {
        name[place] = byte
        place += 1
      }
      return place
    }
  }

  /// The id of the object whose bytes are in a folder of this name; nil for any other name.
  init?(binaryFolder name: String) {
    guard name.hasSuffix(ShelfNames.binaryFolder) else { return nil }
    self.init(fileName: String(name.dropLast(ShelfNames.binaryFolder.count)))
  }

  /// The id that a file of this name belongs to; nil for any other name.
  init?(fileName: String) {
    guard fileName.utf8.count == 36, let id = ShelfId(fileName), id.uuidText == fileName else { return nil }
    self = id
  }
}
