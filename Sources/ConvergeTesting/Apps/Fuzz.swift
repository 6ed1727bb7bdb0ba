// SPDX-License-Identifier: Apache-2.0

public import Converge

/// The fuzzer for an app: its schema, what it does to a document, and what must hold.
///
/// A run lets a few devices do random actions, while what they tell each other comes late, twice,
/// out of order or as a whole state, transactions throw, and devices restart. After each step the
/// library's own checks are made and the app's invariants are asked. A failure is made small, and
/// thrown as an error that tells it in the app's words.
///
///     let fuzz = Fuzz(Wallpapers()) {
///       $0.edit("star a wallpaper") { edit, random in
///         edit.favorites.insert(random.one(of: "fog", "dune", "harbour"), at: 0)
///       }
///       $0.invariant("a favourite is listed once") { document in
///         Set(document.favorites).count == document.favorites.count
///       }
///     }
///     try fuzz.run(seeds: 1...200)
///
/// Closures must draw from their random source and read their document's clock, nothing else by
/// chance or by time: else a failure cannot be repeated.
public struct Fuzz<Fields: Schema>: Sendable {
  /// The devices' names; each run has some of them, two at least, the first ones.
  public let devices: [String]
  /// How many actions a run has.
  public let actions: ClosedRange<Int>
  /// Lends its schema to the documents of a run.
  let prototype: Document<Fields>
  private(set) var rules = AppRules()

  /// The devices of a run where an app names none.
  public static var defaultDevices: [String] { ["phone", "pad", "desk", "watch"] }

  /// Creates a fuzzer, and lets a closure declare what the app does and what must hold.
  ///
  /// - Parameters:
  ///   - schema: The app's schema.
  ///   - devices: The names of the devices.
  ///   - actions: How many actions a run has: short runs are quick and find most.
  ///   - declare: Declares actions, repairs and invariants.
  /// - Precondition: There are two to eight devices with different names, and one action at least.
  public init(
    _ schema: Fields, devices: [String] = defaultDevices, actions: ClosedRange<Int> = 5...60,
    _ declare: (inout Fuzz) -> Void
  ) {
    precondition(
      (2...8).contains(devices.count) && Set(devices).count == devices.count,
      "A run needs two to eight devices with names of their own.")
    precondition(actions.lowerBound > 0, "A run needs an action.")
    self.devices = devices
    self.actions = actions
    prototype = Document(schema, replica: ReplicaID(high: 0, low: 0), clock: .fixed(0))
    declare(&self)
  }

  // MARK: What the app does

  /// Declares an action: what the app does to its document, in as many transactions as it likes.
  ///
  /// What it throws fails the run; so does taking in another replica's changes, which is the run's
  /// business.
  ///
  /// - Parameters:
  ///   - name: The app's words for it, which show in a failure.
  ///   - weight: How often it is done, compared with the others.
  ///   - body: Does it.
  /// - Precondition: The weight is positive, and no other action has the name.
  public mutating func action(
    _ name: String, weight: Int = 1,
    _ body: @escaping @Sendable (inout Document<Fields>, inout RandomSource) throws -> Void
  ) {
    add(AppAction(name: name, weight: weight, perform: perform(body)))
  }

  /// Declares an action that is one transaction.
  ///
  /// Now and then a run has it throw in the end, and checks that everything is as it was.
  ///
  /// - Parameters:
  ///   - name: The app's words for it, which show in a failure.
  ///   - weight: How often it is done, compared with the others.
  ///   - body: Does it. What it throws fails the run.
  /// - Precondition: The weight is positive, and no other action has the name.
  public mutating func edit(
    _ name: String, weight: Int = 1,
    _ body: @escaping @Sendable (Transaction<Fields>, inout RandomSource) throws -> Void
  ) {
    add(
      AppAction(
        name: name, weight: weight,
        perform: perform { (document, random) in
          var failure: (any Error)?
          // A closure that can throw has the document copy what it changes; a failure ends the
          // run anyway.
          document.edit { transaction in
            do { try body(transaction, &random) } catch { failure = error }
          }
          if let failure { throw failure }
        },
        abandon: perform { (document, random) in
          do {
            try document.edit { transaction in
              try body(transaction, &random)
              throw Abandoned.onPurpose
            }
          } catch is Abandoned {}
        }))
  }

  /// Declares a repair: what the app does to put right what concurrent changes have left.
  ///
  /// A run does it as it does actions, at any time; and in the end, when all devices have heard of
  /// everything, on all of them again and again until it changes nothing. A repair that does not
  /// come to rest fails the run. What must hold only then is an invariant of `.settled`.
  ///
  /// - Parameters:
  ///   - name: The app's words for it, which show in a failure.
  ///   - weight: How often it is done, compared with the actions.
  ///   - body: Does it. It changes nothing where nothing is wrong.
  /// - Precondition: The weight is positive, and no other action has the name.
  public mutating func repair(
    _ name: String, weight: Int = 1,
    _ body: @escaping @Sendable (inout Document<Fields>) throws -> Void
  ) {
    var action = AppAction(
      name: name, weight: weight, perform: perform { (document, _) in try body(&document) })
    action.isRepair = true
    add(action)
  }

  private mutating func add(_ action: AppAction) {
    precondition(action.weight > 0, "An action is done in some runs.")
    precondition(
      !rules.actions.contains { $0.name == action.name }, "Two actions have one name.")
    rules.actions.append(action)
  }

  // MARK: What must hold

  /// Declares an invariant, which a document keeps or breaks.
  ///
  /// - Parameters:
  ///   - name: The app's words for it, which show in a failure.
  ///   - moment: When it must hold.
  ///   - holds: Whether a document keeps it. What it throws breaks it.
  /// - Precondition: No other invariant has the name.
  public mutating func invariant(
    _ name: String, when moment: InvariantMoment = .always,
    _ holds: @escaping @Sendable (Document<Fields>) throws -> Bool
  ) {
    invariant(name, when: moment, violation: { try holds($0) ? nil : "it does not hold" })
  }

  /// Declares an invariant that says how a document breaks it.
  ///
  /// - Parameters:
  ///   - name: The app's words for it, which show in a failure.
  ///   - moment: When it must hold.
  ///   - violation: How a document breaks it, or nil when it keeps it. What it throws breaks it.
  /// - Precondition: No other invariant has the name.
  public mutating func invariant(
    _ name: String, when moment: InvariantMoment = .always,
    violation: @escaping @Sendable (Document<Fields>) throws -> String?
  ) {
    precondition(
      !rules.invariants.contains { $0.name == name }, "Two invariants have one name.")
    let prototype = prototype
    rules.invariants.append(
      AppInvariant(name: name, moment: moment) { document in
        var document = document
        var typed = prototype
        typed.swapContents(with: &document)
        do { return try violation(typed) } catch { return "\(error)" }
      })
  }

  // MARK: Hiding the schema

  private enum Abandoned: Error {
    case onPurpose
  }

  /// An app's closure on a document that does not show its schema.
  private func perform(
    _ body: @escaping @Sendable (inout Document<Fields>, inout RandomSource) throws -> Void
  ) -> @Sendable (inout ReplicatedDocument, inout RandomSource) -> AppAction.Outcome {
    let prototype = prototype
    return { (document, random) in
      var typed = prototype
      typed.swapContents(with: &document)
      defer { typed.swapContents(with: &document) }
      do { try body(&typed, &random) } catch { return .threw("\(error)") }
      return .done
    }
  }
}
