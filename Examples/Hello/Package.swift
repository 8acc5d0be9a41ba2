// swift-tools-version: 6.2
import PackageDescription

// snippet.manifest
let package = Package(
  name: "hello",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "orda", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Hello",
      dependencies: [
        .product(name: "ORDA", package: "orda"),
        .product(name: "ORDASQLite", package: "orda"),
      ]
    )
  ]
)
// snippet.end
