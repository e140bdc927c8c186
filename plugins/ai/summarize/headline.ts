import { listPhrases } from "./phrases.ts";

const wordsMax = 14;
const wordsMin = 4;

// Points at which a sentence goes beyond a headline.
const cuts = [
  new RegExp(`,\\s+(?=(?:${listPhrases("cuts after a comma")})(?![\\p{L}\\p{N}]))`, "iu"),
  /[;:]\s|\s[–—-]\s/u,
  /\s(?=(?:because|although|while|which|whereas|according to|in order to)\s)/iu,
  /,\s/u,
];
const opening = new RegExp(`^(?:${listPhrases("openings")})(?![\\p{L}\\p{N}]),?\\s+`, "iu");

interface Limit {
  /** Maximum number of words. */
  words: number;
}

/** Shortens a sentence to a headline. Uses key phrases if it is still too long. */
export function writeHeadline(
  sentence: string,
  fallback: readonly string[],
  { words }: Limit = { words: Number.POSITIVE_INFINITY },
): string {
  let line = dropAsides(sentence).trim().replace(opening, "");
  line = trimMarks(line);
  for (const cut of cuts) {
    if (count(line) <= Math.min(wordsMax, words)) break;
    line = cutAt(line, cut);
  }
  if (count(line) > Math.min(wordsMax + 4, words))
    line = fallback.slice(0, 3).join(", ") || line.slice(0, 100);
  line = trimMarks(line);
  return line.slice(0, 1).toUpperCase() + line.slice(1);
}

/**
 * Returns the part before the first cut that leaves enough words, or the part after it if the sentence opens with
 * a clause.
 */
function cutAt(line: string, cut: RegExp): string {
  const match = cut.exec(line);
  if (!match) return line;
  const before = line.slice(0, match.index);
  if (
    count(before) >= wordsMin &&
    !/^(?:when|if|after|before|while|as|since|although|in|on|at)\b/i.test(before)
  )
    return before;
  const after = line.slice(match.index + match[0].length);
  return count(after) >= wordsMin && count(before) < count(after) ? after : line;
}

function dropAsides(line: string): string {
  let depth = 0;
  let result = "";
  for (const char of line) {
    if (char === "(" || char === "[") depth++;
    else if ((char === ")" || char === "]") && depth > 0) depth--;
    else if (depth === 0) result += char;
  }
  return depth > 0
    ? line
    : result.replaceAll("  ", " ").replaceAll(" ,", ",").replaceAll(" .", ".");
}

const marks = new Set('.!。！,;: -*•–—#>"“”„»«');

function trimMarks(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && marks.has(line.charAt(start))) start++;
  while (end > start && marks.has(line.charAt(end - 1))) end--;
  return line.slice(start, end);
}

function count(line: string): number {
  const spaces = line.split(" ").length;
  // In scripts without spaces, two characters count as a word.
  return spaces === 1 && line > "\u2e80" ? Math.ceil(line.length / 3) : spaces;
}
