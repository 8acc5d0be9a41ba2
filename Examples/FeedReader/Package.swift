// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "feed-reader",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "orda", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "FeedReader",
      dependencies: [
        .product(name: "DataObjects", package: "orda"),
        .product(name: "ORDA", package: "orda"),
        .product(name: "ORDASQLite", package: "orda"),
        .product(name: "ORDAMariaDB", package: "orda"),
      ]
    )
  ]
)
