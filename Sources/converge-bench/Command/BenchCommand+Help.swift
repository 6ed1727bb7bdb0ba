// SPDX-License-Identifier: Apache-2.0

extension BenchCommand {
  /// What `--help` prints.
  static let helpText = """
    converge-bench: measures Converge on fixed work, and checks what comes out.

    usage: converge-bench [run] [options]
           converge-bench --growth [options]
           converge-bench report FILE… [--markdown FILE] [--svg FILE]
           converge-bench regress FILE [--update]
           converge-bench --help

    options of run:
      --workload LIST    workloads or parts of them, separated by commas, such as W1,W6 or
                         W8.B1.4,W2.rustcode (default all); SET is a set without a document
      --traces DIR       a checkout of the editing traces, for W1 to W5 and memory
      --runs N           timed runs of each measurement (default \(RunOptions.defaultRuns))
      --json FILE        write the records there
      --expected FILE    compare sizes and checksums with those of a file too

    options of --growth, which times operations on collections of up to a million elements:
      --growth-limit N   the greatest size (default 1000000)
      --collections LIST the collections, by their types' names (default all)
      --json FILE        write the findings there

    report lays records that run has written beside those of the peers' programs; of one
    measurement in several files the last counts. Without --markdown the table is printed.

    regress counts the instructions of fixed work with valgrind, and compares them with a
    record; --update writes the record anew.

    exit codes: 0 all results were right and nothing was worse than it may be, 1 something was,
    2 bad usage or unreadable input
    """
}
