extension Venue {
    /// Whether all reasons of a rejection are declared, so that catalogues can contain them.
    func declares(_ rejection: Rejection) -> Bool {
        let reasons = rejection.problems.map(\.reason) + [rejection.reason].compactMap(\.self)
        let declared = ProblemDeclaration.ofEveryBoard + tip.flatMap(\.declaration.problems)
        return reasons.flatMap(\.problems).allSatisfy(declared.contains)
    }
}
