import type { CharacterClass, ClassItem, Property, Shorthand, Span } from "./tree.ts";

export interface ClassOptions {
  ignoreCase: boolean;
  unicode: boolean;
  refuse(span: Span, message: string): string;
}

/** Writes a class or a Unicode property as a class of RE2. */
export function classToRe2(node: CharacterClass | Property, options: ClassOptions): string {
  const { ignoreCase, unicode, refuse } = options;
  if (node.type === "property") return `[${members(node, options)}]`;
  if (node.operation !== "union") return refuse(node, "RE2 has no intersection or difference");
  for (const item of node.items)
    if (ignoreCase && !unicode && lastOf(item) > 0x7f)
      return refuse(item, "Capital and small letters beyond ASCII are not alike in RE2");
  const inside = node.items.map((item) => members(item, options)).join("");
  if (inside !== "") return `[${node.negated ? "^" : ""}${inside}]`;
  // `[]` matches nothing and `[^]` everything, and RE2 would read on to the next bracket.
  return node.negated ? "(?s:.)" : "[^\\x{0}-\\x{10FFFF}]";
}

/** `\d` and its like. RE2's own `\s` is shorter than ECMAScript's. */
export function shorthandToRe2(letter: Shorthand, ignoreCase: boolean): string {
  return `[${shorthand(letter, ignoreCase)}]`;
}

/** What `.` matches without the flag s. */
export const NOT_LINE_END = "[^\\n\\r\\x{2028}\\x{2029}]";

/** A code point as RE2 writes it, in a class or outside. */
export function characterToRe2(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (/[\w ]/.test(character)) return character;
  return /[!-~]/.test(character)
    ? `\\${character}`
    : `\\x{${codePoint.toString(16).toUpperCase()}}`;
}

function members(item: ClassItem, options: ClassOptions): string {
  switch (item.type) {
    case "character":
      return characterToRe2(item.codePoint);
    case "range":
      return `${characterToRe2(item.from)}-${characterToRe2(item.to)}`;
    case "set":
      return shorthand(item.letter, options.ignoreCase);
    case "property":
      return property(item, options);
    default:
      return options.refuse(item, "RE2 has no sets in a class");
  }
}

/** RE2 knows the general categories by their short names and the scripts by their full ones. */
function property(item: Property, { ignoreCase, refuse }: ClassOptions): string {
  if (ignoreCase) return refuse(item, "RE2 treats properties differently when case is ignored");
  const [key, value] = item.name.includes("=") ? item.name.split("=") : ["gc", item.name];
  const letter = item.negated ? "P" : "p";
  const category = CATEGORIES.has(value!) ? value : LONG_CATEGORIES.get(value!);
  if (CATEGORY_KEYS.has(key!) && category) return `\\${letter}{${category}}`;
  if (SCRIPT_KEYS.has(key!) && /^[A-Z][a-z]+(?:_[A-Z][a-z]+)*$/.test(value!) && value!.length > 4)
    return `\\${letter}{${value}}`;
  return refuse(item, "RE2 knows general categories and full names of scripts only");
}

const CATEGORY_KEYS: ReadonlySet<string> = new Set(["gc", "General_Category"]);
const SCRIPT_KEYS: ReadonlySet<string> = new Set(["sc", "Script"]);
const CATEGORIES: ReadonlySet<string> = new Set(
  "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Co Cs".split(
    " ",
  ),
);

/** The names of Unicode's PropertyValueAliases. */
const LONG_CATEGORIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Letter: "L",
    Uppercase_Letter: "Lu",
    Lowercase_Letter: "Ll",
    Titlecase_Letter: "Lt",
    Modifier_Letter: "Lm",
    Other_Letter: "Lo",
    Mark: "M",
    Combining_Mark: "M",
    Nonspacing_Mark: "Mn",
    Spacing_Mark: "Mc",
    Enclosing_Mark: "Me",
    Number: "N",
    Decimal_Number: "Nd",
    digit: "Nd",
    Letter_Number: "Nl",
    Other_Number: "No",
    Punctuation: "P",
    punct: "P",
    Connector_Punctuation: "Pc",
    Dash_Punctuation: "Pd",
    Open_Punctuation: "Ps",
    Close_Punctuation: "Pe",
    Initial_Punctuation: "Pi",
    Final_Punctuation: "Pf",
    Other_Punctuation: "Po",
    Symbol: "S",
    Math_Symbol: "Sm",
    Currency_Symbol: "Sc",
    Modifier_Symbol: "Sk",
    Other_Symbol: "So",
    Separator: "Z",
    Space_Separator: "Zs",
    Line_Separator: "Zl",
    Paragraph_Separator: "Zp",
    Control: "Cc",
    cntrl: "Cc",
    Format: "Cf",
    Private_Use: "Co",
    Surrogate: "Cs",
  }),
);

/** `(?i)` would make an s and a k of U+017F and U+212A: texts that have them are not left to it. */
function shorthand(letter: Shorthand, ignoreCase: boolean): string {
  return letter === "W" && ignoreCase
    ? SHORTHANDS.W.replace("-\\x{10FFFF}", "-\\x{17E}\\x{180}-\\x{2129}\\x{212B}-\\x{10FFFF}")
    : SHORTHANDS[letter];
}

const SHORTHANDS: Readonly<Record<Shorthand, string>> = {
  d: "0-9",
  D: "\\x{0}-/:-\\x{10FFFF}",
  w: "0-9A-Z_a-z",
  W: "\\x{0}-/:-@\\[-\\^`{-\\x{10FFFF}",
  s: "\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}",
  S: "\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}",
};

function lastOf(item: ClassItem): number {
  if (item.type === "character") return item.codePoint;
  return item.type === "range" ? item.to : 0;
}
