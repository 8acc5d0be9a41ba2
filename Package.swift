// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Every Swift target is built the same way: Swift 6 mode, the upcoming features that the code is written in, and no
/// warning left standing.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// What tells where a C library lies: a name for pkg-config or, where that is not installed, the file that it would read.
/// SwiftPM reads it as well, but would look for it in no folder of Debian's, Fedora's or Homebrew's.
///
/// - Parameters:
///   - formula: Homebrew's name for the library.
///   - headers: A file for pkg-config that tells where its headers are alone: Linux links programs with no more.
func description(of library: String, formula: String, headers: String? = nil) -> String {
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
  let path = Context.environment["PATH"] ?? ""
  if path.split(separator: ":").contains(where: { exists("\($0)/pkg-config") }) {
    #if os(macOS)
      return library
    #else
      // SwiftPM takes a path with a blank for two names.
      guard let headers, !Context.packageDirectory.contains(" ") else { return library }
      return "\(Context.packageDirectory)/\(headers)"
    #endif
  }
  #if arch(arm64)
    let debian = "/usr/lib/aarch64-linux-gnu"
  #else
    let debian = "/usr/lib/x86_64-linux-gnu"
  #endif
  // Folders of the system and not of the library, for the answer is kept, and the library may come later.
  #if os(macOS)
    let folder = ["/opt/homebrew", "/usr/local"].first(where: exists).map { "\($0)/opt/\(formula)/lib" }
  #else
    let folder = [debian, "/usr/lib64"].first(where: exists)
  #endif
  return folder.map { "\($0)/pkgconfig/\(library).pc" } ?? library
}

/// What the core reports itself to, each with a trait of its own.
let observability: [Target.Dependency] = [
  .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
  .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
  .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
]

let package = Package(
  name: "orda",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ORDA", targets: ["ORDA"]),
    .library(name: "ORDAThreads", targets: ["ORDAThreads"]),
    .library(name: "FileWatch", targets: ["FileWatch"]),
    .library(name: "ORDASQLite", targets: ["ORDASQLite"]),
    .library(name: "ORDAMariaDB", targets: ["ORDAMariaDB"]),
    .library(name: "ORDAPostgreSQL", targets: ["ORDAPostgreSQL"]),
    .library(name: "ORDAConformance", targets: ["ORDAConformance"]),
    .library(name: "ORDATesting", targets: ["ORDATesting"]),
    .library(name: "ORDAServer", targets: ["ORDAServer"]),
    .library(name: "ODB", targets: ["ODB"]),
    .library(name: "ODBSQLite", targets: ["ODBSQLite"]),
    .library(name: "DataObjects", targets: ["DataObjects"]),
    .library(name: "SHELF", targets: ["SHELF"]),
    .library(name: "ShelfConformance", targets: ["ShelfConformance"]),
    .executable(name: "orda", targets: ["OrdaCommand"]),
    .plugin(name: "OrdaCheck", targets: ["OrdaCheck"]),
  ],
  traits: [
    .trait(
      name: "Conformance",
      description: "`orda conformance` proves a driver on a database, by the library ORDAConformance."),
    .trait(
      name: "FastEntries",
      description: "Live entries cost less to hold, by a function of Swift's runtime that is not documented."),
    .trait(
      name: "ODB",
      description: "`orda odb` shows and changes persistent nested dictionaries, by the store ODB."),
    .trait(
      name: "PostgreSQL",
      description: "The command `orda` opens PostgreSQL's databases, by the system's libpq."),
    .trait(
      name: "Shelf",
      description: "`orda shelf` shows, changes, checks and copies shelves, by the store SHELF."),
    .trait(
      name: "ShelfCompression",
      description: "A shelf's files can be compressed, by the system's zlib."),
    .trait(
      name: "Metrics",
      description: "Governors report their pools to swift-metrics."),
    .trait(
      name: "ServiceLifecycle",
      description: "A governor can be a service of swift-service-lifecycle, which closes it when the program ends."),
    .trait(
      name: "Server",
      description: "`orda serve` and the product ORDAServer show databases in a browser, by Hummingbird."),
    .trait(
      name: "SourceCheck",
      description: "`orda check` can read Swift sources, by swift-syntax."),
    .trait(
      name: "Tracing",
      description: "Statements and transactions are spans of swift-distributed-tracing."),
    .trait(
      name: "YAML",
      description: "DataObjects can read models from YAML, by Yams."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .systemLibrary(name: "CSwiftRuntime", path: "Sources/CSwiftRuntime"),
    .target(name: "ORDAPlatform", path: "Sources/Platform", swiftSettings: settings),
    .target(name: "ORDAThreads", dependencies: ["ORDAPlatform"], path: "Sources/Threads", swiftSettings: settings),
    .target(name: "FileWatch", dependencies: ["ORDAPlatform", "ORDAThreads"], swiftSettings: settings),
    .target(
      name: "ORDA",
      dependencies: [
        .target(name: "CSwiftRuntime", condition: .when(traits: ["FastEntries"])), "ORDAPlatform", "ORDAThreads",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "DequeModule", package: "swift-collections"),
      ] + observability,
      swiftSettings: settings
    ),
    .systemLibrary(
      name: "CSQLite",
      path: "Drivers/SQLite/CSQLite",
      pkgConfig: description(of: "sqlite3", formula: "sqlite"),
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"]), .brew(["sqlite"])]
    ),
    .target(
      name: "ORDASQLite",
      dependencies: [
        "ORDA", "ORDAPlatform", "ORDAThreads", "FileWatch", "CSQLite", .product(name: "Logging", package: "swift-log"),
      ],
      path: "Drivers/SQLite/ORDASQLite",
      swiftSettings: settings
    ),
    .systemLibrary(
      name: "CMariaDB",
      path: "Drivers/MariaDB/CMariaDB",
      pkgConfig: description(
        of: "libmariadb", formula: "mariadb-connector-c", headers: "Drivers/MariaDB/CMariaDB/libmariadb-headers.pc"),
      providers: [
        .apt(["libmariadb-dev"]), .yum(["mariadb-connector-c-devel"]), .brew(["mariadb-connector-c"]),
      ]
    ),
    .target(name: "CMariaDBLoader", dependencies: ["CMariaDB"], path: "Drivers/MariaDB/CMariaDBLoader"),
    .target(
      name: "ORDAMariaDB",
      dependencies: [
        "ORDA", "ORDAPlatform", "ORDAThreads", "CMariaDB", "CMariaDBLoader",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Drivers/MariaDB/ORDAMariaDB",
      swiftSettings: settings
    ),
    .systemLibrary(
      name: "CPostgreSQL",
      path: "Drivers/PostgreSQL/CPostgreSQL",
      pkgConfig: description(of: "libpq", formula: "libpq"),
      providers: [.apt(["libpq-dev"]), .yum(["libpq-devel"]), .brew(["libpq"])]
    ),
    .target(
      name: "ORDAPostgreSQL",
      dependencies: ["ORDA", "ORDAThreads", "CPostgreSQL", .product(name: "Logging", package: "swift-log")],
      path: "Drivers/PostgreSQL/ORDAPostgreSQL",
      swiftSettings: settings
    ),
    .target(name: "ORDAConformance", dependencies: ["ORDA", "ORDAThreads"], swiftSettings: settings),
    .target(name: "ORDATesting", dependencies: ["ORDA", "ORDAThreads"], swiftSettings: settings),
    .target(
      name: "ORDAImport", dependencies: ["ORDA", "ORDAPlatform"], path: "Sources/Import", swiftSettings: settings),
    .target(
      name: "ORDAServer",
      dependencies: [
        "ORDA", "ORDAImport", "ORDAPlatform", "ORDAThreads",
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Server"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Server",
      swiftSettings: settings
    ),
    .target(
      name: "ODB",
      dependencies: ["ORDA", "ORDAPlatform", "ORDAThreads"],
      exclude: ["Names/make-table.py"],
      swiftSettings: settings
    ),
    .target(name: "ODBSQLite", dependencies: ["ODB", "ORDA", "ORDASQLite"], swiftSettings: settings),
    .target(
      name: "DataObjects",
      dependencies: [
        "ORDA", "ORDAThreads", .product(name: "Yams", package: "Yams", condition: .when(traits: ["YAML"])),
      ],
      swiftSettings: settings
    ),
    .systemLibrary(
      name: "CZlib",
      path: "Sources/CZlib",
      pkgConfig: description(of: "zlib", formula: "zlib"),
      providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"]), .brew(["zlib"])]
    ),
    .target(
      name: "SHELF",
      dependencies: [
        "ORDA", "ORDAPlatform", "ORDAThreads", "FileWatch",
        .target(name: "CZlib", condition: .when(traits: ["ShelfCompression"])),
      ],
      swiftSettings: settings),
    .target(name: "ShelfConformance", dependencies: ["ORDAThreads", "SHELF"], swiftSettings: settings),
    .target(
      name: "ExampleData",
      path: "Examples/Data",
      exclude: ["README.md", "make.py", "elements.csv", "isotopes.csv"],
      publicHeadersPath: "include"
    ),
    // An example of DataObjects, which is a package of its own as well.
    .executableTarget(
      name: "FeedReader",
      dependencies: ["DataObjects", "ORDA", "ORDASQLite", "ORDAMariaDB"],
      path: "Examples/FeedReader/Sources/FeedReader",
      swiftSettings: settings
    ),
    .target(
      name: "SourceCheck",
      dependencies: [
        "ORDA", "ORDAThreads",
        .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["SourceCheck"])),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["SourceCheck"])),
      ],
      swiftSettings: settings
    ),
    // Without a driver, so that it is compiled while they are.
    .target(
      name: "Command",
      dependencies: [
        "FileWatch", "ORDA", "ORDAImport", "ORDAPlatform", "ORDAThreads", "ExampleData", "SourceCheck",
        .target(name: "ORDAConformance", condition: .when(traits: ["Conformance"])),
        .target(name: "ODB", condition: .when(traits: ["ODB"])),
        .target(name: "ORDAServer", condition: .when(traits: ["Server"])),
        .target(name: "SHELF", condition: .when(traits: ["Shelf"])),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "OrdaCommand",
      dependencies: [
        "Command", "ORDA", "ORDASQLite", "ORDAMariaDB",
        .target(name: "ORDAPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: settings
    ),
    .plugin(
      name: "OrdaCheck",
      capability: .command(
        intent: .custom(verb: "orda-check", description: "Checks the SQL in a package's sources before it runs.")),
      dependencies: ["OrdaCommand"]
    ),
    .testTarget(
      name: "ORDATests",
      dependencies: [
        "ORDA", "ORDAPlatform", "ORDAThreads", "ORDATesting", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ] + observability,
      swiftSettings: settings),
    .testTarget(name: "FileWatchTests", dependencies: ["FileWatch", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ORDASQLiteTests",
      dependencies: [
        "ORDA", "ORDAPlatform", "ORDAThreads", "ORDASQLite", "CSQLite", "ORDATesting", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ORDAMariaDBTests",
      dependencies: [
        "ORDA", "ORDAThreads", "ORDAMariaDB", "CMariaDB", "ORDATesting", "TestSupport", "MariaDBTestServer",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ORDAPostgreSQLTests",
      dependencies: [
        "ORDA", "ORDAPostgreSQL", "CPostgreSQL", "ORDATesting", "TestSupport", "PostgreSQLTestServer",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: ["ORDA", "ORDAPlatform", "TestStart", .product(name: "Logging", package: "swift-log")],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .target(name: "TestStart", path: "Tests/TestStart"),
    .target(
      name: "MariaDBTestServer",
      dependencies: ["ORDA", "ORDAMariaDB", "TestSupport"],
      path: "Tests/MariaDBTestServer",
      swiftSettings: settings
    ),
    .target(
      name: "PostgreSQLTestServer",
      dependencies: ["ORDA", "ORDAPostgreSQL", "TestSupport"],
      path: "Tests/PostgreSQLTestServer",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CrossDriverTests",
      dependencies: [
        "ORDA", "ORDASQLite", "ORDAMariaDB", "ORDAPostgreSQL", "ORDATesting", "TestSupport", "MariaDBTestServer",
        "PostgreSQLTestServer",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ODBTests",
      dependencies: [
        "ODB", "ODBSQLite", "ORDA", "ORDAThreads", "ORDASQLite", "ORDAMariaDB", "TestSupport", "MariaDBTestServer",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DataObjectsTests",
      dependencies: [
        "DataObjects", "FeedReader", "ORDA", "ORDATesting", "ORDAThreads", "ORDASQLite", "ORDAMariaDB", "TestSupport",
        "MariaDBTestServer", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SHELFTests",
      dependencies: [
        "ORDA", "ORDAPlatform", "ORDAThreads", "ORDASQLite", "ORDAMariaDB", "ORDAPostgreSQL", "SHELF",
        "SHELFCrashHelper", "ShelfConformance", "TestSupport", "MariaDBTestServer", "PostgreSQLTestServer",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "SHELFCrashHelper",
      dependencies: ["SHELF", "ORDAPlatform"],
      path: "Tests/SHELFCrashHelper",
      swiftSettings: settings
    ),
    // What `Scripts/stress.sh` runs.
    .executableTarget(
      name: "StressPrograms",
      dependencies: [
        "DataObjects", "ODB", "ORDA", "ORDAThreads", "ORDASQLite", "ORDAMariaDB", "SHELF",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/StressPrograms",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Command", "OrdaCommand", "ORDA", "ORDAThreads", "ORDAConformance", "ORDASQLite", "TestSupport",
        "MariaDBTestServer", "PostgreSQLTestServer",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SourceCheckTests",
      dependencies: [
        "SourceCheckFixtures", "ORDA", "ORDASQLite", "ORDAMariaDB", "SourceCheck", "TestSupport", "MariaDBTestServer",
      ],
      swiftSettings: settings
    ),
    .executableTarget(name: "SourceCheckFixtures", path: "Tests/SourceCheckFixtures", swiftSettings: settings),
    .testTarget(
      name: "ORDAImportTests",
      dependencies: ["ORDA", "ORDAImport", "ORDASQLite", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ORDAServerTests",
      dependencies: [
        "ORDA", "ORDAImport", "ORDAServer", "ORDASQLite", "ORDAMariaDB", "ORDAPostgreSQL", "TestSupport",
        "MariaDBTestServer",
        "PostgreSQLTestServer",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Command", "OrdaCommand", "ORDA", "ORDAImport", "ORDAPlatform", "ORDAThreads", "ORDASQLite", "SHELF",
        "SourceCheck", "TestSupport", "MariaDBTestServer", "PostgreSQLTestServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
  ]
)

// What a plugin runs is compiled a second time, as a tool for the machine that builds: most of this package. Tests need none
// of that.
if Context.environment["ORDA_WITHOUT_PLUGIN"] != nil {
  package.targets.removeAll { $0.type == .plugin }
  package.products.removeAll { $0.name == "OrdaCheck" }
}

// Each driver is a package of its own as well, in its folder, and SwiftPM takes no target that two packages have. For these
// packages there is only what all of them share.
if Context.environment["ORDA_WITHOUT_DRIVERS"] != nil {
  let shared: Set = [
    "CSwiftRuntime", "ORDAPlatform", "ORDAThreads", "FileWatch", "ORDA", "ORDAConformance", "ORDATesting",
  ]
  package.targets.removeAll { !shared.contains($0.name) }
  package.products.removeAll { !shared.contains($0.name) }
  // The platform's C library by one name; a stranger imports Glibc, Musl or Darwin.
  package.products.append(.library(name: "ORDAPlatform", targets: ["ORDAPlatform"]))
}

// A build for some tests alone leaves out the others' targets, which take most of its time, and what puts the whole under stress.
if let wanted = Context.environment["ORDA_TEST_TARGETS"]?.split(separator: ",").map(String.init), !wanted.isEmpty {
  package.targets.removeAll { target in
    (target.type == .test || target.name == "StressPrograms") && !wanted.contains(target.name)
  }
}
