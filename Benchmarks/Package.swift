// swift-tools-version: 6.2
import PackageDescription

/// The settings of the main package, so that ORDA is measured as it is built.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// A package of its own, so that no user of ORDA pulls in the libraries that it is measured against.
let package = Package(
  name: "orda-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "benchmarks", targets: ["Benchmarks"])
  ],
  traits: [.trait(name: "FastEntries", description: "Measures ORDA with its trait of this name.")],
  dependencies: [
    // The name is given because a folder's name is otherwise the package's, and a clone may be called anything (but
    // not what another package here is called: SwiftPM still tells packages apart by their folders).
    .package(
      name: "orda", path: "..",
      traits: [.defaults, .trait(name: "FastEntries", condition: .when(traits: ["FastEntries"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    // SwiftPM compiles C with -O2 in release builds.
    .target(
      name: "CFloor",
      linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    // The header for the binary log includes another one by a path that pkg-config alone knows.
    .systemLibrary(
      name: "CLibMariaDB", pkgConfig: "libmariadb",
      providers: [.apt(["libmariadb-dev"]), .brew(["mariadb-connector-c"])]
    ),
    .systemLibrary(
      name: "CLibPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .systemLibrary(name: "CLMDB", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .target(
      name: "CMariaDBFloor",
      dependencies: ["CFloor", "CLibMariaDB"],
      cSettings: [.headerSearchPath("../CFloor")]
    ),
    .target(
      name: "CPostgreSQLFloor",
      dependencies: ["CFloor", "CLibPostgreSQL"],
      cSettings: [.headerSearchPath("../CFloor")]
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CFloor",
        "CLMDB",
        "CMariaDBFloor",
        "CPostgreSQLFloor",
        .product(name: "ORDA", package: "orda"),
        .product(name: "ORDASQLite", package: "orda"),
        .product(name: "ORDAMariaDB", package: "orda"),
        .product(name: "ORDAPostgreSQL", package: "orda"),
        .product(name: "ODB", package: "orda"),
        .product(name: "SHELF", package: "orda"),
        .product(name: "DataObjects", package: "orda"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
  ]
)
