/// One thing that a store does wrong.
enum StoreFault: String, CaseIterable, Codable, Sendable {
  case readsInItsOwnOrder, leavesOutWhatIsMissing, readsSomethingOfNothing, readsAThousand
  case trimsContents, cutsContents, keepsTheEnd, roundsTimes, ignoresCapitals, forgetsTypes, keepsTypesApart
  case tellsAnotherRevision, revisionsInAnyOrder, revisionsBeginAnew, takesSomethingForAnything, namesOneConflict
  case writesBeforeItLooks, takesAnyType, batchesInParts
  case listsInAnyOrder, pagesOverlap, listsByKeys, keepsWhatIsDeleted, wipesHalf
  case looksAndWritesApart, checksNothing
  case forgetsTheIds, onlyAscends, findsShortTexts, leavesOutTheEnd, skipsEqualKeys, mixesTypes, keepsKeys
  case keepsReferences, countsEverything, takesNeverForOver
  case nothingIsComplete, believesWhatItIsTold, neverFills, findsNoObjects, fillsOnce, fillReplaces, fillsAnyRevision,
    neverTakesBack
  case snapshotsChange, snapshotsLoseTypes
  case cutsBytes, givesBytesToAll, keepsOldBytes, takesMissingBytes
  case losesAllAtTheEnd, tellsNothing, tellsOwnChanges, tellsForEver

  /// The cases that must notice it; others may too.
  var cases: [String] {
    switch self {
    case .readsInItsOwnOrder: ["reading.order"]
    case .leavesOutWhatIsMissing: ["reading.absent"]
    case .readsSomethingOfNothing: ["reading.nothing"]
    case .readsAThousand: ["reading.many", "writing.batches"]
    case .trimsContents: ["contents.exact"]
    case .cutsContents: ["contents.large"]
    case .keepsTheEnd: ["contents.replaced", "index.expired", "writing.mixed"]
    case .roundsTimes: ["contents.expires"]
    case .ignoresCapitals: ["contents.types"]
    case .forgetsTypes: ["contents.typeKept"]
    case .keepsTypesApart: ["contents.typeless"]
    case .tellsAnotherRevision: ["writing.revisions", "place.shared"]
    case .revisionsInAnyOrder: ["writing.results"]
    case .revisionsBeginAnew: ["writing.remade"]
    case .takesSomethingForAnything: ["writing.expectations", "index.refused"]
    case .namesOneConflict: ["writing.conflicts"]
    case .writesBeforeItLooks: ["writing.whole", "index.refused"]
    case .takesAnyType: ["writing.otherType", "writing.whole"]
    case .batchesInParts: ["concurrency.batches", "writing.whole"]
    case .listsInAnyOrder: ["listing.order"]
    case .pagesOverlap, .listsByKeys: ["listing.pages"]
    case .keepsWhatIsDeleted: ["listing.deleted", "index.replaced", "index.referrers", "index.count"]
    case .wipesHalf: ["listing.wiped"]
    case .looksAndWritesApart:
      ["concurrency.counting", "concurrency.making", "concurrency.checking", "place.counting"]
    case .checksNothing: ["concurrency.checking"]
    case .forgetsTheIds: ["index.order"]
    case .onlyAscends: ["index.order", "index.pages"]
    case .findsShortTexts: ["index.texts"]
    case .leavesOutTheEnd: ["index.bounds"]
    case .skipsEqualKeys: ["index.pages"]
    case .mixesTypes: ["index.apart"]
    case .keepsKeys: ["index.replaced", "completeness.takenBack"]
    case .keepsReferences: ["index.referrers", "writing.mixed"]
    case .countsEverything: ["index.count"]
    case .takesNeverForOver: ["index.expired"]
    case .nothingIsComplete: ["completeness.empty", "completeness.added"]
    case .believesWhatItIsTold: ["completeness.missing"]
    case .neverFills: ["completeness.filled"]
    case .findsNoObjects: ["index.objects"]
    case .fillsOnce: ["completeness.again"]
    case .fillReplaces: ["completeness.added"]
    case .fillsAnyRevision: ["completeness.outdated"]
    case .neverTakesBack: ["completeness.takenBack"]
    case .snapshotsChange: ["snapshot.moment"]
    case .snapshotsLoseTypes: ["snapshot.whole"]
    case .cutsBytes: ["binary.parts"]
    case .givesBytesToAll: ["binary.own"]
    case .keepsOldBytes: ["binary.replaced"]
    case .takesMissingBytes: ["binary.missing"]
    case .losesAllAtTheEnd: ["place.reopened"]
    case .tellsNothing: ["place.told"]
    case .tellsOwnChanges: ["place.own"]
    case .tellsForEver: ["place.silent"]
    }
  }
}
