// swift-tools-version: 6.2
import PackageDescription

// The programs bring Swift's library with them: calls across a shared one cost a fifth of the time.
// The toolchain's own linker says nothing of functions in Foundation that nobody calls.
//
// Only the programs may: SwiftPM lets nobody depend on a *library* that is built with such flags.
let isProgram = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
let programCompilation = [SwiftSetting.unsafeFlags(["-static-stdlib"], isProgram)]
let programLinking = [LinkerSetting.unsafeFlags(["-static-stdlib", "-use-ld=lld"], isProgram)]

let package = Package(
  name: "Converge",
  platforms: [.iOS(.v18), .macOS(.v15), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Converge", targets: ["Converge"]),
    .library(name: "ConvergeTesting", targets: ["ConvergeTesting"]),
    .executable(name: "converge-fuzz", targets: ["converge-fuzz"]),
    .executable(name: "converge-bench", targets: ["converge-bench"]),
  ],
  targets: [
    .target(name: "Converge"),
    // Rounding is a function of the C library, which a program that imports neither it nor
    // Foundation is not linked with.
    .target(
      name: "ConvergeTesting", dependencies: ["Converge"],
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "converge-fuzz", dependencies: ["ConvergeTesting"], path: "Fuzz/converge-fuzz",
      swiftSettings: programCompilation, linkerSettings: programLinking),
    .executableTarget(
      name: "converge-bench", dependencies: ["Converge", "ConvergeTesting"],
      swiftSettings: programCompilation, linkerSettings: programLinking),
    .testTarget(name: "ConvergeTests", dependencies: ["Converge"], exclude: ["Golden"]),
    .testTarget(name: "ConvergeTestingTests", dependencies: ["ConvergeTesting"]),
    .testTarget(name: "ConvergeBenchTests", dependencies: ["converge-bench", "ConvergeTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

// `Fuzz/decoders` sets this. The target has no `main`: libFuzzer brings it, so it links only where
// the build asks for that.
if Context.environment["CONVERGE_DECODERS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "converge-decoders", dependencies: ["ConvergeTesting"],
      path: "Fuzz/converge-decoders"))
}

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
