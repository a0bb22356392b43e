/// The documents of subjects. Each exists while somebody watches it, once for all phones of the
/// guest.
extension Venue {
    /// Returns the log of a subject's document, or `nil` if the subject does not exist.
    func subjectLog(_ key: ViewKey) -> ViewLog? {
        guard let subject = key.subject, let board = board(ofView: key.name),
            let personal = board.personalDocument(view: key.name, subject: subject)
        else { return nil }
        let timeline = timeline(ofView: key.name)
        return ViewLog(
            of: key, epoch: timeline.epoch, document: personal.document,
            rev: isJournaled(view: key.name) ? personal.rev : timeline.rev, changedAt: timeline.at)
    }

    /// Makes the document of a subject, unless it exists.
    ///
    /// - Returns: `false` if the subject does not exist.
    mutating func makeSubjectView(_ key: ViewKey) -> Bool {
        if views[key] != nil { return true }
        guard let log = subjectLog(key), let subject = key.subject,
            let board = catalogue.boardIndex(ofView: key.name)
        else { return false }
        views[key] = log
        watched.add(ofSubject: key)
        watchedSubjects[board, default: WatchedSubjects()].insert(subject)
        return true
    }

    /// Updates the documents of the subjects that an event touches.
    ///
    /// - Parameters:
    ///   - index: the index of the board whose views they watch.
    ///   - renumbered: the event with the revision for the board's views that the journal does not
    ///     keep.
    mutating func showSubjects(
        of index: Int, _ event: Event, renumbered: Event, frames: inout [ViewFrame]
    ) {
        guard let subjects = watchedSubjects[index], subjects.count > 0 else { return }
        let board = shown[index]
        let names = board.declaration.views.lazy.filter { $0.scope == .personal }.map(\.name)
        for subject in board.subjects(touchedBy: event, among: subjects) {
            for name in names {
                let key = ViewKey(name: name, subject: subject)
                guard views.index(forKey: key) != nil else { continue }
                guard let personal = board.personalDocument(view: name, subject: subject) else {
                    end(key, because: Self.subjectIsGone)
                    continue
                }
                let isInMemory = memory[index] != nil
                change(key, frames: &frames) { log, _ in
                    isInMemory
                        ? log.update(to: personal.document, by: renumbered)
                        : log.update(to: personal, by: event)
                }
            }
        }
    }

    static let subjectIsGone = Rejection(.notFound, .viewIsGone)

    /// - Parameter name: the view's name, with or without its parameters.
    func board(ofView name: String) -> (any Board)? {
        catalogue.boardIndex(ofView: ViewRequest.label(of: name)).map { shown[$0] }
    }
}
