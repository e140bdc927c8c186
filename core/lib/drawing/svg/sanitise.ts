import { SaxesParser } from "saxes";
import { escapeXml } from "./svg.ts";

const svgBytesMax = 262_144;

const elementsMax = 5000;

const depthMax = 64;

const drawnMax = 20_000;

/** The weight of a filter in elements, because it processes every pixel. */
const filterWeight = 500;

const allowedElements = new Set(
  (
    "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text " +
    "tspan textPath image linearGradient radialGradient stop clipPath mask pattern marker switch " +
    // Other filters can take minutes with a single large number: a radius, a matrix, octaves of noise.
    "filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA " +
    "feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset"
  ).split(" "),
);

const hrefName = /^(?:xlink:)?href$/;

const embeddedImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

/**
 * Sanitises a user's SVG: removes scripts, external references, foreign content and animations. Throws an
 * Error if it is invalid or too expensive to draw.
 */
export function sanitiseSvg(text: string): string {
  const root = readSvg(text);
  if (root.name !== "svg")
    throw new Error(`The root element of an SVG must be "svg": it is "${root.name}"`);
  const cleaned = cleanElement(root);
  checkCopies(cleaned);
  return writeNode({
    ...cleaned,
    attributes: { xmlns: "http://www.w3.org/2000/svg", ...cleaned.attributes },
  });
}

function cleanElement({ name, attributes, children }: SvgElement): SvgElement {
  const allowed: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (isAllowedAttribute(name, key, value)) allowed[key === "xlink:href" ? "href" : key] = value;
  }
  return {
    name,
    attributes: allowed,
    children: children.flatMap((child): (SvgElement | string)[] => {
      if (typeof child === "string") return name === "style" && !isSafeSheet(child) ? [] : [child];
      if (!isDrawing(child.name)) return [];
      return drawsNothing(child) ? [] : [cleanElement(child)];
    }),
  };
}

function writeNode({ name, attributes, children }: SvgElement): string {
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

/** Returns whether an element is allowed. Scripts, foreign content, links and animations aren't. */
function isDrawing(name: string): boolean {
  return allowedElements.has(name);
}

/** Returns whether an attribute is allowed. */
function isAllowedAttribute(element: string, name: string, value: string): boolean {
  if (hrefName.test(name))
    return value.startsWith("#") || (element === "image" && embeddedImage.test(value));
  if (!/^[A-Za-z_][\w-]*$/.test(name) && name !== "xml:space") return false;
  if (/^on/i.test(name) || name === "xmlns") return false;
  return isSafeStyle(value);
}

/** Returns whether CSS refers only to the same document. */
function isSafeStyle(css: string): boolean {
  // Escapes and comments could hide any word.
  if (css.includes("\\") || css.includes("/*")) return false;
  const lower = css.toLowerCase();
  if (/@import|@font-face|expression\(|javascript:|image-set\(|src\(/.test(lower)) return false;
  return lower.split("url(").every((rest, index) => index === 0 || /^\s*["']?#/.test(rest));
}

/** Returns whether a style sheet is allowed. Rejects filters, which cannot be counted in a style sheet. */
function isSafeSheet(css: string): boolean {
  return isSafeStyle(css) && !css.toLowerCase().includes("filter");
}

/** Returns whether an element draws nothing: an image or a copy without a valid reference. */
function drawsNothing({ name, attributes }: SvgElement): boolean {
  if (name !== "image" && name !== "use") return false;
  const href = attributes.href ?? attributes["xlink:href"];
  return href === undefined || !isAllowedAttribute(name, "href", href);
}

/**
 * Rejects an SVG with nested `use` elements that expand to too many copies. A few hundred bytes can expand
 * to a billion elements.
 */
function checkCopies(root: SvgElement): void {
  const byId = new Map<string, SvgElement>();
  collectIds(root, byId);
  const known = new Map<SvgElement, number>();
  const open = new Set<SvgElement>();

  function countDrawn(node: SvgElement): number {
    const before = known.get(node);
    if (before !== undefined) return before;
    if (open.has(node)) throw new Error("The SVG has an element that is a copy of itself");
    open.add(node);
    let sum = 1 + filterWeight * countFilters(node);
    for (const name of getReferences(node)) {
      const target = byId.get(name);
      if (target && !(open.has(target) && node.name !== "use")) sum += countDrawn(target);
    }
    for (const child of node.children) if (typeof child !== "string") sum += countDrawn(child);
    if (sum > drawnMax)
      throw new Error(`The copies in an SVG may add up to at most ${drawnMax} elements`);
    open.delete(node);
    known.set(node, sum);
    return sum;
  }
  countDrawn(root);
}

/** Counts the filters of an element, including functions such as `blur(9px)`. */
function countFilters({ name, attributes: { filter = "", style = "" } }: SvgElement): number {
  const css = style.toLowerCase().includes("filter") ? style : "";
  return (name.startsWith("fe") ? 1 : 0) + `${filter}${css}`.split("(").length - 1;
}

function collectIds(node: SvgElement, byId: Map<string, SvgElement>): void {
  const { id } = node.attributes;
  if (id !== undefined && !byId.has(id)) byId.set(id, node);
  for (const child of node.children) if (typeof child !== "string") collectIds(child, byId);
}

/** Returns the ids that an element draws again: copies, patterns, masks, markers. */
function getReferences({ attributes }: SvgElement): string[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (key === "href") return value.startsWith("#") ? [value.slice(1)] : [];
    return [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id = ""]) => id);
  });
}

/** A parsed element. */
interface SvgElement {
  name: string;
  attributes: Record<string, string>;
  children: (SvgElement | string)[];
}

/** Parses XML. Omits comments, processing instructions and the DOCTYPE. */
function readSvg(text: string): SvgElement {
  const size = Buffer.byteLength(text);
  if (size > svgBytesMax)
    throw new Error(`An SVG may have at most ${svgBytesMax} bytes: it has ${size}`);
  const parser = new SaxesParser();
  const top: SvgElement = { name: "", attributes: {}, children: [] };
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
    const node: SvgElement = {
      name,
      attributes: attributes as Record<string, string>,
      children: [],
    };
    innermost().children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => innermost().children.push(text));
  parser.on("cdata", (text) => innermost().children.push(text));
  parser.write(text).close();
  const root = top.children.find((child) => typeof child !== "string");
  if (typeof root !== "object") throw new Error("The SVG has no element");
  return root;
}
