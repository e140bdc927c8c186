import { openTable } from "hub/data-file";

const readLetters = openTable(
  new URL("./time-letters.tsv", import.meta.url),
  // The meaning has the letters of Day.js.
  { style: ["date-fns", "moment"], letters: "text", meaning: "text" },
  { unique: ["style", "letters"] },
);

/** A run of one letter, a text in brackets (Moment) or quotes (date-fns), or any other character. */
const PART = /\[[^\]]*\]|LTS?|'(?:[^']|'')*'|[DdQw]o|([A-Za-z])\1*|[^A-Za-z]/g;

/** Returns the letters of a time format that neither date-fns nor Moment has, if there are any. */
export function findUnknownLetters(format: string): string | undefined {
  const { parts, style } = splitFormat(format);
  return parts.find((part) => isLetters(part) && findMeaning(part, style) === undefined);
}

/**
 * Returns a time format in the letters of Day.js. Formats with `y`, `E` or a `d` for the day are those of date-fns, all
 * others those of Moment. Unknown letters stay as they are.
 */
export function readTimeFormat(format: string): string {
  const { parts, style } = splitFormat(format);
  return parts.map((part) => translate(part, style)).join("");
}

type Style = "date-fns" | "moment";

function splitFormat(format: string): { parts: readonly string[]; style: Style } {
  const parts = format.match(PART) ?? [];
  return { parts, style: usesDateFns(parts) ? "date-fns" : "moment" };
}

function usesDateFns(parts: readonly string[]): boolean {
  if (parts.some((part) => /^[YD]/.test(part))) return false;
  return parts.some((part) => /^(?:[yELiIta]+|dd?|do|xxx?|QQQ|'.*)$/s.test(part));
}

function translate(part: string, style: Style): string {
  if (part === "''") return "'";
  if (part[0] === "'" && style === "date-fns")
    return `[${part.slice(1, -1).replaceAll("''", "'")}]`;
  return isLetters(part) ? (findMeaning(part, style) ?? part) : part;
}

function isLetters(part: string): boolean {
  return /^[A-Za-z]/.test(part);
}

function findMeaning(letters: string, style: Style): string | undefined {
  return readLetters().find((row) => row.style === style && row.letters === letters)?.meaning;
}
