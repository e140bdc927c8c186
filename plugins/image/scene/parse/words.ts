/** A word of a prompt, a number or an emoji. */
export interface Word {
  /** As it is written, without the ending of a genitive. */
  text: string;
  /** In lower case, without accents and apostrophes. */
  plain: string;
  /** The singular, where it is a plural. */
  lemma: string;
  /** Whether a comma or the like stands before it. */
  isApart: boolean;
  /** Whether a hyphen ties it to the word before it. */
  isTied: boolean;
  /** Whether it stands in quotation marks that open at it, or at a word before it. */
  quote: number | undefined;
}

const token =
  /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?|\p{RI}\p{RI}|\p{Extended_Pictographic}(?:[\u{FE0F}\p{EMod}]|\u{200D}\p{Extended_Pictographic})*/gu;
const marks = /[,.;:!?()[\]{}|/\n–—…"“”„«»]/;
const quotes = /["“”„«»]/g;

/** The words of a prompt in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  let marksSeen = 0;
  for (const match of text.matchAll(token)) {
    const between = text.slice(end, match.index);
    end = match.index + match[0].length;
    const written = withoutGenitive(match[0]);
    const plain = written
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[\p{M}'’]/gu, "");
    // What is nothing but marks, such as an accent that stands alone, is no word.
    if (plain === "") continue;
    marksSeen += between.match(quotes)?.length ?? 0;
    words.push({
      text: written,
      plain,
      lemma: singular(plain),
      isApart: marks.test(between) || between.includes(" - "),
      isTied: words.length > 0 && ["-", "‐", "‑"].includes(between),
      quote: marksSeen % 2 === 1 ? marksSeen : undefined,
    });
  }
  return words;
}

/** "cat’s" is one cat, as "cats" are several. */
function withoutGenitive(text: string): string {
  return /['’]s$/i.test(text) ? text.slice(0, -2) : text;
}

const irregular: Readonly<Record<string, string>> = {
  leaves: "leaf",
  wolves: "wolf",
  knives: "knife",
  mice: "mouse",
  geese: "goose",
  people: "person",
  men: "man",
  women: "woman",
  children: "child",
  cacti: "cactus",
  fishes: "fish",
  sheep: "sheep",
  houses: "house",
  horses: "horse",
  roses: "rose",
  bridges: "bridge",
  waves: "wave",
  dunes: "dune",
  trees: "tree",
  skies: "sky",
  cactus: "cactus",
  fungus: "fungus",
  lens: "lens",
  grass: "grass",
  christmas: "christmas",
  butterflies: "butterfly",
  cherries: "cherry",
  cities: "city",
  skyscrapers: "skyscraper",
};

/** The singular of a noun in English, by its ending. */
function singular(word: string): string {
  const own = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (own !== undefined) return own;
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us"))
    return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz|[tngc]o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
