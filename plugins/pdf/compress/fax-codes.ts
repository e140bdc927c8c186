import { openWords } from "hub/data-file";

const lists = openWords(new URL("./fax-codes.txt", import.meta.url), [
  "white ends",
  "black ends",
  "white make-ups",
  "black make-ups",
])();

/** A code of a variable number of bits. */
export interface Code {
  value: number;
  bits: number;
}

/** The codes of one colour: `ends` by length, `makeUps` by length divided by 64, minus one. */
export interface RunCodes {
  ends: readonly Code[];
  makeUps: readonly Code[];
}

/** The codes of white runs, then those of black runs. */
export const runCodes: readonly [RunCodes, RunCodes] = [
  { ends: parseCodes(lists["white ends"]), makeUps: parseCodes(lists["white make-ups"]) },
  { ends: parseCodes(lists["black ends"]), makeUps: parseCodes(lists["black make-ups"]) },
];

/** The codes of vertical mode by the distance of a change from the one above, plus three. */
export const verticalCodes: readonly Code[] = parseCodes(
  "0000010 000010 010 1 011 000011 0000011".split(" "),
);

export const [passCode, horizontalCode, endCode] = parseCodes(
  "0001 001 000000000001000000000001".split(" "),
) as [Code, Code, Code];

function parseCodes(codes: Iterable<string>): Code[] {
  return Array.from(codes, (code) => ({ value: Number.parseInt(code, 2), bits: code.length }));
}
