import BoardKit
import HouseBoard
import JSON
import ScreenClient
import Sync
import TestBoards

/// The required content of every view, computed event by event from the flushed journal, without a
/// venue: whole documents after each revision.
final class Truth {
    struct Form: Hashable {
        var view: String
        var isMasked: Bool
    }

    struct Version {
        /// The last revision that changed the document.
        var rev: Int
        var document: JSON
    }

    private struct Moment {
        var boards: [any Board]
        var versions: [Form: Version]
    }

    private let judge: Judge
    /// The views by name.
    private let views: [String: ViewDeclaration]
    private(set) var events: [Event] = []
    private(set) var effects: EffectLedger
    private(set) var revs: [String: Int] = [:]
    /// The numbers of every name that a party, or a friend in a round, has had.
    private(set) var numbers: [String: Set<Int>] = [:]
    /// The revisions by which friends have joined each round.
    private(set) var friends: [String: Set<Int>] = [:]
    /// Every label setting that the venue has had.
    private(set) var labels: Set<LabelPrivacy>
    private var moments: [Moment]
    private var hashes: [Form: [Int: String]] = [:]
    private var added: Set<Int> = []
    private var compared: [Form: Set<Int>] = [:]

    var rev: Int { events.count }

    init(_ boards: [any Board], of record: VenueRecord, judge: Judge) {
        self.judge = judge
        effects = EffectLedger(venue: record.slug, epoch: record.epoch)
        labels = Self.labels(of: boards)
        views = Dictionary(
            boards.flatMap(\.declaration.views).map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first })
        var versions: [Form: Version] = [:]
        for board in boards {
            for (view, document) in board.emptyDocuments {
                for isMasked in [false, true] {
                    versions[Form(view: view, isMasked: isMasked)] = Version(
                        rev: 0, document: document.json)
                }
            }
        }
        moments = [Moment(boards: boards, versions: versions)]
    }

    private static func labels(of boards: [any Board]) -> Set<LabelPrivacy> {
        Set(boards.compactMap { ($0 as? House)?.settings.labels })
    }

    /// Returns the form in which a role sees the view.
    func form(of view: String, for role: Role) -> Form {
        Form(view: view, isMasked: views[view]?.maskedFor.contains(role) ?? false)
    }

    /// Whether a view has parameters, so that it is made on request.
    func isRequested(_ view: String) -> Bool {
        views[ViewRequest.label(of: view)]?.parameters.isEmpty == false
    }

    /// Returns the content of a view as of a revision of the venue.
    func version(_ form: Form, at rev: Int) -> Version? {
        moments.indices.contains(rev) ? moments[rev].versions[form] : nil
    }

    /// Returns the hash of the content, by the client's own rules.
    func hash(_ form: Form, at rev: Int) -> String? {
        guard let version = version(form, at: rev) else { return nil }
        if let known = hashes[form]?[version.rev] { return known }
        let hash = DocumentHash(of: version.document).text
        hashes[form, default: [:]][version.rev] = hash
        return hash
    }

    /// Returns whether this is the first comparison of the document.
    func isFirst(_ form: Form, at rev: Int) -> Bool {
        compared[form, default: []].insert(rev).inserted
    }

    /// Returns a guest's personal view as of a revision of the venue.
    func personal(_ view: String, _ subject: Subject, at rev: Int) -> Version? {
        guard moments.indices.contains(rev) else { return nil }
        let personal = moments[rev].boards.lazy.compactMap {
            $0.personalDocument(view: view, subject: subject)
        }.first
        return personal.map { Version(rev: $0.rev, document: $0.document.json) }
    }

    /// Returns the content of a view with parameters as of a revision of the venue.
    ///
    /// - Parameter view: a view whose values need no decoding.
    func document(of view: String, at rev: Int, for role: Role = .host) -> JSON? {
        guard moments.indices.contains(rev) else { return nil }
        let query = view.drop { $0 != "?" }.dropFirst().split(separator: "&")
        let pairs = query.map { $0.split(separator: "=").map(String.init) }
        let request = ViewRequest(
            view: ViewRequest.label(of: view),
            arguments: Dictionary(
                pairs.map { ($0[0], .string($0[1])) }, uniquingKeysWith: { first, _ in first }),
            name: view)
        let board = board(view.prefix { $0 != "/" }, at: rev)
        guard let board, let document = try? board.document(of: request).json else { return nil }
        guard form(of: request.view, for: role).isMasked else { return document }
        return document.members.map { members in
            .object(
                members.mapValues { member in
                    member.members.map { .object($0.mapValues(board.masked)) } ?? member
                })
        }
    }

    /// Returns the result of an event for its sender.
    func result(of event: Event) -> JSON? {
        board(event.board[...], at: event.rev)?.result(of: event)
    }

    private func board(_ name: Substring, at rev: Int) -> (any Board)? {
        moments[rev].boards.first { $0.name == name }
    }

    /// Whether the tasting's programme is being read, as of the last revision.
    var followsProgramme: Bool { tasting?.connectors.isEmpty == false }
    /// The text of the programme; `nil` while the board says that it is stale.
    var programmeText: String? { tasting?.programmeText }
    /// The number of open sign-ups, and the number that the programme's server knows.
    var announcement: (openCount: Int, announced: Int?)? { tasting?.announcement }

    private var tasting: TastingBoard? { board("tasting", at: rev) as? TastingBoard }

    /// Appends an event that the disk has flushed.
    func append(_ event: Event) {
        judge.expect(event.rev == rev + 1, "the journal has revision \(event.rev) after \(rev)")
        judge.expect(
            events.last.map { $0.at <= event.at } ?? true || event.recordsSetBack,
            "time goes back at \(event.rev)")
        if let id = event.mutationID, let first = revs.updateValue(event.rev, forKey: id) {
            judge.report("the mutation \(id) made revision \(first) and revision \(event.rev)")
        }
        guard judge.violation == nil else { return }
        countParty(event)
        countFriend(event)
        events.append(event)
        var moment = moments[moments.count - 1]
        for index in moment.boards.indices {
            let changes = moment.boards[index].observe(event)
            let board = moment.boards[index]
            for change in changes {
                Self.carryOut(change, of: event.rev, isMasked: false, board, &moment.versions)
                Self.carryOut(change, of: event.rev, isMasked: true, board, &moment.versions)
            }
        }
        if let fault = effects.take(event, moment.boards.flatMap { $0.effects(of: event) }) {
            judge.report(fault)
        }
        labels.formUnion(Self.labels(of: moment.boards))
        moments.append(moment)
    }

    private static func carryOut(
        _ change: RowChange, of rev: Int, isMasked: Bool, _ board: any Board,
        _ versions: inout [Form: Version]
    ) {
        let form = Form(view: change.view, isMasked: isMasked)
        guard var version = versions.removeValue(forKey: form),
            case .object(var members) = version.document
        else { return }
        version.document = .null
        if let row = change.row {
            var rows = members.removeValue(forKey: change.member)?.members ?? [:]
            rows[row] = isMasked ? change.value.map(board.masked) : change.value
            members[change.member] = .object(rows)
        } else {
            // Members of settings contain no secrets.
            members[change.member] = change.value
        }
        version.document = .object(members)
        version.rev = rev
        versions[form] = version
    }

    private func countFriend(_ event: Event) {
        guard event.board == "nearby", let name = event.data["who"]?.text else { return }
        numbers[event.subject, default: []].formUnion(
            Marker.all(in: Array(name.utf8)).map(\.number))
        friends[event.subject, default: []].insert(event.rev)
    }

    private func countParty(_ event: Event) {
        guard event.board == "waitlist", let name = event.data["name"]?.text else { return }
        let marked = Marker.all(in: Array(name.utf8)).map(\.number)
        numbers[event.subject, default: []].formUnion(marked)
        guard event.kind == "added", let number = marked.first else { return }
        judge.expect(added.insert(number).inserted, "the party \(number) came twice")
    }
}
