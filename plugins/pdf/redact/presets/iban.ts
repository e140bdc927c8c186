import { matches, type Span } from "./find.ts";

/** Lengths by country, from the IBAN registry of ISO 13616. */
const lengths =
  "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 " +
  "DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 " +
  "IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 " +
  "MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 " +
  "SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";
const lengthOf = new Map(
  lengths.split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Finds IBANs of the registered countries, in groups or not, whose check digits are right. */
export function findIbans(text: string): Span[] {
  const found: Span[] = [];
  for (const { start } of matches(text, /(?<![\p{L}\d])[a-z]{2}\d{2}(?=[ -]?[a-z\d])/giu)) {
    const length = lengthOf.get(text.slice(start, start + 2).toUpperCase());
    const end = length && endOf(text, start, length);
    if (end && remainder(text.slice(start, end)) === 1) found.push({ start, end });
  }
  return found;
}

/** Where so many letters and digits end, with at most one space or dash between two of them. */
function endOf(text: string, start: number, length: number): number | undefined {
  let at = start;
  for (let count = 0; count < length; count++, at++) {
    if (count > 0 && (text[at] === " " || text[at] === "-")) at++;
    if (!/[a-z\d]/i.test(text[at] ?? "")) return undefined;
  }
  return /[\p{L}\d]/u.test(text[at] ?? "") ? undefined : at;
}

/** ISO/IEC 7064, MOD 97-10. */
function remainder(iban: string): number {
  const compact = iban.replace(/[ -]/g, "").toUpperCase();
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
