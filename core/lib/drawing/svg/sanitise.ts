import { SaxesParser } from "saxes";
import { escapeXml } from "./svg.ts";

const svgBytesMax = 262_144;

const elementsMax = 5000;

const depthMax = 64;

const drawnMax = 20_000;

/** A filter works on every pixel: it is worth as many elements. */
const filterWeight = 500;

const drawings = new Set(
  (
    "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text " +
    "tspan textPath image linearGradient radialGradient stop clipPath mask pattern marker switch " +
    // Other filters take minutes by one large number: a radius, a matrix, octaves of noise.
    "filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA " +
    "feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset"
  ).split(" "),
);

const reference = /^(?:xlink:)?href$/;

const embedded = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

/**
 * Cleans an SVG that a user sent: no scripts, no references to elsewhere, no foreign content, no
 * animation. Throws a plain Error with a sentence where it cannot be read or would take too much.
 */
export function sanitiseSvg(text: string): string {
  const root = readSvg(text);
  if (root.name !== "svg") throw new Error(`The root of an SVG must be svg: it is ${root.name}`);
  const cleaned = clean(root);
  checkCopies(cleaned);
  return writeNode({
    ...cleaned,
    attributes: { xmlns: "http://www.w3.org/2000/svg", ...cleaned.attributes },
  });
}

function clean({ name, attributes, children }: Node): Node {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (mayKeep(name, key, value)) kept[key === "xlink:href" ? "href" : key] = value;
  }
  return {
    name,
    attributes: kept,
    children: children.flatMap((child): (Node | string)[] => {
      if (typeof child === "string") return name === "style" && !safeSheet(child) ? [] : [child];
      if (!isDrawing(child.name)) return [];
      return drawsNothing(child) ? [] : [clean(child)];
    }),
  };
}

function writeNode({ name, attributes, children }: Node): string {
  const start = Object.entries(attributes).reduce(
    (tag, [key, value]) => `${tag} ${key}="${escapeXml(value)}"`,
    `<${name}`,
  );
  if (children.length === 0) return `${start}/>`;
  const inner = children.map((child) =>
    typeof child === "string" ? escapeXml(child) : writeNode(child),
  );
  return `${start}>${inner.join("")}</${name}>`;
}

/** Whether an element is a drawing: scripts, foreign content, links and animations are not. */
function isDrawing(name: string): boolean {
  return drawings.has(name);
}

/** Whether an attribute of an element may stay. */
function mayKeep(element: string, name: string, value: string): boolean {
  if (reference.test(name))
    return value.startsWith("#") || (element === "image" && embedded.test(value));
  if (!/^[A-Za-z_][\w-]*$/.test(name) && name !== "xml:space") return false;
  if (/^on/i.test(name) || name === "xmlns") return false;
  return safeStyle(value);
}

/** Whether CSS refers to nothing but what is in the same document. */
function safeStyle(css: string): boolean {
  // An escape or a comment may hide any word.
  if (css.includes("\\") || css.includes("/*")) return false;
  const lower = css.toLowerCase();
  if (/@import|@font-face|expression\(|javascript:|image-set\(|src\(/.test(lower)) return false;
  return lower.split("url(").every((rest, index) => index === 0 || /^\s*["']?#/.test(rest));
}

/** Whether a style sheet may stay: its filters cannot be counted, as it is not read. */
function safeSheet(css: string): boolean {
  return safeStyle(css) && !css.toLowerCase().includes("filter");
}

/** Whether an element is there for nothing: an image without its picture, a copy of nothing. */
function drawsNothing({ name, attributes }: Node): boolean {
  if (name !== "image" && name !== "use") return false;
  const href = attributes.href ?? attributes["xlink:href"];
  return href === undefined || !mayKeep(name, "href", href);
}

/**
 * Refuses an SVG in which `use` copies what copies what copies …: a few hundred bytes may say a
 * thousand million elements.
 */
function checkCopies(root: Node): void {
  const byId = new Map<string, Node>();
  collect(root, byId);
  const known = new Map<Node, number>();
  const open = new Set<Node>();

  function countDrawn(node: Node): number {
    const before = known.get(node);
    if (before !== undefined) return before;
    if (open.has(node)) throw new Error("The SVG has an element that is a copy of itself");
    open.add(node);
    let sum = 1 + filterWeight * filtersOf(node);
    for (const name of referencesOf(node)) {
      const target = byId.get(name);
      if (target && !(open.has(target) && node.name !== "use")) sum += countDrawn(target);
    }
    for (const child of node.children) if (typeof child !== "string") sum += countDrawn(child);
    if (sum > drawnMax) throw new Error(`The copies in an SVG may add up to ${drawnMax} elements`);
    open.delete(node);
    known.set(node, sum);
    return sum;
  }
  countDrawn(root);
}

/** How many filters an element is or names without an element of their own, as `blur(9px)`. */
function filtersOf({ name, attributes: { filter = "", style = "" } }: Node): number {
  const css = style.toLowerCase().includes("filter") ? style : "";
  return (name.startsWith("fe") ? 1 : 0) + `${filter}${css}`.split("(").length - 1;
}

function collect(node: Node, byId: Map<string, Node>): void {
  const { id } = node.attributes;
  if (id !== undefined && !byId.has(id)) byId.set(id, node);
  for (const child of node.children) if (typeof child !== "string") collect(child, byId);
}

/** The ids that an element draws again: of a copy, a pattern, a mask, a marker. */
function referencesOf({ attributes }: Node): string[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (key === "href") return value.startsWith("#") ? [value.slice(1)] : [];
    return [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id = ""]) => id);
  });
}

/** An element as it was written. */
interface Node {
  name: string;
  attributes: Record<string, string>;
  children: (Node | string)[];
}

/** Reads well-formed XML. Comments, instructions and the DOCTYPE are left out. */
function readSvg(text: string): Node {
  const size = Buffer.byteLength(text);
  if (size > svgBytesMax)
    throw new Error(`An SVG may have at most ${svgBytesMax} bytes: it has ${size}`);
  const parser = new SaxesParser();
  const top: Node = { name: "", attributes: {}, children: [] };
  const open = [top];
  const innermost = () => open.at(-1) ?? top;
  let elements = 0;
  parser.on("error", ({ message }) => {
    throw new Error(`The SVG is not well-formed XML: ${message}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++elements > elementsMax)
      throw new Error(`An SVG may have at most ${elementsMax} elements`);
    if (open.length > depthMax) throw new Error(`An SVG may be at most ${depthMax} elements deep`);
    const node: Node = { name, attributes: attributes as Record<string, string>, children: [] };
    innermost().children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (said) => innermost().children.push(said));
  parser.on("cdata", (said) => innermost().children.push(said));
  parser.write(text).close();
  const root = top.children.find((child) => typeof child !== "string");
  if (typeof root !== "object") throw new Error("The SVG has no element");
  return root;
}
