import { type Cursor, followsWord, matchAt, type ReadingMatch } from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";

/** Reads a house number with its street, and a state with its postal code, in languages that have rules for them. */
export function readPostal(cursor: Cursor): ReadingMatch | undefined {
  if (followsWord(cursor.text, cursor.at)) return undefined;
  return /\d/.test(cursor.text[cursor.at] ?? "") ? readHouse(cursor) : readState(cursor);
}

/** Reads `2788 San Tomas Expy` and `12 S 1st St`. */
function readHouse({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const { directions, streets } = speller.language.texts;
  const types = speller.language.lists["street types"] ?? [];
  const [number] = matchAt(/\d{1,5}(?:[/-]\d{1,4})?(?=[A-Z]?,? )/y, text, at) ?? [];
  if (
    number === undefined ||
    types.length === 0 ||
    /[\d.,:/$€£#-]$/.test(text.slice(0, at).slice(-1))
  )
    return undefined;
  const [letter = ""] = matchAt(/[A-Z]?/y, text, at + number.length) ?? [];
  const numberEnd = at + number.length + letter.length;
  const end = numberEnd + (text[numberEnd] === "," ? 1 : 0);
  const [side = "", direction = ""] = matchAt(/ ([NSEW]{1,2})\b\.?/y, text, end) ?? [];
  const words: string[] = [];
  let from = end + side.length;
  for (let count = 0; count < 4; count++) {
    const [all, word = ""] =
      matchAt(
        / (\p{L}[\p{L}\p{M}'’]{1,20}|\d{1,3}[\p{L}\p{M}]{2,3})(?![\p{L}\p{M}\d])/uy,
        text,
        from,
      ) ?? [];
    if (all === undefined) return undefined;
    from += all.length;
    const type = word.charAt(0).toUpperCase() + word.slice(1);
    const long = streets[`${type}.`] ?? streets[type] ?? (types.includes(type) ? type : undefined);
    if (long !== undefined && count > 0) {
      const [trailing = "", lastDirection = ""] = matchAt(/ ([NS][EW])\b/y, text, from) ?? [];
      const isDotted = text[from] === "." && streets[`${type}.`] !== undefined;
      const isLast = /^\.?(?:\s*$|\s+\p{Lu})/u.test(text.slice(from, from + 4));
      return {
        end: from + (trailing.length || (isDotted && !isLast ? 1 : 0)),
        spoken: [
          speakHouse(speller, number),
          letter,
          directions[direction] ?? "",
          ...words,
          long,
          directions[lastDirection] ?? "",
        ]
          .filter(Boolean)
          .join(" "),
        kind: "number",
      };
    }
    if (/^\d/.test(word)) {
      const style = speller.language.texts["ordinal suffixes"][word.replace(/^\d{1,3}/, "")];
      const spoken = style && speller.ordinal(Number.parseInt(word, 10), style);
      if (!spoken) return undefined;
      words.push(spoken);
    } else if (/^\P{Ll}/u.test(word)) words.push(word);
    else return undefined;
  }
  return undefined;
}

/** Returns a house number in pairs of digits, or digit by digit. */
function speakHouse(speller: Speller, number: string): string {
  const { words } = speller.language;
  const [first = "", mark, second] = number.split(/([/-])/);
  const own = speller.write(first, "house") ?? speller.digits(first);
  return second === undefined
    ? own
    : speller.join(
        own,
        mark === "/" ? (words["house slash"] ?? words.slash) : words.dash,
        speakHouse(speller, second),
      );
}

/** Reads `CA 95051` and `NY` after a comma. */
function readState({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const [all, code = "", zip, more] =
    matchAt(/([A-Z]{2})(?: (\d{5})(?:-(\d{4}))?)?(?![\p{L}\d-])/uy, text, at) ?? [];
  const state = speller.language.texts.states[code];
  if (
    all === undefined ||
    state === undefined ||
    !/\p{L}, $/u.test(text.slice(Math.max(0, at - 3), at))
  )
    return undefined;
  const isWord = speller.language.lists["words like states"]?.includes(code);
  const ends = /^(?:$|[.,;)\n])/.test(text.slice(at + all.length, at + all.length + 1));
  if (zip === undefined && (isWord || !ends)) return undefined;
  const digits = [zip, more].flatMap((part) => (part === undefined ? [] : [speller.digits(part)]));
  return { end: at + all.length, spoken: [state, ...digits].join(" "), kind: "number" };
}
