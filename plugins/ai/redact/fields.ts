import { either } from "../names/person-context.ts";
import type { TextEntity } from "../recognize/found.ts";
import { getFieldType, isNamePart } from "./field-labels.ts";
import { readPersonContext } from "./person-context.ts";
import type { Kind } from "./request.ts";

const context = readPersonContext();

/** A part of the text that has a name of its own: the value of a field or a cell of a column. */
interface Value {
  start: number;
  end: number;
}

const tag = "<\\/?[a-zA-Z][^<>]{0,120}>";
/** The end of a field's name: a colon, an equals sign, or tags between two cells. */
const separator = new RegExp(
  `["'”’]?[ \\t]{0,3}(?:(?:=>|[:=：](?![:=/]))[ \\t]{0,3}|(?:${tag}\\s{0,8}){1,5})`,
  "gu",
);
const labelMax = 40;
const valueMax = 200;

/** Finds the values of fields and columns whose names say that they hold personal data. */
export function* findFields(text: string): Generator<TextEntity> {
  for (const match of text.matchAll(separator)) {
    // An XML element names its content itself.
    const element = /<(?<name>[a-zA-Z][\w-]{1,40})[^<>]{0,120}>\s{0,8}$/.exec(match[0])?.groups
      ?.name;
    const label = readLabel(text, match.index);
    const type = getFieldType(label) ?? (element && getFieldType(element));
    if (!type) continue;
    const value = readValue(text, match.index + match[0].length, type);
    if (!value) continue;
    const shown = text.slice(value.start, value.end);
    const isPart = isNamePart(label) && /^\p{Lu}\p{Ll}[\p{L}'’-]{0,30}$/u.test(shown);
    if (isPart || isPlausible(type, shown)) yield { type, ...value, confidence: 0.85 };
  }
  yield* findColumns(text);
  yield* findNumbersAfterNames(text);
  for (const { 0: shown, index, groups } of text.matchAll(contactNumber)) {
    const value = groups?.value ?? "";
    const digits = value.match(/\d/g)?.length ?? 0;
    const end = index + shown.length;
    if (digits >= 8 && digits <= 13)
      yield { type: "phone", start: end - value.length, end, confidence: 0.7 };
  }
}

/** A telephone number after a contact's name: "Contact: Anna Smith, 601 234 567". */
const contactNumber = new RegExp(
  `(?<![\\p{L}\\p{M}])${either(context["words for a contact"])}\\p{L}{0,3}:? [^\\n\\d:]{3,50}, ?(?<value>\\(?\\d[\\d ()./-]{6,18}\\d)(?![\\d\\p{L}])`,
  "giu",
);

/** Up to six groups of digits and capitals. Long because it lists what may stand between and before them. */
const numberForm =
  /(?<![\p{L}\p{N}])(?:[A-Z]{1,3} ?|[А-ЯІЇЄ]{2} ?)?\d[\dA-Z]{0,14}(?:[ ./-][\dA-Z]{1,12}){0,5}/gu;
const copulaWord = either(context["between a number's name and its value"]);
const copula = new RegExp(
  `(?:["'“(]|[:：.#№°º\\s]|(?<!\\p{L})${copulaWord}(?!\\p{L})|[はが是은는号號]){0,4}$`,
  "iu",
);

/** Finds identity numbers in a sentence, after the name of such a number. */
function* findNumbersAfterNames(text: string): Generator<TextEntity> {
  for (const { 0: shown, index: start } of text.matchAll(numberForm)) {
    const before = text.slice(Math.max(0, start - 56), start);
    const type = readTrailingType(before.slice(before.lastIndexOf("\n") + 1).replace(copula, ""));
    // "RG n° 22/01874" is a file of a French court.
    if (!type || !isNumber(type) || type === "phone" || /\brg n°? ?$/i.test(before)) continue;
    const value = shown.replace(/[ .][A-Z]{0,14}$/, "");
    if (isPlausible(type, value) && !/^(?:19|20)\d\d$/.test(value))
      yield { type, start, end: start + value.length, confidence: 0.8 };
  }
}

/** Returns the type of the field that the last words of a text name. */
function readTrailingType(text: string): Kind | undefined {
  const words = text.split(" ").slice(-5);
  for (let from = 0; from < words.length; from++) {
    const name = words
      .slice(from)
      .join(" ")
      .replace(/^["'“(]/, "");
    // Short names, such as "pas" and "nie", have other meanings in a sentence.
    const type = name.length > 3 || /^\p{Lu}{2,}$/u.test(name) ? getFieldType(name) : undefined;
    if (type) return type;
  }
  if (!/[\p{Script=Han}\p{Script=Hangul}]$/u.test(text)) return undefined;
  for (let length = 10; length > 1; length--) {
    const type = getFieldType(text.slice(-length));
    if (type) return type;
  }
  return undefined;
}

/** Returns the name of a field before a position, from the start of its line or the previous delimiter. */
function readLabel(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - labelMax), end);
  const from = Math.max(
    ...[
      "\n",
      "\t",
      "|",
      "{",
      "(",
      "<",
      ">",
      '"',
      "“",
      ",",
      ";",
      "，",
      "；",
      "。",
      "、",
      "؛",
      "،",
      "।",
    ].map((sign) => before.lastIndexOf(sign)),
    ...[". ", "! ", "? ", "- "].map((sign) => {
      const at = before.lastIndexOf(sign);
      // "T.C. Kimlik No" and "r. č." go on after a full stop.
      return at > 3 && !/(?:^|[ .])\p{L}$/u.test(before.slice(0, at)) ? at + 1 : -1;
    }),
  );
  const label = before.slice(from + 1);
  // In a log, a field follows a space: "order=12 user=Anna".
  return label.includes("=") || text[end] === "=" ? (label.split(/[= ]/).at(-1) ?? "") : label;
}

/** Returns the value that starts at a position: to its closing quote, or to the next delimiter. */
function readValue(text: string, from: number, type: Kind): Value | undefined {
  // A value that is already redacted, or found.
  if (/^[\ufffc[]/.test(text.charAt(from))) return undefined;
  const quote = /^["'“「]/.exec(text.slice(from, from + 1))?.[0];
  const start = from + (quote ? 1 : 0);
  const rest = text.slice(start, start + valueMax);
  const closing = quote === "“" ? "”" : quote === "「" ? "」" : quote;
  let length = closing ? rest.indexOf(closing) : findEnd(rest, ends[type] ?? ends.default);
  if (length < 0) length = rest.length;
  let end = start + length;
  if (!quote && isNumber(type)) {
    const form =
      type === "phone" ? /^[A-Za-z\d ./()+-]{1,40}/ : /^(?:[\dA-Zx]{1,20}[ ./+-]{0,3}){1,10}/;
    end = start + (form.exec(text.slice(start, end))?.[0].length ?? length);
  }
  if (type === "person" && !quote) end = start + readName(text.slice(start, end)).length;
  while (end > start && /[\s.,;/]/.test(text.charAt(end - 1))) end--;
  return end > start ? { start, end } : undefined;
}

/** Whether values of a type are numbers and codes in ASCII, if the text around them isn't. */
function isNumber(type: Kind): boolean {
  return ["phone", "ssn", "national_id", "passport", "vat_id"].includes(type);
}

/** Returns the index of the first match of some patterns, or -1. */
function findEnd(text: string, patterns: readonly RegExp[]): number {
  const found = patterns.map((pattern) => text.search(pattern)).filter((index) => index >= 0);
  return found.length > 0 ? Math.min(...found) : -1;
}

const ends: Partial<Record<Kind, readonly RegExp[]>> & { default: readonly RegExp[] } = {
  default: [
    /[\n\t|<>{}"“”,;，；。、]|\s\/|[.?!](?:\s|$)/u,
    new RegExp(` ${either(context.conjunctions)} `, "u"),
  ],
  person: [/[\n\t|<>{}"“”,;:，；。、،؛।()\d/[\]]|[.?!]\s/u],
  address: [
    /[\n\t|<>{}"“”;；。।]|\s\//u,
    /(?<=[\p{L}\p{N}]{5}|\d|[\p{Script=Hangul}\p{Script=Han}])[.?!](?:\s|$)/u,
  ],
  phone: [/[\n\t|<>{}"“”,;，；。、a-zA-Z\p{Script=Han}]|\s\/\s|[?!]/u],
  date_of_birth: [/[\n\t|<>{}"“”;；。)]|[.?!](?:\s\p{L}|$)|, (?!\d{4})/u],
};

const capital = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30}";
const particle = either(context["particles of names"]);
const capitalName = new RegExp(`^${capital}(?: (?:${particle} ){0,3}${capital}){0,5}`, "u");

/** Returns the capitalized words, particles and initials at the start of a text; all words in scripts without case. */
function readName(text: string): string {
  if (!/^\p{Lu}/u.test(text)) return text;
  return capitalName.exec(text)?.[0] ?? "";
}

/** Whether a value can be of its field's type. */
function isPlausible(type: Kind, value: string): boolean {
  const count = (pattern: RegExp) => value.match(pattern)?.length ?? 0;
  const [digits, letters] = [count(/\p{Nd}/gu), count(/\p{L}/gu)];
  if (type === "person") return isName(value, { digits, letters });
  if (type === "phone") return digits >= 6 && digits <= 17 && letters <= 8;
  if (type === "email") return /[@＠]/.test(value);
  if (type === "address")
    return (
      letters >= 4 &&
      (digits > 0 || /[,،، ]/.test(value)) &&
      !/@|^(?:see|same|not|as) /i.test(value)
    );
  if (type === "date_of_birth") return digits >= 3 && digits <= 12;
  return digits >= 4 && digits + letters >= 5 && digits + letters <= 24;
}

interface Counts {
  digits: number;
  letters: number;
}

function isName(value: string, { digits, letters }: Counts): boolean {
  if (digits > 0 || letters < 2 || value.includes("@") || value.includes("_")) return false;
  const words = value.trim().split(/[\s・·]{1,4}/);
  if (words.length > 6) return false;
  if (/[\p{Script=Han}\p{Script=Kana}\p{Script=Hangul}]/u.test(value)) return letters <= 12;
  // Scripts without case have no other sign of a name than its field.
  if (!/[\p{Lu}\p{Ll}]/u.test(value)) return letters > 3 && words.length <= 5;
  const [first = "", last = ""] = [words[0], words.at(-1)];
  return words.length > 1 && /^\p{Lu}/u.test(first) && /^\p{Lu}/u.test(last);
}

const delimiters = ["\t", "|", ";", ","];

/** Finds the cells of the columns whose header names personal data, in CSV, TSV and Markdown. */
function* findColumns(text: string): Generator<TextEntity> {
  let header: { delimiter: string; types: (Kind | undefined)[] } | undefined;
  let start = 0;
  for (const line of text.split("\n")) {
    const cells = header ? splitCells(line, header.delimiter) : [];
    if (header && cells.length === header.types.length) {
      for (const [index, cell] of cells.entries()) {
        const type = header.types[index];
        const value = line.slice(cell.start, cell.end);
        if (type && isPlausible(type, value))
          yield { type, start: start + cell.start, end: start + cell.end, confidence: 0.85 };
      }
    } else header = readHeader(line);
    start += line.length + 1;
  }
}

function readHeader(line: string) {
  if (line.length > 2000) return undefined;
  for (const delimiter of delimiters) {
    const cells = splitCells(line, delimiter);
    const types = cells.map((cell) => getFieldType(line.slice(cell.start, cell.end)));
    if (types.filter((type) => type !== undefined).length >= 2) return { delimiter, types };
  }
  return undefined;
}

/** Splits a line into its cells, without the spaces and quotes around them. */
function splitCells(line: string, delimiter: string): Value[] {
  const cells: Value[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at++) {
    // Quotes within a cell are a part of its text.
    if (line[at] === '"' && (isQuoted || line.slice(from, at).trim() === "")) isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || line[at] !== delimiter)) continue;
    let [start, end] = [from, at];
    while (start < end && /[\s"]/.test(line.charAt(start))) start++;
    while (end > start && /[\s"]/.test(line.charAt(end - 1))) end--;
    cells.push({ start, end });
    from = at + 1;
  }
  return cells;
}
