import { foldCase, isLetter, isWhole, type Pattern, plain, type Term } from "./patterns.ts";
import type { Span } from "./presets.ts";
import { isGlyphNumber, isStandardName } from "./vocabulary.ts";

/** Looks for what is to be removed outside of what pages draw. */
export interface Search {
  /** The name of a pattern that finds something in a text. */
  inText(text: string): string | undefined;
  /** The same, in bytes that may be text in any of the encodings of strings. */
  inString(bytes: Uint8Array): string | undefined;
  /** The same of terms, in the codes of glyphs, which are letters only of some fonts. */
  inCodes(bytes: Uint8Array): string | undefined;
  /** The same, in a name without its slash that is none of the format's own. */
  inName(name: string): string | undefined;
  /** Where terms stand in bytes that are no text as a whole, each byte a letter of `latin1`. */
  inBytes(latin1: string): Span[];
}

/** A shorter term stands among the numbers of glyphs by chance. */
const codesLengthMin = 4;
/** Where a shorter name has a term of so few letters, it is by chance. */
const nameLengthMin = 3;
/** A name of so few letters and a number is given by programs, and says nothing. */
const numbered = /^[A-Za-z]{0,3}\d{0,5}$/;

export function searchFor(patterns: readonly Pattern[]): Search {
  const terms = patterns.flatMap(({ name, term }) => (term ? [{ name, ...term }] : []));
  const ofTerms = patterns.filter(({ term }) => term);
  const within = (text: string, wanted: readonly Pattern[]) => {
    if (text === "" || wanted.length === 0) return undefined;
    const loose = () => terms.find((term) => isLoose(read(text, "NFKD"), term))?.name;
    return exactly(text, wanted) ?? loose();
  };
  const inText = (text: string) => within(text, patterns);
  const inString = (bytes: Uint8Array) =>
    findFirst(decodeTexts(bytes), ({ text, isSure }) => within(text, isSure ? patterns : ofTerms));
  const longer = ofTerms.filter(({ term }) => term && term.letters.length >= codesLengthMin);
  const needles = patterns.flatMap(({ name, term }) => (term ? buildNeedles(name, term) : []));
  return {
    inText,
    inString,
    inCodes: (bytes) => findFirst(decodeTexts(bytes), ({ text }) => exactly(text, longer)),
    inName(name) {
      if (isStandardName(name) || isGlyphNumber(name)) return undefined;
      const bytes = Buffer.from(name, "latin1");
      const texts = [name, new TextDecoder().decode(bytes), words(name)];
      const isShort = numbered.test(name);
      return patterns.find((pattern) => {
        const { find, form, term } = pattern;
        if (term && term.letters.length < nameLengthMin)
          return texts.some((text) => fold(plain(text, form), term) === term.letters);
        if (isShort && !term) return false;
        return texts.some((text) => find(read(text, form)).length > 0);
      })?.name;
    },
    inBytes: (latin1) => needles.flatMap((needle) => findSpans(latin1, needle)),
  };
}

function exactly(text: string, patterns: readonly Pattern[]): string | undefined {
  const forms = { NFKC: read(text, "NFKC"), NFKD: read(text, "NFKD") };
  return patterns.find(({ find, form }) => find(forms[form]).length > 0)?.name;
}

/** Strings of letters whose words have nothing between them: `AnnaLee` is two, too. */
function words(name: string): string {
  return name.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, "$1 ").replace(/[_+.-]/g, " ");
}

function findFirst<Item, Result>(items: Iterable<Item>, find: (item: Item) => Result | undefined) {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As it is compared: white space of any kind and length is one space. */
function read(text: string, form: Pattern["form"]): string {
  return plain(text, form).replace(/[\s\0]+/g, " ");
}

function fold(text: string, { caseSensitive }: Term): string {
  return caseSensitive ? text : foldCase(text);
}

/** Whether the letters of a term stand there with spaces or hyphens between, as whole pieces of text. */
function isLoose(text: string, term: Term): boolean {
  if (!/[ -]/.test(text)) return false;
  let letters = "";
  const from: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === " " || text[at] === "-") continue;
    from.push(at);
    letters += text[at];
  }
  const hay = fold(letters, term);
  for (let at = hay.indexOf(term.letters); at >= 0; at = hay.indexOf(term.letters, at + 1)) {
    // There is a place for each letter.
    const [start, end] = [from[at]!, from[at + term.letters.length - 1]! + 1];
    if (!isLetter(text[start - 1]) && !isLetter(text[end])) return true;
    const pieces = text.slice(start, end).split(/[ -]+/);
    const singles = pieces.filter(({ length }) => length === 1).length;
    if (!term.wholeWord && pieces.length > 2 && 2 * singles >= pieces.length) return true;
  }
  return false;
}

interface Read {
  text: string;
  /** Whether it is the encoding that the bytes say they have, or that of most: others only terms are looked for in. */
  isSure: boolean;
}

const decoders = {
  utf16be: new TextDecoder("utf-16be"),
  utf16le: new TextDecoder("utf-16le"),
  utf8: new TextDecoder("utf-8"),
  latin1: new TextDecoder("windows-1252"),
};

/** What bytes say in each of the encodings that a reader may take them for. */
function* decodeTexts(bytes: Uint8Array): Generator<Read> {
  const [first, second] = bytes;
  const isWide = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  const high = bytes.some((byte) => byte > 0x7f);
  yield* readEscapes(decoders.latin1.decode(bytes), !isWide);
  if (high) yield* readEscapes(decodeDocEncoding(bytes), !isWide);
  if (high) yield* readEscapes(decoders.utf8.decode(bytes), !isWide);
  if (bytes.length < 4) return;
  // Nobody takes bytes for letters of two that are plain ASCII, if none of them is zero.
  if (!high && !bytes.includes(0)) return;
  const isMarked = (mark: number) => isWide && first === mark;
  for (const start of [0, 1]) {
    const even = bytes.subarray(start, bytes.length - ((bytes.length - start) % 2));
    const half = detectZeroByte(even);
    const isSure = start === 0;
    yield* readEscapes(decoders.utf16be.decode(even), (isSure && isMarked(0xfe)) || half === 0);
    yield* readEscapes(decoders.utf16le.decode(even), (isSure && isMarked(0xff)) || half === 1);
  }
}

/** Which of each two bytes is zero, where most are: so Latin letters of two bytes are. */
function detectZeroByte(bytes: Uint8Array): 0 | 1 | undefined {
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  const [most, which] = zeros[0] > zeros[1] ? [zeros[0], 0 as const] : [zeros[1], 1 as const];
  const least = Math.min(...zeros);
  return 4 * most > bytes.length && least * 4 < most ? which : undefined;
}

/** What PDFDocEncoding has from 0x80 on (ISO 32000-2, annex D.3), where it is not Latin-1. */
const ofDocEncoding = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž";

function decodeDocEncoding(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return text.replace(/[\x80-\x9e]/g, (letter) =>
    ofDocEncoding.charAt(letter.charCodeAt(0) - 0x80),
  );
}

/** A text, and what it stands for where letters are written by their numbers. */
function* readEscapes(text: string, isSure: boolean): Generator<Read> {
  yield { text, isSure };
  if (/%[\da-f]{2}/i.test(text)) yield { text: decodePercent(text), isSure };
  const byNumber = text
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex, digits) => decodeLetter(hex, digits))
    .replace(
      /\\(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?))/gi,
      (_, four, braced, two, octal) =>
        decodeLetter(four ?? braced ?? two, String(Number.parseInt(octal, 8))),
    );
  if (byNumber !== text) yield { text: byNumber, isSure };
}

function decodePercent(text: string): string {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const isBytes = Array.from(bytes).every((letter) => letter <= "\u00ff");
  return isBytes ? decoders.utf8.decode(Buffer.from(bytes, "latin1")) : bytes;
}

function decodeLetter(hex: string | undefined, digits: string | undefined): string {
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

interface Needle {
  /** Bytes as letters of latin1. */
  code: string;
  /** Whether letters of latin1 are compared without their case. */
  isFolded: boolean;
  wholeWord: boolean;
}

/** A shorter term stands among the bytes of pictures and fonts by chance. */
const rawLengthMin = 5;
/** As few letters that differ would be found in an even surface. */
const rawLettersMin = 3;

/** How a term looks among bytes: one byte a letter, two bytes, or as UTF-8. */
function buildNeedles(name: string, { letters, caseSensitive, wholeWord }: Term): Needle[] {
  if (letters.length < rawLengthMin || new Set(letters).size < rawLettersMin) return [];
  const own = name.trim().replace(/\s+/g, " ");
  const cased = caseSensitive
    ? [own]
    : [own, own.toLowerCase(), own.toUpperCase(), toTitleCase(own.toLowerCase())];
  const spellings = [...cased, letters].flatMap((text) => [
    text.normalize("NFC"),
    text.normalize("NFD"),
  ]);
  const codes = spellings.flatMap((text) => {
    const single = /^[\0-\u00ff]*$/.test(text) ? [text] : [];
    const utf16 = Buffer.from(text, "utf16le").toString("latin1");
    const other = Buffer.from(text, "utf16le").swap16().toString("latin1");
    return [...single, utf16, other, Buffer.from(text, "utf8").toString("latin1")];
  });
  const isFolded = !caseSensitive;
  const plainCodes = isFolded ? codes.map(foldAscii) : codes;
  return [...new Set(plainCodes)].map((code) => ({ code, isFolded, wholeWord }));
}

function toTitleCase(text: string): string {
  return text.replace(
    /(^|[^\p{L}\p{M}])(\p{L})/gu,
    (_, before, letter) => before + letter.toUpperCase(),
  );
}

/** The capitals of ASCII as small letters: one byte stays one. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** What was folded last: all needles are looked for in the same bytes. */
let last = { text: "", folded: "" };

function findSpans(latin1: string, { code, isFolded, wholeWord }: Needle): Span[] {
  if (isFolded && last.text !== latin1) last = { text: latin1, folded: foldAscii(latin1) };
  const hay = isFolded ? last.folded : latin1;
  const spans: Span[] = [];
  for (let start = hay.indexOf(code); start >= 0; start = hay.indexOf(code, start + 1)) {
    const span = { start, end: start + code.length };
    if (!wholeWord || isWhole(latin1.replaceAll("\0", " "), span)) spans.push(span);
  }
  return spans;
}
