extension RandomAccessCollection {
    /// The index of the first element for which the predicate holds. It must hold for all elements
    /// after that.
    @inlinable
    package func partitionPoint(where isBeyond: (Element) -> Bool) -> Index {
        var start = startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = index(start, offsetBy: half)
            if isBeyond(self[middle]) {
                count = half
            } else {
                start = index(after: middle)
                count -= half + 1
            }
        }
        return start
    }
}
