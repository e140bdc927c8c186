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
type Effect = "as it is" | "raised" | "denied" | "unknown";

interface Construction {
  name: string;
  /** Pattern over lower-case words with single spaces, and " | " for punctuation. The group "of" is its scope. */
  pattern: RegExp;
  effect: Effect;
  /** Whether the ratings of the construction's own words are ignored. */
  isSilent?: boolean;
  isUnsure?: boolean;
  /** The rating of the words in its scope that have none of their own. */
  rating?: number | undefined;
}

const word = "[^\\s|]{1,40}";
const upTo = (count: number) => `(?<of>(?:${word} ?){1,${count}})`;
const some = (most: number) => `(?:${word} ){0,${most}}?`;
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

// After the means of negation and comparison in Quirk et al., "A Comprehensive Grammar of the English Language"
// (1985), chapters 10 and 15. The first construction whose scope has a word determines its rating.
const constructions: readonly Construction[] = [
  defineConstruction("never … more", "raised", `${never} ${done} ${some(4)}${than}`),
  defineConstruction(
    "could not … more",
    "raised",
    `${cannot} (?:be|get|have been|feel|look|ask for|wish for|hope for|want|imagine|find|think of|have had|have asked for|have done) ${some(3)}${than}`,
  ),
  defineConstruction(
    "could not agree more",
    "raised",
    `${cannot} (?<of>${word}) (?:with ${word} )?more`,
  ),
  defineConstruction(
    "could not … less",
    "denied",
    `${cannot} (?:be|have been|feel) ${some(2)}less ${upTo(1)}`,
  ),
  defineConstruction("could not care less", "denied", `${cannot} (?<of>care) less`),
  defineConstruction(
    "get no better than",
    "raised",
    `(?:doesn't|does not|don't|do not|can't|cannot|won't) get (?:any |much )?(?<of>${comparative}) than`,
  ),
  defineConstruction(
    "is no better",
    "denied",
    `(?:is|was|are|were|be|been|it's|he's|she's|that's|feel|feels|felt|looks|looked|got|gets|isn't|aren't|wasn't|weren't|not) (?:no|any|much|a bit) (?<of>${comparative})(?= \\||$| (?:than|at|in|for|now|today|either|off) )`,
  ),
  defineConstruction(
    "nothing … better",
    "raised",
    `(?:no|nothing|nobody|no one|no-one|none) ${some(2)}(?<of>${comparative})`,
    { isSilent: true },
  ),
  defineConstruction(
    "nothing beats",
    "as it is",
    `(?:nothing|nobody|no one|few) (?:beats|tops|compares (?:to|with)|comes close to|can beat) ${upTo(4)}`,
  ),
  defineConstruction("nothing but", "as it is", `(?:nothing|none|nobody|no one) but ${upTo(4)}`),
  defineConstruction("anything but", "denied", `anything but ${upTo(4)}`),
  defineConstruction("all but", "as it is", `all but ${upTo(3)}`),
  defineConstruction(
    "not only",
    "as it is",
    `(?:not|n't|isn't|wasn't|aren't) (?:only|just|merely|simply) ${upTo(4)}`,
  ),
  defineConstruction(
    "cannot … enough",
    "raised",
    `${cannot} (?<of>(?:${word} ){1,6}?)(?:enough|too highly|more highly)`,
  ),
  defineConstruction(
    "never fails to",
    "raised",
    `(?:never|not|n't|doesn't|didn't|don't|won't|hasn't|rarely|seldom|hardly ever) fail(?:s|ed)? to ${upTo(2)}`,
    { isSilent: true },
  ),
  defineConstruction("fails to", "denied", `fail(?:s|ed|ing)? to ${upTo(2)}`),
  defineConstruction(
    "no lack of",
    "as it is",
    `(?:no|not|never|n't|doesn't|don't|didn't) (?:any )?(?:lack|lacks|lacking|shortage)(?: of| in| for)? ${upTo(4)}`,
    { isSilent: true },
  ),
  defineConstruction(
    "lacks",
    "denied",
    `(?:lack|lacks|lacked|lacking|devoid|void|bereft|absence|deprived|free|empty)(?: (?:of|in|from))? (?<of>(?:any|all|real|much|the|its|their|in|true|and|or|${word} and) ${word}(?: (?:and|or) ${word})?|${word}(?: (?:and|or) ${word})?)`,
  ),
  defineConstruction(
    "I do not think",
    "denied",
    `(?:don't|do not|didn't|did not|doesn't|does not|can't|cannot) (?:really |honestly |even )?(?:think|believe|find|consider|expect|suppose|imagine|see how) ${upTo(9)}`,
  ),
  defineConstruction(
    "I would not say",
    "denied",
    `(?:wouldn't|would not|won't) (?:say|call|describe) ${upTo(9)}`,
  ),
  defineConstruction(
    "I doubt",
    "denied",
    `(?:i|we|they) (?:really |seriously |highly )?doubt (?:that |if |whether )?${upTo(7)}`,
  ),
  defineConstruction("neither … nor", "denied", `neither (?<of>(?:${word} ){1,5}?)nor`),
  defineConstruction("nor", "denied", `nor ${upTo(2)}`),
  defineConstruction(
    "nobody",
    "denied",
    `(?:nobody|no one|no-one|none of (?:${word} )?${word}|neither of ${word}|few people|hardly anyone|hardly anybody) ${upTo(4)}`,
    { isSilent: true },
  ),
  defineConstruction(
    "far from",
    "denied",
    `(?:far from|nowhere near|by no means|in no way|no way|not exactly|not remotely|the opposite of|less than) (?:being )?(?:an? |as |so )?(?!the |my |our )${upTo(2)}`,
  ),
  defineConstruction(
    "hardly … without",
    "as it is",
    `(?:hardly|scarcely|barely|never|not) an? ${some(4)}without ${upTo(3)}`,
  ),
  defineConstruction(
    "hardly anything to",
    "denied",
    `(?:hardly|scarcely|barely) any(?:thing|one|body) (?:to )?${upTo(2)}`,
  ),
  defineConstruction("not once", "denied", `not once (?:did |has |have |was )?${upTo(4)}`),
  defineConstruction(
    "not what I would call",
    "denied",
    `(?:not|isn't|wasn't|hardly) (?:quite |exactly )?what (?:i'd|i would|i|you'd|you would|one would|we|we'd) (?:call|consider) (?:an? )?${upTo(2)}`,
  ),
  defineConstruction(
    "hardly",
    "denied",
    `(?:hardly|scarcely|barely)(?! wait)(?: any| ever| an?| the)? ${upTo(2)}`,
  ),
  defineConstruction("less", "denied", `(?<!or )(?:much |far |a lot )?less ${upTo(1)}`),
  defineConstruction(
    "could be better",
    "denied",
    `(?:could|might) (?:still |always |well |easily )?(?:be|have been|do|have done) (?:a lot |a bit |much |far |so much |even )?(?<of>${comparative})`,
    { isUnsure: true },
  ),
  defineConstruction(
    "expected better",
    "denied",
    `(?:expected|expecting|hoped for|hoping for|wanted) (?:something |anything |a |much |far |a lot |so much )?(?<of>${comparative}|more)`,
    { isUnsure: true },
  ),
  defineConstruction(
    "if it were",
    "denied",
    `if ${word} (?:were|was|had been|weren't|wasn't) (?:only |really |more )?${upTo(2)}`,
    { isUnsure: true },
  ),
  defineConstruction("would … if", "unknown", `would (?:have )?${upTo(2)}if`, { isUnsure: true }),
  defineConstruction(
    "should have been",
    "denied",
    `(?:should have been|should've been|(?:was|were) supposed to be|(?:was|were) meant to be|would have been|would've been) ${upTo(3)}`,
    { isUnsure: true },
  ),
  defineConstruction(
    "used to",
    "denied",
    `(?<!am |is |are |was |were |be |been |get |got |i'm |it's |be |getting )used to (?:be )?${upTo(3)}`,
    { isUnsure: true },
  ),
  defineConstruction(
    "I wish",
    "denied",
    `(?:wish|if only) (?:${word} ){1,4}?(?:were|was|had been|had|would be|would|could be) ${upTo(3)}`,
    { isSilent: true, isUnsure: true },
  ),
  defineConstruction("too good to be true", "unknown", "too (?<of>good to be true)", {
    isUnsure: true,
  }),
  defineConstruction("too … to", "denied", `too ${word} to ${upTo(2)}`),
  defineConstruction(
    "as I hoped",
    "unknown",
    `(?:as|than|what) (?:i|we|you|they|he|she|was|were) (?:had )?(?<of>${hoped})`,
  ),
  defineConstruction(
    "cannot stand",
    "as it is",
    `${cannot} (?<of>stand|abide)(?! (?:up|by|on|in|for|out|at|still|here|there|alone|behind|idle|back|next|near|straight)(?![^\\s|]))`,
    { rating: -2.4 },
  ),
  defineConstruction(
    "not the worst",
    "unknown",
    `(?:not|isn't|wasn't|aren't|weren't|hardly) (?:exactly |quite |even )?the (?<of>worst|ugliest|dumbest)`,
    { isUnsure: true },
  ),
  // A request says nothing good about what it asks to change.
  defineConstruction(
    "kindly",
    "unknown",
    `(?<!.)(?<of>(?:kindly|please)(?: (?:kindly|do|try to|take care to|be sure to))? (?:improve|better|fix|help|solve|resolve|correct|repair|support|care|ensure|clean|secure)|kindly)`,
    { isUnsure: true },
  ),
  defineConstruction("good for nothing", "denied", "(?<of>good) for nothing"),
  defineConstruction("thanks for nothing", "unknown", "(?<of>thanks|thank you|thank) for nothing", {
    isUnsure: true,
  }),
  defineConstruction(
    "just what I needed",
    "unknown",
    "(?<of>just what i needed|yeah right|as if|big deal)",
    {
      isUnsure: true,
    },
  ),
];

const praise =
  "great|wonderful|brilliant|fantastic|perfect|lovely|nice|awesome|super|terrific|marvelous|marvellous|excellent|amazing|fabulous|splendid|delightful|charming|thanks(?: a lot| a bunch)?";
/** Praise at the start of a sentence, with the rest of it: praise for a new complaint is ironic. */
const opening = new RegExp(
  `^(?:(?:oh|well|wow|yeah|ah|yay|gee|how|so|just) (?:\\| )?)?(?:just )?(?<of>${praise}) (?:\\| |for )(?<rest>.{1,400})$`,
);
const complaint =
  /(?:^| )(?:another|again|more (?:work|paperwork|bugs|ads|delays|meetings|problems)|late|yet|still|now (?:i|we|it|my|the)|of course|just what|as usual|once more|cancell?ed|crashed|crashes|broke|broken|delayed|flat|lost|stuck|rain|raining|ruin\w{0,4}|wasting|ignoring)(?: |$)/;

function defineConstruction(
  name: string,
  effect: Effect,
  source: string,
  further: Pick<Construction, "isSilent" | "isUnsure" | "rating"> = {},
): Construction {
  const pattern = new RegExp(`(?<![^\\s|])(?:${source})(?![^\\s|])`, "dg");
  return { name, effect, pattern, ...further };
}

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
    for (const { name, pattern, effect, isSilent, isUnsure: doubts, rating } of constructions)
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
