import JSON

/// An operation of a JSON Patch (RFC 6902). The protocol uses only these three.
struct JSONPatch {
    enum Operation {
        case add(JSON)
        case remove
        case replace(JSON)
    }

    /// The operation can't be applied to this document, because it differs from the hub's.
    struct Misfit: Error {}

    let names: [String]
    let operation: Operation

    init(_ json: JSON) throws(Misfit) {
        guard let path = json["path"]?.text, let names = JSONPointer.names(path) else {
            throw Misfit()
        }
        self.names = names
        switch (json["op"]?.text, json["value"]) {
        case ("add", .some(let value)): operation = .add(value)
        case ("replace", .some(let value)): operation = .replace(value)
        case ("remove", _): operation = .remove
        default: throw Misfit()
        }
    }

    /// Applies the operation. If it throws, the document must not be used any more.
    func apply(to document: inout JSON) throws(Misfit) {
        try apply(to: &document, names[...])
    }

    private func apply(to value: inout JSON, _ names: ArraySlice<String>) throws(Misfit) {
        guard let name = names.first else {
            switch operation {
            case .add(let new), .replace(let new): value = new
            case .remove: throw Misfit()
            }
            return
        }
        let isTarget = names.count == 1
        // The member is moved out while it changes, so that nothing around it is copied.
        switch value {
        case .object(var members):
            value = .null
            if isTarget {
                try change(&members, name)
            } else {
                guard var member = members.removeValue(forKey: name) else { throw Misfit() }
                try apply(to: &member, names.dropFirst())
                members[name] = member
            }
            value = .object(members)
        case .array(var elements):
            value = .null
            if isTarget {
                try change(&elements, name)
            } else {
                let index = try Self.index(name, below: elements.count)
                try apply(to: &elements[index], names.dropFirst())
            }
            value = .array(elements)
        case .null, .bool, .number, .string: throw Misfit()
        }
    }

    private func change(_ members: inout [String: JSON], _ name: String) throws(Misfit) {
        switch operation {
        case .add(let new): members[name] = new
        case .replace(let new):
            guard members.updateValue(new, forKey: name) != nil else { throw Misfit() }
        case .remove:
            guard members.removeValue(forKey: name) != nil else { throw Misfit() }
        }
    }

    private func change(_ elements: inout [JSON], _ name: String) throws(Misfit) {
        switch operation {
        case .add(let new) where name == "-": elements.append(new)
        case .add(let new):
            elements.insert(new, at: try Self.index(name, below: elements.count + 1))
        case .replace(let new): elements[try Self.index(name, below: elements.count)] = new
        case .remove: elements.remove(at: try Self.index(name, below: elements.count))
        }
    }

    /// Reads digits without a leading zero (RFC 6901, 4).
    private static func index(_ name: String, below count: Int) throws(Misfit) -> Int {
        guard name.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            name == "0" || name.utf8.first != UInt8(ascii: "0"),
            let index = Int(name), index < count
        else { throw Misfit() }
        return index
    }
}
