// SPDX-License-Identifier: Apache-2.0

extension BenchCommand {
  /// What `--help` prints.
  static let helpText = """
    converge-bench: measures Converge on fixed work, and checks what comes out.

    usage: converge-bench [options]

    options:
      --workload LIST    workloads or parts of them, separated by commas, such as W1,W6 or
                         W8.B1.4,W2.rustcode (default all)
      --traces DIR       a checkout of the editing traces, for W1 to W5 and memory
      --runs N           timed runs of each measurement (default \(RunOptions.defaultRuns))
      --json FILE        write the records there
      --expected FILE    compare sizes and checksums with those of a file too

    exit codes: 0 all results were right, 1 one was wrong, 2 bad usage or unreadable input
    """
}
