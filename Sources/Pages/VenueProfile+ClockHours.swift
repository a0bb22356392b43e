import BoardKit

extension VenueProfile {
    /// How far the clocks of the house count: to 12, as 8:44 PM, or to 24, by its time zone and its
    /// own language.
    var clockHours: Int {
        let region = String(timeZone.prefix { $0 != "/" })
        // Canadians who speak French count to 24, and so do the French of other American zones.
        if ["America", "Canada"].contains(region), languages[0] == .french { return 24 }
        if Self.regionsTo12.contains(region) {
            return Self.otherZonesTo24.contains(timeZone) ? 24 : 12
        }
        return Self.zonesTo12.contains(timeZone) ? 12 : 24
    }

    /// The regions whose zones count to 12, except for `otherZonesTo24`.
    private static let regionsTo12: Set = ["America", "Australia", "Canada", "Pacific", "US"]

    // The zones of `zone.tab`, by what the CLDR's `timeData` prefers in their countries.

    private static let otherZonesTo24 = names(
        """
        America/Anguilla America/Araguaina America/Aruba America/Bahia America/Belem \
        America/Belize America/Boa_Vista America/Campo_Grande America/Cayenne America/Cuiaba \
        America/Curacao America/Danmarkshavn America/Eirunepe America/Fortaleza America/Godthab \
        America/Guadeloupe America/Kralendijk America/Lower_Princes America/Maceio America/Manaus \
        America/Marigot America/Martinique America/Miquelon America/Montserrat America/Noronha \
        America/Nuuk America/Paramaribo America/Port-au-Prince America/Porto_Velho America/Recife \
        America/Rio_Branco America/Santarem America/Sao_Paulo America/Scoresbysund \
        America/St_Barthelemy America/Thule Pacific/Fakaofo Pacific/Funafuti Pacific/Gambier \
        Pacific/Marquesas Pacific/Nauru Pacific/Niue Pacific/Norfolk Pacific/Noumea \
        Pacific/Pitcairn Pacific/Rarotonga Pacific/Tahiti Pacific/Wallis
        """)

    private static let zonesTo12 = names(
        """
        Africa/Accra Africa/Addis_Ababa Africa/Algiers Africa/Asmara Africa/Banjul Africa/Blantyre \
        Africa/Cairo Africa/Djibouti Africa/El_Aaiun Africa/Freetown Africa/Juba Africa/Khartoum \
        Africa/Lusaka Africa/Maseru Africa/Mbabane Africa/Mogadishu Africa/Monrovia \
        Africa/Ndjamena Africa/Nouakchott Africa/Tripoli Africa/Tunis Africa/Windhoek Asia/Aden \
        Asia/Amman Asia/Baghdad Asia/Bahrain Asia/Beirut Asia/Brunei Asia/Calcutta Asia/Damascus \
        Asia/Dhaka Asia/Dubai Asia/Famagusta Asia/Gaza Asia/Hebron Asia/Hong_Kong Asia/Karachi \
        Asia/Kolkata Asia/Kuala_Lumpur Asia/Kuching Asia/Kuwait Asia/Macau Asia/Manila Asia/Muscat \
        Asia/Nicosia Asia/Phnom_Penh Asia/Pyongyang Asia/Qatar Asia/Riyadh Asia/Seoul \
        Asia/Singapore Asia/Taipei Asia/Thimphu Atlantic/Bermuda Europe/Athens Europe/Tirane
        """)

    private static func names(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").map(String.init))
    }
}
