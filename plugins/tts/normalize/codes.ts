import { asTable } from "hub";
import { type Cursor, followsWord, matchAt, type ReadingMatch, wordBefore } from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";

const phonePattern = /(?:\+ ?|00)?\(?\d[\d ()./-]{1,24}\d/y;
const codePattern = /\d{1,7}(?:-\d{1,7}){2,5}(?![\d-])/y;
/** Mobile numbers of India and service numbers of Korea. */
const regionals: Readonly<Record<string, RegExp>> = asTable({
  IN: /^[6-9]\d{9}$/,
  KR: /^1[568]\d{2}-\d{4}$/,
});

/** A number, and groups of three or four digits after it. */
const codeDigits = /(\d{2,20})(?:[ -]\d{3,4}){0,2}(?!\d|[.,:/-]\d)/y;
const cardPattern = /\d{4}(?:[ -]\d{4}){2,4}(?![\d-])/y;
const northAmerican = /^(?:1[ .-])?(?:\(\d{3}\)[ -]?|\d{3}[ .-])\d{3}[ .-]\d{4}$/;

/** Numbers with an area code in parentheses, groups of three and four, or of three, two and two digits, and Italian mobile numbers. */
const nationals = [
  /^[2-9]\d{2}-\d{2}(?!00)\d{2}$/,
  /^\(\d{2,4}\) ?\d{3,5}[ -]\d{4}$/,
  /^\d{2,3}[ -]\d{3}[ -]\d{2}[ -]\d{2}$/,
  /^1800[ -]\d{3}[ -]\d{4}$/,
  /^0 ?\(\d{2,5}\) ?\d{5,8}$/,
  /^3\d{2} \d{6,7}$/,
  /^8[ -]?\(?\d{3}\)?[ -]\d{3}[ -]\d{2}[ -]\d{2}$/,
];

/** Reads a number after a word such as "PIN" digit by digit, and one after "flight" or "room" in pairs of digits. */
export function readCode({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (speller.space === "") return undefined;
  const [all = "", code = ""] = matchAt(codeDigits, text, at) ?? [];
  // The digits of "G-482913" and "MIG-25/235212".
  const isSerial =
    code.length > 4 &&
    /\p{Lu}[\p{L}\d]{0,9}[-/](?:\d{1,9}[-/])?$/u.test(text.slice(Math.max(0, at - 24), at));
  if (code === "" || (!isSerial && /[\d.,:/$€£-]/.test(text[at - 1] ?? ""))) return undefined;
  const { "code words": codeWords = [], "code links": links = [] } = speller.language.lists;
  const { "post code": postCode, "post code first": firstPostCode } =
    speller.language.texts.settings;
  const end = at + code.length;
  // Letters before the digits belong to the code: "AB1234".
  const near = text
    .slice(Math.max(0, at - 40), at)
    .replace(/(?:\p{L}{1,10}|(?<= )\p{Lu}{2} )$/u, "");
  const words = near.toLowerCase().match(/[\p{L}\p{M}-]{1,20}(?=[ :=#"]{0,3}$|[ ])/gu) ?? [];
  const [first = "", last = ""] = words.slice(-2);
  const isAfter =
    /[ :=#"]$/.test(near) || near.length < text.slice(Math.max(0, at - 40), at).length;
  const isNamed =
    !speller.language.lists.years?.includes(words.at(-1) ?? "") &&
    precedesCode(text.slice(end, end + 60), speller.language);
  // The post code of "Hauptstr. 5, 10115 Berlin".
  const isFirst =
    firstPostCode === String(code.length) &&
    /\d\p{L}?, $/u.test(near) &&
    /^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3));
  if (isFirst || isSerial) return { end, spoken: speller.codeDigits(code), kind: "digits" };
  if (!isAfter && !isNamed) return undefined;
  const label = words.length > 1 && links.includes(last) ? first : (words.at(-1) ?? "");
  const isCode = isNamed || codeWords.includes(label) || codeWords.includes(`${first}_${last}`);
  const isPost = /, [\p{L}\p{M}]{2,20}(?: [\p{L}\p{M}]{2,20})? (?:- )?$/u.test(near);
  if ((code.length > 2 && isCode) || (isPost && postCode === String(code.length))) {
    const groups = all.split(/\D/).map((group) => speller.codeDigits(group));
    return { end: at + all.length, spoken: groups.join(", "), kind: "digits" };
  }
  if (all.includes("-")) return undefined;
  const isHouse = code.length < 5 && speller.language.lists["house words"]?.includes(label);
  const spoken = isHouse ? (speller.write(code, "house") ?? speller.digits(code)) : undefined;
  return spoken === undefined ? undefined : { end, spoken, kind: "number" };
}

/** Whether the words after a number make it a code: "482913 is your login code". */
function precedesCode(after: string, { lists }: Speller["language"]): boolean {
  const [clause = ""] = after.split(/[.,;:!?\n]/, 1);
  const [link = "", ...words] = clause.toLowerCase().trim().split(" ", 6);
  const isLinked = lists["code links"]?.includes(link) === true;
  return isLinked && words.some((word) => word !== "" && lists["code words"]?.includes(word));
}

/** Reads a phone number with letters, such as `1-800-FLOWERS`. */
function readVanity({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const [all, country = "", area = "", name = ""] =
    matchAt(/(1-)?([89]\d\d)-((?:[A-Z\d]{1,10}-){0,3}[A-Z\d]{1,10})(?![\p{L}\d-])/uy, text, at) ??
    [];
  if (all === undefined || !/[A-Z]{2}/.test(name)) return undefined;
  const areaWords = area === "800" ? speller.cardinal(area) : speller.digits(area);
  const words = name
    .split("-")
    .map((part) => part.replaceAll(/\d{1,10}/g, (digits) => speller.digits(digits)))
    .join(" ");
  const one = country === "" ? [] : [speller.cardinal(1)];
  return { end: at + all.length, spoken: [...one, areaWords, words].join(", "), kind: "phone" };
}

/** Reads a phone number digit by digit. */
export function readPhone(cursor: Cursor): ReadingMatch | undefined {
  const { text, at, speller } = cursor;
  const [plate] = matchAt(/\d{3,8}(?![\d.,年月])/y, text, at) ?? [];
  // A train, a flight or a number plate: "G123次", "京A12345".
  if (speller.space === "" && plate !== undefined && /[A-Z]/.test(text[at - 1] ?? ""))
    return { end: at + plate.length, spoken: speakGroups(plate, speller), kind: "digits" };
  const nearest = text.slice(Math.max(0, at - 2), at);
  if (followsWord(text, at) || /[.+$€£-]$|\d,$/.test(nearest)) return undefined;
  const vanity = readVanity(cursor);
  if (vanity) return vanity;
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
  const { words } = speller.language;
  const sign = own.startsWith("+") ? `${words["country code"] ?? words.plus}${speller.space}` : "";
  return { end: at + own.length, spoken: sign + spoken, kind: "phone" };
}

/** Says groups of digits as the language does, with a pause between groups. */
export function speakGroups(text: string, speller: Speller): string {
  const { phones } = speller.language.texts.settings;
  const all = text.match(/\d{1,20}/g) ?? [];
  const groups =
    phones === "pairs"
      ? all.flatMap((group) =>
          group.match(/^\d{4}$/) ? [group.slice(0, 2), group.slice(2)] : [group],
        )
      : all;
  const isOfNumbers = phones !== undefined && groups.length > 1;
  return groups
    .map((group) =>
      isOfNumbers && /^[1-9]\d{0,3}$/.test(group)
        ? speller.cardinal(group)
        : speller.codeDigits(group),
    )
    .join(speller.space === "" ? "，" : ", ");
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
  if (regionals[speller.region]?.test(own)) return true;
  if ([northAmerican, ...nationals].some((pattern) => pattern.test(own))) return true;
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
  const isIp =
    parts.length === 4 &&
    parts.every((part) => Number(part) < 256 && String(Number(part)) === part);
  const isGrouped = !isIp && parts.slice(1).every((part) => part.length === 3);
  if (!isVersion || (isGrouped && mark === "")) return undefined;
  const spoken = parts
    .map((part) =>
      (isIp && speller.language.texts.settings.ip !== "numbers") || (part.length > 2 && !isIp)
        ? speller.digits(part)
        : speller.cardinal(part),
    )
    .join(` ${isIp || !speller.locale.startsWith("en") ? speller.language.words.dot : "point"} `);
  return {
    end: at + all.length,
    spoken: mark === "" ? spoken : `${mark} ${spoken}`,
    kind: "digits",
  };
}
