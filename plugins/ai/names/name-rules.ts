import { itemAt } from "../lists.ts";
import type { TextEntity } from "../recognize/found.ts";
import { readWords } from "../text/word-lists.ts";
import { getBaseLanguage, isCapitalized, isUnspaced, splitWords } from "../text/words.ts";
import { findPlace } from "./gazetteer.ts";
import {
  firstNames,
  honorifics,
  noName,
  noOrganization,
  organizationEnds,
  organizationHeads,
  roles,
} from "./name-words.ts";

interface Token {
  text: string;
  start: number;
  end: number;
  isCapital: boolean;
  /** Whether only a space, or an abbreviation's full stop and a space, precedes the token. */
  joins: boolean;
}

const joiners = new Set(
  readWords("of de del della di da do dos du la le van von der den bin al the for"),
);
const wordPattern = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’&.-]{0,60}/gu;
const placeWordsMax = 4;

/** Finds people, organisations and places by the words in and around their names, in any Western language. */
export function* findNamesByRule(text: string, language: string): Generator<TextEntity> {
  const tokens = splitTokens(text, language);
  for (const [index, token] of tokens.entries()) {
    const place = findPlaceAt(tokens, index, language);
    if (place) yield place;
    if (!token.isCapital) continue;
    const found =
      findAcronym(tokens, index, text) ??
      findOrganization(tokens, index) ??
      findPerson(tokens, index, getBaseLanguage(language));
    if (found) yield found;
  }
}

function splitTokens(text: string, language: string): Token[] {
  const tokens: Token[] = [];
  if (isUnspaced(text)) return segmentTokens(text, language);
  for (const match of text.matchAll(wordPattern)) {
    let word = match[0];
    // A final full stop belongs to the name only after an initial or an abbreviation.
    if (
      /[.'’&-]$/.test(word) &&
      !/^(?:\p{Lu}\.){1,4}$|^(?:Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr)\.$/u.test(word)
    )
      word = word.replace(/[.'’&-]{1,60}$/, "");
    word = word.replace(/['’]s$/, "");
    if (word === "") continue;
    let { index: start } = match;
    // French and Italian elide: "l'Allemagne".
    if (/^[lds]['’]\p{L}/iu.test(word) && !/^D['’]\p{Lu}\p{Ll}+$/u.test(word)) {
      word = word.slice(2);
      start += 2;
    }
    const before = tokens.at(-1);
    const gap = before ? text.slice(before.end, start) : "\n";
    const isCapital = isCapitalized(word);
    tokens.push({
      text: word,
      start,
      end: start + word.length,
      isCapital,
      joins: gap === " " || gap === "\u00a0",
    });
  }
  return tokens;
}

function segmentTokens(text: string, language: string): Token[] {
  let last = -1;
  return splitWords(text, language).map(({ text: word, start, end }) => {
    const joins = start === last;
    last = end;
    return { text: word, start, end, isCapital: isCapitalized(word), joins };
  });
}

/** Returns the longest place name that starts here. */
function findPlaceAt(
  tokens: readonly Token[],
  index: number,
  language: string,
): TextEntity | undefined {
  const first = itemAt(tokens, index);
  if (!first.isCapital && first.text < "\u0370") return undefined;
  let name = "";
  let best: TextEntity | undefined;
  for (const token of tokens.slice(index, index + placeWordsMax)) {
    if (token !== first && !token.joins) break;
    name += token === first ? token.text : `${token.text > "\u2e80" ? "" : " "}${token.text}`;
    const place = findPlace(name, language);
    if (place) best = { ...place, start: first.start, end: token.end };
  }
  return best;
}

/** Finds an organisation's initials. Words in a text in capitals and parts of postal addresses aren't initials. */
function findAcronym(
  tokens: readonly Token[],
  index: number,
  text: string,
): TextEntity | undefined {
  const { text: word, start, end } = itemAt(tokens, index);
  if (!/^[A-Z][A-Z&]{1,5}$/.test(word) || noOrganization.has(word)) return undefined;
  const neighbours = [tokens[index - 1], tokens[index + 1], tokens[index - 2], tokens[index + 2]];
  if (neighbours.some((one) => one && isShouted(one.text))) return undefined;
  // "WA 16469", "APO AE 83700", "PSC 2581", and a region on a line of its own.
  if (/^,?\s{0,2}\d/.test(text.slice(end, end + 4)) || postal.has(word)) return undefined;
  if (/\n[ ,]{0,3}$/.test(text.slice(Math.max(0, start - 4), start))) return undefined;
  const before = text.slice(Math.max(0, start - 6), start);
  if (word.length > 3 && /(?:^|\s)(?:in|to|from|near) $/.test(before)) return undefined;
  return { type: "organization", start, end, confidence: 0.55, normalized: word };
}

const postal = new Set(readWords("PSC APO FPO DPO AA AE AP PO BOX APT USNS USS USCGC"));

/** Whether a word is in capitals and too long for initials. */
function isShouted(word: string): boolean {
  return /^\p{Lu}{4,}$/u.test(word) && !noOrganization.has(word);
}

/** Returns the end of a run of capitalized words from `from`, with small words in between if `joining` is set. */
function findRunEnd(tokens: readonly Token[], from: number, joining = false): number {
  let last = from - 1;
  for (const [offset, token] of tokens.slice(from, from + 8).entries()) {
    if (offset > 0 && !token.joins) break;
    if (token.isCapital && !(offset > 0 && noName.has(token.text))) last = from + offset;
    else if (!(joining && joiners.has(token.text) && offset > 0)) break;
  }
  return last;
}

function findOrganization(tokens: readonly Token[], index: number): TextEntity | undefined {
  const first = itemAt(tokens, index);
  const goesOn = followsName(tokens, index);
  if (goesOn && !isHeadAt(tokens, index)) return undefined;
  const from = noName.has(first.text) ? index + 1 : index;
  const opening = tokens[from];
  if (!opening?.isCapital || (from > index && !opening.joins)) return undefined;
  const isHead = isHeadAt(tokens, from);
  const last = findRunEnd(tokens, from, isHead);
  if (last <= from) return undefined;
  if (isHead)
    return createEntity("organization", tokens, {
      from: goesOn ? index - 1 : from,
      to: last,
      confidence: 0.94,
    });
  const end = tokens
    .slice(from, last + 1)
    .findLastIndex(({ text }) => organizationEnds.has(text.replaceAll(".", "")));
  if (end <= 0) return undefined;
  return createEntity("organization", tokens, { from, to: from + end, confidence: 0.8 });
}

/** Whether the start of an organisation's name is here, such as "University of". */
function isHeadAt(tokens: readonly Token[], index: number): boolean {
  const [head, joiner] = tokens.slice(index, index + 2);
  return head !== undefined && organizationHeads.has(head.text) && joiners.has(joiner?.text ?? "");
}

/** Whether the previous word may be part of the same name. */
function followsName(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return before?.isCapital === true && itemAt(tokens, index).joins && !noName.has(before.text);
}

function findPerson(
  tokens: readonly Token[],
  index: number,
  language: string,
): TextEntity | undefined {
  const word = itemAt(tokens, index).text.replace(/\.$/, "");
  // "Saint Petersburg", "Saint-Valentin": places and days.
  if (word === "Saint") return undefined;
  if (honorifics.has(word)) return findPersonWithTitle(tokens, index);
  if (noName.has(word)) return undefined;
  const last = Math.min(findRunEnd(tokens, index), index + 3);
  const names = tokens.slice(index, last + 1).map(({ text }) => text);
  if (names.some((name) => organizationEnds.has(name))) return undefined;
  if (firstNames.has(word) && (language === "de" || !followsName(tokens, index))) {
    const to = includeParticles(tokens, last);
    const confidence = to > index ? 0.86 : 0.6;
    return createEntity("person", tokens, { from: index, to, confidence });
  }
  if (last === index) return undefined;
  return followsRole(tokens, index)
    ? createEntity("person", tokens, { from: index, to: last, confidence: 0.75 })
    : undefined;
}

const particles = new Set(
  readWords(
    "van de der den het ten ter von vom zu zur di da dal del della dos das du bin ibn al el af av",
  ),
);

/** Returns the end of a name with a surname such as "de Vries" or "van der Berg". */
function includeParticles(tokens: readonly Token[], last: number): number {
  let at = last + 1;
  while (at <= last + 3 && tokens[at]?.joins && particles.has(tokens[at]?.text ?? "")) at++;
  const surname = tokens[at];
  const isSurname =
    at > last + 1 && surname?.joins && surname.isCapital && !noName.has(surname.text);
  return isSurname ? findRunEnd(tokens, at) : last;
}

/** Finds a name after a title: "Dr. Anna Smith". */
function findPersonWithTitle(tokens: readonly Token[], index: number): TextEntity | undefined {
  const to = Math.min(findRunEnd(tokens, index + 1), index + 4);
  const next = tokens[index + 1];
  return to > index && next?.joins && !noName.has(next.text)
    ? createEntity("person", tokens, {
        from: index,
        to: includeParticles(tokens, to),
        confidence: 0.88,
      })
    : undefined;
}

/** Whether a role precedes the name: "President Peter Ngugi". */
function followsRole(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return (
    before !== undefined && itemAt(tokens, index).joins && roles.has(before.text.toLowerCase())
  );
}

interface Stretch {
  from: number;
  to: number;
  confidence: number;
}

function createEntity(
  type: string,
  tokens: readonly Token[],
  { from, to, confidence }: Stretch,
): TextEntity {
  const normalized = tokens
    .slice(from, to + 1)
    .map(({ text }) => text)
    .join(" ");
  return {
    type,
    start: itemAt(tokens, from).start,
    end: itemAt(tokens, to).end,
    confidence,
    normalized,
  };
}
