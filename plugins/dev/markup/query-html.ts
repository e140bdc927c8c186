import { selectAll } from "css-select";
import { serializeOuter } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import { shorten } from "../json/fault.ts";
import dev from "../plugin.ts";
import { type HtmlElement, type HtmlNode, readHtml, visitNodes } from "./read-html.ts";

interface QueryOptions {
  selector: string;
  attribute?: string | undefined;
  /** Maximum number of matches to list. */
  limit: number;
}

/** Once the matches exceed this many characters, the list ends. */
const listedCharactersMax = 4_194_304;

/** Returns the elements that a CSS selector matches. */
export function queryHtml(html: string, { selector, attribute, limit }: QueryOptions) {
  const found = select(readHtml(html), selector);
  const elements =
    attribute === undefined ? found : found.filter(({ attribs }) => attribute in attribs);
  const matches: ReturnType<typeof describeElement>[] = [];
  let characters = 0;
  for (const element of elements) {
    if (matches.length === limit) break;
    const match = describeElement(element);
    characters += match.html.length + match.text.length;
    if (characters > listedCharactersMax && matches.length > 0) break;
    matches.push(match);
  }
  const lines = matches.map((match) =>
    attribute === undefined ? match.html : (match.attributes[attribute] ?? ""),
  );
  return {
    matches,
    count: elements.length,
    truncated: elements.length > matches.length,
    text: lines.join("\n"),
  };
}

function select(root: HtmlNode, selector: string): HtmlElement[] {
  const plain = selector.trim();
  // The package would find nothing.
  if (plain === "" || /^[>+~]|[>+~]$/.test(plain))
    throw refuseSelector("A selector neither begins nor ends with a combinator");
  if (hasNestedHas(plain)) throw refuseSelector("A :has() cannot be in another one");
  try {
    return selectAll<HtmlNode, HtmlElement>(selector, root);
  } catch (cause) {
    if (cause instanceof RangeError) throw refuseDepth(cause);
    throw refuseSelector(shorten((cause as Error).message), cause);
  }
}

/** Returns whether a `:has()` is in another one: Selectors 4, section 4.5. Each level would multiply the work. */
function hasNestedHas(selector: string): boolean {
  const brackets: boolean[] = [];
  for (const [token] of selector.matchAll(/"[^"]*"?|'[^']*'?|:has\(|[()]/gi)) {
    const isHas = token.toLowerCase() === ":has(";
    if (isHas && brackets.includes(true)) return true;
    if (isHas || token === "(") brackets.push(isHas);
    else if (token === ")") brackets.pop();
  }
  return false;
}

function refuseSelector(message: string, cause?: unknown) {
  const at = "body.selector";
  return dev.error("invalid_path", `${at} cannot be evaluated: ${message}`, { at, cause });
}

function refuseDepth(cause: unknown) {
  return dev.error("too_deep", "body.html nests too deeply", { at: "body.html", cause });
}

function describeElement(element: HtmlElement) {
  return {
    name: element.name,
    attributes: { ...element.attribs },
    text: readText(element),
    html: serialize(element),
    line: element.sourceCodeLocation?.startLine ?? null,
  };
}

function serialize(element: HtmlElement): string {
  try {
    return serializeOuter(element, { treeAdapter: adapter });
  } catch (error) {
    throw error instanceof RangeError ? refuseDepth(error) : error;
  }
}

function readText(element: HtmlElement): string {
  const parts: string[] = [];
  visitNodes(element, (node) => {
    if (node.nodeType === 3) parts.push(node.data);
  });
  return parts.join("");
}
