import type { TextEntity } from "../recognize/found.ts";

const street =
  "Street|St\\.?|Avenue|Ave\\.?|Road|Rd\\.?|Boulevard|Blvd\\.?|Lane|Ln\\.?|Drive|Dr\\.?|Court|Ct\\.?|Place|Pl\\.?|Square|Sq\\.?|Terrace|Way|Highway|Hwy\\.?|Parkway|Pkwy\\.?|Crescent|Close|Gardens|Grove|Mews|Circle|Trail";
const american = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\d{1,5}[A-Za-z]? (?:[NSEW]\.? )?(?:[\p{Lu}\d][\p{L}\d'’-]{0,30} ){1,3}(?:${street})(?!\p{L})(?: (?:NE|NW|SE|SW|[NSEW])(?![\p{L}]))?`,
  "gu",
);
const german =
  /(?<!\p{L})(?:\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|ufer|damm|chaussee)|(?:\p{Lu}[\p{L}-]{1,30} )?(?:Straße|Str\.)|(?:Am|An der|Im|Zum|Zur|Unter den) (?!Jahre?\b|Januar|Februar|März|April|Mai\b|Juni|Juli|August|September|Oktober|November|Dezember|\p{L}{2,8}tag\b|Mittwoch|Sommer|Herbst|Winter|Fr[üu]h|Ende\b|Anfang|Monat|Quartal|Alter|Preis|Kapitel|Artikel|Schnitt)\p{Lu}[\p{L}-]{1,30}) \d{1,4} ?[a-z]?(?![\p{L}\p{N}])/gu;
const romance =
  /(?<!\p{L})(?:\d{1,4}(?: bis| ter)?,? )?(?:rue|avenue|boulevard|place|chemin|quai|calle|avenida|plaza|paseo|via|piazza|viale|corso|rua) (?:(?:de|du|des|la|le|les|del|della|di|da|do|l'|d') ?){0,3}\p{Lu}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30}){0,2}(?:,? \d{1,4})?(?![\p{L}\p{N}])/giu;

const unit =
  "(?:apt|apartment|appt|suite|ste|unit|flat|floor|room|rm|bldg|building|whg|wohnung|appartement|piso|int)\\.? ?#?[\\p{L}\\d-]{1,8}|#\\d{1,5}";
const unitBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${unit}),?[ \\n]$`, "iu");
const british = "[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[ABD-HJLNP-UW-Z]{2}";
const canadian = "[ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d";
const zip = `[A-Z]{2}\\.?,? \\d{5}(?:-\\d{4})?|[A-Z]{2},? (?:${canadian})`;
const code = `(?:${british}|${canadian}|${zip})(?![\\p{L}\\p{N}])`;
const town =
  "\\p{Lu}[\\p{L}.'’-]{1,30}(?: (?:am|an der|im|bei|sur|de|del|la|les|\\p{Lu}[\\p{L}.'’-]{1,30})){0,3}";
/** Text that may follow a street: flats, and towns with their postcodes. */
const continuations = [
  `,?[ \\n](?:${unit})(?![\\p{L}\\p{N}])`,
  `(?:,?[ \\n]|, ?\\n|,? in )(?:[A-Z]{1,3}-)?\\d{4,5}(?: [A-Z]{2})? ${town}`,
  `(?:,?[ \\n]${town}){0,2},?[ \\n]${code}`,
  `,[ \\n]\\d{5}(?:-\\d{4})?(?![\\p{L}\\p{N}])`,
];
const behind = [
  ...["i", ""].map((flags, index) => new RegExp(`^(?:${continuations[index]})`, `${flags}u`)),
  ...continuations.slice(2).map((one) => new RegExp(`^(?:${one})`, "u")),
];
const indicator =
  /(?<!\p{L})(?:post ?codes?|zip(?: code)?|postal code|plz|postleitzahl|code postal|código postal)(?!\p{L})[^\p{L}\p{N}\n]{0,4}(?:is |ist )?(?<value>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4,5}(?:-\d{4})?)(?![\p{L}\p{N}])/giu;

/** Finds American, British, German, French, Spanish and Italian street addresses, with flat, postcode and town. */
export function* findAddresses(text: string): Generator<TextEntity> {
  for (const pattern of [american, german, romance])
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
  for (const match of text.matchAll(indicator)) {
    const end = match.index + match[0].length;
    const { value = "" } = match.groups ?? {};
    yield { type: "address", start: end - value.length, end, confidence: 0.85 };
  }
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
