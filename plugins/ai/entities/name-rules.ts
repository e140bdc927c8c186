import type { Found } from "../recognize/found.ts";
import { readWords } from "../text/word-lists.ts";
import { baseLanguageOf, isUnspaced, wordsOf } from "../text/words.ts";
import { findPlace } from "./gazetteer.ts";
import {
  deeds,
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
  /** Only a space stands before it, or an abbreviation's full stop and a space. */
  joins: boolean;
}

const joiners = new Set(
  readWords("of de del della di da do dos du la le van von der den bin al the for"),
);
const wordPattern = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’&.-]{0,60}/gu;
const placeWordsMax = 4;

/** People, organisations and places by what stands in and around their names, in any Western language. */
export function* findNamesByRule(text: string, language: string): Generator<Found> {
  const tokens = tokensOf(text, language);
  for (let index = 0; index < tokens.length; index++) {
    const place = placeAt(tokens, index, language);
    if (place) yield place;
    if (!tokens[index]!.isCapital) continue;
    const found =
      acronym(tokens[index]!) ??
      organization(tokens, index) ??
      person(tokens, index, baseLanguageOf(language));
    if (found) yield found;
  }
}

function tokensOf(text: string, language: string): Token[] {
  const tokens: Token[] = [];
  if (isUnspaced(text)) return segmentTokens(text, language);
  for (const match of text.matchAll(wordPattern)) {
    let word = match[0];
    // A final full stop is the name's only after an initial or an abbreviation.
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
    const isCapital = word[0] !== word.charAt(0).toLowerCase();
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
  return wordsOf(text, language).map(({ text: word, start, end }) => {
    const joins = start === last;
    last = end;
    return { text: word, start, end, isCapital: word[0] !== word.charAt(0).toLowerCase(), joins };
  });
}

/** The longest place whose name begins here. */
function placeAt(tokens: readonly Token[], index: number, language: string): Found | undefined {
  const first = tokens[index]!;
  if (!first.isCapital && first.text < "\u0370") return undefined;
  let name = "";
  let best: Found | undefined;
  for (let to = index; to < Math.min(tokens.length, index + placeWordsMax); to++) {
    const token = tokens[to]!;
    if (to > index && !token.joins) break;
    name += to === index ? token.text : `${token.text > "\u2e80" ? "" : " "}${token.text}`;
    const place = findPlace(name, language);
    if (place) best = { ...place, start: first.start, end: token.end };
  }
  return best;
}

function acronym({ text, start, end }: Token): Found | undefined {
  if (!/^[A-Z][A-Z&]{1,5}$/.test(text) || noOrganization.has(text)) return undefined;
  return { type: "organization", start, end, confidence: 0.55, normalized: text };
}

/** Names with capitals from `from` on, with small words between them where `joining` allows. */
function run(tokens: readonly Token[], from: number, joining = false): number {
  let last = from - 1;
  for (let index = from; index < tokens.length && index - from < 8; index++) {
    const token = tokens[index]!;
    if (index > from && !token.joins) break;
    if (token.isCapital && !(index > from && noName.has(token.text))) last = index;
    else if (!(joining && joiners.has(token.text) && index > from)) break;
  }
  return last;
}

function organization(tokens: readonly Token[], index: number): Found | undefined {
  const before = tokens[index - 1];
  const goesOn = before?.isCapital === true && tokens[index]!.joins && !noName.has(before.text);
  const isHeadHere =
    organizationHeads.has(tokens[index]!.text) && joiners.has(tokens[index + 1]?.text ?? "");
  if (goesOn && !isHeadHere) return undefined;
  const from = noName.has(tokens[index]!.text) ? index + 1 : index;
  if (!tokens[from]?.isCapital || (from > index && !tokens[from].joins)) return undefined;
  const isHead =
    organizationHeads.has(tokens[from].text) && joiners.has(tokens[from + 1]?.text ?? "");
  const last = run(tokens, from, isHead);
  if (last <= from) return undefined;
  let end = last;
  while (!isHead && end > from && !organizationEnds.has(tokens[end]!.text.replaceAll(".", "")))
    end--;
  if (end === from) return undefined;
  if (isHead)
    return nameFound("organization", tokens, {
      from: goesOn ? index - 1 : from,
      to: end,
      confidence: 0.94,
    });
  return nameFound("organization", tokens, { from, to: end, confidence: 0.8 });
}

function person(tokens: readonly Token[], index: number, language: string): Found | undefined {
  const word = tokens[index]!.text.replace(/\.$/, "");
  const before = tokens[index - 1];
  if (honorifics.has(word)) {
    const last = Math.min(run(tokens, index + 1), index + 4);
    const isNear = tokens[index + 1]?.joins === true;
    if (last > index && isNear && !noName.has(tokens[index + 1]!.text))
      return nameFound("person", tokens, { from: index, to: last, confidence: 0.88 });
    return undefined;
  }
  if (noName.has(word)) return undefined;
  const last = Math.min(run(tokens, index), index + 3);
  const names = tokens.slice(index, last + 1).map(({ text }) => text);
  if (names.some((name) => organizationEnds.has(name))) return undefined;
  if (
    firstNames.has(word) &&
    !(before?.isCapital && tokens[index]!.joins && !noName.has(before.text) && language !== "de")
  )
    return nameFound("person", tokens, {
      from: index,
      to: last,
      confidence: last > index ? 0.86 : 0.6,
    });
  if (last === index) return undefined;
  const isOfRole =
    before !== undefined && tokens[index]!.joins && roles.has(before.text.toLowerCase());
  const does = tokens[last + 1];
  if (
    isOfRole ||
    (does?.joins &&
      deeds.has(does.text) &&
      last - index <= 2 &&
      names.every((name) => !noOrganization.has(name) && name !== name.toUpperCase()))
  )
    return nameFound("person", tokens, {
      from: index,
      to: last,
      confidence: isOfRole ? 0.75 : 0.62,
    });
  return undefined;
}

interface Stretch {
  from: number;
  to: number;
  confidence: number;
}

function nameFound(
  type: string,
  tokens: readonly Token[],
  { from, to, confidence }: Stretch,
): Found {
  const normalized = tokens
    .slice(from, to + 1)
    .map(({ text }) => text)
    .join(" ");
  return { type, start: tokens[from]!.start, end: tokens[to]!.end, confidence, normalized };
}
