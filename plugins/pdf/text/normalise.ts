/**
 * Invisible characters between letters: soft hyphens, joiners, direction marks, variation
 * selectors, tags, and marks of annotations.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/**
 * Letters that look the same as Latin ones in print, listed in both cases so that case is
 * preserved.
 */
const confusable = "АA аa СC сc ЕE еe ОO оo РP рp ХX хx УY уy ЅS ѕs ІI іi ЈJ јj ԁd ԛq ԝw ΟO οo";
const latinByLookAlike = new Map(
  confusable.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);
const lookAlikes = new RegExp(`[${[...latinByLookAlike.keys()].join("")}]`, "g");

/**
 * Normalises compatible forms: "ﬁ" to "fi", and a dash of any width to a hyphen. With "NFKD",
 * letters of other scripts that look like Latin ones become those, and letters such as "ß" those of
 * their other case.
 */
export function plain(text: string, form: "NFKC" | "NFKD"): string {
  // Fast path for most characters: this is called for each letter.
  if (text.length === 1 && text < "\u0080") return text;
  const same = text
    .normalize(form)
    .replace(invisible, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019]/g, "'");
  if (form === "NFKC") return same;
  return same
    .replace(unfolded, (letter) => foldings.get(letter) ?? letter)
    .replace(lookAlikes, (letter) => latinByLookAlike.get(letter) ?? letter);
}

/** Letters with another number of letters, or another shape, in the other case. */
const foldings = new Map([
  ["ß", "ss"],
  ["ẞ", "SS"],
  ["ς", "σ"],
  ["ı", "i"],
  ["I\u0307", "I"],
]);
const unfolded = /[ßẞςı]|I\u0307/g;

/** Returns whether a character is invisible. */
export function isInvisible(character: string): boolean {
  return character > "\u00AC" && character.replace(invisible, "") === "";
}

/** Replaces the gaps between cells and lines by spaces. */
export function joinLines(text: string): string {
  return text.replace(/[\t\n\v]/g, " ");
}

const isAscii = /^[\0-\x7F]*$/;

/** Folds the case of a text for comparison with terms. */
export function foldCase(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  // Keeps one unit per unit, so that positions don't change.
  return Array.from({ length: text.length }, (_, index) => {
    const unit = text.charAt(index);
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : unit;
  }).join("");
}
