import type { SayAs } from "../text/script.ts";
import { speakGroups } from "./codes.ts";
import { readDate, writeDate } from "./dates.ts";
import type { Normalizer } from "./normalize.ts";
import { readNumber } from "./numbers.ts";
import { parseNumeral, speakNumeral } from "./numeral.ts";
import { readTime } from "./times.ts";

/** Reads a text as SSML's `say-as` asks. Returns undefined if it isn't written so. */
export function readSayAs(
  text: string,
  { kind, format = "" }: SayAs,
  normalizer: Normalizer,
): string | undefined {
  const { speller } = normalizer;
  const own = text.trim();
  const cursor = { text: own, at: 0, ...normalizer };
  if (kind === "digits" || kind === "telephone") {
    if (!/^[\d +()./-]{1,60}$/.test(own) || !/\d/.test(own)) return undefined;
    const sign = own.startsWith("+") ? `${speller.language.words.plus}${speller.space}` : "";
    return kind === "digits" ? speller.digits(own) : sign + speakGroups(own, speller);
  }
  if (kind === "ordinal") {
    const digits = /^\d{1,15}/.exec(own)?.[0];
    return digits === undefined ? undefined : speller.ordinal(digits);
  }
  if (kind === "cardinal") {
    const sign = /^[-−]/.test(own) ? `${speller.language.words.minus}${speller.space}` : "";
    const at = sign === "" ? 0 : 1;
    const numeral = parseNumeral(cursor, at);
    return numeral?.end === own.length ? sign + speakNumeral(speller, numeral) : undefined;
  }
  if (kind === "date") return readDateAs(own, format, normalizer);
  const found = kind === "time" ? readTime(cursor) : readNumber(cursor);
  return found?.end === own.length ? found.spoken : undefined;
}

/** Reads a date in the order of its format: `d`, `m` and `y`. */
function readDateAs(own: string, format: string, normalizer: Normalizer): string | undefined {
  const { speller } = normalizer;
  const order = [...new Set(format.toLowerCase().replaceAll(/[^dmy]/g, ""))];
  if (order.length === 0) {
    const found = readDate({ text: own, at: 0, ...normalizer });
    return found?.end === own.length ? found.spoken : undefined;
  }
  const packed =
    /^\d{8}$/.test(own) && order[0] === "y"
      ? [own.slice(0, 4), own.slice(4, 6), own.slice(6)]
      : undefined;
  const parts = packed ?? own.match(/\d{1,4}/g) ?? [];
  if (parts.length !== order.length) return undefined;
  const values = new Map(order.map((part, index) => [part, Number(parts[index])]));
  const [day, month, year] = [values.get("d"), values.get("m"), values.get("y")];
  const full = year !== undefined && year < 100 ? (year < 70 ? 2000 : 1900) + year : year;
  if (month === undefined) {
    if (full !== undefined && day === undefined) return speller.year(full);
    return day !== undefined && full === undefined ? speller.ordinal(day) : undefined;
  }
  if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > 31))) return undefined;
  return writeDate(speller, {
    month,
    ...(day !== undefined && { day }),
    ...(full !== undefined && { year: full }),
    before: "",
    last: "yes",
    alone: "yes",
  });
}
