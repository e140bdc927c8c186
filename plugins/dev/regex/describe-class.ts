import type { CharacterClass, ClassItem, Property, Shorthand } from "./tree.ts";

/** What the shorthands stand for. */
export const SHORTHAND_WORDS: Readonly<Record<Shorthand, string>> = {
  d: "a digit, 0 to 9",
  D: "anything but a digit, 0 to 9",
  s: "a blank or the end of a line",
  S: "anything but a blank or the end of a line",
  w: "a letter of A to Z, a digit or _",
  W: "anything but a letter of A to Z, a digit or _",
};

/** Puts a class into words. */
export function describeClass(node: CharacterClass | Property): string {
  if (node.type === "property")
    return `a character ${node.negated ? "without" : "with"} the Unicode property ${node.name}`;
  if (node.items.length === 0) return node.negated ? "any character" : "nothing: it never matches";
  const members = node.items.map(describeMember);
  const words =
    node.operation === "union"
      ? members.join("; ")
      : members.join(node.operation === "intersection" ? " that is also " : " but not ");
  return node.negated ? `any character but: ${words}` : `one of: ${words}`;
}

/** The characters a class names one by one or as the bounds of a range. */
export function lettersOf(item: ClassItem): string {
  if (item.type === "character") return String.fromCodePoint(item.codePoint);
  if (item.type === "range") return String.fromCodePoint(item.from, item.to);
  if (item.type === "strings") return item.strings.join("");
  return item.type === "class" ? item.items.map(lettersOf).join("") : "";
}

/** A character in quotation marks where it can be seen, and by its number or name where not. */
export function nameOfCharacter(codePoint: number): string {
  const known = NAMES[codePoint];
  if (known) return known;
  const character = String.fromCodePoint(codePoint);
  if (!/[\p{C}\p{Z}\p{M}]/u.test(character)) return JSON.stringify(character);
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

function describeMember(item: ClassItem): string {
  switch (item.type) {
    case "character":
      return nameOfCharacter(item.codePoint);
    case "range":
      return `${nameOfCharacter(item.from)} to ${nameOfCharacter(item.to)}`;
    case "set":
      return SHORTHAND_WORDS[item.letter];
    case "strings":
      return item.strings.map((string) => JSON.stringify(string)).join("; ");
    default:
      return describeClass(item);
  }
}

const NAMES: Readonly<Record<number, string>> = {
  0: "NUL",
  8: "backspace",
  9: "tab",
  10: "line feed",
  11: "vertical tab",
  12: "form feed",
  13: "carriage return",
  32: "space",
  160: "no-break space",
};
