const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const ideographic = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const picture = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{RI})/u;
const letter = /^[\p{L}\p{N}]/u;

/**
 * The initials of a name, at most so many: of more words the first ones and the last. A name in Chinese characters,
 * kana or Hangul has one, and so has one that begins with an emoji.
 */
export function initialsOf(
  name: string,
  { length, uppercase }: { length: number; uppercase: boolean },
): string {
  const words = wordsOf(name);
  const firsts = words.map((word) => firstOf(word)).filter((first) => first !== undefined);
  const [first] = firsts;
  if (first === undefined) return firstOf(name.trim()) ?? "?";
  if (ideographic.test(first) || picture.test(first)) return first;
  const letters = firsts.filter((one) => letter.test(one) && !ideographic.test(one));
  const chosen =
    letters.length === 1 && length > 1
      ? lettersOf(words[0]!).slice(0, length)
      : letters.length > length && length > 1
        ? [...letters.slice(0, length - 1), ...letters.slice(-1)]
        : letters.slice(0, length);
  const joined = chosen.join(joiner(first));
  return uppercase ? joined.toLocaleUpperCase("en") : joined;
}

/** A name's words; of an e-mail address those before the `@`. */
function wordsOf(name: string): string[] {
  const at = name.indexOf("@");
  const own = at > 0 && !name.includes(" ") ? name.slice(0, at) : name;
  return own.split(/[\s_.,\-–—/]/).filter((word) => word !== "");
}

function firstOf(word: string): string | undefined {
  for (const { segment } of graphemes.segment(word))
    if (letter.test(segment) || picture.test(segment)) return segment;
  return undefined;
}

function lettersOf(word: string): string[] {
  return Array.from(graphemes.segment(word), ({ segment }) => segment).filter((one) =>
    letter.test(one),
  );
}

/** Arabic letters of two words do not join. */
function joiner(first: string): string {
  return /^\p{Script=Arabic}/u.test(first) ? "\u200C" : "";
}
