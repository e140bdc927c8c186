import { type Node, partsOf } from "./tree.ts";

/** Whether a part of a pattern can match nothing. */
export function isNullable(node: Node): boolean {
  switch (node.type) {
    case "character":
    case "any":
    case "set":
    case "property":
      return false;
    case "class":
      return node.items.some(({ type }) => type === "strings" || type === "class");
    case "choice":
      return node.branches.some(isNullable);
    case "sequence":
      return node.items.every(isNullable);
    case "group":
      return isNullable(node.item);
    case "quantifier":
      return node.min === 0 || isNullable(node.item);
    default:
      return true;
  }
}

/** Whether a group inside captures. */
export function hasCapture(node: Node): boolean {
  return (node.type === "group" && node.capture !== null) || partsOf(node).some(hasCapture);
}

/** Whether a group inside may be left out in a round: ECMAScript then forgets what it captured. */
export function hasOptionalCapture(node: Node): boolean {
  const optional = node.type === "choice" || (node.type === "quantifier" && node.min === 0);
  return (optional && hasCapture(node)) || partsOf(node).some(hasOptionalCapture);
}
