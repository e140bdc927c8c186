import type { Cursor } from "./cursor.ts";
import { isProperty, parseClassEscape } from "./parse-escape.ts";
import type { CharacterClass, ClassItem, Strings } from "./tree.ts";

type Operation = CharacterClass["operation"];

/** Reads a class in brackets; with the flag v, one that may hold others. */
export function parseClass(cursor: Cursor): CharacterClass {
  const start = cursor.at;
  cursor.at++;
  const negated = cursor.eat("^");
  const items: ClassItem[] = [];
  let operation: Operation = "union";
  while (!cursor.eat("]")) {
    if (cursor.done) cursor.fail("The class that begins here is not closed", start);
    if (cursor.sets) operation = eatOperator(cursor, { operation, items });
    if (operation === "union") items.push(...members(cursor));
    else items.push(single(cursor));
  }
  const found: CharacterClass = { type: "class", negated, operation, items, start, end: cursor.at };
  if (negated && mayHoldStrings({ ...found, negated: false }))
    cursor.fail("A class of strings cannot be negated", start);
  return found;
}

/** Steps over `&&` or `--`, which must stand between every two members if between any. */
function eatOperator(
  cursor: Cursor,
  { operation, items }: { operation: Operation; items: readonly ClassItem[] },
): Operation {
  const at = cursor.at;
  const found = cursor.eat("&&") ? "intersection" : cursor.eat("--") ? "difference" : "union";
  const first = items.length === 1 && items[0]!.type !== "range";
  const fits =
    found === "union"
      ? items.length === 0 || operation === found
      : first || (operation === found && items.length > 1);
  if (!fits || (found === "intersection" && cursor.next === "&"))
    cursor.fail("&& and -- stand between single members and do not mix", at);
  return found;
}

/** Reads one member of a union: a character, a range, or what stands for several. */
function members(cursor: Cursor): ClassItem[] {
  const first = single(cursor);
  const dash = cursor.at;
  const after = cursor.source[dash + 1];
  if (cursor.next !== "-" || after === "]" || after === undefined) return [first];
  if (cursor.sets && after === "-") return [first];
  cursor.at++;
  const last = single(cursor);
  if (first.type !== "character" || last.type !== "character") {
    if (cursor.unicode) cursor.fail("A range must be between two characters", dash);
    // Of old, the hyphen is a member of its own here.
    return [first, { type: "character", codePoint: 0x2d, start: dash, end: dash + 1 }, last];
  }
  if (first.codePoint > last.codePoint)
    cursor.fail("A range must not end before it begins", first.start);
  const { codePoint: from, start } = first;
  return [{ type: "range", from, to: last.codePoint, start, end: last.end }];
}

function single(cursor: Cursor): ClassItem {
  const start = cursor.at;
  const { next } = cursor;
  if (cursor.done) cursor.fail("The class is not closed");
  if (cursor.sets) {
    if (next === "[") return parseClass(cursor);
    if (cursor.sees("\\q{")) return strings(cursor);
    if ("()[]{}/-|".includes(next))
      cursor.fail(`With the flag v, ${next} must be escaped in a class`);
    if (next === cursor.source[start + 1] && "!#$%&*+,.:;<=>?@^`~".includes(next))
      cursor.fail(`With the flag v, ${next}${next} is reserved in a class`);
  }
  if (next === "\\") return parseClassEscape(cursor);
  return { type: "character", codePoint: cursor.eatCharacter(), start, end: cursor.at };
}

/** Reads `\q{one|other}`. */
function strings(cursor: Cursor): Strings {
  const start = cursor.at;
  cursor.at += 3;
  const found = [""];
  while (!cursor.eat("}")) {
    if (cursor.done) cursor.fail("The strings that begin here are not closed", start);
    if (cursor.eat("|")) found.push("");
    else {
      const character = single(cursor);
      if (character.type !== "character")
        cursor.fail("\\q{} holds characters only", character.start);
      found[found.length - 1] += String.fromCodePoint(character.codePoint);
    }
  }
  return { type: "strings", strings: found, start, end: cursor.at };
}

function mayHoldStrings(item: ClassItem): boolean {
  if (item.type === "strings") return item.strings.some((string) => [...string].length !== 1);
  // Only a property of strings cannot be negated.
  if (item.type === "property")
    return !item.negated && !isProperty(item.name, { sets: true, negated: true });
  if (item.type !== "class" || item.negated) return false;
  if (item.operation === "intersection") return item.items.every(mayHoldStrings);
  return item.operation === "difference"
    ? mayHoldStrings(item.items[0]!)
    : item.items.some(mayHoldStrings);
}
