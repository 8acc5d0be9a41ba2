// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "checked",
  platforms: [.macOS(.v15)],
  dependencies: [
    // With the trait `orda check` can read Swift sources, and the plugin is of use.
    .package(name: "orda", path: "../..", traits: ["SourceCheck"])
  ],
  targets: [
    .executableTarget(
      name: "Checked",
      dependencies: [
        .product(name: "ORDA", package: "orda"),
        .product(name: "ORDASQLite", package: "orda"),
      ]
    )
  ]
)
