import { type PDFDocument, PDFName } from "pdf-lib";
import { everyDict } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import type { Dice } from "./random-layouts.fixture.ts";

/** An entry of a ToUnicode map: a code and its letter, in hexadecimal. */
type Entry = readonly [code: string, letter: string];

interface Parts {
  head: string;
  entries: readonly Entry[];
  tail: string;
}

const chars = (entries: readonly Entry[], stated = entries.length) =>
  `${stated} beginbfchar\n${write(entries)}\nendbfchar\n`;
const write = (entries: readonly Entry[]) =>
  entries.map(([code, letter]) => `<${code}> <${letter}>`).join("\n");
const ranges = (entries: readonly Entry[], stated = entries.length) =>
  `${stated} beginbfrange\n${entries.map(([code, letter]) => `<${code}> <${code}> <${letter}>`).join("\n")}\nendbfrange\n`;
const whole = ({ head, tail }: Parts, sections: string) => `${head}${sections}${tail}`;

/** Splits the entries into a part before a random one, that one, and the part after it. */
function cut(entries: readonly Entry[], dice: Dice) {
  const at = dice.integer(0, entries.length - 1);
  return { before: entries.slice(0, at), one: entries[at]!, after: entries.slice(at + 1) };
}

const replaceOne = (parts: Parts, dice: Dice, change: (entry: Entry) => string) => {
  const { before, one, after } = cut(parts.entries, dice);
  const lines = [write(before), change(one), write(after)].join("\n");
  return whole(parts, `${parts.entries.length} beginbfchar\n${lines}\nendbfchar\n`);
};

/** The ways in which maps are broken. */
export const breakages: Readonly<Record<string, (parts: Parts, dice: Dice) => string>> = {
  "a count one too high": (parts) => whole(parts, chars(parts.entries, parts.entries.length + 1)),
  "a count one too low": (parts) => whole(parts, chars(parts.entries, parts.entries.length - 1)),
  "a count of zero": (parts) => whole(parts, chars(parts.entries, 0)),
  "a huge count": (parts) => whole(parts, chars(parts.entries, 1e9)),
  "a negative count": (parts) => whole(parts, chars(parts.entries, -1)),
  "no count": (parts) => whole(parts, chars(parts.entries).replace(/^\d+ /, "")),
  "a count too high in the second section": (parts, dice) => {
    const { before, one, after } = cut(parts.entries, dice);
    return whole(parts, `${chars([...before, one])}${chars(after, after.length + 1)}`);
  },
  "a range with a count too high": (parts) =>
    whole(parts, ranges(parts.entries, parts.entries.length + 1)),
  "ranges with a count too low": (parts) => whole(parts, ranges(parts.entries, 1)),
  "a missing end of its section": (parts) =>
    whole(parts, chars(parts.entries).replace("endbfchar", "")),
  "another end of its section": (parts) =>
    whole(parts, chars(parts.entries).replace("endbfchar", "endbfrange")),
  "a section in another": (parts, dice) => {
    const { before, one, after } = cut(parts.entries, dice);
    const inner = chars([one, ...after]);
    return whole(parts, `${parts.entries.length} beginbfchar\n${write(before)}\n${inner}`);
  },
  "a missing end of the map": ({ head, entries }) => `${head}${chars(entries)}`,
  "an end in the middle": ({ head, entries, tail }) =>
    `${head}${chars(entries).slice(0, -40)}${tail.replace("endcmap", "")}`,
  "a letter missing": (parts, dice) => {
    const { before, after } = cut(parts.entries, dice);
    return whole(parts, chars([...before, ...after]));
  },
  "half of its letters": (parts) =>
    whole(parts, chars(parts.entries.slice(0, parts.entries.length >> 1))),
  "no letters": (parts) => whole(parts, ""),
  "an entry without a letter": (parts, dice) => replaceOne(parts, dice, ([code]) => `<${code}>`),
  "an empty letter": (parts, dice) => replaceOne(parts, dice, ([code]) => `<${code}> <>`),
  "a letter of one byte": (parts, dice) =>
    replaceOne(parts, dice, ([code, letter]) => `<${code}> <${letter.slice(2)}>`),
  "a letter of three bytes": (parts, dice) =>
    replaceOne(parts, dice, ([code, letter]) => `<${code}> <${letter}00>`),
  "a lone surrogate": (parts, dice) => replaceOne(parts, dice, ([code]) => `<${code}> <D835>`),
  "a letter by its name": (parts, dice) => replaceOne(parts, dice, ([code]) => `<${code}> /e`),
  "a literal string": (parts, dice) => replaceOne(parts, dice, ([code]) => `<${code}> (\\000e)`),
  "an odd number of digits": (parts, dice) =>
    replaceOne(parts, dice, ([code, letter]) => `<${code}> <${letter.slice(0, 3)}>`),
  "a sign among the digits": (parts, dice) =>
    replaceOne(
      parts,
      dice,
      ([code, letter]) => `<${code}> <${letter.slice(0, 2)}x${letter.slice(2)}>`,
    ),
  "a code with another letter first": (parts, dice) => {
    const { one } = cut(parts.entries, dice);
    return whole(parts, chars([[one[0], "0078"], ...parts.entries]));
  },
  "a code with another letter last": (parts, dice) => {
    const { one } = cut(parts.entries, dice);
    return whole(parts, chars([...parts.entries, [one[0], "0078"]]));
  },
  "a range that ends before it starts": (parts, dice) =>
    replaceOne(parts, dice, (entry) => write([entry])).replace(
      "endbfchar\n",
      "endbfchar\n1 beginbfrange\n<0030> <0020> <0041>\nendbfrange\n",
    ),
  "a list that is too short": (parts) => {
    const [first] = parts.entries;
    const last = parts.entries.at(-1);
    const list = `1 beginbfrange\n<${first?.[0]}> <${last?.[0]}> [<0041>]\nendbfrange\n`;
    return whole(parts, `${list}${chars(parts.entries)}`);
  },
  "another map that it uses": (parts) =>
    `/Identity-H usecmap\n${whole(parts, chars(parts.entries))}`,
  "text after its section": (parts) => whole(parts, `${chars(parts.entries)}(Johnny) <4A> pop\n`),
};

/** Breaks the ToUnicode maps of a document. Returns the codes of letters. */
export function breakMaps(document: PDFDocument, name: string, dice: Dice): Map<string, string> {
  const codes = new Map<string, string>();
  for (const dict of everyDict(document)) {
    const map = streamBytes(dict.lookup(PDFName.of("ToUnicode")));
    if (!map) continue;
    const text = Buffer.from(map).toString("latin1");
    const entries = [...text.matchAll(/<([\dA-Fa-f]{4})> <([\dA-Fa-f]{4,})>\n/g)]
      .filter(([line]) => line !== "<0000> <FFFF>\n")
      .map(([, code = "", letter = ""]) => [code, letter] as const);
    for (const [code, letter] of entries)
      codes.set(String.fromCharCode(Number.parseInt(letter, 16)), code.toLowerCase());
    const head = text.slice(0, text.search(/\d+ beginbf/));
    const tail = text.slice(text.lastIndexOf("endbf")).replace(/^endbf\w+\s*/, "");
    const broken = breakages[name]?.({ head, entries, tail }, dice) ?? text;
    dict.set(PDFName.of("ToUnicode"), document.context.register(document.context.stream(broken)));
  }
  return codes;
}
