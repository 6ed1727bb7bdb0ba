// SPDX-License-Identifier: Apache-2.0

/// What may know what: the core's folders are its layers, and arrows point down only.
enum LayerRules {
  static let core = "Sources/Converge/"
  /// The core's folders, the lowest first.
  static let layers = ["Causality", "Sequence", "Datatypes", "Encoding", "Document"]
  /// The modules that a target's files may import; a target that is not listed is free.
  static let imports: [String: Set<String>] = [
    "Sources/Converge": [],
    "Sources/ConvergeTesting": ["Converge"],
  ]

  /// The rank of the layer that a file of the core lies in.
  static func layer(of path: String) -> Int? {
    guard path.hasPrefix(core) else { return nil }
    let folder = path.dropFirst(core.count).prefix { $0 != "/" }
    return layers.firstIndex(of: String(folder))
  }

  /// Every file of the core lies in one of its layers.
  static func layerless(_ file: SourceFile) -> [TidyViolation] {
    file.path.hasPrefix(core) && layer(of: file.path) == nil
      ? [TidyViolation(file.path, "lies in none of the layers \(layers.joined(separator: ", "))")]
      : []
  }

  /// A layer names the types of its own and of lower folders, never those above it.
  static func upwardNames(_ files: [SourceFile]) -> [TidyViolation] {
    var lowest: [String: Int] = [:]
    var declared: [Int: Set<String>] = [:]
    for file in files {
      guard let layer = layer(of: file.path) else { continue }
      declared[layer, default: []].formUnion(file.namesDeclared)
      for type in file.typeDeclarations
      where type.isAtFileLevel && !type.isPrivate && type.keyword != "extension" {
        lowest[type.name] = min(lowest[type.name] ?? layer, layer)
      }
    }
    return files.flatMap { file -> [TidyViolation] in
      guard let layer = layer(of: file.path) else { return [] }
      let own = (0...layer).reduce(into: Set<String>()) { $0.formUnion(declared[$1] ?? []) }
      return file.code.indices.compactMap { index in
        let token = file.code[index]
        guard token.kind == .word, let home = lowest[token.text], home > layer,
          !own.contains(token.text), !isMember(index, in: file.code)
        else { return nil }
        return TidyViolation(
          file.path, line: token.line,
          "\(layers[layer]) names `\(token.text)`, which \(layers[home]) above it declares")
      }
    }
  }

  /// Tells whether a name stands behind a dot, as another type's member does.
  private static func isMember(_ index: Int, in code: [SwiftToken]) -> Bool {
    index >= 2 && code[index - 1].is(".") && !code[index - 2].is("Converge")
  }

  /// The core imports nothing, and each target only what stands below it.
  static func imports(_ file: SourceFile) -> [TidyViolation] {
    guard let allowed = imports[file.target] else { return [] }
    return file.code.indices.dropLast().compactMap { index in
      guard file.code[index].is("import"), index == 0 || !file.code[index - 1].is(".") else {
        return nil
      }
      let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "var"]
      let isScoped = kinds.contains(file.code[index + 1].text) && index + 2 < file.code.count
      let module = file.code[isScoped ? index + 2 : index + 1]
      return allowed.contains(module.text)
        ? nil
        : TidyViolation(
          file.path, line: module.line, "\(file.target) may not import `\(module.text)`")
    }
  }
}
