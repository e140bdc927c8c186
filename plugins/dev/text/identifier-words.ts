/**
 * The words of a name or a phrase: parted by anything but letters and digits, and where a capital
 * follows a small letter or digit, or ends a row of capitals (`XMLHttpRequest2Go` has four).
 */
export function identifierWords(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let before: Kind = "gap";
  let capital = "";
  for (const character of line) {
    const kind = kindOf(character);
    if (kind === "apostrophe") continue;
    if (before === "upper" && kind === "lower" && word !== "") {
      words.push(word);
      word = "";
    }
    word += capital;
    capital = "";
    if (word !== "" && (kind === "gap" || (kind === "upper" && before !== "upper"))) {
      words.push(word);
      word = "";
    }
    // A capital is held back until it is known whether it begins the next word.
    if (kind === "upper") capital = character;
    else if (kind !== "gap") word += character;
    before = kind === "mark" ? before : kind;
  }
  word += capital;
  return word === "" ? words : [...words, word];
}

type Kind = "gap" | "upper" | "lower" | "digit" | "mark" | "apostrophe";

function kindOf(character: string): Kind {
  if (character === "'" || character === "’") return "apostrophe";
  if (/\p{Lu}/u.test(character)) return "upper";
  if (/\p{L}/u.test(character)) return "lower";
  if (/\p{N}/u.test(character)) return "digit";
  return /\p{M}/u.test(character) ? "mark" : "gap";
}
