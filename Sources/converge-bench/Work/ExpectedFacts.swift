// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// What every program that does this work must find: sizes and checksums of the streams of
/// operations and of the results.
struct ExpectedFacts {
  private let facts: JSONValue?

  /// The facts that this program was written with.
  static let builtIn = ExpectedFacts(try? JSONParser.parse(Array(builtInText.utf8)))

  init(_ facts: JSONValue?) {
    self.facts = facts
  }

  /// What is expected under a name, or nil.
  subscript(name: String) -> JSONValue? { facts?[name] }
}

extension ExpectedFacts {
  private static let builtInText = #"""
    {
    "W1 automerge-paper ascii": {"txns": 259778, "patches": 259778, "ops": 259778,
      "inserted_chars": 182315, "deleted_chars": 77463, "end_chars": 104852,
      "end_bytes": 104852, "end_fnv": "b9b60f23382faf42"},
    "W1 automerge-paper unicode": {"txns": 259778, "patches": 259778, "ops": 259778,
      "inserted_chars": 182315, "deleted_chars": 77463, "end_chars": 104852,
      "end_bytes": 104852, "end_fnv": "b9b60f23382faf42"},
    "W1 rustcode ascii": {"txns": 36981, "patches": 40173, "ops": 42397,
      "inserted_chars": 522531, "deleted_chars": 457313, "end_chars": 65218,
      "end_bytes": 65218, "end_fnv": "ffbddfa7b72aa860"},
    "W1 rustcode unicode": {"txns": 36981, "patches": 40173, "ops": 42397,
      "inserted_chars": 522531, "deleted_chars": 457313, "end_chars": 65218,
      "end_bytes": 65218, "end_fnv": "ffbddfa7b72aa860"},
    "W1 sveltecomponent ascii": {"txns": 18335, "patches": 19749, "ops": 21013,
      "inserted_chars": 93984, "deleted_chars": 75533, "end_chars": 18451,
      "end_bytes": 18451, "end_fnv": "d04856c6efb0b56a"},
    "W1 sveltecomponent unicode": {"txns": 18335, "patches": 19749, "ops": 21013,
      "inserted_chars": 93984, "deleted_chars": 75533, "end_chars": 18451,
      "end_bytes": 18451, "end_fnv": "d04856c6efb0b56a"},
    "W1 seph-blog1 ascii": {"txns": 137154, "patches": 137993, "ops": 140876,
      "inserted_chars": 212489, "deleted_chars": 155720, "end_chars": 56769,
      "end_bytes": 56769, "end_fnv": "959723126f801af2"},
    "W1 seph-blog1 unicode": {"txns": 137154, "patches": 137993, "ops": 140876,
      "inserted_chars": 212489, "deleted_chars": 155720, "end_chars": 56769,
      "end_bytes": 56769, "end_fnv": "959723126f801af2"},
    "W5 friendsforever": {"txns": 26078, "agents": 2, "patches": 26078, "ops": 26078,
      "imports": 26078, "end_chars": 21362, "end_fnv": "6476a0292b6a4d8a"},
    "W5 clownschool": {"txns": 23136, "agents": 3, "patches": 23182, "ops": 23182,
      "imports": 46272, "end_chars": 21148, "end_fnv": "3d698b327391ea2d"},
    "W6 local result": {"fnv_joined_by_newline": "c9ba9c1f6bcd44e3",
      "first3": ["item-09116", "item-00603", "item-03628"]},
    "W6 moves local": {"count": 100000, "first3": [[9414, 6005], [6836, 2585], [8828, 9731]]},
    "W6 moves A": {"count": 10000, "first3": [[6860, 841], [5905, 7893], [6586, 6527]]},
    "W6 moves B": {"count": 10000, "first3": [[6280, 6626], [5416, 7641], [7676, 1750]]},
    "W7 local result": {"keys": 10000, "fnv": "c1cf5feec136f7df"},
    "W7 favorites result": {"ops": 100000, "present": 4960, "fnv": "ea2f328112260f69"},
    "B1.1": {"ops": 6000, "result_len": 6000, "result_fnv": "36b390805e0f2d5c"},
    "B1.2": {"ops": 1, "result_len": 6000, "result_fnv": "d73dad2dfcfe646c"},
    "B1.3": {"ops": 6000, "result_len": 6000, "result_fnv": "01f1faeb347cc072"},
    "B1.4": {"ops": 6000, "result_len": 6000, "result_fnv": "d1e349af9b6296a2"},
    "B1.5": {"ops": 6000, "result_len": 35689, "result_fnv": "62818b0de1291aa4"},
    "B1.6": {"ops": 2, "result_len": 0, "result_fnv": "cbf29ce484222325"},
    "B1.7": {"ops": 6000, "result_len": 3245, "result_fnv": "d845a43cdea12739"},
    "B1.8": {"ops": 6000, "result_len": 6000, "result_fnv": "7b829ac179f2ee5f"},
    "B1.9": {"ops": 1, "result_len": 6000, "result_fnv": "ae76c897fdf1aeb1"},
    "B1.10": {"ops": 6000, "result_len": 6000, "result_fnv": "9eb193bc1fb90263"},
    "B1.11": {"ops": 6000, "result_len": 6000, "result_fnv": "ee7eea239a00140d"},
    "B2.1": {"ops": [1, 1], "fnv": ["6d93232df2124fe0", "543cbcc29bb670db"]},
    "B2.2": {"ops": [6000, 6000], "fnv": ["c0bfb77e9cf949e8", "45a912d3c14a047b"]},
    "B2.3": {"ops": [6000, 6000], "fnv": ["c28cf37102555417", "9b63c1ae1f52747d"]},
    "B2.4": {"ops": [12000, 12000], "fnv": ["fd2316736b658ec1", "5dff8aba0cddcde7"]}
    }
    """#
}
