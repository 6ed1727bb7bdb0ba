// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// A checkout of the editing traces of Joseph Gentle, packed by gzip as they come.
struct TraceFolder {
  let path: String

  func sequential(_ name: String, isUnicode: Bool = false) throws(WorkError) -> SequentialWork {
    let folder = "/sequential_traces/" + (isUnicode ? "" : "ascii_only/")
    return SequentialWork(try trace(folder + name), name: name, isUnicode: isUnicode)
  }

  func concurrent(_ name: String) throws(WorkError) -> ConcurrentWork {
    try ConcurrentWork(try trace("/concurrent_traces/" + name), name: name)
  }

  private func trace(_ name: String) throws(WorkError) -> Trace {
    let packed = path + name + ".json.gz"
    guard FileManager.default.isReadableFile(atPath: packed) else { throw .unreadable(packed) }
    let output = ChildProcess.run("gunzip", ["-c", packed])
    guard output.exitCode == 0 else { throw .malformed(packed, "gunzip cannot unpack it") }
    do throws(TraceError) {
      return try Trace(Array(output.standardOutput))
    } catch {
      throw .malformed(packed, error.description)
    }
  }
}
