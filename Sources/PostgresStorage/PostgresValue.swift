/// A parameter of a statement, in PostgreSQL's binary format.
enum PostgresValue {
    case integer(Int64)
    case text(String)
    /// Text as its UTF-8.
    case utf8([UInt8])
    case bytes([UInt8])
    case boolean(Bool)
    case null
    /// An array of `bigint`.
    case integers([Int64])
    /// An array of `text`, each as its UTF-8; `nil` stands for NULL.
    case texts([[UInt8]?])
    /// An array of `bytea`; `nil` stands for NULL.
    case blobs([[UInt8]?])

    static func optional(_ text: String?) -> PostgresValue { text.map(text(_:)) ?? .null }
    static func optional(_ number: Int64?) -> PostgresValue { number.map(integer(_:)) ?? .null }
    static func optional(_ bytes: [UInt8]?) -> PostgresValue { bytes.map(bytes(_:)) ?? .null }
    static func integer(_ number: Int) -> PostgresValue { .integer(Int64(number)) }

    private enum TypeNumber {
        static let bytea: UInt32 = 17
        static let bigint: UInt32 = 20
        static let text: UInt32 = 25
    }

    /// Appends the value.
    ///
    /// - Returns: `false` for NULL, which has no bytes.
    func write(to buffer: inout [UInt8]) -> Bool {
        switch self {
        case .integer(let number): buffer.append(bigEndian: number)
        case .text(let text): buffer.append(contentsOf: text.utf8)
        case .utf8(let bytes), .bytes(let bytes): buffer.append(contentsOf: bytes)
        case .boolean(let value): buffer.append(value ? 1 : 0)
        case .null: return false
        case .integers(let numbers):
            Self.writeHead(of: TypeNumber.bigint, numbers.count, hasNull: false, to: &buffer)
            for number in numbers {
                buffer.append(bigEndian: Int32(8))
                buffer.append(bigEndian: number)
            }
        case .texts(let texts): Self.write(texts, of: TypeNumber.text, to: &buffer)
        case .blobs(let blobs): Self.write(blobs, of: TypeNumber.bytea, to: &buffer)
        }
        return true
    }

    private static func write(
        _ elements: [[UInt8]?], of type: UInt32, to buffer: inout [UInt8]
    ) {
        writeHead(of: type, elements.count, hasNull: elements.contains { $0 == nil }, to: &buffer)
        for element in elements {
            buffer.append(bigEndian: element.map { Int32($0.count) } ?? -1)
            if let element { buffer.append(contentsOf: element) }
        }
    }

    /// Writes the number of dimensions, whether there are NULLs, the elements' type, and the number
    /// of elements and of the first one (`array_recv` in PostgreSQL's `arrayfuncs.c`).
    private static func writeHead(
        of type: UInt32, _ count: Int, hasNull: Bool, to buffer: inout [UInt8]
    ) {
        buffer.append(bigEndian: Int32(1))
        buffer.append(bigEndian: Int32(hasNull ? 1 : 0))
        buffer.append(bigEndian: type)
        buffer.append(bigEndian: Int32(count))
        buffer.append(bigEndian: Int32(1))
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

/// A statement with its parameters.
struct PostgresStatement {
    let text: String
    let values: [PostgresValue]

    init(_ text: String, _ values: PostgresValue...) { self.init(text, all: values) }

    init(_ text: String, all values: [PostgresValue]) {
        self.text = text
        self.values = values
    }
}
