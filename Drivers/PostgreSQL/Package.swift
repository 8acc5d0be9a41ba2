// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as a stranger's driver is: it can use no more of ORDA than what is public.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "orda-postgresql",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ORDAPostgreSQL", targets: ["ORDAPostgreSQL"])],
  dependencies: [
    .package(name: "orda", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CPostgreSQL",
      path: "CPostgreSQL",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .yum(["libpq-devel"]), .brew(["libpq"])]
    ),
    .target(
      name: "ORDAPostgreSQL",
      dependencies: [
        "CPostgreSQL", .product(name: "ORDA", package: "orda"), .product(name: "ORDAThreads", package: "orda"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "ORDAPostgreSQL",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ORDAPostgreSQLTests",
      dependencies: [
        "ORDAPostgreSQL", "CPostgreSQL", .product(name: "ORDA", package: "orda"),
        .product(name: "ORDAConformance", package: "orda"), .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/ORDAPostgreSQLTests",
      swiftSettings: settings
    ),
  ]
)
