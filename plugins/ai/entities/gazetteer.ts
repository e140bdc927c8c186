import { readWords } from "../text/word-lists.ts";
import { getBaseLanguage } from "../text/words.ts";

// The largest and best-known cities, in English and, if their names differ, in German, French, Spanish and Italian.
const cities = new Set(
  (
    "Abidjan|Abu Dhabi|Accra|Addis Ababa|Adelaide|Ahmedabad|Algiers|Alexandria|Amman|Amsterdam|Ankara|Antwerp|Athens|Athen|" +
    "Athènes|Atenas|Atlanta|Auckland|Austin|Baghdad|Baku|Baltimore|Bangalore|Bangkok|Barcelona|Barcelone|Basel|Bâle|Beijing|" +
    "Peking|Pékin|Pekín|Beirut|Belgrade|Belgrad|Berlin|Bern|Berne|Bilbao|Birmingham|Bogotá|Bologna|Bonn|Bordeaux|Boston|" +
    "Brasília|Bratislava|Bremen|Brisbane|Bristol|Brussels|Brüssel|Bruxelles|Bruselas|Bucharest|Bukarest|Budapest|Buenos Aires|" +
    "Cairo|Kairo|Le Caire|Calgary|Cambridge|Canberra|Cape Town|Kapstadt|Caracas|Cardiff|Casablanca|Chengdu|Chennai|Chicago|" +
    "Cologne|Köln|Copenhagen|Kopenhagen|Copenhague|Cracow|Kraków|Krakau|Dallas|Damascus|Damaskus|Delhi|Denver|Detroit|Dhaka|" +
    "Doha|Dortmund|Dresden|Dubai|Dublin|Düsseldorf|Edinburgh|Essen|Florence|Florenz|Firenze|Frankfurt|Frankfurt am Main|Gdańsk|Geneva|" +
    "Genf|Genève|Ginebra|Genoa|Genova|Glasgow|Gothenburg|Göteborg|Graz|Guangzhou|Hamburg|Hanoi|Hannover|Hanover|Havana|Helsinki|" +
    "Hiroshima|Ho Chi Minh City|Hong Kong|Hongkong|Houston|Hyderabad|Innsbruck|Istanbul|Jakarta|Jerusalem|Johannesburg|Kabul|" +
    "Karachi|Kathmandu|Kiev|Kyiv|Kinshasa|Kolkata|Kuala Lumpur|Kyoto|Lagos|Lahore|Las Vegas|Lausanne|Leeds|Leipzig|Lille|" +
    "Lima|Lisbon|Lissabon|Lisbonne|Lisboa|Liverpool|Ljubljana|London|Londres|Londra|Los Angeles|Luanda|Lucerne|Luzern|Lyon|" +
    "Madrid|Málaga|Malmö|Manchester|Manila|Marseille|Medellín|Melbourne|Mexico City|Miami|Milan|Mailand|Milano|Minneapolis|" +
    "Minsk|Montevideo|Montreal|Montréal|Moscow|Moskau|Moscou|Moscú|Mumbai|Munich|München|Nagoya|Nairobi|Nantes|Naples|Neapel|" +
    "Napoli|New Delhi|New Orleans|New York|New York City|Nice|Nizza|Nottingham|Nuremberg|Nürnberg|Odessa|Osaka|Oslo|Ottawa|Oxford|" +
    "Panama City|Paris|Perth|Philadelphia|Phoenix|Pittsburgh|Porto|Portland|Prague|Prag|Pretoria|Pyongyang|Quito|Rabat|" +
    "Reykjavík|Riga|Rio de Janeiro|Riyadh|Rome|Rom|Roma|Rotterdam|Saigon|Salzburg|San Diego|San Francisco|San José|Santiago|" +
    "São Paulo|Sapporo|Sarajevo|Seattle|Seoul|Seville|Sevilla|Shanghai|Shenzhen|Singapore|Singapur|Sofia|Stockholm|Strasbourg|" +
    "Straßburg|Stuttgart|Sydney|Taipei|Tallinn|Tbilisi|Tehran|Teheran|Tel Aviv|The Hague|Den Haag|Thessaloniki|Tokyo|Tokio|" +
    "Toronto|Toulouse|Tripoli|Tunis|Turin|Torino|Utrecht|Valencia|Vancouver|Venice|Venedig|Venezia|Vienna|Wien|Vienne|Viena|" +
    "Vilnius|Warsaw|Warschau|Varsovie|Wellington|Winnipeg|Wuhan|Zagreb|Zurich|Zürich|" +
    "東京|大阪|京都|横浜|名古屋|札幌|福岡|北京|上海|香港|台北|广州|深圳|القاهرة|بغداد|دمشق|بيروت|الرياض|دبي|Москва|Киев|Київ|Санкт-Петербург|" +
    "Europe|Europa|Asia|Asien|Africa|Afrika|North America|South America|Latin America|Antarctica|Middle East|" +
    "Augsburg|Bielefeld|Bochum|Braunschweig|Chemnitz|Cottbus|Darmstadt|Duisburg|Erfurt|Flensburg|Freiburg|Görlitz|Göttingen|Heidelberg|Heilbronn|Hildesheim|Ingolstadt|Jena|Karlsruhe|Kassel|Kiel|Koblenz|Konstanz|Krefeld|Leverkusen|Linz|Lübeck|Ludwigshafen|Magdeburg|Mainz|Mannheim|Münster|Oldenburg|Osnabrück|Paderborn|Passau|Potsdam|Regensburg|Rostock|Saarbrücken|Schwerin|Siegen|St. Gallen|Tübingen|Ulm|Weimar|Wiesbaden|Winterthur|Wolfsburg|Wuppertal|Würzburg|Zwickau|" +
    "Sachsen|Thüringen|Hessen|Brandenburg|Niedersachsen|Nordrhein-Westfalen|Rheinland-Pfalz|Saarland|Schleswig-Holstein|Mecklenburg-Vorpommern|Sachsen-Anhalt|Baden-Württemberg|Tirol|Steiermark|Kärnten|Rhein|Elbe|Donau|Nordsee|Ostsee|Alpen|" +
    "Alicante|Almería|Cádiz|Gijón|Granada|Huelva|La Coruña|Logroño|Murcia|Oviedo|Pamplona|Salamanca|Santander|San Sebastián|Tarragona|Valladolid|Zaragoza|Andalucía|Cataluña|Galicia|Asturias|Aragón|Extremadura|Castilla y León|Navarra|País Vasco|Canarias|Baleares|Guadalajara|Monterrey|Puebla|Tijuana|Barranquilla|Guayaquil|Cuzco|Valparaíso|La Habana|Mar del Norte|Mar Mediterráneo|Bruselas|" +
    "Almere|Amersfoort|Apeldoorn|Arnhem|Delft|Deventer|Dordrecht|Eindhoven|Enschede|Gouda|Groningen|Haarlem|Leeuwarden|Leiden|Lelystad|Maastricht|Nijmegen|Tilburg|Venlo|Zaandam|Zandvoort|Zwolle|Antwerpen|Brugge|Brussel|Gent|Leuven|Mechelen|Luik|Londen|Parijs|Berlijn|Friesland|Drenthe|Overijssel|Gelderland|Flevoland|Noord-Holland|Zuid-Holland|Noord-Brabant|Limburg|Zeeland|Vlaanderen|Wallonië|Noordzee|" +
    "Alabama|Alaska|Arizona|Arkansas|Colorado|Connecticut|Hawaii|Idaho|Illinois|Iowa|Kansas|Kentucky|Louisiana|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Utah|Vermont|West Virginia|Wisconsin|Wyoming|" +
    "California|Texas|Florida|Bavaria|Bayern|Scotland|Wales|England|Catalonia|Silicon Valley|Manhattan|Brooklyn|Hollywood"
  ).split("|"),
);

// "Turkey", "Chad", "Georgia" and "Jordan" are countries despite their other meanings; these are usually words.
const ambiguous = new Set(["Man", "Chad", "Guinea", "Mali", "Niger", "Togo", "Essen", "Nice"]);
/** Country names that are missing in Unicode CLDR. */
const otherNames = [
  ["Turkey", "TR"],
  ["Czech Republic", "CZ"],
  ["Burma", "MM"],
  ["Holland", "NL"],
] as const;
const byLanguage = new Map<string, ReadonlyMap<string, string>>();

/** Returns the countries of the world by their names in a language, with their ISO 3166-1 codes. */
function countriesIn(language: string): ReadonlyMap<string, string> {
  const code = getBaseLanguage(language);
  const known = byLanguage.get(code);
  if (known) return known;
  const names = new Map<string, string>();
  for (const tag of code === "en" ? ["en"] : ["en", code]) {
    const display = new Intl.DisplayNames([tag], { type: "region", fallback: "none" });
    const short = new Intl.DisplayNames([tag], {
      type: "region",
      style: "short",
      fallback: "none",
    });
    for (const region of regions()) {
      for (const name of [display.of(region), short.of(region)])
        if (name && name !== region) names.set(name, region);
    }
  }
  for (const name of ["USA", "U.S.", "U.S.A.", "United States of America", "America"])
    names.set(name, "US");
  for (const name of ["UK", "U.K.", "Britain", "Great Britain"]) names.set(name, "GB");
  for (const [name, region] of otherNames) names.set(name, region);
  byLanguage.set(code, names);
  return names;
}

// Codes that aren't current countries: unions, shared regions, codes reserved for tests, and codes of ISO 3166-3
// or other uses whose name belongs to a country with another code.
const noCountry = new Set(
  readWords(
    "EU EZ UN QO XA XB ZZ CP TA AC DG EA IC AN BU CS DD DY FX HV NH NT RH SU TP UK VD YD YU ZR",
  ),
);

function* regions(): Generator<string> {
  for (let first = 65; first <= 90; first++)
    for (let second = 65; second <= 90; second++) {
      const region = String.fromCharCode(first, second);
      if (!noCountry.has(region) && !/^X[^K]|^Q/.test(region)) yield region;
    }
}

/** Returns the country code or the name of a place, and the confidence. */
export function findPlace(name: string, language: string) {
  const country = countriesIn(language).get(name);
  const confidence = ambiguous.has(name) ? 0.5 : 0.92;
  if (country) return { type: "location", normalized: country, confidence };
  return cities.has(name)
    ? { type: "location", normalized: name, confidence: confidence - 0.02 }
    : undefined;
}
