// @ts-check
import { pageLanguage } from "../../../js/ui/page.js";

/**
 * Large cities, and names of cities and countries, by the last part of a zone's present name, and written as in these.
 * @type {Record<string, string>}
 */
const names = {
    Cairo: "Alexandria,Kairo,Egypt",
    Casablanca: "Marrakesh,Marrakech,Rabat,Tangier,Maroc",
    Johannesburg: "Cape_Town,Durban,Pretoria",
    Lagos: "Abuja,Kano",
    Bogota: "Medellin,Cali,Cartagena,Barranquilla",
    Buenos_Aires: "Rosario,La_Plata",
    Chicago: "Dallas,Houston,Austin,San_Antonio,Minneapolis,New_Orleans,Nashville,Memphis,St_Louis",
    Denver: "Salt_Lake_City,Albuquerque,El_Paso,Colorado_Springs",
    Edmonton: "Calgary",
    Guayaquil: "Quito",
    Lima: "Cusco,Arequipa",
    Los_Angeles: "San_Francisco,San_Diego,San_Jose,Seattle,Portland,Las_Vegas,Sacramento",
    Mexico_City: "Ciudad_de_México,CDMX,Guadalajara,Puebla,Oaxaca,Leon,Queretaro",
    New_York: "Nueva_York,Boston,Washington,Philadelphia,Miami,Atlanta,Orlando,Tampa,Charlotte,Pittsburgh",
    Phoenix: "Tucson,Arizona",
    Santiago: "Valparaiso,Concepcion",
    Sao_Paulo: "Rio_de_Janeiro,Brasilia,Belo_Horizonte,Curitiba,Porto_Alegre",
    Toronto: "Montreal,Ottawa,Quebec,Hamilton",
    Vancouver: "Victoria",
    Kolkata: "Mumbai,Bombay,Delhi,Bangalore,Bengaluru,Chennai,Hyderabad,Pune,Ahmedabad,Goa",
    Dubai: "Abu_Dhabi",
    Jakarta: "Bandung,Yogyakarta,Surabaya",
    Jerusalem: "Tel_Aviv,Haifa",
    Karachi: "Lahore,Islamabad",
    Makassar: "Bali,Denpasar",
    Manila: "Cebu,Davao,Quezon_City",
    Riyadh: "Jeddah,Mecca,Medina",
    Ho_Chi_Minh: "Saigon,Hanoi,Da_Nang",
    Shanghai: "Beijing,Peking,Guangzhou,Shenzhen,Chengdu,Hangzhou,Wuhan",
    Seoul: "Busan,Incheon",
    Tokyo: "Tokio,Osaka,Kyoto,Kioto,Nagoya,Sapporo,Fukuoka,Yokohama,Hiroshima",
    Brisbane: "Gold_Coast,Cairns",
    Sydney: "Canberra,Newcastle,Wollongong",
    Athens: "Athen,Atenas,Thessaloniki,Greece,Grecia",
    Berlin: "Munich,München,Hamburg,Frankfurt,Köln,Cologne,Stuttgart,Düsseldorf,Leipzig,Bremen,Hannover,Nürnberg," +
        "Dresden,Germany,Deutschland,Alemania",
    Brussels: "Brüssel,Bruxelles,Bruselas,Antwerp,Gent,Belgium,Bélgica",
    Copenhagen: "Kopenhagen,København,Copenhague,Aarhus",
    Dublin: "Cork,Galway",
    Istanbul: "Ankara,Izmir,Antalya",
    Kyiv: "Kiew,Lviv,Odesa,Kharkiv",
    Lisbon: "Lissabon,Lisboa,Porto,Portugal",
    London: "Londres,Manchester,Birmingham,Edinburgh,Glasgow,Liverpool,Bristol,Leeds,Cardiff,Belfast,England," +
        "Scotland,Wales",
    Madrid: "Barcelona,Valencia,Sevilla,Seville,Bilbao,Málaga,Zaragoza,San_Sebastián,Granada,España,Spain",
    Moscow: "Moskau,Moscú,Saint_Petersburg",
    Paris: "Lyon,Marseille,Nice,Bordeaux,Toulouse,Nantes,Strasbourg,Lille,France,Francia,Frankreich",
    Prague: "Prag,Praha,Praga,Brno",
    Rome: "Rom,Roma,Milan,Milano,Mailand,Naples,Napoli,Turin,Torino,Florence,Firenze,Florencia,Venice,Venezia," +
        "Bologna,Palermo,Genova,Italy,Italia,Italien",
    Stockholm: "Göteborg,Gothenburg,Malmö",
    Vienna: "Wien,Viena,Vienne,Graz,Salzburg,Innsbruck,Linz,Austria,Österreich",
    Warsaw: "Warschau,Warszawa,Varsovia,Kraków,Krakow,Gdańsk,Wrocław,Poznań",
    Zurich: "Geneva,Genève,Genf,Ginebra,Basel,Bern,Lausanne,Luzern,Switzerland,Schweiz,Suiza,Suisse",
    Auckland: "Wellington,Christchurch,Queenstown",
};

/**
 * Other words by which people find a zone: its country or city in the page's language, and large cities.
 * @param {string} timeZone
 * @param {string} label its present name: `Asia/Kolkata`
 */
export function otherNames(timeZone, label) {
    let own = "";
    try {
        const format = new Intl.DateTimeFormat(pageLanguage(), { timeZone, timeZoneName: "shortGeneric" });
        own = format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value ?? "";
    } catch {
        // The browser does not know such names.
    }
    return `${own} ${names[label.replace(/.*\//, "").replaceAll(" ", "_")] ?? ""}`;
}
