import type { Notes } from "../notes.ts";
import type { Json } from "../tree.ts";
import { YamlCursor } from "./yaml-cursor.ts";
import { YamlLines } from "./yaml-lines.ts";
import { Nodes } from "./yaml-nodes.ts";

/**
 * Reads YAML 1.2 by the core schema, and the merge key `<<` of 1.1. Several documents become a
 * list. Lines must end by `\n` alone.
 */
export function readYaml(text: string, _: unknown, notes: Notes): Json {
  const cursor = new YamlCursor(text);
  cursor.take("\ufeff");
  const documents: Json[] = [];
  for (cursor.skip(); !cursor.isEnd; cursor.skip()) {
    if (cursor.isMarker && cursor.take("...")) continue;
    const hasDirectives = passDirectives(cursor);
    const isMarked = cursor.isMarker && cursor.take("---");
    if (hasDirectives && !isMarked) cursor.fail('Expected "---" after the directives');
    documents.push(new YamlLines(new Nodes(cursor, notes)).document(!isMarked));
    cursor.skip();
    if (!cursor.isEnd && !cursor.isMarker) cursor.fail("Expected the end of the document");
  }
  if (documents.length > 1) notes.add(`${documents.length} documents became a list`, 0);
  return documents.length > 1 ? documents : (documents[0] ?? null);
}

function passDirectives(cursor: YamlCursor): boolean {
  const start = cursor.at;
  while (cursor.text[cursor.at] === "%") {
    cursor.upTo("\n", 'Expected "---" after the directives');
    cursor.skip();
  }
  return cursor.at > start;
}
