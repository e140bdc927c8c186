import { type PDFDocument, PDFHexString, PDFName, type PDFObject } from "pdf-lib";
import { dictEntry, textOf } from "../objects/entries.ts";
import { treePairs } from "../objects/trees.ts";
import type { Graft } from "./graft.ts";

/** The files attached to a document as a whole, by their keys. */
export function listAttachments({ catalog }: PDFDocument): [key: string, file: PDFObject][] {
  const tree = dictEntry(dictEntry(catalog, "Names"), "EmbeddedFiles");
  return treePairs(tree, "Names").map(([key, file]) => [textOf(key) ?? "", file]);
}

/** Attaches the files of all documents to the one made of them, and answers how many they are. */
export function mergeAttachments(target: PDFDocument, grafts: readonly Graft[]): number {
  const { context, catalog } = target;
  const files = new Map<string, PDFObject>();
  for (const { source, copiers } of grafts)
    for (const [key, file] of listAttachments(source)) {
      let unique = key;
      for (let index = 2; files.has(unique); index++) unique = `${key}_${index}`;
      files.set(unique, copiers[0]!.copy(source.context.getRef(file) ?? file));
    }
  if (files.size === 0) return 0;
  const pairs = [...files].map(([key, file]) => [PDFHexString.fromText(key), file] as const);
  // A name tree is in the order of its keys' bytes.
  pairs.sort(([a], [b]) => (a.asString() < b.asString() ? -1 : 1));
  const tree = context.register(context.obj({ Names: pairs.flat() }));
  const names = context.obj({});
  names.set(PDFName.of("EmbeddedFiles"), tree);
  catalog.set(PDFName.of("Names"), names);
  return files.size;
}
