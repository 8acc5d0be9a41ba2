// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "memory-driver",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "MemoryDriver", targets: ["MemoryDriver"])
  ],
  dependencies: [
    .package(name: "orda", path: "../..")
  ],
  targets: [
    .target(
      name: "MemoryDriver",
      dependencies: [.product(name: "ORDA", package: "orda")]
    ),
    .testTarget(
      name: "MemoryDriverTests",
      dependencies: [
        "MemoryDriver", .product(name: "ORDA", package: "orda"), .product(name: "ORDAConformance", package: "orda"),
      ]
    ),
  ]
)
