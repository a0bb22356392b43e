/// The join link's id, made of the revision since which it is good: `j_8x`.
struct JoinLinkID: RevisionID {
    static let prefix = "j_"

    let rev: Int
}
