import { Document, type ScalarTag, Schema } from "yaml";
import { stringTag } from "yaml/util";
import { checkLength } from "../output.ts";
import type { Write } from "./options.ts";
import { checkWeight } from "./weight.ts";
import { withNumerals } from "./yaml-numbers.ts";

/** Writes a tree as YAML 1.2, in lines; readers of YAML 1.1 understand it alike. */
export const writeYaml: Write = (json, { indent }) => {
  const step = Math.max(indent, 2);
  checkWeight(json, step);
  const text = new Document(json, { schema, aliasDuplicateObjects: false }).toString({
    indent: step,
    lineWidth: 0,
    blockQuote: "literal",
    doubleQuotedAsJSON: true,
    singleQuote: false,
  });
  checkLength(text.length);
  return text;
};

const anyText: ScalarTag = {
  ...stringTag,
  stringify(item, context, ...report) {
    const value = item.value as string;
    if (UNUSUAL.test(value) || BLANK_BLOCK.test(value)) return quoted(value);
    return stringTag.stringify!(item, context, ...report);
  },
};

const schema = new Schema({
  compat: "yaml-1.1",
  // Of two tags that a value may have the first is taken.
  customTags: (tags) => [anyText, ...withNumerals(tags)],
});

/** JSON's escapes are YAML's too, which wants some more. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    UNUSUALS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Control characters, ends of lines, the byte order mark and halves of surrogate pairs. */
const unusual = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufeff\\ufffe\\uffff";
const UNUSUAL = new RegExp(`[${unusual}]|\\p{Surrogate}`, "u");
const UNUSUALS = new RegExp(`[${unusual}]`, "g");

/** Lines that begin with a blank: their indentation would have to be told, and few agree how. */
const BLANK_BLOCK = /^(?:\n|[ \t].*\n)/;
