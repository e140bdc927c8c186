import dev from "../../plugin.ts";
import { Output } from "../output.ts";
import { type Json, Numeral, typeOf } from "../tree.ts";
import type { Write } from "./options.ts";
import { named, type Remarks } from "./remarks.ts";

/** Writes an object as a query string, with what is inside of members as `a[b]=` and `a[0]=`. */
export const writeQuery: Write = (json, _, remarks) => {
  if (!(json instanceof Map))
    throw dev.error(
      "not_convertible",
      `A query string must be made of an object: the text holds ${typeOf(json)}`,
      { at: "body.input" },
    );
  const output = new Output();
  let sign = "";

  function write(value: Json, name: string): void {
    if (value instanceof Map || Array.isArray(value)) {
      const entries = [...value.entries()];
      if (entries.length === 0) remarks.add(`${named(name)} holds nothing and was left out`);
      for (const [key, item] of entries)
        write(item, `${name}%5B${encoded(String(key), remarks)}%5D`);
      return;
    }
    output.add(`${sign}${name}=${encoded(textOf(value, remarks), remarks)}`);
    sign = "&";
  }

  for (const [key, value] of json) write(value, encoded(key, remarks));
  return output.toString();
};

function textOf(value: Json, remarks: Remarks): string {
  if (value instanceof Numeral) return value.raw;
  if (value === null) remarks.add("A query string has no null: an empty value was written");
  return String(value ?? "");
}

function encoded(text: string, remarks: Remarks): string {
  if (!text.isWellFormed()) remarks.add("Half a surrogate pair was replaced by U+FFFD");
  return encodeURIComponent(text.toWellFormed());
}
