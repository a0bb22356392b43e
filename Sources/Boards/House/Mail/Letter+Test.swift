package import BoardKit

extension Letter {
    /// Returns the message with which an owner tests the sender.
    package static func test(of houseName: String, in language: Language) -> Letter {
        switch language {
        case .spanish:
            Letter(
                subject: "Prueba de correo de \(houseName)",
                text: """
                    Este mensaje es una prueba de \(houseName).

                    Si lo está leyendo, el correo está bien configurado en Tablecast, y lo que envíe \
                    la casa llegará así. No hace falta que haga nada.
                    """)
        case .english, .german, .french, .italian:
            Letter(
                subject: "Test of mail from \(houseName)",
                text: """
                    This message is a test of \(houseName).

                    If you are reading it, mail is set up well in Tablecast, and what the house sends \
                    will arrive like this. There is nothing that you have to do.
                    """)
        }
    }
}
