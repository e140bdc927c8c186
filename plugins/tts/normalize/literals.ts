import { asTable } from "hub";
import {
  type Cursor,
  followsWord,
  isAtStart,
  matchAt,
  type ReadingMatch,
  wordAfter,
  wordBefore,
} from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";

const address =
  /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>"'“”«»\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、！？；：（）「」]{1,2000}/iuy;
const host =
  /[A-Za-z0-9][A-Za-z0-9-]{2,62}\.(?:[a-z0-9-]{1,62}\.){0,4}(?:com|org|net|edu|gov|io|dev|app|info|co|ai|de|fr|es|it|pt|br|nl|se|pl|cz|ru|ua|tr|in|cn|jp|uk|ch|at|eu)(?:\/[^\s<>"'“”«»\p{Script=Han}，。、！？；：（）]{0,500})?(?!(?!\p{Script=Han})\p{L}|[\d@-])/uy;
const mail =
  /(?:(?!\p{Script=Han})[\p{L}\d])(?:(?!\p{Script=Han})[\p{L}\d._%+-]){0,63}@(?:(?!\p{Script=Han})[\p{L}\d-]){1,63}(?:\.(?:(?!\p{Script=Han})[\p{L}\d-]){1,63}){1,5}/uy;

/** Reads a web address or an e-mail address. */
export function readAddress({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (followsWord(text, at) || /[@._-]/.test(text[at - 1] ?? "")) return undefined;
  const [email] = matchAt(mail, text, at) ?? [];
  if (email !== undefined)
    return { end: at + email.length, spoken: speakAddress(email, speller), kind: "email" };
  const [found = ""] = matchAt(address, text, at) ?? matchAt(host, text, at) ?? [];
  const url = found.replace(/[.,;:!?)\]}]{1,5}$/, "");
  if (url === "") return undefined;
  const bare = url.replace(/^(?:https?|ftp):\/\//i, "").replace(/\/$/, "");
  return { end: at + url.length, spoken: speakAddress(bare, speller), kind: "url" };
}

function speakAddress(text: string, speller: Speller): string {
  const { words } = speller.language;
  const signs: Readonly<Record<string, string>> = asTable({
    ".": words.dot,
    "/": words.slash,
    "-": words.dash,
    _: words.underscore,
    "@": words.at,
    ":": words.colon,
    "=": words.equals,
    "+": words.plus,
    "&": words.and,
    "?": words.question,
  });
  const pieces = text.match(/\d{1,200}|[\p{L}\p{M}]{1,2000}|[^\p{L}\p{M}\d]/gu) ?? [];
  return pieces
    .map((piece) => {
      if (/^\d/.test(piece))
        return piece.length <= 2 && piece[0] !== "0"
          ? speller.cardinal(piece)
          : speller.digits(piece);
      return Object.hasOwn(signs, piece) ? signs[piece] : /^www$/i.test(piece) ? "w w w" : piece;
    })
    .join(" ")
    .replaceAll(/ {2,10}/g, " ")
    .trim();
}

const emojiPattern = /\p{RGI_Emoji}/vy;

/** Reads an emoji by its name. */
export function readEmoji({ text, at, speller, emoji }: Cursor): ReadingMatch | undefined {
  if (!emoji) return undefined;
  const [sign] = matchAt(emojiPattern, text, at) ?? [];
  const name = sign === undefined ? undefined : emoji.get(sign.replaceAll("\ufe0f", ""));
  if (sign === undefined || name === undefined) return undefined;
  const end = at + sign.length;
  const [before = " ", after = " "] = [text[at - 1], text[end]];
  const lead = speller.space === "" || /[\s([]/.test(before) ? "" : " ";
  const trail = speller.space === "" || /[\s.,;:!?)\]]/.test(after) ? "" : " ";
  return { end, spoken: `${lead}${name}${trail}`, kind: "emoji" };
}

const phonePattern = /(?:\+|00)?\(?\d[\d ()./-]{1,24}\d/y;
const codePattern = /\d{1,7}(?:-\d{1,7}){2,5}(?![\d-])/y;
const cardPattern = /\d{4}(?:[ -]\d{4}){2,4}(?![\d-])/y;
const northAmerican = /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/;

/** Numbers with an area code in parentheses, and groups of three, two and two digits. */
const national =
  /^(?:\(\d{2,4}\) ?\d{3,5}[ -]\d{4}|\d{2,3}[ -]\d{3}[ -]\d{2}[ -]\d{2}|8[ -]?\(?\d{3}\)?[ -]\d{3}[ -]\d{2}[ -]\d{2})$/;

/** Reads a phone number digit by digit. */
export function readPhone({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const [plate] = matchAt(/\d{3,8}(?![\d.,年月])/y, text, at) ?? [];
  // A train, a flight or a number plate: "G123次", "京A12345".
  if (speller.space === "" && plate !== undefined && /[A-Z]/.test(text[at - 1] ?? ""))
    return { end: at + plate.length, spoken: speakGroups(plate, speller), kind: "digits" };
  const nearest = text.slice(Math.max(0, at - 2), at);
  if (followsWord(text, at) || /[.+$€£-]$|\d,$/.test(nearest)) return undefined;
  // Three groups or more are a code: ranges have two, and dates are read before.
  const [card] = matchAt(cardPattern, text, at) ?? matchAt(codePattern, text, at) ?? [];
  if (card !== undefined)
    return { end: at + card.length, spoken: speakGroups(card, speller), kind: "digits" };
  const [all = ""] = matchAt(phonePattern, text, at) ?? [];
  const own = all.trimEnd();
  const count = own.replaceAll(/\D/g, "").length;
  // Without spaces between words, a comma after a number ends a clause.
  const isEnd = speller.space === "" ? /^,/ : /^[.,](?!\d)/;
  const rest = text.slice(at + own.length, at + own.length + 2);
  if (own === "" || (!isEnd.test(rest) && /^[\d.,]/.test(rest))) return undefined;
  const before = text.slice(Math.max(0, at - 24), at);
  if (isCode(own, { before, after: text.slice(at + own.length, at + own.length + 4), speller }))
    return { end: at + own.length, spoken: speakGroups(own, speller), kind: "digits" };
  if (!isPhone(own, { count, before, speller })) return undefined;
  const spoken = speakGroups(own, speller);
  const sign = own.startsWith("+") ? `${speller.language.words.plus}${speller.space}` : "";
  return { end: at + own.length, spoken: sign + spoken, kind: "phone" };
}

/** Says groups of digits one by one, with a pause between groups. */
export function speakGroups(text: string, speller: Speller): string {
  const groups = text.match(/\d{1,20}/g) ?? [];
  return groups.map((group) => speller.codeDigits(group)).join(speller.space === "" ? "，" : ", ");
}

/** Whether the words around a number make it a code, in languages without spaces. */
function isCode(
  own: string,
  { before, after, speller }: { before: string; after: string; speller: Speller },
): boolean {
  const { "code words": codeWords = [], "code suffixes": codeSuffixes = [] } =
    speller.language.lists;
  const near = before.replace(/[:： 是为]{1,3}$/, "");
  return (
    /^\d{3,20}$/.test(own) &&
    (codeWords.some((word) => near.endsWith(word)) ||
      codeSuffixes.some((word) => after.startsWith(word)))
  );
}

function isPhone(
  own: string,
  { count, before, speller }: { count: number; before: string; speller: Speller },
): boolean {
  if (count > 15) return false;
  if (own.startsWith("+")) return count >= 7;
  if (northAmerican.test(own) || national.test(own)) return true;
  const { "phone words": phoneWords = [] } = speller.language.lists;
  // A zero leads no other number with separators.
  if (/^\(?0\d/.test(own) && count >= 8 && count <= 13 && /^\(?0\d{1,5}\)?[ /.-]/.test(own))
    return !/^\d{1,2}[./-]\d{1,2}[./-]/.test(own);
  if (speller.space === "") {
    const near = before.replace(/[:： ]{1,3}$/, "");
    const isMobile = /^1[3-9]\d{9}$/.test(own);
    return isMobile || (count >= 3 && phoneWords.some((word) => near.endsWith(word)));
  }
  const words = before.toLowerCase().match(/\p{L}[\p{L}\p{M}]{0,20}/gu) ?? [];
  const isNear = phoneWords.some((word) => words.slice(-2).includes(word));
  return isNear && count >= 3 && !/[.,]\d{1,2}$/.test(own);
}

/** Reads IP addresses and versions: `192.168.0.1`, `1.2.3` and `v2.0`. */
export function readVersion({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (/[\p{L}\d.,]/u.test(text[at - 1] ?? "") && !/^v/i.test(text[at - 1] ?? "")) return undefined;
  const [all, mark = ""] = matchAt(/(v?)\d{1,4}(?:\.\d{1,6}){1,5}(?!\d|[.,]\d)/iy, text, at) ?? [];
  if (all === undefined) return undefined;
  const parts = all.slice(mark.length).split(".");
  const isVersion =
    mark !== "" ||
    parts.length > 2 ||
    /^v(?:ersion|ersión|ersione|ersão|ersie|erze|ерсия|ерсія|ersiyon)?\.?$/iu.test(
      wordBefore(text, at),
    );
  const isGrouped = parts.slice(1).every((part) => part.length === 3) && parts.length < 4;
  if (!isVersion || (isGrouped && mark === "")) return undefined;
  const isIp = parts.length === 4 && parts.every((part) => Number(part) < 256);
  const spoken = parts
    .map((part) => (part.length > 2 || isIp ? speller.digits(part) : speller.cardinal(part)))
    .join(` ${isIp || !speller.locale.startsWith("en") ? speller.language.words.dot : "point"} `);
  return {
    end: at + all.length,
    spoken: mark === "" ? spoken : `${mark} ${spoken}`,
    kind: "digits",
  };
}

const sentenceStart =
  /^(?:The|A|An|He|She|It|We|I|They|In|On|At|Then|But|And|Our|My|This|That|There|When|If|Der|Die|Das|Er|Sie|Es|Wir|Le|La|Les|Il|Elle|El|Los|Las)$/;

/** Reads an abbreviation. The full stop that ends a sentence stays in the text. */
export function readAbbreviation({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (/[\p{L}\p{N}\p{M}.'’@/&-]/u.test(text[at - 1] ?? "")) return undefined;
  const { language } = speller;
  const street = readStreetEnding({ text, at, speller });
  if (street) return street;
  for (const written of listAbbreviations(language).get(text.charAt(at)) ?? []) {
    if (!text.startsWith(written, at) && !startsWithSpaced(text, at, written)) continue;
    const end = at + written.length;
    const isCut =
      /[\p{L}\p{N}.]$/u.test(written) && /^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
    if (isCut && !/[/№°º]$/.test(written)) continue;
    const word = chooseWord(written, { text, at, end, speller });
    if (word === undefined) continue;
    const isLast = isSentenceEnd(text, written, end);
    return { end: isLast ? end - 1 : end, spoken: word, kind: "abbreviation" };
  }
  return undefined;
}

/** Reads a street whose last part is short, such as `Hauptstr.`. */
function readStreetEnding({ text, at, speller }: Omit<Cursor, "marks">): ReadingMatch | undefined {
  const endings = Object.entries(speller.language.texts["street endings"]);
  const [street] =
    (endings.length > 0 &&
      matchAt(/\p{Lu}\p{L}{1,40}(?:-\p{Lu}\p{L}{1,40}){0,3}\.(?!\p{L})/uy, text, at)) ||
    [];
  const [short, long] = endings.find(([ending]) => street?.endsWith(ending)) ?? [];
  if (street === undefined || short === undefined || long === undefined) return undefined;
  const end = at + street.length;
  return {
    end: /^\s*$|^\s+\p{Lu}/u.test(text.slice(end, end + 4)) ? end - 1 : end,
    spoken: street.slice(0, -short.length) + long,
    kind: "abbreviation",
  };
}

/** Whether a text has an abbreviation whose spaces don't break. */
function startsWithSpaced(text: string, at: number, written: string): boolean {
  return (
    written.includes(" ") &&
    text.slice(at, at + written.length).replaceAll(/[\u00a0\u202f]/g, " ") === written
  );
}

const abbreviationLists = new WeakMap<
  Speller["language"],
  ReadonlyMap<string, readonly string[]>
>();

/** Returns the abbreviations of a language by their first letter, longest first. */
function listAbbreviations(language: Speller["language"]): ReadonlyMap<string, readonly string[]> {
  const known = abbreviationLists.get(language);
  if (known) return known;
  const { titles, streets, labels, abbreviations } = language.texts;
  const all = new Set(
    [titles, streets, labels, abbreviations].flatMap((table) => Object.keys(table)),
  );
  const sorted = [...all].sort((a, b) => b.length - a.length);
  const lists = Map.groupBy(sorted, (written) => written.charAt(0));
  abbreviationLists.set(language, lists);
  return lists;
}

function chooseWord(
  written: string,
  { text, at, end, speller }: { text: string; at: number; end: number; speller: Speller },
): string | undefined {
  const { texts } = speller.language;
  const rest = text.slice(end, end + 40);
  const after = wordAfter(text, end);
  const before = wordBefore(text, at);
  const label = texts.labels[written];
  if (label !== undefined && /^[ \u00a0]?(?:[#№]? ?\d|[IVX]{2,5}\b)/.test(rest))
    return declineLabel(texts.oblique[written], { before, speller }) ?? label;
  const street = texts.streets[written];
  const isAfterName = /^\p{Lu}\p{Ll}+$/u.test(before) && !sentenceStart.test(before);
  const isBeforeName =
    /^[ \u00a0](?:(?:de|den|der|van|von|ten|ter|di|da|du|del|della)[ \u00a0]){0,3}\p{Lu}/u.test(
      rest,
    ) && !sentenceStart.test(after);
  const hasHouseNumber = /\d[\p{L}]? (?:\p{Lu}\p{Ll}{1,20} ){1,2}$/u.test(
    text.slice(Math.max(0, at - 50), at),
  );
  if (street !== undefined && isAfterName && (hasHouseNumber || !isBeforeName)) return street;
  const title = texts.titles[written];
  if (title !== undefined && isBeforeName)
    return (/^\p{Ll}{1,5}$/u.test(before) ? texts.oblique[written] : undefined) ?? title;
  const oblique = /^\p{Ll}{1,5}$/u.test(before) ? texts.oblique[written] : undefined;
  return oblique ?? texts.abbreviations[written];
}

/** Chooses the form of a label after a preposition: the locative, or the genitive after a bar. */
function declineLabel(
  forms: string | undefined,
  { before, speller }: { before: string; speller: Speller },
): string | undefined {
  const [locative, genitive] = forms?.split("|") ?? [];
  if (genitive !== undefined && speller.choose("genitive", { before, after: "" })) return genitive;
  return genitive !== undefined && /^(?:o|po|w)$/.test(before) ? locative : undefined;
}

/** Whether the abbreviation's full stop also ends the sentence. */
function isSentenceEnd(text: string, written: string, end: number): boolean {
  if (!written.endsWith(".")) return false;
  const rest = text.slice(end, end + 40);
  return (
    rest.trim() === "" ||
    (/^["”»)]?\s+\p{Lu}/u.test(rest) && sentenceStart.test(wordAfter(text, end)))
  );
}

const romanValues: Readonly<Record<string, number>> = asTable({
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
});
const canonicalRoman = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** Reads a Roman numeral that its neighbours explain. */
export function readRoman({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (/[.'’-]/.test(text[at - 1] ?? "") || followsWord(text, at)) return undefined;
  const [own] =
    matchAt(/[IVXLCDM]{1,12}(?!(?!\p{Script=Han})\p{L}|[\p{N}\p{M}'’])/uy, text, at) ?? [];
  const suffix =
    own === undefined
      ? matchAt(/([IVX]{1,8})(e|er|ère|ème|º|ª)(?![\p{L}\p{N}])/uy, text, at)
      : undefined;
  const roman = own ?? suffix?.[1];
  if (roman === undefined || !canonicalRoman.test(roman)) return undefined;
  const value = parseRoman(roman);
  const end = at + (own ?? suffix?.[0] ?? "").length;
  if (suffix) {
    const spoken = speller.ordinal(
      value,
      speller.language.texts["ordinal suffixes"][suffix[2] ?? ""],
    );
    return spoken === undefined ? undefined : { end, spoken, kind: "roman" };
  }
  const { rules, lists } = speller.language;
  const isDotted = text[end] === "." && rules["dotted ordinal"].length > 0;
  const before = isAtStart(text, at) ? "" : wordBefore(text, at);
  const isNamed =
    /^\p{Lu}\p{Ll}+$/u.test(before) &&
    (roman.length > 1 || isDotted || lists.rulers?.includes(before));
  const spoken = speller.choose("roman", {
    value,
    letters: roman.length,
    dotted: isDotted ? "yes" : "no",
    named: isNamed ? "yes" : "no",
    before,
    after: wordAfter(text, end + (isDotted ? 1 : 0)),
  });
  if (spoken === undefined) return undefined;
  const takesStop =
    isDotted &&
    /^\.(?: ?[\p{L}]|[,;)])/u.test(text.slice(end, end + 3)) &&
    !sentenceStart.test(wordAfter(text, end + 1));
  return { end: takesStop ? end + 1 : end, spoken, kind: "roman" };
}

function parseRoman(roman: string): number {
  let sum = 0;
  for (let at = 0; at < roman.length; at++) {
    const value = romanValues[roman.charAt(at)] ?? 0;
    sum += value < (romanValues[roman.charAt(at + 1)] ?? 0) ? -value : value;
  }
  return sum;
}

/** Reads a symbol between words or before a number. */
export function readSymbol({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const { words } = speller.language;
  const { space } = speller;
  const char = text[at] ?? "";
  const next = text[at + 1] ?? "";
  const isSpaced = /\s/.test(text[at - 1] ?? "") && /\s/.test(next);
  const isBetweenDigits =
    /\d ?$/.test(text.slice(Math.max(0, at - 2), at)) && /^ ?\d/.test(text.slice(at + 1, at + 3));
  const isNumbered = /^[ \u00a0]?\d/.test(text.slice(at + 1, at + 3));
  const gap = isNumbered && next !== " " && next !== "\u00a0" ? " " : "";
  const symbol = (spoken: string, pad = ""): ReadingMatch => ({
    end: at + 1,
    spoken: spoken + pad,
    kind: "symbol",
  });
  if (char === "&")
    return isSpaced
      ? symbol(words.and)
      : /\p{L}/u.test(next)
        ? symbol(` ${words.and} `)
        : undefined;
  if ((char === "#" || char === "№") && isNumbered && !/[\p{L}\d]/u.test(text[at - 1] ?? ""))
    return symbol(words.number, gap);
  if (char === "§" && next === "§") return { end: at + 2, spoken: words.section, kind: "symbol" };
  if (char === ":" && /\d/.test(text[at - 1] ?? "") && /\d/.test(next))
    return symbol(words.ratio === "" ? " " : `${space}${words.ratio ?? words.to}${space}`);
  if (
    /[€$£]/.test(char) &&
    /\s/.test(text[at - 1] ?? "") &&
    !/^[\p{L}$]|^ ?\p{N}/u.test(text.slice(at + 1, at + 3))
  ) {
    const code = char === "€" ? "EUR" : char === "£" ? "GBP" : "USD";
    const [major] = speller.language.nouns.currencies[code] ?? [];
    return major && symbol(speller.inflect("1000000", major[1]));
  }
  if (char === "§" && isNumbered) return symbol(words.section, gap);
  if (char === "×" && (isSpaced || isBetweenDigits))
    return symbol(isSpaced ? words.times : `${space}${words.times}${space}`);
  const isHex = /(?:^|\D)0$/.test(text.slice(Math.max(0, at - 2), at));
  if (/[xX]/.test(char) && isBetweenDigits && !isHex) return symbol(words.times);
  if (char === "+" && (isSpaced || isBetweenDigits))
    return symbol(isSpaced ? words.plus : `${space}${words.plus}${space}`);
  if (char === "=" && (isSpaced || isBetweenDigits))
    return symbol(isSpaced ? words.equals : `${space}${words.equals}${space}`);
  if (/[-−]/.test(char) && isSpaced && isBetweenDigits && /=/.test(text.slice(at, at + 20)))
    return symbol(words.minus);
  // A date in an order that no calendar has, or a rate.
  if (char === "/" && /\d/.test(text[at - 1] ?? "") && /\d/.test(next))
    return symbol(` ${words.slash} `);
  if (char === "@" && isSpaced) return symbol(words.at);
  if (char === "%" && isSpaced) return symbol(words.percent);
  return undefined;
}
