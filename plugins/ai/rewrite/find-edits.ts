import { contractions, expanded } from "./contractions.ts";
import type { Edit, Mode } from "./modes.ts";
import { substitutionsOf } from "./substitutions.ts";

/** Lower case with plain apostrophes, if that leaves every place where it was. */
export function comparable(text: string): string {
  const lower = text.toLowerCase().replaceAll("’", "'");
  return lower.length === text.length ? lower : text.replaceAll("’", "'");
}

const compiled = new Map<Mode, { pattern: RegExp; of: ReturnType<typeof indexed> }>();

function indexed(mode: Mode) {
  return new Map(
    substitutionsOf(mode)
      .toReversed()
      .map((one) => [one.from.toLowerCase(), one]),
  );
}

/** The words and phrases of a text that a mode has others for. */
export function* wordEdits(text: string, mode: Mode, strength: number): Generator<Edit> {
  let known = compiled.get(mode);
  if (!known) {
    const of = indexed(mode);
    const longest = [...of.keys()].toSorted((a, b) => b.length - a.length);
    known = { of, pattern: bounded(longest) };
    compiled.set(mode, known);
  }
  for (const match of comparable(text).matchAll(known.pattern)) {
    const found = known.of.get(match[0]);
    if (!found || found.strength > strength) continue;
    if (found.to === "" && !mayGo(text, match.index, match[0])) continue;
    yield {
      start: match.index,
      end: match.index + match[0].length,
      after: found.to,
      rule: found.rule,
    };
  }
}

/** Fillers that mean something where they stand are kept: "not just", "just as", "the very". */
function mayGo(text: string, start: number, word: string): boolean {
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

/** Contractions written out, or the reverse. */
export function* contractionEdits(text: string, mode: "expand" | "contract"): Generator<Edit> {
  const lower = comparable(text);
  const from = mode === "expand" ? 1 : 0;
  const of = new Map(contractions.toReversed().map((pair) => [pair[from].toLowerCase(), pair]));
  for (const match of lower.matchAll(
    bounded([...of.keys()].toSorted((a, b) => b.length - a.length)),
  )) {
    const [long, short] = of.get(match[0])!;
    const end = match.index + match[0].length;
    const behind = text.slice(end, end + 30);
    // "Yes, it is." is not contracted, and neither is "is it not?".
    if (
      mode === "contract" &&
      (/^\s*(?:[.!?,;:]|$)/.test(behind) ||
        (/^(?:i|you|we|they) have$/.test(match[0]) &&
          !/^ (?:been|\p{L}+ed|done|seen|got|made|never|already|always|not)\b/u.test(behind)))
    )
      continue;
    const after = mode === "contract" ? short : expanded(short, long, behind);
    yield {
      start: match.index,
      end,
      after,
      rule: mode === "contract" ? "CONTRACTION" : "NO_CONTRACTION",
    };
  }
}

/** A pattern for any of some phrases as whole words. */
function bounded(phrases: readonly string[]): RegExp {
  const escaped = phrases.map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}'’-])(?:${escaped.join("|")})(?![\p{L}\p{N}'’-])`,
    "giu",
  );
}
