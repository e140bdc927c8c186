import type { TextEntity } from "../recognize/found.ts";
import { readWords } from "../text/word-lists.ts";
import { noName } from "./name-words.ts";
import { openPatterns } from "./patterns.ts";

/** The best-known companies, clubs, parties and institutions whose names have no other meaning. */
const known = new Set(
  (
    "Volkswagen|BMW|Mercedes-Benz|Daimler|Porsche|Audi|Opel|Bosch|Siemens|Siemens Energy|BASF|Bayer|Continental|Lufthansa|Commerzbank|Allianz|Telekom|Deutsche Telekom|Adidas|Puma|Henkel|Rheinmetall|ThyssenKrupp|Infineon|Zalando|Aldi|Lidl|Rewe|Edeka|Suhrkamp|Bertelsmann|Axel Springer|Greenpeace|Amnesty International|" +
    "Shell|BP|TotalEnergies|ExxonMobil|Chevron|Repsol|Iberdrola|Endesa|Telefónica|Inditex|Zara|Iberia|CaixaBank|Banco Santander|Banco Sabadell|Mercadona|Renfe|Mapfre|Ferrovial|Pemex|Petrobras|Avianca|LATAM|Cemex|Bimbo|" +
    "Philips|Heineken|Unilever|Rabobank|Ahold|Albert Heijn|Jumbo|Tata Steel|Schiphol|Nederlandse Spoorwegen|Ajax|Feyenoord|Anderlecht|Google|Microsoft|Amazon|Facebook|Meta|Netflix|Intel|Nvidia|Tesla|Samsung|Sony|Toyota|Honda|Nissan|Hyundai|Huawei|Xiaomi|Alibaba|Tencent|TikTok|Twitter|YouTube|WhatsApp|Spotify|Uber|Airbnb|Boeing|Airbus|Ryanair|EasyJet|Ikea|Ericsson|Nokia|Volvo|Nestlé|Novartis|Roche|Pfizer|BioNTech|Moderna|AstraZeneca|Red Bull|Adobe|Oracle|Cisco|Starbucks|McDonald's|Coca-Cola|Pepsi|Nike|Ferrari|Fiat|Renault|Peugeot|Michelin|Danone|Carrefour|L'Oréal|Air France|Vodafone|Orange|Barclays|HSBC|Goldman Sachs|JPMorgan|" +
    "Real Madrid|Atlético de Madrid|Bayern München|FC Bayern München|Borussia Dortmund|Borussia Mönchengladbach|Schalke|Werder Bremen|Hertha BSC|Eintracht Frankfurt|París Saint-Germain|Paris Saint-Germain|Manchester United|Manchester City|Juventus|Inter Mailand|Sevilla FC|" +
    "Greenpeace|Unicef|UNESCO|Interpol|Europol|Frontex|Eurostat|Reuters|Bloomberg|Bundestag|Bundesrat|Bundeswehr|Reichstag|Hisbollah|Hezbollah|Hamas|Taliban|Wikipedia"
  ).split("|"),
);
const knownPattern = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${[...known]
    .toSorted((a, b) => b.length - a.length)
    .join("|")
    .replaceAll(".", "\\.")})(?![\\p{L}\\p{N}-])`,
  "gu",
);

const listPatterns = openPatterns(new URL("./organizations.tsv", import.meta.url));
const notCompany = new Set(
  readWords("Herr Frau Herrn Señor Señora Don Doña Meneer Mevrouw Ende Anfang Mitte"),
);

/** Finds organisations in German, Spanish and Dutch by their kind and context, and the best-known ones. */
export function* findOrganizations(text: string, language: string): Generator<TextEntity> {
  const patterns = listPatterns(language);
  for (const { pattern } of patterns)
    for (const match of text.matchAll(pattern)) {
      const found = match.groups?.name ?? "";
      const [first = ""] = found.split(" ");
      if (noName.has(first) || notCompany.has(first)) continue;
      const start = match.index + match[0].indexOf(found);
      yield createOrganization(found, start);
    }
  if (patterns.length > 0)
    for (const match of text.matchAll(knownPattern))
      yield createOrganization(match[0], match.index);
}

function createOrganization(name: string, start: number): TextEntity {
  return {
    type: "organization",
    start,
    end: start + name.length,
    confidence: 0.93,
    normalized: name,
  };
}
