package import JSON

/// The documents that boards show to staff at one moment.
package protocol StaffDocuments {
    /// Returns the document of a view for staff, or `nil` if there is none.
    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON?
}

/// Returns the name of a view with its parameters, whose values need no encoding.
package func viewName(
    _ view: String, _ parameters: [(name: String, value: String)]
) -> String {
    let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return parameters.isEmpty ? view : "\(view)?\(query)"
}
