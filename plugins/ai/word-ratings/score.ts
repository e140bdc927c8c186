import { itemAt } from "../lists.ts";
import { roundScore } from "../round-score.ts";
import { type Construed, findConstructions } from "./constructions.ts";
import { capitals, degrees, idioms, lexicon, negation, negations } from "./lexicon.ts";
import { findLexicon, findPhrase, findRating, takesLateNegation } from "./other-languages.ts";
import { splitTokens, type Token, type Valence } from "./tokens.ts";

const nothing: Valence = { rating: 0, valence: 0, because: [] };

/** Factors of a modifier by its distance. */
const nearness = [1, 0.95, 0.9];

/** The sentiment of a stretch of text. */
export interface Score {
  /** From −1 to 1. */
  compound: number;
  /** Shares that add up to 1. */
  positive: number;
  neutral: number;
  negative: number;
  tokens: readonly Token[];
  valences: readonly Valence[];
  construed: Construed;
}

/** Approximately the largest expected sum: the paper's α. */
const alpha = 15;

/** Scores a text as a whole. In languages without a lexicon, only emoji and emoticons count. */
export function score(text: string, language = "en"): Score {
  const all = splitTokens(text);
  const other = language === "en" ? undefined : findLexicon(language);
  const tokens = language === "en" || other ? all : all.filter(isPicture);
  const construed = findConstructions(other ? [] : tokens);
  const valences = other ? rateWords({ text, tokens }, other) : computeValences(tokens, construed);
  const sum = valences.reduce((total, { valence }) => total + valence, 0);
  const emphasis = measureEmphasis(text);
  const total = sum + (sum > 0 ? emphasis : sum < 0 ? -emphasis : 0);
  const compound = roundScore(Math.max(-1, Math.min(1, total / Math.sqrt(total * total + alpha))));
  return { compound, ...computeShares(valences, emphasis), tokens, valences, construed };
}

/** Rates the words of another language. A negation up to three words away reverses a rating. */
function rateWords(
  { text, tokens }: { text: string; tokens: readonly Token[] },
  lexicon: NonNullable<ReturnType<typeof findLexicon>>,
): Valence[] {
  const phrases = findPhrases(tokens, lexicon);
  const valences = tokens.map((token, index): Valence => {
    if (isPicture(token)) return valenceAt([token], 0, false);
    const lower = readStem(token);
    const phrase = phrases.get(token);
    if (phrase !== undefined) {
      const own = phrase.at === index ? phrase.rating : undefined;
      if (own === undefined) return nothing;
      // "Not exactly a masterpiece", but a phrase that starts with a negation has its own rating.
      const denier = tokens.slice(Math.max(0, index - 3), index).find((one) => {
        const other = phrases.get(one);
        const denies = other ? other.rating === undefined : isNegator(one, lexicon);
        return (
          denies && one.sentence === token.sentence && !/,/.test(text.slice(one.end, token.start))
        );
      });
      if (!denier || own < 0 || isNegator(token, lexicon))
        return { rating: own, valence: own, because: [] };
      return { rating: own, valence: own * negation, because: [`negated by "${denier.text}"`] };
    }
    const rating = findRating(lexicon, lower);
    // "Très bien", "erg goed": an intensifier isn't rated before a rated word.
    const isModifier = lexicon.intensifiers.has(lower) && hasRating(lexicon, tokens[index + 1]);
    if (rating === undefined || isModifier) return nothing;
    const isNear = (one: Token) =>
      one.sentence === token.sentence &&
      !/[,;:]/.test(text.slice(Math.min(one.end, token.end), Math.max(one.start, token.start)));
    const before = tokens.slice(Math.max(0, index - 3), index).filter(isNear);
    const after = takesLateNegation(lexicon, lower)
      ? tokens.slice(index + 1, index + 4).filter(isNear)
      : [];
    const isElided = lexicon.negations.has("n'") && /^n'/.test(token.lower);
    const negator =
      [...before, ...after].find((one) => {
        const own = phrases.get(one);
        return own ? own.rating === undefined : isNegator(one, lexicon);
      }) ??
      (isElided && token);
    // "Never eaten better" is praise.
    if (negator && lexicon.better.has(lower) && lexicon.never.has(negator.lower))
      return { rating, valence: rating * 1.5, because: [`raised by "${negator.text}"`] };
    const degree = before.some((one) => lexicon.intensifiers.has(one.lower)) ? 1.2 : 1;
    const because = negator ? [`negated by "${negator.text}"`] : [];
    const weak = lexicon.diminishers.has(tokens[index - 1]?.lower ?? "") ? 0.6 : 1;
    return { rating, valence: rating * degree * weak * (negator ? negation : 1), because };
  });
  return contrastClauses({ tokens, valences }, lexicon.contrasts);
}

/** Halves what precedes "but" in its sentence, and raises what follows it. */
function contrastClauses(
  { tokens, valences }: { tokens: readonly Token[]; valences: readonly Valence[] },
  contrasts: ReadonlySet<string>,
): Valence[] {
  let result = [...valences];
  let last = -1;
  for (const [at, { lower, sentence }] of tokens.entries()) {
    // "But" has nothing to contrast with at the start of a sentence.
    const isFirst = tokens[at - 1]?.sentence !== sentence;
    if (!contrasts.has(lower.replace(/[,;]$/, "")) || sentence === last || isFirst) continue;
    last = sentence;
    result = result.map((one, index) => {
      if (one.valence === 0 || itemAt(tokens, index).sentence !== sentence) return one;
      const isBefore = index < at;
      const because = [...one.because, `${isBefore ? "before" : "after"} "${lower}"`];
      return { ...one, valence: one.valence * (isBefore ? 0.5 : 1.5), because };
    });
  }
  return result;
}

/** A set phrase of a text: the index of its first token, and its rating. */
interface FoundPhrase {
  at: number;
  rating: number | undefined;
}

/** Finds the set phrases of a text by each of their tokens. */
function findPhrases(
  tokens: readonly Token[],
  lexicon: NonNullable<ReturnType<typeof findLexicon>>,
): ReadonlyMap<Token, FoundPhrase> {
  const found = new Map<Token, FoundPhrase>();
  for (let at = 0; at < tokens.length; at++) {
    const sentence = tokens[at]?.sentence;
    const near = tokens.slice(at, at + phraseMax).filter((one) => one.sentence === sentence);
    const phrase = findPhrase(
      lexicon,
      // Short tokens keep their punctuation.
      near.map(({ lower }) => lower.replace(/[.,!?]{1,3}$/, "")),
    );
    if (!phrase) continue;
    for (const one of near.slice(0, phrase.words.length))
      found.set(one, { at, rating: phrase.rating });
    at += phrase.words.length - 1;
  }
  return found;
}

/** Words of the longest phrase. */
const phraseMax = 6;

function hasRating(lexicon: NonNullable<ReturnType<typeof findLexicon>>, token: Token | undefined) {
  return token !== undefined && findRating(lexicon, readStem(token)) !== undefined;
}

function isNegator({ lower }: Token, { negations: own }: { negations: ReadonlySet<string> }) {
  return own.has(lower) || (own.has("n'") && lower.startsWith("n'"));
}

/** Returns a word without the elided one before it: "n'aime". */
function readStem({ lower }: Token): string {
  return lower.replace(/^(?:[cdjlmnst]|qu|all|dell|un)'/, "");
}

/** Returns the emphasis of exclamation and question marks. */
function measureEmphasis(text: string): number {
  let exclamations = 0;
  let questions = 0;
  for (const char of text) {
    if (char === "!" || char === "！") exclamations++;
    if (char === "?" || char === "？") questions++;
  }
  const questionMarks = questions <= 1 ? 0 : questions <= 3 ? questions * 0.18 : 0.96;
  return Math.min(exclamations, 4) * 0.292 + questionMarks;
}

/** Computes the shares. A rated word weighs its valence plus one, because an unrated word weighs one. */
function computeShares(valences: readonly Valence[], emphasis: number) {
  let [positive, negative, neutral] = [0, 0, 0];
  for (const { valence } of valences) {
    if (valence > 0) positive += valence + 1;
    else if (valence < 0) negative += 1 - valence;
    else neutral++;
  }
  if (positive > negative) positive += emphasis;
  else if (positive < negative) negative += emphasis;
  const total = positive + negative + neutral;
  const share = (part: number) => (total === 0 ? 0 : Math.round((part / total) * 1000) / 1000);
  return { positive: share(positive), neutral: share(neutral), negative: share(negative) };
}

function isPicture({ isEmoji, lower }: Token): boolean {
  return (
    isEmoji ||
    (lower.length <= 5 && !/[\p{L}\p{N}]{2}/u.test(lower) && /[^\p{L}\p{N}]/u.test(lower))
  );
}

/** Computes the valence of each token by the rules of Hutto and Gilbert (2014), unless a construction determines it. */
function computeValences(
  tokens: readonly Token[],
  construed: Construed = findConstructions(tokens),
): Valence[] {
  const upper = tokens.filter(({ isUpper }) => isUpper).length;
  const capitalsTell = upper > 0 && upper < tokens.length;
  const valences = tokens.map(
    (_, index) => construed.valences.get(index) ?? valenceAt(tokens, index, capitalsTell),
  );
  let lastContrast = -1;
  for (const [contrast, { lower, sentence }] of tokens.entries()) {
    // Only the first "but" of a sentence counts.
    if (lower !== "but" || sentence === lastContrast || construed.plain.has(contrast)) continue;
    lastContrast = sentence;
    // "Good. But bad": such a sentence contrasts with the previous one.
    const opens = tokens[contrast - 1]?.sentence !== sentence;
    for (const [index, one] of valences.entries()) {
      const place = itemAt(tokens, index).sentence;
      const isBefore = index < contrast && (opens ? place === sentence - 1 : place === sentence);
      const isAfter = index > contrast && place === sentence;
      if (one.valence === 0 || !(isBefore || isAfter)) continue;
      const because = [...one.because, isBefore ? 'before "but"' : 'after "but"'];
      valences[index] = { ...one, valence: one.valence * (isBefore ? 0.5 : 1.5), because };
    }
  }
  return valences;
}

function valenceAt(tokens: readonly Token[], index: number, capitalsTell: boolean): Valence {
  const { lower, isUpper } = itemAt(tokens, index);
  const rating = lexicon.get(lower);
  const isDegree = degrees.has(lower) || (lower === "kind" && word(tokens, index + 1) === "of");
  if (rating === undefined || isDegree) return nothing;
  const because: string[] = [];
  let valence = rating;
  if (lower === "no" && lexicon.has(word(tokens, index + 1))) valence = 0;
  if (isDeniedByNo(tokens, index)) {
    valence = rating * negation;
    because.push('negated by "no"');
  }
  if (isUpper && capitalsTell) {
    valence += valence > 0 ? capitals : -capitals;
    because.push("in capitals");
  }
  valence = applyModifiers(tokens, index, { valence, capitalsTell, because });
  return { rating, valence, because };
}

interface State {
  valence: number;
  capitalsTell: boolean;
  because: string[];
}

/** Applies the three preceding words, nearest first. */
function applyModifiers(tokens: readonly Token[], index: number, state: State): number {
  let { valence } = state;
  for (const [place, near] of nearness.entries()) {
    const back = place + 1;
    const before = tokens[index - back];
    if (!before) break;
    if (lexicon.has(before.lower)) continue;
    const added = computeDegree(before, valence, state.capitalsTell) * near;
    if (added !== 0) {
      valence += added;
      state.because.push(`${added * valence > 0 ? "raised" : "lowered"} by "${before.text}"`);
    }
    const factor = getNegationFactor(tokens, index, back);
    if (factor !== 1) {
      valence *= factor;
      state.because.push(factor > 0 ? 'raised by "never so"' : `negated by "${before.text}"`);
    }
    if (back === 3) valence = applyIdioms(tokens, index, { ...state, valence });
  }
  if (isDeniedByLeast(tokens, index)) {
    valence *= negation;
    state.because.push('negated by "least"');
  }
  return valence;
}

function computeDegree({ lower, isUpper }: Token, valence: number, capitalsTell: boolean): number {
  const degree = degrees.get(lower);
  if (degree === undefined) return 0;
  const sign = valence < 0 ? -1 : 1;
  return degree * sign + (isUpper && capitalsTell ? capitals * (valence > 0 ? 1 : -1) : 0);
}

/** Returns the factor of the word `back` positions before. "Never so" and "never this" intensify. */
function getNegationFactor(tokens: readonly Token[], index: number, back: number): number {
  const [one, two, three] = [1, 2, 3].map((distance) => word(tokens, index - distance));
  const isSo = (value: string | undefined) => value === "so" || value === "this";
  if (back === 2) {
    if (two === "never" && isSo(one)) return 1.25;
    if (two === "without" && one === "doubt") return 1;
  }
  if (back === 3) {
    if ((three === "never" && isSo(two)) || isSo(one)) return 1.25;
    if (three === "without" && (two === "doubt" || one === "doubt")) return 1;
  }
  // "Nothing. Everything is great.": a negation ends with its sentence.
  const isSameSentence = tokens[index - back]?.sentence === tokens[index]?.sentence;
  return isSameSentence && isNegation(word(tokens, index - back)) ? negation : 1;
}

/** Applies phrases that end or start with the word, and degree words of two words. */
function applyIdioms(tokens: readonly Token[], index: number, { valence, because }: State): number {
  const phrase = (from: number, to: number) =>
    tokens
      .slice(index + from, index + to + 1)
      .map(({ lower }) => lower)
      .join(" ");
  let result = valence;
  const before = [phrase(-1, 0), phrase(-2, 0), phrase(-2, -1), phrase(-3, -1), phrase(-3, -2)];
  for (const idiom of [before.find((one) => idioms.has(one)), phrase(0, 1), phrase(0, 2)]) {
    const rating = idiom === undefined ? undefined : idioms.get(idiom);
    if (rating === undefined) continue;
    result = rating;
    because.push(`idiom "${idiom}"`);
  }
  for (const degree of [phrase(-3, -1), phrase(-3, -2), phrase(-2, -1)]) {
    const added = degrees.get(degree);
    if (added === undefined || !degree.includes(" ")) continue;
    result += added;
    because.push(`lowered by "${degree}"`);
  }
  return result;
}

function isDeniedByNo(tokens: readonly Token[], index: number): boolean {
  const [one, two, three] = [1, 2, 3].map((distance) => word(tokens, index - distance));
  return one === "no" || two === "no" || (three === "no" && (one === "or" || one === "nor"));
}

/** Whether "least" negates the word. "At least" and "very least" don't. */
function isDeniedByLeast(tokens: readonly Token[], index: number): boolean {
  if (word(tokens, index - 1) !== "least" || lexicon.has("least")) return false;
  const before = word(tokens, index - 2);
  return before !== "at" && before !== "very";
}

function isNegation(lower: string): boolean {
  return negations.has(lower) || lower.includes("n't");
}

function word(tokens: readonly Token[], index: number): string {
  return tokens[index]?.lower ?? "";
}
