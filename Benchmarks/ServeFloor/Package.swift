// swift-tools-version: 6.2
import PackageDescription

/// What `orda serve` is measured beside: Hummingbird alone. A package of its own, so that the other suites build without it.
let package = Package(
  name: "orda-serve-floor",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "ServeFloor", targets: ["ServeFloor"])],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .executableTarget(
      name: "ServeFloor",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
