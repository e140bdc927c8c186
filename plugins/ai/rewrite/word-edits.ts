import { openTexts } from "hub/data-file";
import type { Edit, Mode } from "./request.ts";
import { listSubstitutions } from "./substitutions.ts";

const texts = openTexts(new URL("./contractions.txt", import.meta.url), ["contractions"])();

/** Long forms and their contractions. */
const contractions: readonly (readonly [long: string, short: string])[] = Object.entries(
  texts.contractions,
);

const participles =
  "been|got|had|done|gone|seen|made|become|taken|given|come|never|always|already|just";

/** Returns the text in lower case with plain apostrophes, if that preserves all positions. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase().replaceAll("’", "'");
  return lower.length === text.length ? lower : text.replaceAll("’", "'");
}

const compiled = new Map<Mode, { pattern: RegExp; of: ReturnType<typeof indexSubstitutions> }>();

function indexSubstitutions(mode: Mode) {
  return new Map(
    listSubstitutions(mode)
      .toReversed()
      .map((one) => [one.from.toLowerCase(), one]),
  );
}

/** Finds the words and phrases that a mode replaces. */
export function* findWordEdits(text: string, mode: Mode, strength: number): Generator<Edit> {
  let known = compiled.get(mode);
  if (!known) {
    const of = indexSubstitutions(mode);
    const longest = [...of.keys()].toSorted((a, b) => b.length - a.length);
    known = { of, pattern: wholeWordPattern(longest) };
    compiled.set(mode, known);
  }
  for (const match of foldCase(text).matchAll(known.pattern)) {
    const found = known.of.get(match[0]);
    if (!found || found.strength > strength) continue;
    if (found.rule === "SLANG" && isLetter(text, match.index, match[0])) continue;
    if (found.to === "" && !isRemovable(text, match.index, match[0])) continue;
    yield {
      start: match.index,
      end: match.index + match[0].length,
      after: found.to,
      rule: found.rule,
    };
  }
}

/** Whether the short form of a word is a letter or an abbreviation here: "the letter u", "R", "U.S.", "i.e.". */
function isLetter(text: string, start: number, word: string): boolean {
  if (word.length > 2) return false;
  const end = start + word.length;
  const before = text.slice(Math.max(0, start - 12), start).toLowerCase();
  return (
    text.slice(start, end) !== word ||
    /^\.\p{L}/u.test(text.slice(end, end + 2)) ||
    /(?:^|[\s.])(?:\p{L}\.|an?|the|letter|column|vitamin|plan|type) ?$/u.test(before)
  );
}

/** Whether a filler may be removed: it has a meaning in "not just", "just as" and "the very". */
function isRemovable(text: string, start: number, word: string): boolean {
  const before = text.slice(Math.max(0, start - 12), start).toLowerCase();
  const after = text.slice(start + word.length, start + word.length + 12).toLowerCase();
  const means = /^(?:just|very|really|quite|simply|actually|kind of|sort of|rather|literally)$/;
  const leans = /\b(?:not|n't|n’t|the|a|an|this|that|these|what|some|how|as|so) $/;
  if (means.test(word) && leans.test(before)) return false;
  if (/^ (?:as|like|about|enough|than|much|now|few|little|well)\b/.test(after)) return false;
  if (/\b(?:is|was|are|were) $/.test(before) && /^(?:obviously|clearly|certainly)$/.test(word))
    return true;
  return !/^[.!?]/.test(after) || /^(?:of course|you know|I mean)$/.test(word);
}

/** Finds contractions to expand, or long forms to contract. */
export function* findContractionEdits(text: string, mode: "expand" | "contract"): Generator<Edit> {
  const lower = foldCase(text);
  const from = mode === "expand" ? 1 : 0;
  const of = new Map(contractions.toReversed().map((pair) => [pair[from].toLowerCase(), pair]));
  for (const match of lower.matchAll(
    wholeWordPattern([...of.keys()].toSorted((a, b) => b.length - a.length)),
  )) {
    const pair = of.get(match[0]);
    if (!pair) continue;
    const [long, short] = pair;
    const end = match.index + match[0].length;
    const behind = text.slice(end, end + 30);
    // "Yes, it is." isn't contracted, nor is "is it not?".
    if (
      mode === "contract" &&
      (/^\s*(?:[.!?,;:]|$)/.test(behind) ||
        (/^(?:i|you|we|they) have$/.test(match[0]) &&
          !/^ (?:been|\p{L}+ed|done|seen|got|made|never|already|always|not)\b/u.test(behind)))
    )
      continue;
    const after = mode === "contract" ? short : expandContraction(short, long, behind);
    yield {
      start: match.index,
      end,
      after,
      rule: mode === "contract" ? "CONTRACTION" : "NO_CONTRACTION",
    };
  }
}

/** Builds a pattern that matches any of the phrases as whole words. */
function wholeWordPattern(phrases: readonly string[]): RegExp {
  const escaped = phrases.map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}'’-])(?:${escaped.join("|")})(?![\p{L}\p{N}'’-])`,
    "giu",
  );
}

/** Returns the long form of a contraction in its context: "it's been" is "it has been". */
function expandContraction(short: string, long: string, behind: string): string {
  const isHas =
    /'s$/.test(short) &&
    new RegExp(`^\\s(?:${participles})\\b|^\\s\\p{L}{2,20}ed\\b(?! by)`, "iu").test(behind);
  const isHad =
    /'d$/.test(short) && /^\s(?:been|better|had|done|gone|seen|already|never)\b/i.test(behind);
  if (isHas) return long.replace(/is$/, "has");
  return isHad ? long.replace(/would$/, "had") : long;
}
