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
 * letters of other scripts that look like Latin ones become those.
 */
export function plain(text: string, form: "NFKC" | "NFKD"): string {
  // Fast path for most characters: this is called for each letter.
  if (text.length === 1 && text < "\u0080") return text;
  const same = text
    .normalize(form)
    .replace(invisible, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019]/g, "'");
  return form === "NFKC"
    ? same
    : same.replace(lookAlikes, (letter) => latinByLookAlike.get(letter) ?? letter);
}

/** Returns whether a character is invisible. */
export function isInvisible(character: string): boolean {
  return character > "\u00AC" && character.replace(invisible, "") === "";
}
