/// The notices of an evening: a few, each for half an hour or so.
enum NoticeCourse {
    private static let notices = [
        (text: "The terrace is open tonight.", isUrgent: false),
        (text: "Today's soup: roasted pumpkin.", isUrgent: false),
        (text: "The car at the entrance has its lights on.", isUrgent: true),
        (text: "Please stay near the door: tables are getting free.", isUrgent: false),
        (text: "The kitchen takes its last orders at half past nine.", isUrgent: true),
    ]

    static func steps(
        from first: Int, to last: Int, using random: inout SplitMix64
    ) -> [Rehearsal.Step] {
        var steps: [Rehearsal.Step] = []
        for notice in 0..<(2 + random.next(below: 2)) {
            let second = first + random.next(below: last - first + 1)
            let (text, isUrgent) = random.pick(from: notices)
            steps.append(
                Rehearsal.Step(
                    second: second, act: .notice(notice, .post(text: text, isUrgent: isUrgent))))
            steps.append(
                Rehearsal.Step(
                    second: second + 1_200 + random.next(below: 1_200),
                    act: .notice(notice, .clear)))
        }
        return steps
    }
}
