import type { Cursor } from "./cursor.ts";
import type { Modifiers } from "./tree.ts";

/** Steps over `*`, `+`, `?` or `{…}`, and answers how often it means, or undefined. */
export function eatBounds(cursor: Cursor): { min: number; max: number } | undefined {
  if (cursor.eat("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (cursor.eat("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (cursor.eat("?")) return { min: 0, max: 1 };
  const start = cursor.at;
  if (!cursor.eat("{")) return undefined;
  const least = cursor.eatWhile(/[0-9]/);
  const ranged = cursor.eat(",");
  const most = ranged ? cursor.eatWhile(/[0-9]/) : least;
  if (least !== "" && cursor.eat("}"))
    return { min: Number(least), max: most === "" ? Number.POSITIVE_INFINITY : Number(most) };
  // Without the flag u, a brace that counts nothing is a character like others.
  cursor.at = start;
  return undefined;
}

/** Steps over `:` or `i-s:`. */
export function eatModifiers(cursor: Cursor): Modifiers | null {
  if (cursor.eat(":")) return null;
  const start = cursor.at;
  const on = cursor.eatWhile(/[ims]/);
  const off = cursor.eat("-") ? cursor.eatWhile(/[ims]/) : "";
  const letters = on + off;
  if (letters === "" || !cursor.eat(":"))
    cursor.fail("After (? there must be :, =, !, <=, <!, <name> or flags of i, m and s", start);
  if (new Set(letters).size < letters.length) cursor.fail("A flag is named twice", start);
  return { on, off };
}
