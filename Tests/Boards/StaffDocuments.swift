package import JSON

/// What a board shows to staff at one moment.
package protocol StaffDocuments {
    /// The document of a view, as staff get it; `nil` if there is none.
    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON?
}

/// The name of a view with its parameters, whose values need no encoding.
package func viewName(
    _ view: String, _ parameters: [(name: String, value: String)]
) -> String {
    let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return parameters.isEmpty ? view : "\(view)?\(query)"
}
