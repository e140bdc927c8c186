import { PDFArray, type PDFDict, type PDFObject } from "pdf-lib";
import { dictsOf, entry, itemsOf } from "./entries.ts";

const nodesMax = 20_000;

/** The leaves of a name tree or number tree, in order: pairs of a key and a value. */
export function treePairs(root: PDFDict | undefined, list: "Names" | "Nums") {
  const pairs: [PDFObject, PDFObject][] = [];
  const seen = new Set<PDFDict>();
  const visit = (node: PDFDict) => {
    if (seen.has(node) || seen.size >= nodesMax) return;
    seen.add(node);
    const items = itemsOf(entry(node, list, PDFArray));
    for (let at = 0; at + 1 < items.length; at += 2)
      if (items[at] && items[at + 1]) pairs.push([items[at]!, items[at + 1]!]);
    for (const kid of dictsOf(entry(node, "Kids", PDFArray))) visit(kid);
  };
  if (root) visit(root);
  return pairs;
}

/** The dictionaries of a tree whose nodes have /Kids, each once and parents before their children. */
export function* nodesOf(
  roots: readonly PDFDict[],
): Generator<{ node: PDFDict; parents: PDFDict[] }> {
  const seen = new Set<PDFDict>();
  const open = roots.map((node) => ({ node, parents: [] as PDFDict[] })).reverse();
  while (open.length > 0 && seen.size < nodesMax) {
    const { node, parents } = open.pop()!;
    if (seen.has(node)) continue;
    seen.add(node);
    yield { node, parents };
    const kids = dictsOf(entry(node, "Kids", PDFArray));
    for (const kid of kids.reverse()) open.push({ node: kid, parents: [...parents, node] });
  }
}
