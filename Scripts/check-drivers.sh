#!/usr/bin/env bash
# Builds each driver of the package as a package of its own, against the core's public interface: what a driver of ORDA's can
# do, a stranger's can do as well. Inside one package nothing would notice what only `package` access allows.
#
# The core is built from its own sources, too, without the drivers: SwiftPM takes no two packages with one target.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"
need pkg-config libsqlite3-dev libmariadb-dev libpq-dev

# Kept between runs, so that only what has changed is built.
packages="$root/.build/drivers"

# link FROM TO: a symbolic link, made anew.
link() {
  mkdir -p "$(dirname "$packages/$2")"
  ln -sfn "$root/$1" "$packages/$2"
}

# manifest PACKAGE: writes a manifest from standard input, where it differs from the one that is there.
manifest() {
  local file="$packages/$1/Package.swift" text
  mkdir -p "$packages/$1"
  text="$(sed "s|@SETTINGS@|$settings|")"
  [[ -f "$file" && "$(cat "$file")" == "$text" ]] || printf '%s\n' "$text" > "$file"
}

# The settings of the main manifest.
settings="$(sed -n '/^let settings/,/^]/p' "$root/Package.swift" | tr '\n' ' ')"
readonly root packages settings

link Sources/Platform core/Sources/ORDAPlatform
link Sources/Threads core/Sources/ORDAThreads
link Sources/FileWatch core/Sources/FileWatch
link Sources/CSwiftRuntime core/Sources/CSwiftRuntime
link Sources/ORDA core/Sources/ORDA
manifest core << 'END'
// swift-tools-version: 6.2
import PackageDescription
@SETTINGS@
let package = Package(
  name: "core",
  platforms: [.macOS(.v15)],
  products: [
    // The platform's C library by one name; a stranger imports Glibc, Musl or Darwin.
    .library(name: "ORDAPlatform", targets: ["ORDAPlatform"]),
    .library(name: "ORDAThreads", targets: ["ORDAThreads"]),
    .library(name: "FileWatch", targets: ["FileWatch"]),
    .library(name: "ORDA", targets: ["ORDA"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .systemLibrary(name: "CSwiftRuntime"),
    .target(name: "ORDAPlatform", swiftSettings: settings),
    .target(name: "ORDAThreads", dependencies: ["ORDAPlatform"], swiftSettings: settings),
    .target(name: "FileWatch", dependencies: ["ORDAPlatform", "ORDAThreads"], swiftSettings: settings),
    .target(
      name: "ORDA",
      dependencies: [
        "CSwiftRuntime", "ORDAPlatform", "ORDAThreads", .product(name: "Logging", package: "swift-log"),
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: settings),
  ]
)
END

# driver NAME MODULE LIBRARY: a package of a driver; MODULE is its C library, which pkg-config calls LIBRARY.
driver() {
  local name="$1" module="$2" library="$3"
  link "Drivers/$name/ORDA$name" "$name/Sources/ORDA$name"
  link "Drivers/$name/$module" "$name/Sources/$module"
  manifest "$name" << END
// swift-tools-version: 6.2
import PackageDescription
@SETTINGS@
let package = Package(
  name: "$name",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ORDA$name", targets: ["ORDA$name"])],
  dependencies: [
    .package(path: "../core"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .systemLibrary(name: "$module", pkgConfig: "$library"),
    .target(
      name: "ORDA$name",
      dependencies: [
        "$module", .product(name: "ORDA", package: "core"), .product(name: "ORDAThreads", package: "core"),
        .product(name: "ORDAPlatform", package: "core"), .product(name: "FileWatch", package: "core"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
  ]
)
END
}

driver SQLite CSQLite sqlite3
driver MariaDB CMariaDB libmariadb
driver PostgreSQL CPostgreSQL libpq

# A program with all of them, so that they are linked, and run, too.
manifest program << 'END'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "program",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../core"), .package(path: "../SQLite"), .package(path: "../MariaDB"), .package(path: "../PostgreSQL"),
  ],
  targets: [
    .executableTarget(
      name: "program",
      dependencies: [
        .product(name: "ORDA", package: "core"), .product(name: "ORDASQLite", package: "SQLite"),
        .product(name: "ORDAMariaDB", package: "MariaDB"), .product(name: "ORDAPostgreSQL", package: "PostgreSQL"),
      ])
  ]
)
END
mkdir -p "$packages/program/Sources/program"
cat > "$packages/program/Sources/program/main.swift" << 'END'
import ORDA
import ORDAMariaDB
import ORDAPostgreSQL
import ORDASQLite

try SQLite.register()
try MariaDB.register()
try PostgreSQL.register()
let db = try ORDA.open("sqlite::memory:")
print(try db.query(String.self, "SELECT 'a driver in a package of its own'")[0])
END
# SwiftPM looks for new files of the packages beside it only when this manifest is new.
touch "$packages/program/Package.swift"
swift run --disable-index-store -debug-info-format none --package-path "$packages/program" program
