/// A notice's id, made of the revision that posted it: `n_8x`.
struct NoticeID: RevisionID {
    static let prefix = "n_"

    let rev: Int
}
