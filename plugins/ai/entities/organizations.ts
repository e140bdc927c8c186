import { asTable } from "hub";
import type { TextEntity } from "../recognize/found.ts";
import { readWords } from "../text/word-lists.ts";
import { noName } from "./name-words.ts";

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

const cap = "\\p{Lu}[\\p{L}\\p{M}'’&-]{1,30}";
const germanKind =
  "[Uu]niversität|[Hh]ochschule|[Mm]inisterium|[Bb]ank|[Kk]ommission|[Zz]entralbank|[Gg]ericht|[Gg]erichtshof|[Ii]nstitut|[Gg]esellschaft|[Vv]erband|[Vv]erein|[Ww]erke|[Bb]ahn|[Kk]ammer|[Aa]gentur|[Aa]nwaltschaft|[Mm]useum|[Pp]hilharmoniker|[Pp]artei|[Zz]eitung|[Aa]kademie|[Ss]tiftung|[Gg]ewerkschaft|[Bb]und|[Ww]etterdienst|[Ff]euerwehr|[Rr]undfunk|[Kk]rankenkasse|[Ss]parkasse|[Oo]per|[Tt]heater|[Kk]linikum|[Aa]mt|[Pp]arlament|[Uu]nion|[Rr]at";
/** Adjectives that begin a German institution's name, in any case. */
const germanAdjective =
  "(?:Deutsche|Europäische|Technische|Freie|Internationale|Evangelische|Katholische|Königliche|Nationale|Staatliche|Hohe|Vereinte|Bayerische|Sächsische|Berliner|Hamburger|Münchner|Wiener|Kölner|Dresdner|Leipziger|Frankfurter|Stuttgarter|Zürcher|Süddeutsche|Allgemeine)[nrs]?";
const byLanguage: Readonly<Record<string, readonly RegExp[]>> = asTable({
  de: [
    new RegExp(
      `(?<!\\p{L})(?<name>${germanAdjective} (?:\\p{Lu}\\p{L}{0,20}?)?(?:${germanKind})(?:s|es)?(?: für ${cap}(?: und ${cap})?| \\p{Lu}\\p{L}{2,20})?)(?!\\p{L})`,
      "gu",
    ),
    new RegExp(
      `(?<!\\p{L})(?<name>(?:Bundes|Landes|Europa|Verfassungs|Finanz|Innen|Justiz|Gesundheits|Wirtschafts|Kultus|Umwelt|Verteidigungs|Stadt|Volks|Max-Planck-|Robert-Koch-|Paul-Ehrlich-|Fraunhofer-|Goethe-|Ifo-|Humboldt-)(?:\\p{L}{0,16}?)(?:ministerium|gericht|gerichtshof|amt|institut|agentur|anwaltschaft|werke|bank|polizei|parlament|regierung|gesellschaft|universität|wehr|verband|Institut|Universität|Gesellschaft)s?(?: für ${cap}(?: und ${cap})?| (?:Leipzig|Dresden|Köln|München|Hamburg|Berlin|Frankfurt|Stuttgart))?)(?!\\p{L})`,
      "gu",
    ),
    new RegExp(
      `(?<=(?<!\\p{L})(?:(?:Auto|Software|Energie|Chemie|Pharma|Handels|Medien|Rüstungs|Stahl)?[Kk]onzern|Autobauer|Fluggesellschaft|Firma|Verlag|Verein|Unternehmen|(?:Flugzeug|Chip|Auto|Möbel)?[Hh]ersteller|Start-?up|Klub|Club|Bank|Versicherer|Modekette|Supermarktkette|Tochter|Zentrale von|Mitglieder von|Chef von|Chefin von|Partei) )(?<name>${cap}(?: ${cap})?)(?!\\p{L})`,
      "gu",
    ),
    /(?<!\p{L})(?<name>(?:Universität|Hochschule|Stadtwerke|Sparkasse|Volksbank|Klinikum|Staatsanwaltschaft|Landgericht|Amtsgericht|Oberlandesgericht|Polizei|Eintracht|Borussia|FC|SC|VfB|VfL|TSG|SV|Hertha|Fortuna|Dynamo) \p{Lu}[\p{L}-]{2,24})(?!\p{L})/gu,
    /(?<=(?<!\p{L})(?:die|der|den|Die|Der) )(?<name>Grünen|Linken?|SPD|CDU|CSU|FDP|AfD|BSW)(?!\p{L})/gu,
  ],
  es: [
    new RegExp(
      `(?<!\\p{L})(?<name>(?:Universidad|Instituto|Ministerio|Banco|Museo|Consejo|Comisión|Tribunal|Organización|Asociación|Fundación|Federación|Partido|Congreso|Senado|Parlamento|Agencia|Cámara|Confederación|Academia|Teatro|Hospital|Club|Fútbol Club|Corte|Fiscalía|Audiencia|Guardia|Policía|Cruz|Unión|Fondo|Alianza|Frente|Movimiento|Real|Atlético|Deportivo|Racing|Sporting|Grupo)(?: (?:(?:de|del|de la|de los|de las|para la|para el) )?(?:Roja|${cap})){1,4}(?: (?:y|de|del|de la) (?:la )?${cap}){0,2})(?!\\p{L})`,
      "gu",
    ),
    new RegExp(
      `(?<=(?<!\\p{L})(?:empresa|compañía|aerolínea|multinacional|tecnológica|farmacéutica|cadena|petrolera|constructora|editorial|banco|club|equipo|firma|grupo|ONG|marca|dueña de|propietaria de|filial de) )(?<name>${cap}(?: ${cap})?)(?!\\p{L})`,
      "gu",
    ),
  ],
  nl: [
    new RegExp(
      `(?<!\\p{L})(?<name>(?:Vrije |Technische |Koninklijke )?(?:Universiteit|Hogeschool|Ministerie|Bank|Museum|Raad|Commissie|Gerechtshof|Rechtbank|Bureau|Stichting|Vereniging|Instituut|Gemeente|Kamer)(?: (?:van|voor|voor de|van de|voor het) ${cap}(?: en ${cap})?| ${cap})(?: ${cap})?)(?!\\p{L})`,
      "gu",
    ),
    new RegExp(
      `(?<!\\p{L})(?<name>(?:Centraal Bureau voor de ${cap}|Europese (?:Unie|Commissie|Centrale Bank|Raad|Hof)|Europees (?:Parlement|Hof)|Hoge Raad|Tweede Kamer|Eerste Kamer|Rode Kruis|Raad van State|Nederlandse \\p{Lu}\\p{L}{3,20}|Koninklijke \\p{Lu}\\p{L}{3,20}(?: \\p{Lu}\\p{L}{3,20})?|\\p{Lu}\\p{L}{2,16}(?:museum|bank|universiteit|ministerie|bureau|orkest|bond)|(?:Club|PSV|FC|SC|AZ|RKC|NEC) \\p{Lu}\\p{L}{2,20}))(?!\\p{L})`,
      "gu",
    ),
    new RegExp(
      `(?<=(?<!\\p{L})(?:bedrijf|luchtvaartmaatschappij|concern|uitgeverij|techbedrijf|supermarktketen|chipmaker|club|fabrikant|dochter|moederbedrijf|voor het team) )(?<name>${cap}(?: ${cap})?)(?!\\p{L})`,
      "gu",
    ),
    /(?<=(?<!\p{L})(?:de|van de|door de|De) )(?<name>PVV|VVD|CDA|PvdA|GroenLinks|BBB|NSC|SP|N-VA|NAVO|EU)(?!\p{L})/gu,
  ],
});
const notCompany = new Set(
  readWords("Herr Frau Herrn Señor Señora Don Doña Meneer Mevrouw Ende Anfang Mitte"),
);

/** Finds organisations in German, Spanish and Dutch by their kind and context, and the best-known ones. */
export function* findOrganizations(text: string, language: string): Generator<TextEntity> {
  for (const pattern of byLanguage[language] ?? [])
    for (const match of text.matchAll(pattern)) {
      const found = match.groups?.name ?? "";
      const [first = ""] = found.split(" ");
      if (noName.has(first) || notCompany.has(first)) continue;
      const start = match.index + match[0].indexOf(found);
      yield createOrganization(found, start);
    }
  if (byLanguage[language])
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
