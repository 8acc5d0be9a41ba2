// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "orda-example-service",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "orda", path: "../..", traits: ["ServiceLifecycle"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .executableTarget(
      name: "LedgerService",
      dependencies: [
        .product(name: "ORDA", package: "orda"),
        .product(name: "ORDASQLite", package: "orda"),
        .product(name: "ORDAMariaDB", package: "orda"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "LedgerServiceTests",
      dependencies: [
        "LedgerService",
        .product(name: "ORDA", package: "orda"),
        .product(name: "ORDASQLite", package: "orda"),
        .product(name: "ORDAMariaDB", package: "orda"),
      ]
    ),
  ]
)
