// swift-tools-version: 6.2
import PackageDescription

// The driver as a package of its own, beside the one that has all of ORDA: built against the core's public interface, as a
// stranger's driver is. Scripts/check-drivers.sh builds and tests it. By hand set ORDA_WITHOUT_DRIVERS=1, which leaves the
// same targets out of the core's package: SwiftPM takes none twice.

/// Those of the package above.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "orda-mariadb",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ORDAMariaDB", targets: ["ORDAMariaDB"])],
  dependencies: [
    .package(name: "orda", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CMariaDB",
      path: "CMariaDB",
      pkgConfig: "libmariadb",
      providers: [.apt(["libmariadb-dev"]), .brew(["mariadb-connector-c"])]
    ),
    .target(name: "CMariaDBLoader", dependencies: ["CMariaDB"], path: "CMariaDBLoader"),
    .target(
      name: "ORDAMariaDB",
      dependencies: [
        "CMariaDB", "CMariaDBLoader",
        .product(name: "ORDA", package: "orda"), .product(name: "ORDAPlatform", package: "orda"),
        .product(name: "ORDAThreads", package: "orda"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "ORDAMariaDB",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "ORDAMariaDB", .product(name: "ORDA", package: "orda"), .product(name: "ORDAConformance", package: "orda"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "ConformanceTests",
      // The profile is the command's, which has it by a trait of this name.
      swiftSettings: settings + [.define("Conformance")]
    ),
  ]
)
