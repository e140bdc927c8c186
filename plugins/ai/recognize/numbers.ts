import { isCardNumber, isIban } from "./checksums.ts";
import type { Found } from "./found.ts";

// Lengths of the IBAN registry, https://www.swift.com/standards/data-standards/iban
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 " +
    "ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 " +
    "LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 " +
    "QA29 RO24 RS22 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** IBANs whose length and check digits are right, with or without spaces. */
export function* ibans(text: string): Generator<Found> {
  for (const { index: start } of text.matchAll(
    /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])/g,
  )) {
    const length = ibanLengths[text.slice(start, start + 2).toUpperCase()];
    if (length === undefined) continue;
    const taken = take(text, start, { many: length, of: /[A-Za-z0-9]/ });
    const compact = taken.kept.toUpperCase();
    if (compact.length !== length || /[A-Za-z0-9]/.test(text[taken.end] ?? "")) continue;
    if (isIban(compact))
      yield { type: "iban", start, end: taken.end, confidence: 0.99, normalized: compact };
  }
}

/** Card numbers whose issuer, length and check digit are right, with or without spaces or dashes. */
export function* cards(text: string): Generator<Found> {
  for (const { index: start } of text.matchAll(/(?<![\dA-Za-z.,+-])\d(?=[\d -])/g)) {
    const { kept, end } = take(text, start, { many: 19, of: /\d/ });
    if (/\d/.test(text[end] ?? "") || kept.length < 13) continue;
    if (isCardNumber(kept))
      yield { type: "credit_card", start, end, confidence: 0.97, normalized: kept };
  }
}

/** Characters of a kind from `start` on, with single spaces or dashes between them. */
function take(text: string, start: number, { many, of }: { many: number; of: RegExp }) {
  let kept = "";
  let end = start;
  for (let index = start; index < text.length && kept.length < many; index++) {
    const char = text[index]!;
    if (of.test(char)) {
      kept += char;
      end = index + 1;
    } else if ((char !== " " && char !== "-") || end !== index) break;
  }
  return { kept, end };
}
