import Transport

extension Station {
    /// Counts a request.
    ///
    /// - Returns: how long to wait when too many were made; `nil` when this one may be answered.
    func secondsToWait(before request: Request, on session: any Session) -> Int? {
        guard let connection = session.connection else { return nil }
        let verdict = { [self] in
            context.census.request(
                from: connection.remoteAddress, at: place(of: session), showing: request.secrets,
                now: loop.now)
        }
        switch verdict() {
        case .welcome: return nil
        case .tooMany(let seconds): return seconds
        case .isToBeLookedUp:
            // When the disk can't say, nobody is known.
            let isDevice = (try? Authenticator(context).recognizes(request.secrets)) == true
            return isDevice && verdict() == .welcome ? nil : 1
        }
    }
}
