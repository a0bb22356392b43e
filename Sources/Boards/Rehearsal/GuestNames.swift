/// Made-up names for a rehearsal's guests: first names of several languages, with an initial; and
/// phone numbers.
enum GuestNames {
    /// Returns a name as a host would write it.
    static func draw(using random: inout SplitMix64) -> String {
        let language = languages[random.index(weights: languages.map(\.weight))]
        let name = random.pick(from: language.names)
        return language.initials.isEmpty
            ? name : "\(name) \(random.pick(from: language.initials))."
    }

    /// Returns one of the numbers that are reserved for fiction, from +1 201 555 0100 to 0199.
    static func phone(using random: inout SplitMix64) -> String {
        "+12015550\(100 + random.next(below: 100))"
    }

    /// The number of different first names.
    static var count: Int { Set(languages.flatMap(\.names)).count }

    private struct Language {
        let weight: Int
        let names: [String]
        let initials: [String]

        init(_ weight: Int, _ names: String, initials: String) {
            self.weight = weight
            self.names = names.split(separator: " ").map(String.init)
            self.initials = initials.split(separator: " ").map(String.init)
        }
    }

    private static let languages = [
        Language(
            40,
            """
            Ada Amelia Ben Bruno Carla Carol Charlie Clara Daniel David Diana Edgar Ella Emil Emma \
            Eva Felix Fiona Grace Hannah Harry Hugo Ida Iris Jack James Jane Jonas Julia Karl Kate \
            Laura Leo Lily Louis Lucy Marco Maria Martin Maya Mia Nina Noah Nora Oliver Oscar Paul \
            Peter Rosa Ruby Sam Sara Simon Sofia Theo Tom Vera Victor Wendy Will Zoe
            """,
            initials: "A B C D E F G H J K L M N O P R S T V W"),
        Language(
            22,
            """
            André Åsa Béatrice Björn Chloé Dóra Élodie François Gisèle Günter Håkon Inés Íris João \
            José Jürgen Léa Łukasz Małgorzata Mónica Noël Ömer Øystein Raúl René Søren Şebnem Čeněk \
            Zoë Žofie Ünal Đorđe
            """,
            initials: "Á B Č D É F G H Ø K Ł M N Ö P Ř Š T Ü Ž"),
        Language(
            10, "Анна Борис Вера Дмитро Елена Иван Оксана Павел Світлана Юлия",
            initials: "А Б В Г Д К Л М Н П С Т"),
        Language(6, "Αλέξανδρος Ελένη Νίκος Σοφία Θάλεια", initials: "Α Β Γ Δ Κ Λ Μ Π Σ"),
        Language(
            8, "أحمد ليلى محمد نور فاطمة يوسف سارة خالد مريم زينب", initials: "أ ب ح خ ر س ع ف م ن"),
        Language(
            6, "נועה דוד יעל איתן מיכל אורי תמר שירה", initials: "א ב ג ד ה כ ל מ ש"),
        Language(4, "अनन्या रोहन प्रिया अर्जुन मीरा", initials: "क ग श स"),
        Language(
            12,
            """
            さくら 健太 陽菜 美咲 大輔 ゆい 翔太 王芳 李伟 陳美玲 張偉 小明 林佳 지우 서연 민준 하은 도윤
            """,
            initials: ""),
        Language(2, "Nguyễn สมชาย กานดา Thảo", initials: ""),
    ]
}
