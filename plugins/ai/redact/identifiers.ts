import { bech32, bech32m, createBase58check } from "@scure/base";
import { openWords } from "hub/data-file";
import { isSsn } from "../recognize/checksums.ts";
import { foldNumbers } from "../recognize/fold.ts";
import { findMatches, type TextEntity } from "../recognize/found.ts";
import { buildEndPattern } from "../recognize/introductions.ts";

const base58check = createBase58check((data: Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(data).digest(),
);

const networks = new Set(["bc", "tb", "bcrt", "ltc", "tltc"]);

/** Whether one of the words that introduce such a number precedes it closely enough. */
function isIntroduced(text: string, start: number, words: RegExp): boolean {
  return words.test(text.slice(Math.max(0, start - 40), start));
}

const birth = buildEndPattern("birth", "birth without spaces", [20, 16]);
const passport = buildEndPattern("passport", "passport without spaces", [16, 16]);

/** Words after a date of birth, in Chinese, Japanese, Russian and Turkish. */
const birthBehind =
  /^(?: ?(?:出生|生まれ|生(?!産|活|徒)|г\. ?р\.|года рождения|р\. ?н\.|doğumlu))/u;

/** Returns the dates next to words for birth. */
export function* findBirthDates(text: string, dates: readonly TextEntity[]): Generator<TextEntity> {
  for (const date of dates)
    if (
      isIntroduced(text, date.start, birth) ||
      birthBehind.test(text.slice(date.end, date.end + 12))
    )
      yield { ...date, type: "date_of_birth", confidence: 0.95 };
}

/** Finds US Social Security numbers: with dashes on their own, without dashes after an introducing word. */
export function* findSsns(original: string): Generator<TextEntity> {
  const text = foldNumbers(original);
  yield* findMatches(text, /(?<![\d-])(\d{3})([- ]?)(\d{2})\2(\d{4})(?![\d-])/g, (match) => {
    const [, area = "", sign, group = "", serial = ""] = match;
    const isLabelled = isIntroduced(
      text,
      match.index,
      /\b(?:ssn|social security|social)\b[^\d\n]{0,20}$/i,
    );
    if (!isSsn(area, group, serial) || (sign !== "-" && !isLabelled)) return undefined;
    return {
      type: "ssn",
      confidence: isLabelled ? 0.98 : 0.85,
      normalized: area + group + serial,
    };
  });
}

/** Finds MAC addresses, in pairs with colons or dashes, or in groups of four with dots. */
export function* findMacs(text: string): Generator<TextEntity> {
  for (const pattern of [
    /(?<![\w:.-])[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}(?![\w:.-]\w|\w)/gi,
    /(?<![\w:.-])[\da-f]{4}(?:\.[\da-f]{4}){2}(?![\w:.-]\w|\w)/gi,
  ])
    yield* findMatches(text, pattern, ([value]) => ({
      type: "mac_address",
      confidence: 0.95,
      normalized: value.toLowerCase().replaceAll(/[:.-]/g, ""),
    }));
}

/** Finds the numbers of passports, identity cards and driving licences after an introducing word. */
export function* findPassports(text: string): Generator<TextEntity> {
  yield* findMatches(text, /(?<![A-Za-z0-9])[A-Z0-9]{6,14}(?![A-Za-z0-9])/g, (match) => {
    const digits = match[0].match(/\d/g)?.length ?? 0;
    const before = /[A-Z]{0,3}$/.test(match[0]) || digits > 4;
    return digits >= 4 && before && isIntroduced(text, match.index, passport)
      ? { type: "passport", confidence: 0.85, normalized: match[0] }
      : undefined;
  });
}

const readVatForms = openWords(new URL("./vat-forms.txt", import.meta.url), ["forms"]);
let vatNumber: RegExp | undefined;

/** Returns the pattern of all forms of VAT numbers. */
function loadVatPattern(): RegExp {
  const forms = [...readVatForms().forms].map((form) =>
    form.replaceAll("#", "\\d").replaceAll("@", "[A-Z]").replaceAll("?", "[A-Z\\d]"),
  );
  vatNumber ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return vatNumber;
}

/** Finds VAT numbers of EU countries by their format. */
export function* findVatIds(text: string): Generator<TextEntity> {
  yield* findMatches(text, loadVatPattern(), ([normalized]) => ({
    type: "vat_id",
    confidence: 0.9,
    normalized,
  }));
}

/** Finds Bitcoin-like addresses with a valid checksum (Base58Check, BIP 173, BIP 350), and Ethereum addresses. */
export function* findCoinAddresses(text: string): Generator<TextEntity> {
  const describe = (normalized: string) => ({
    type: "crypto_address",
    confidence: 0.97,
    normalized,
  });
  yield* findMatches(
    text,
    /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{25,36}(?![A-Za-z0-9])/g,
    ([value]) => {
      try {
        // One version byte and a hash of twenty bytes.
        return base58check.decode(value).length === 21 ? describe(value) : undefined;
      } catch {
        return undefined;
      }
    },
  );
  yield* findMatches(
    text,
    /(?<![A-Za-z0-9])(?:bc|tb|bcrt|t?ltc)1[ac-hj-np-z02-9]{8,87}(?![A-Za-z0-9])/gi,
    ([value]) => {
      const decoded = bech32.decodeUnsafe(value, 90) ?? bech32m.decodeUnsafe(value, 90);
      return decoded && networks.has(decoded.prefix.toLowerCase())
        ? describe(value.toLowerCase())
        : undefined;
    },
  );
  yield* findMatches(text, /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g, ([value]) =>
    describe(value.toLowerCase()),
  );
}
