import CExpat
import PeerText

/// The element names that are interpreted: a namespace and a local part.
enum DAVName: String, CaseIterable {
    case multistatus = "DAV:\nmultistatus"
    case response = "DAV:\nresponse"
    case href = "DAV:\nhref"
    case status = "DAV:\nstatus"
    case propstat = "DAV:\npropstat"
    case prop = "DAV:\nprop"
    case error = "DAV:\nerror"
    case displayName = "DAV:\ndisplayname"
    case resourceType = "DAV:\nresourcetype"
    case collection = "DAV:\ncollection"
    case principal = "DAV:\nprincipal"
    case currentUserPrincipal = "DAV:\ncurrent-user-principal"
    case unauthenticated = "DAV:\nunauthenticated"
    case privileges = "DAV:\ncurrent-user-privilege-set"
    case privilege = "DAV:\nprivilege"
    case all = "DAV:\nall"
    case write = "DAV:\nwrite"
    case writeContent = "DAV:\nwrite-content"
    case bind = "DAV:\nbind"
    case etag = "DAV:\ngetetag"
    case syncToken = "DAV:\nsync-token"
    case validSyncToken = "DAV:\nvalid-sync-token"
    case calendar = "urn:ietf:params:xml:ns:caldav\ncalendar"
    case calendarHomes = "urn:ietf:params:xml:ns:caldav\ncalendar-home-set"
    case components = "urn:ietf:params:xml:ns:caldav\nsupported-calendar-component-set"
    case component = "urn:ietf:params:xml:ns:caldav\ncomp"
    case calendarData = "urn:ietf:params:xml:ns:caldav\ncalendar-data"
    case ctag = "http://calendarserver.org/ns/\ngetctag"
    case other = ""

    fileprivate static let byText = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

/// An XML element of an answer, with its children.
struct DAVElement {
    /// The limit on elements, which leaves room for a list of 20,000 events.
    static let elementsMax = 400_000
    static let depthMax = 32

    let name: DAVName
    /// The `name` attribute, the only one that is interpreted.
    let label: String?
    fileprivate(set) var children: [DAVElement] = []
    fileprivate(set) var bytes: [UInt8] = []

    /// The element's own text, trimmed.
    var text: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(ofPeer: bytes[first...last])
    }

    subscript(_ name: DAVName) -> DAVElement? { children.first { $0.name == name } }

    func all(_ name: DAVName) -> [DAVElement] { children.filter { $0.name == name } }

    /// The texts of the `href` elements.
    var hrefs: [String] { all(.href).map(\.text).filter { !$0.isEmpty } }

    /// Parses a document. Returns `nil` for malformed XML, a DOCTYPE or an exceeded limit.
    init?(reading bytes: [UInt8]) {
        let builder = DAVBuilder()
        var reader = expat_reader()
        reader.elements_max = Self.elementsMax
        reader.depth_max = Self.depthMax
        reader.begin = beginElement
        reader.text = addText
        reader.end = endElement
        reader.context = Unmanaged.passUnretained(builder).toOpaque()
        let outcome = withExtendedLifetime(builder) {
            bytes.withUnsafeBytes {
                expat_read(&reader, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
            }
        }
        guard outcome == expat_read_whole, let root = builder.root else { return nil }
        self = root
    }

    fileprivate init(_ name: DAVName, label: String?) {
        self.name = name
        self.label = label
    }
}

/// Builds the tree while expat reads.
private final class DAVBuilder {
    var root: DAVElement?
    private var open: [DAVElement] = []

    func begin(_ name: String, label: String?) {
        open.append(DAVElement(DAVName.byText[name] ?? .other, label: label))
    }

    func add(_ text: UnsafeRawBufferPointer) {
        guard let last = open.indices.last else { return }
        open[last].bytes += text
    }

    func end() {
        guard let element = open.popLast() else { return }
        if let last = open.indices.last {
            open[last].children.append(element)
        } else {
            root = element
        }
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> DAVBuilder? {
        context.map { Unmanaged<DAVBuilder>.fromOpaque($0).takeUnretainedValue() }
    }
}

// Top-level functions, because a closure passed to C must not be isolated to an actor.
private nonisolated func beginElement(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafePointer<UnsafePointer<CChar>?>?
) {
    guard let name else { return }
    var label: String?
    var place = 0
    while let attribute = attributes?[place], let value = attributes?[place + 1] {
        if String(cString: attribute) == "name" { label = String(cString: value).dividingMarks() }
        place += 2
    }
    DAVBuilder.of(context)?.begin(String(cString: name).dividingMarks(), label: label)
}

private nonisolated func addText(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int
) {
    DAVBuilder.of(context)?.add(UnsafeRawBufferPointer(start: bytes, count: count))
}

private nonisolated func endElement(_ context: UnsafeMutableRawPointer?) {
    DAVBuilder.of(context)?.end()
}
