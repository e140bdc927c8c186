import { asTable } from "hub";
import { openTable } from "hub/data-file";
import { stdnum } from "stdnum";
import { isLuhn } from "../recognize/checksums.ts";
import { foldNumbers } from "../recognize/fold.ts";
import type { TextEntity } from "../recognize/found.ts";
import { isPartOfWord } from "../text/words.ts";

/** The columns: "check" names a country's validator of the package or one of ours, "place" says where "words" match. */
const readKinds = openTable(
  new URL("./identity-numbers.tsv", import.meta.url),
  {
    pattern: "text",
    check: "optional",
    place: ["", "apart", "anywhere"],
    words: "optional",
    type: "optional",
    confidence: "optional",
  },
  { unique: ["pattern", "check", "words"] },
);

/** A kind of identity number. */
interface NumberKind {
  pattern: RegExp;
  /** Checks the digits. The argument is the number as it is written. */
  isRight: ((shown: string) => boolean) | undefined;
  /** A required preceding word, for numbers that are too common on their own. */
  word: RegExp | undefined;
  type: string | undefined;
  confidence: number | undefined;
}

let kinds: readonly NumberKind[] | undefined;

function loadKinds(): readonly NumberKind[] {
  kinds ??= readKinds().map(({ pattern, check, place, words = "", type, confidence }) => ({
    pattern: new RegExp(pattern, "g"),
    isRight: check === undefined ? undefined : findCheck(check),
    word: place === "" ? undefined : matchBefore(words, place),
    type,
    confidence: confidence === undefined ? undefined : Number(confidence),
  }));
  return kinds;
}

/** Words before a number. Words in Han, Kana, Hangul or Thai need no space around them. */
function matchBefore(words: string, place: "apart" | "anywhere"): RegExp {
  const source =
    place === "anywhere"
      ? `(?:${words})[^\\d\\n]{0,12}$`
      : `(?:(?<!\\p{L})(?:${words})(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]))[^\\d\\n]{0,24}$`;
  return new RegExp(source, "iu");
}

interface Validator {
  validate(value: string): { isValid: boolean };
}

const ownChecks: Readonly<Record<string, (shown: string) => boolean>> = asTable({
  isImei: (shown) => isLuhn(shown),
  isMyNumber,
  isNric,
  isPlate: (shown) => /\d/.test(shown) && /[A-Z]/.test(shown),
  isVin,
  isSiret,
  isSnils,
});

function findCheck(name: string): (shown: string) => boolean {
  const [country = "", number = ""] = name.split(".");
  const validators: Readonly<Record<string, Validator>> = asTable(
    stdnum[country.toUpperCase()] ?? {},
  );
  const check = ownChecks[name] ?? (validators[number] && checks(validators[number]));
  if (!check) throw new Error(`The table of identity numbers names an unknown check: ${name}`);
  return check;
}

/** Some validators don't expect the separators that their numbers are written with. */
const checks = (validator: Validator) => (shown: string) =>
  validator.validate(shown).isValid ||
  validator.validate(shown.replaceAll(/[^\p{L}\p{N}]/gu, "")).isValid;

/** Finds identity and tax numbers by their format, check digits and preceding words, in any script. */
export function* findIdentityNumbers(original: string): Generator<TextEntity> {
  const text = foldNumbers(original);
  for (const { pattern, isRight, word, type = "national_id", confidence = 0.92 } of loadKinds())
    for (const match of text.matchAll(pattern)) {
      const [shown] = match;
      const [start, end] = [match.index, match.index + shown.length];
      const isLabelled = word?.test(text.slice(Math.max(0, start - 48), start));
      // A number may touch its own label: "ИНН500100732259".
      if ((isPartOfWord(text, start - 1) && !isLabelled) || isPartOfWord(text, end)) continue;
      if (/\d[.,/-]$/.test(text.slice(Math.max(0, start - 2), start))) continue;
      if (/^[.,/-]\d/.test(text.slice(end, end + 2))) continue;
      if (isLabelled === false) continue;
      if (isRight && !isRight(shown)) continue;
      const normalized = shown.replaceAll(/[^\p{L}\d]/gu, "").toUpperCase();
      yield { type, start, end, confidence, normalized };
    }
}

function sumWeighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Checks a Japanese individual number, by the ordinance on the My Number Act. */
function isMyNumber(shown: string): boolean {
  const digits = shown.replaceAll(/\D/g, "");
  const rest = sumWeighted(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === Number(digits[11]);
}

/** Checks a Russian insurance number. Numbers up to 001-001-998 have no check digits. */
function isSnils(shown: string): boolean {
  const digits = shown.replaceAll(/\D/g, "");
  const rest = sumWeighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return (rest === 100 ? 0 : rest) === Number(digits.slice(9));
}

/** Values of the letters from A to Z in the number of a vehicle, by ISO 3779. I, O and Q aren't used. */
const vinValues = "12345678_12345_7_923456789";

/** Checks the ninth character of the number of a vehicle: the weighted sum modulo eleven, with X for ten. */
function isVin(shown: string): boolean {
  const values = Array.from(shown, (char) =>
    char < "A" ? char : vinValues.charAt(char.charCodeAt(0) - 65),
  ).join("");
  const rest = sumWeighted(values, [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return /\d{5}/.test(shown) && "0123456789X".charAt(rest) === shown.charAt(8);
}

/** Checks the letter of a Singaporean number. */
function isNric(shown: string): boolean {
  const kind = shown.charAt(0);
  const offset = kind === "T" || kind === "G" ? 4 : kind === "M" ? 3 : 0;
  const rest = (sumWeighted(shown.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
  const letters =
    kind === "M"
      ? "XWUTRQPNJLK"[10 - rest]
      : (kind === "S" || kind === "T" ? "JZIHGFEDCBA" : "XWUTRQPNMLK")[rest];
  return letters === shown.charAt(8);
}

function isSiret(shown: string): boolean {
  const digits = shown.replaceAll(/\D/g, "");
  return findCheck(digits.length === 14 ? "fr.siret" : "fr.siren")(digits);
}
