import { Composer, Lexer, Parser, Schema } from "yaml";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { depthMax } from "../parse/parse.ts";
import type { Json } from "../tree.ts";
import { withNumerals } from "./yaml-numbers.ts";
import { YamlTree } from "./yaml-tree.ts";

/**
 * Reads YAML 1.2 by the core schema, and the merge key `<<` of 1.1. Several documents become a
 * list.
 */
export function readYaml(text: string, _: unknown, notes: Notes): Json {
  const control = text.search(CONTROL);
  if (control >= 0)
    throw new Fault("A control character must be escaped, in double quotes", control);
  const composer = new Composer({
    schema,
    // Looking for line ends in keys takes time by the depth they nest to.
    strict: false,
    // Keys are compared here, and not each with each.
    uniqueKeys: false,
  });
  const documents: Json[] = [];
  // What ends a line by itself is not known to the lexer.
  const lines = text.replace(/\r(?!\n)/g, "\n");
  for (const { errors, warnings, contents } of composer.compose(tokens(lines), true, text.length)) {
    if (errors[0]) throw new Fault(errors[0].message, errors[0].pos[0]);
    for (const { message, pos } of warnings) notes.add(message, pos[0]);
    documents.push(new YamlTree(notes).value(contents));
  }
  if (documents.length > 1) notes.add(`${documents.length} documents became a list`, 0);
  return documents.length > 1 ? documents : (documents[0] ?? null);
}

const schema = new Schema({ customTags: withNumerals });

/** YAML 1.2.2, production 1: those below U+0080 that it leaves out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** The parts of the text, refused while they nest too deep for what goes through them by recursion. */
function* tokens(text: string) {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") throw new Fault(token.message, token.offset);
      yield token;
    }
    // The document and a scalar come on top.
    if (parser.stack.length > depthMax + 2)
      throw new Fault(`The text must not nest deeper than ${depthMax}`, parser.offset);
  }
  yield* parser.end();
}
