import type { Search } from "../search.ts";
import { characterSets } from "../vocabulary.ts";
import { rawToken } from "./clean-content.ts";
import { plainName, replaceBytes } from "./spoken.ts";
import { stringOf, type Token, tokensOf } from "./tokens.ts";

const utf16 = new TextDecoder("utf-16be");

/** A CMap without comments and names that have what is searched for, and without codes that stand for it. */
export function cleanCMap(bytes: Uint8Array, search: Search): Uint8Array {
  const cuts: { start: number; end: number; by: string }[] = [];
  let end = 0;
  for (const token of tokensOf(bytes)) {
    if (bytes.subarray(end, token.start).includes(0x25))
      cuts.push({ start: end, end: token.start, by: "\n" });
    ({ end } = token);
    if (hasFound(bytes, token, search)) cuts.push({ ...token, by: fillers[token.kind] ?? " " });
  }
  if (bytes.subarray(end).includes(0x25)) cuts.push({ start: end, end: bytes.length, by: "\n" });
  return cuts.length === 0 ? bytes : replaceBytes(bytes, cuts);
}

/** A code that stood for a word stands for a space. */
const fillers: Partial<Record<Token["kind"], string>> = {
  hex: "<0020>",
  string: "()",
  name: "/Own",
};

/** Whether a token of a CMap says what is searched for. A code that stands for one letter says nothing. */
export function hasFound(bytes: Uint8Array, token: Token, search: Search): boolean {
  switch (token.kind) {
    case "hex": {
      const string = stringOf(bytes, token);
      if (string.length < 4) return false;
      return (
        search.inText(utf16.decode(string)) !== undefined || search.inCodes(string) !== undefined
      );
    }
    case "string": {
      const string = stringOf(bytes, token);
      return (
        !characterSets.has(Buffer.from(string).toString()) && search.inString(string) !== undefined
      );
    }
    case "name":
      return search.inName(plainName(rawToken(bytes, token)).slice(1)) !== undefined;
    case "word":
      return isWord(bytes, token) && search.inText(rawToken(bytes, token)) !== undefined;
    default:
      return false;
  }
}

const operators = new Set(
  "begin end def dict dup findresource defineresource pop begincmap endcmap usecmap currentdict CMapName begincodespacerange endcodespacerange beginbfchar endbfchar beginbfrange endbfrange begincidchar endcidchar begincidrange endcidrange beginnotdefchar endnotdefchar beginnotdefrange endnotdefrange".split(
    " ",
  ),
);

function isWord(bytes: Uint8Array, token: Token): boolean {
  const word = rawToken(bytes, token);
  return !operators.has(word) && !/^[\d.-]{1,10}$/.test(word);
}
