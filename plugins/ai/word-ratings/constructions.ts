import { openTable, openWords } from "hub/data-file";
import { joinAlternatives } from "../text/word-lists.ts";
import { lexicon, negation } from "./lexicon.ts";
import type { Token, Valence } from "./tokens.ts";

/** The effects of a text's constructions on its tokens. */
export interface Construed {
  /** The tokens whose valence a construction determines, by index. */
  valences: ReadonlyMap<number, Valence>;
  /** Indexes of "but" tokens without contrast. */
  plain: ReadonlySet<number>;
  /** Whether something may be meant ironically. */
  isUnsure: boolean;
}

/** The effect of a construction on the ratings in its scope: unchanged, raised, negated, or ignored. */
const effects = ["as it is", "raised", "denied", "unknown"] as const;
type Effect = (typeof effects)[number];

interface Construction {
  name: string;
  /** Pattern over lower-case words with single spaces, and " | " for punctuation. The group "of" is its scope. */
  pattern: RegExp;
  effect: Effect;
  /** Whether the ratings of the construction's own words are ignored. */
  isSilent: boolean;
  isUnsure: boolean;
  /** The rating of the words in its scope that have none of their own. */
  rating?: number | undefined;
}

const word = "[^\\s|]{1,40}";
const comparatives = [...lexicon.keys()].filter(
  (one) => /^(?!number)[a-z]+er$/.test(one) && lexicon.has(`${one.slice(0, -2)}est`),
);
const comparative = `(?:${["better", "worse", ...comparatives].join("|")})(?![^\\s|])`;
const than = `(?<of>${comparative}|more ${word}(?: ${word})?)`;
const never =
  "(?:never|(?:haven't|hasn't|hadn't|not|don't think i have|don't think i've) ever|rarely|seldom)";
const done =
  "(?:been|felt|had|seen|saw|looked|sounded|tasted|eaten|met|known|read|heard|experienced|worked|used|tried|watched|played|owned|found|received|bought|stayed|visited|driven|slept|dealt|encountered|had to)";
const cannot =
  "(?:can't|cannot|can not|couldn't|could not|could never|can never|could hardly|can hardly|could scarcely)";
const hoped = "(?:hoped|hope|wished|wanted|expected|promised)";

/** The parts that patterns name in braces. */
const parts = new Map(Object.entries({ cannot, comparative, done, hoped, never, than, word }));

const readRows = openTable(new URL("./constructions.tsv", import.meta.url), {
  name: "text",
  effect: effects,
  flags: "list",
  rating: "optional",
  pattern: "text",
});

const readReviews = openTable(new URL("./reviews.tsv", import.meta.url), {
  rating: "number",
  phrases: "list",
});

/** Yields the phrases of reviewers in a sentence: their places and ratings. A denied one comes before a plain one. */
function* findReviewPhrases(text: string): Generator<{ at: number; rating: number }> {
  let rest = ` ${text} `;
  for (const { rating, phrases } of readReviews())
    for (const phrase of phrases) {
      const at = rest.indexOf(` ${phrase} `);
      if (at < 0) continue;
      yield { at, rating };
      const end = at + phrase.length + 1;
      rest = rest.slice(0, at) + " |".padEnd(end - at, "|") + rest.slice(end);
    }
}

let constructions: readonly Construction[] | undefined;

function loadConstructions(): readonly Construction[] {
  constructions ??= readRows().map(({ name, effect, flags, rating, pattern }) => ({
    name,
    effect,
    pattern: new RegExp(`(?<![^\\s|])(?:${fillIn(pattern)})(?![^\\s|])`, "dg"),
    isSilent: flags.includes("silent"),
    isUnsure: flags.includes("unsure"),
    rating: rating === undefined ? undefined : Number(rating),
  }));
  return constructions;
}

/** Fills in the parts of a pattern: `{never}`, and `{some4}` and `{upTo2}` for so many words. */
function fillIn(pattern: string): string {
  return pattern
    .replaceAll(/\{some(\d)\}/g, `(?:${word} ){0,$1}?`)
    .replaceAll(/\{upTo(\d)\}/g, `(?<of>(?:${word} ?){1,$1})`)
    .replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => parts.get(name) ?? whole);
}

const irony = openWords(new URL("./irony.txt", import.meta.url), ["praise", "complaints"])();
/** Praise at the start of a sentence, with the rest of it: praise for a new complaint is ironic. */
const opening = new RegExp(
  `^(?:(?:oh|well|wow|yeah|ah|yay|gee|how|so|just) (?:\\| )?)?(?:just )?(?<of>${joinAlternatives(irony.praise)}) (?:\\| |for )(?<rest>.{1,400})$`,
);
const complaint = new RegExp(`(?:^| )(?:${joinAlternatives(irony.complaints)})(?: |$)`);

/**
 * Finds constructions beyond single words and their neighbours: "never been happier", "anything but good". These
 * extend VADER, whose negation covers the next three words.
 */
export function findConstructions(tokens: readonly Token[]): Construed {
  const valences = new Map<number, Valence>();
  const plain = new Set<number>();
  let isUnsure = false;
  for (const { text, places } of buildSentences(tokens)) {
    const indexesIn = (from: number, to: number) =>
      places.filter(({ at }) => at >= from && at < to).map(({ index }) => index);
    const decide = (
      index: number,
      effect: Effect,
      { name, rating: own }: Pick<Construction, "name" | "rating">,
    ) => {
      const rating = lexicon.get(tokens[index]?.lower ?? "") ?? own;
      if (rating === undefined || valences.has(index)) return false;
      const factor = { "as it is": 1, raised: 1.25, denied: negation, unknown: 0 }[effect];
      const because = effect === "as it is" ? [] : [`${effect} by "${name}"`];
      valences.set(index, { rating, valence: rating * factor, because });
      return true;
    };
    for (const { name, pattern, effect, isSilent, isUnsure: doubts, rating } of loadConstructions())
      for (const match of text.matchAll(pattern)) {
        const [from, to] = match.indices?.groups?.of ?? [0, 0];
        const end = match.index + match[0].length;
        const reached = indexesIn(from, to).filter((index) =>
          decide(index, effect, { name, rating }),
        );
        if (reached.length === 0 && !(doubts && effect === "unknown")) continue;
        if (doubts) isUnsure = true;
        const own = indexesIn(match.index, end);
        if (isSilent) for (const index of own) decide(index, "unknown", { name });
        for (const index of [...own, ...(name === "not only" ? indexesIn(end, text.length) : [])])
          if (tokens[index]?.lower === "but") plain.add(index);
      }
    for (const { at, rating } of findReviewPhrases(text)) {
      const [index] = indexesIn(at, text.length);
      if (index !== undefined && !valences.has(index))
        valences.set(index, { rating, valence: rating, because: [] });
    }
    const opened = opening.exec(text);
    if (opened && complaint.test(opened.groups?.rest ?? "")) {
      isUnsure = true;
      for (const index of indexesIn(0, opened[0].length - (opened.groups?.rest ?? "").length))
        decide(index, "unknown", { name: "a complaint behind praise" });
    }
  }
  return { valences, plain, isUnsure };
}

/** Returns the words of each sentence as one string, with the positions of its tokens. */
function buildSentences(tokens: readonly Token[]) {
  const sentences: { text: string; places: { at: number; index: number }[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    let sentence = sentences.at(-1);
    if (!sentence || before?.sentence !== token.sentence) {
      sentence = { text: "", places: [] };
      sentences.push(sentence);
    } else sentence.text += token.start - before.end > 1 ? " | " : " ";
    sentence.places.push({ at: sentence.text.length, index });
    sentence.text += token.lower;
  }
  return sentences;
}
