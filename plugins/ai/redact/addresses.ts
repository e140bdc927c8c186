import type { TextEntity } from "../recognize/found.ts";
import { findStreetAddresses } from "./street-addresses.ts";

const street =
  "Street|St\\.?|Avenue|Ave\\.?|Road|Rd\\.?|Boulevard|Blvd\\.?|Lane|Ln\\.?|Drive|Dr\\.?|Court|Ct\\.?|Place|Pl\\.?|Square|Sq\\.?|Terrace|Way|Highway|Hwy\\.?|Parkway|Pkwy\\.?|Crescent|Close|Gardens|Grove|Mews|Circle|Trail|Gate|Walk|Rise|Quay|Approach|Turnpike|Pike|Alley|Crossing|Expressway|Freeway|Plaza";
const american = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\d{1,5}[A-Za-z]? (?:[NSEW]\.? )?(?:[\p{Lu}\d][\p{L}\d'’-]{0,30} ){1,3}(?:${street})(?!\p{L})(?: (?:NE|NW|SE|SW|[NSEW])(?![\p{L}]))?`,
  "gu",
);
const german =
  /(?<!\p{L})(?:\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|ufer|damm|chaussee)|(?:\p{Lu}[\p{L}-]{1,30} )?(?:Straße|Str\.)|(?:Am|An der|Im|Zum|Zur|Unter den) (?!Jahre?\b|Januar|Februar|März|April|Mai\b|Juni|Juli|August|September|Oktober|November|Dezember|\p{L}{2,8}tag\b|Mittwoch|Sommer|Herbst|Winter|Fr[üu]h|Ende\b|Anfang|Monat|Quartal|Alter|Preis|Kapitel|Artikel|Schnitt)\p{Lu}[\p{L}-]{1,30}) \d{1,3} ?[a-z]?(?![\p{L}\p{N}])/gu;
const romance =
  /(?<!\p{L})(?:\d{1,4}(?i: bis| ter)?,? )?(?i:rue|avenue|boulevard|place|chemin|quai|calle|avenida|plaza|paseo|via|piazza|viale|corso|rua) (?i:(?:de|du|des|la|le|les|del|della|di|da|do|l'|d') ?){0,3}\p{Lu}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30}){0,2}(?:,? \d{1,4})?(?![\p{L}\p{N}])/gu;

const unit =
  "(?:apt|apartment|appt|suite|ste|unit|flat|floor|room|rm|bldg|building|whg|wohnung|appartement|piso|int)\\.? ?#?[\\p{L}\\d-]{1,8}|#\\d{1,5}";
const unitBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${unit}),?[ \\n]$`, "iu");
const british = "[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[ABD-HJLNP-UW-Z]{2}";
const canadian = "[ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d";
const zip = `[A-Z]{2}\\.?,? \\d{5}(?:-\\d{4})?|[A-Z]{2},? (?:${canadian})`;
const code = `(?:${british}|${canadian}|${zip})(?![\\p{L}\\p{N}])`;
const town =
  "(?:(?:St|Ft|Mt)\\. )?\\p{Lu}[\\p{L}'’-]{1,30}(?: (?:am|an der|im|bei|sur|de|del|la|les|\\p{Lu}[\\p{L}'’-]{1,30})){0,3}";
/** A house number and words before a British, Canadian or Australian postcode. */
const byPostcode = new RegExp(
  `(?<![\\p{L}\\p{N}.,])\\d{1,5}[A-Za-z]? (?:\\p{Lu}[\\p{L}'’-]{1,30},? ){1,5}(?:(?:${british}|${canadian})|(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT) \\d{4})(?![\\p{L}\\p{N}])`,
  "gu",
);
const numberedRoad =
  /(?<![\p{L}\p{N}.,])\d{1,5} (?:[NSEW]\.? )?(?:County Road|County Rd|State Route|State Road|Route|Highway|Hwy|Farm Road|US) \d{1,4}(?![\p{L}\p{N}])/gu;
/** Text that may follow a street: flats, and towns with their postcodes. */
const continuations = [
  `,?[ \\n](?:${unit})(?![\\p{L}\\p{N}])`,
  `(?:,?[ \\n]|, ?\\n|,? in )(?:[A-Z]{1,3}-)?\\d{4,5}(?: [A-Z]{2})? ${town}`,
  `(?:,?[ \\n]${town}){0,2},?[ \\n]${code}`,
  `,[ \\n]\\d{5}(?:-\\d{4})?(?![\\p{L}\\p{N}])`,
  `,?[ \\n]${town} (?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT) \\d{4}(?!\\d)`,
];
const behind = [
  ...["i", ""].map((flags, index) => new RegExp(`^(?:${continuations[index]})`, `${flags}u`)),
  ...continuations.slice(2).map((one) => new RegExp(`^(?:${one})`, "u")),
];
const indicator =
  /(?<!\p{L})(?:post ?codes?|zip(?: code)?|postal code|plz|postleitzahl|code postal|código postal)(?!\p{L})[^\p{L}\p{N}\n]{0,4}(?:is |ist )?(?<value>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4,5}(?:-\d{4})?)(?![\p{L}\p{N}])/giu;

/** A word of a street's name. */
const part = "(?:\\p{Lu}[\\p{L}.'’-]{0,30}|z|u|de|del|de la|di|des|ul\\.)";
const gap = "(?:,? |,? ?\\n[>? ]{0,8})";
const flat = "(?:[Aa]pt|APT|[Aa]partment|[Ss]uite|SUITE|[Uu]nit|[Ff]lat)\\.? ?#?\\d{1,5}[A-Za-z]?";
/** Streets whose number, flat or context shows what they are, in any European language. */
const foreign: readonly RegExp[] = [
  // A house number, a street and a flat, on one or two lines.
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:\\d{1,6}[A-Za-z]? )?(?:P\\.?O\\.? Box \\d{1,6}(?: (?:${part} ?){1,4})?|(?:\\d{1,5} )?(?:${part} ){1,5}?(?:\\d{1,5}\\.?)?(?:${part} ?){0,2})${gap}?(?:${flat}(?:${gap}|$|(?=[.?!\\n]))){1,2}`,
    "gu",
  ),
  // Military mail.
  /(?<![\p{L}\p{N}])(?:PSC \d{1,5},? Box \d{1,5}|Unit \d{1,5},? Box \d{1,5}|US[A-Z]{2,3} \p{L}[\p{L}'’-]{1,30})[, ]{0,2}\n? ?(?:APO|FPO|DPO),? A[AEP] \d{5}/giu,
  /(?<![\p{L}\p{N}])P\.?O\.? Box \d{1,6}(?![\p{L}\p{N}])/giu,
  // Endings of streets, before their number.
  /(?<![\p{L}\p{N}])(?:\d{1,6} )?(?:\p{Lu}[\p{L}.'’-]{0,30} ){0,3}\p{Lu}?[\p{L}'’-]{1,30}(?:straat|laan|plein|gracht|kade|singel|dijk|gade|stræde|vænget|vej|vägen|gatan|gata|braut|götu|stíg|katu|tie|kuja|brücke|promenade|bundesstrasse) \d{1,5}[A-Za-z]?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:\d{1,6} )?(?:\p{Lu}[\p{L}.'’-]{0,30} ){1,3}(?:Strasse|Straße|tee|tänav|iela|gatvė|ulica|ulice|náměstí|nám\.) \d{1,5}\.?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:\d{1,6} )?(?:\p{L}[\p{L}.'’-]{1,30} (?:and )?)?\p{L}[\p{L}'’-]{1,30} (?:út|útja|utca|tér|kapu|u\.|krt\.) \d{1,5}\.?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:\d{1,6} )?(?i:ul|al|pl|os)\. \p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2} \d{1,5}[A-Za-z]?(?:\/\d{1,4})?(?![\p{L}\p{N}])/gu,
  // A name and a number after words for a place to live, meet or deliver.
  /(?<=(?:(?:live|lives|living|lived|located|reside[sd]?|stay(?:ing|s)?|office is|offices are|station is|meet (?:me|you|us)|arrived|drops you off|enter|deliver(?:ed)?|sent?|return|taxi|moved|shipped?|mail(?:ed)?|one|address is|side) (?:at|in|on|to|of)|(?:billing |home |shipping |mailing |new )?address(?: is|:| to| with| to the same:)?|here they are:|sent to\? user:) {1,8})(?:\d{1,6}[A-Za-z]? )?(?:\p{Lu}[\p{L}.'’-]{0,30} ){1,4}\d{1,5}\.?(?![\p{L}\p{N}%])/gu,
  /(?i:(?:the )?corner of) (?:\p{Lu}[\p{L}.'’-]{0,30} ){1,4}(?:\d{1,5}\.? )?(?i:and) (?:\p{Lu}[\p{L}.'’-]{0,30} ?){1,3}/gu,
];
const country = "(?:\\p{Lu}[\\p{L}-]{2,20}(?: \\(?\\p{Lu}[\\p{L}-]{2,20}\\)?){0,2})";
/** Lines of a town, a state and a country with its postcode after a flat. */
const rest = new RegExp(
  `^(?:${gap}?(?:${flat})|${gap}?,? ?(?:\\p{Lu}[\\p{L}.'’()-]{0,30}(?: (?:u|am|an der|im|de|\\p{Lu}[\\p{L}.'’()-]{0,30})){0,3})(?=,? ?\\n|,| \\d{5}(?!\\d)|\\.?$|[.?!])|${gap}(?:nan|[A-Z]{2,3})(?![\\p{L}])(?: \\d{5}(?!\\d))?|${gap}${country} \\d{5}(?!\\d)|${gap}\\d{5}(?!\\d))`,
  "u",
);

const han = "[\\p{Script=Han}]";
const number = "[\\d０-９一二三四五六七八九十百]{1,6}";
/** Addresses from the largest unit to the smallest: Japanese, Chinese and Korean. */
const others: readonly RegExp[] = [
  new RegExp(
    `(?:〒?\\d{3}-?\\d{4}[ 　]?)?(?:東京都|北海道|(?:京都|大阪)府|${han}{2,3}県|(?<![\\p{Script=Han}])${han}{1,3}市${han}{1,3}[区町](?!役所))(?:北|南|東|西)?[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ーヶケ]{1,20}?(?:\\d{1,2}条[北南東西]?)?${number}(?:(?:丁目|番地?|号|[-－−ー‐の之])(?:${number})?){0,8}(?:[ 　]?[\\p{Script=Katakana}\\p{Script=Han}ーA-Za-z]{1,20}[ 　]?\\d{1,4}(?:号室?|階)?)?`,
    "gu",
  ),
  new RegExp(
    `(?:(?:${han}{2,3}?(?:省|自治区)|北京|上海|天津|重庆)?${han}{2,4}?[市县縣])?(?:${han}{1,4}?[区區县縣镇鎮乡鄉])?${han}{1,8}?(?:路|街|大道|巷|弄|胡同|道|村)(?:${han}{0,2}段)?${number}(?:号|號|弄|巷)(?:院)?(?:[\\p{Script=Han}A-Za-z]{0,8}?\\d{1,4}(?:号楼|號樓|栋|棟|幢|座|单元|單元|室|楼|樓|层|層|房)?){0,4}`,
    "gu",
  ),
  /(?:(?:서울|부산|대구|인천|광주|대전|울산)(?:특별시|광역시|시)?|세종(?:특별자치시|시)?|[가-힣]{1,4}(?:특별자치)?도|(?=[가-힣]{1,4}시 )) ?(?:[가-힣]{1,6}[시군구] ?){1,3}[가-힣\d]{1,12}(?:로|길|동|읍|면)(?: ?\d{1,4}번?길)? ?\d{1,5}(?:-\d{1,4})?(?:번지)?(?:,? ?(?:[가-힣A-Za-z]{1,12} ?)?\d{1,4}(?:동|호|층)){0,3}/gu,
];

/** Finds American, British, German, French, Spanish, Italian, Japanese, Chinese, Korean, Russian and Ukrainian addresses. */
export function* findAddresses(text: string): Generator<TextEntity> {
  for (const pattern of [american, byPostcode, numberedRoad, german, romance])
    for (const match of text.matchAll(pattern)) {
      const [value] = match;
      if (pattern === romance && !(/\d/.test(value) && /\p{Lu}/u.test(value))) continue;
      const start = match.index;
      const before = unitBefore.exec(text.slice(Math.max(0, start - 30), start))?.[0] ?? "";
      yield {
        type: "address",
        confidence: 0.85,
        start: start - before.length,
        end: findEnd(text, start + value.length),
      };
    }
  for (const pattern of foreign)
    for (const { 0: value, index: start } of text.matchAll(pattern)) {
      // Without its capital a street is only a word before a number.
      if (!/\d/.test(value) && !value.includes("corner")) continue;
      const trimmed = value.trimEnd();
      yield {
        type: "address",
        start,
        end: findLinesEnd(text, start + trimmed.length, flatWord.test(value)),
        confidence: 0.75,
      };
    }
  for (const pattern of others)
    for (const { 0: value, index: start } of text.matchAll(pattern))
      yield { type: "address", start, end: start + value.length, confidence: 0.85 };
  yield* findStreetAddresses(text);
  for (const match of text.matchAll(indicator)) {
    const end = match.index + match[0].length;
    const { value = "" } = match.groups ?? {};
    yield { type: "address", start: end - value.length, end, confidence: 0.85 };
  }
}

const flatWord = /(?<!\p{L})(?:Apt|Apartment|Suite|Unit|Flat|Box)(?!\p{L})/iu;

/** Returns the end of an address that goes on with lines of town, state and country. */
function findLinesEnd(text: string, from: number, hasFlat: boolean): number {
  let end = from;
  for (let lines = 0; hasFlat && lines < 5; lines++) {
    const length = rest.exec(text.slice(end, end + 120))?.[0].length ?? 0;
    if (length === 0) break;
    end += length;
  }
  return end;
}

function findEnd(text: string, street: number): number {
  let end = street;
  for (let part = 0; part < 4; part++) {
    const rest = text.slice(end, end + 240);
    const length = behind
      .values()
      .map((pattern) => pattern.exec(rest)?.[0].length ?? 0)
      .find(Boolean);
    if (!length) break;
    end += length;
  }
  return end;
}
