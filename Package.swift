// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Converge",
  platforms: [.iOS(.v18), .macOS(.v15), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Converge", targets: ["Converge"]),
  ],
  traits: [
    .trait(name: "InvariantChecks", description: "Compiles checkInvariants() into release builds.")
  ],
  targets: [
    .target(name: "Converge"),
    .testTarget(name: "ConvergeTests", dependencies: ["Converge"]),
  ],
  swiftLanguageModes: [.v6]
)

// Continuous integration sets this; a warning must not stop those who depend on the package.
let warningsAreErrors = Context.environment["CONVERGE_WARNINGS_AS_ERRORS"] != nil

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
}
