/** A word of a prompt. */
export interface Word {
  /** As it is written. */
  text: string;
  /** In lower case, without accents and apostrophes. */
  plain: string;
  /** The singular, where it is a plural. */
  lemma: string;
  /** Whether a comma or the like stands before it. */
  isApart: boolean;
}

/** The words of a prompt in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu)) {
    const between = text.slice(end, match.index);
    const plain = match[0]
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[\p{M}'’]/gu, "");
    const isApart = /[,.;:!?()|\n]/.test(between);
    words.push({ text: match[0], plain, lemma: singular(plain), isApart });
    end = match.index + match[0].length;
  }
  return words;
}

const irregular: Readonly<Record<string, string>> = {
  ...{ leaves: "leaf", wolves: "wolf", knives: "knife", mice: "mouse", geese: "goose" },
  ...{ people: "person", men: "man", women: "woman", children: "child", cacti: "cactus" },
  ...{ fishes: "fish", sheep: "sheep", houses: "house", horses: "horse", roses: "rose" },
  ...{ bridges: "bridge", waves: "wave", dunes: "dune", trees: "tree", skies: "sky" },
  ...{ cactus: "cactus", fungus: "fungus", lens: "lens", grass: "grass", christmas: "christmas" },
  ...{ butterflies: "butterfly", cherries: "cherry", cities: "city", skyscrapers: "skyscraper" },
};

/** The singular of a noun in English, by its ending. */
function singular(word: string): string {
  const own = irregular[word];
  if (own !== undefined) return own;
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us"))
    return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz|to)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
