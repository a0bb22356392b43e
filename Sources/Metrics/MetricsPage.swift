/// Writes metrics in the text form of Prometheus or OpenMetrics, which differ in details.
struct MetricsPage {
    private let isOpenMetrics: Bool
    private var text = ""

    init(isOpenMetrics: Bool) { self.isOpenMetrics = isOpenMetrics }

    mutating func gauge(_ name: String, _ help: String, _ values: [([String: String], Int)]) {
        family(name, type: "gauge", help)
        samples(name, values)
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        gauge(name, help, [([:], value)])
    }

    /// OpenMetrics names the family without the `_total` that its samples have.
    mutating func counter(_ name: String, _ help: String, _ values: [([String: String], Int)]) {
        family(isOpenMetrics ? name : name + "_total", type: "counter", help)
        samples(name + "_total", values)
    }

    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        counter(name, help, [([:], value)])
    }

    /// Writes a histogram of durations in seconds.
    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        family(name, type: "histogram", help)
        for (bound, count) in histogram.cumulative {
            sample(name + "_bucket", ["le": bound], count)
        }
        text += "\(name)_sum \(histogram.sum / .seconds(1))\n"
        sample(name + "_count", [:], histogram.count)
    }

    var finished: String { isOpenMetrics ? text + "# EOF\n" : text }

    private mutating func family(_ name: String, type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    /// Writes samples in a fixed order, so that pages can be compared.
    private mutating func samples(_ name: String, _ values: [([String: String], Int)]) {
        let written = values.map { (labels: Self.text(of: $0.0), value: $0.1) }
        for (labels, value) in written.sorted(by: { $0.labels < $1.labels }) {
            text += "\(name)\(labels) \(value)\n"
        }
    }

    private mutating func sample(_ name: String, _ labels: [String: String], _ value: Int) {
        text += "\(name)\(Self.text(of: labels)) \(value)\n"
    }

    private static func text(of labels: [String: String]) -> String {
        let pairs = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }
        return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
    }
}
