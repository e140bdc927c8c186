import type { TextEntity } from "../recognize/found.ts";
import { isEnglishWord } from "./english-words.ts";
import { findPlace } from "./gazetteer.ts";
import { noName, noOrganization, organizationEnds } from "./name-words.ts";
import { either, eitherCase, readContext } from "./person-context.ts";

const part = "\\p{Lu}[\\p{L}\\p{M}'’]{1,30}(?:-\\p{Lu}[\\p{L}\\p{M}'’]{1,30})?";
const particle =
  "van der|van den|van de|van 't|in 't|van|von und zu|von der|von|vom|zu|zum|zur|de la|de los|de las|de|del|della|dello|dell'|di|da|do|dos|das|du|des|le|la|af|av|ter|ten|den|el|al|bin|ben";
/** A first name and a surname, with or without names and particles in between. */
const name = `${part}(?: (?:\\p{Lu}\\.|${part})){0,2} (?:(?:${particle}) ){0,2}${part}`;

const patterns: readonly RegExp[] = [
  new RegExp(
    `(?<=(?<!\\p{L})${eitherCase(readContext().introducers)},? )(?<name>${name})(?!\\p{L})`,
    "gu",
  ),
  new RegExp(
    `(?<!\\p{L})(?<name>${name})(?=,? ${either(readContext().followers)}(?!\\p{L}))`,
    "gu",
  ),
];

/** A closing of a letter at the end of a line. */
const closing = new RegExp(
  `${either(readContext().closings)}[,!.،]?[ \\t]{0,3}\\n{1,2}[ \\t]{0,3}$`,
  "iu",
);
const signature = new RegExp(
  `(?<=\\n)[ \\t]{0,3}(?<name>${name}|[\\p{Script=Cyrillic}][\\p{L}-]{1,24}(?: [\\p{Script=Cyrillic}][\\p{L}-]{1,24}){1,2}|[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Devanagari}][\\p{L}\\p{M}]{1,16}(?: [\\p{L}\\p{M}]{2,16}){1,2})(?=[ \\t]{0,3}(?:\\n|$))`,
  "gu",
);
/** A line of a conversation: at least three words follow the speaker. */
const speaker = new RegExp(
  `(?<=^|\\n)(?<name>${name}|\\p{Lu}\\p{Ll}{1,24} \\p{Lu}\\p{Ll}{1,24})(?= ?: ?[\\p{L}¿¡"“'’]{1,24},? \\p{L}{1,24},? \\p{L})`,
  "gu",
);

const hebrewWord = "[\\p{Script=Hebrew}]{2,12}";
const hebrew = new RegExp(
  `(?<=(?<!\\p{L})(?:[לבו]?(?:מר|גב['׳]|גברת|ד["״]ר|פרופ['׳]|עו["״]ד|השופט|השופטת)|שלום|מדבר|מדברת|המטופלת?|התובעת?|הנתבעת?|קרוב:|בעל החשבון) )(?<name>${hebrewWord} (?:(?:בן|בר|בת) )?${hebrewWord})(?!\\p{L})`,
  "gu",
);
const hindiWord = "[\\p{Script=Devanagari}\\p{M}]{2,14}";
const hindi = new RegExp(
  `(?<=(?:^|[\\s,।])(?:नमस्ते|मैं|वादी|प्रतिवादी|परिजन:|प्रिय) )(?<name>${hindiWord} ${hindiWord})(?= (?:हूँ|बोल)|[,।:]| ने(?!\\p{L})|$)`,
  "gu",
);

/** Finds full names by the words around them, and the names of speakers and in signatures, in twenty languages. */
export function* findIntroducedPersons(text: string): Generator<TextEntity> {
  for (const pattern of [...patterns, hebrew, hindi])
    for (const match of text.matchAll(pattern)) yield* createPerson(match, 0.7);
  for (const match of text.matchAll(signature))
    if (closing.test(text.slice(Math.max(0, match.index - 40), match.index)))
      yield* createPerson(match, 0.75);
  const speakers = [...text.matchAll(speaker)];
  // One line with a colon may be a heading.
  if (speakers.length > 1) for (const match of speakers) yield* createPerson(match, 0.65);
}

function* createPerson(match: RegExpExecArray, confidence: number): Generator<TextEntity> {
  const found = match.groups?.name ?? "";
  const words = found.split(/[ -]/);
  const isOther = (word: string) =>
    noName.has(word) || noOrganization.has(word) || organizationEnds.has(word);
  if (words.filter((word) => word.length > 2).every(isEnglishWord)) return;
  if (words.some(isOther) || findPlace(found, "en") || findPlace(words[0] ?? "", "en")) return;
  // "Allgemeine Bedingungen", "Neue Straße": German adjectives have endings, surnames in -en are rarer.
  if (/^(?:\p{Lu}\p{Ll}{2,}(?:liche|ische|ige|eine|sche)[nrsm]?) /u.test(found)) return;
  const start = match.index + match[0].indexOf(found);
  yield { type: "person", start, end: start + found.length, confidence, normalized: found };
}
