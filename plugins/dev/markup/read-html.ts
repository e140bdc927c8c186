import { type ParserOptions, parse, parseFragment } from "parse5";
import { adapter, type Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";

export type HtmlNode = Htmlparser2TreeAdapterMap["node"];
export type HtmlElement = Htmlparser2TreeAdapterMap["element"];

/** Parses a document or a fragment as browsers do, which never fails. */
export function readHtml(html: string): Htmlparser2TreeAdapterMap["parentNode"] {
  const options: ParserOptions<Htmlparser2TreeAdapterMap> = {
    treeAdapter: adapter,
    sourceCodeLocationInfo: true,
  };
  return /<(?:!doctype|html|head|body)[\s>]/i.test(html)
    ? parse(html, options)
    : parseFragment(html, options);
}

/** Calls back for each node in document order. Works at any depth. */
export function visitNodes(root: HtmlNode, onNode: (node: HtmlNode, depth: number) => void): void {
  const open: [HtmlNode, number][] = [[root, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next;
    onNode(node, depth);
    const children = "children" in node ? node.children : [];
    for (const child of children.toReversed()) open.push([child, depth + 1]);
  }
}
