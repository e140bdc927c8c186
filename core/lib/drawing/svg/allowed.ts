import type { Node } from "./read.ts";

const drawings = new Set(
  (
    "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text " +
    "tspan textPath image linearGradient radialGradient stop clipPath mask pattern marker switch " +
    // Other filters take minutes by one large number: a radius, a matrix, octaves of noise.
    "filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA " +
    "feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset"
  ).split(" "),
);

/** Whether an element is a drawing: scripts, foreign content, links and animations are not. */
export function isDrawing(name: string): boolean {
  return drawings.has(name);
}

const reference = /^(?:xlink:)?href$/;
const embedded = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

/** Whether an attribute of an element may stay. */
export function mayKeep(element: string, name: string, value: string): boolean {
  if (reference.test(name))
    return value.startsWith("#") || (element === "image" && embedded.test(value));
  if (!/^[A-Za-z_][\w-]*$/.test(name) && name !== "xml:space") return false;
  if (/^on/i.test(name) || name === "xmlns") return false;
  return safeStyle(value);
}

/** Whether CSS refers to nothing but what is in the same document. */
export function safeStyle(css: string): boolean {
  // An escape or a comment may hide any word.
  if (css.includes("\\") || css.includes("/*")) return false;
  const lower = css.toLowerCase();
  if (/@import|@font-face|expression\(|javascript:|image-set\(|src\(/.test(lower)) return false;
  return lower.split("url(").every((rest, index) => index === 0 || /^\s*["']?#/.test(rest));
}

/** Whether a style sheet may stay: its filters cannot be counted, as it is not read. */
export function safeSheet(css: string): boolean {
  return safeStyle(css) && !css.toLowerCase().includes("filter");
}

/** Whether an element is there for nothing: an image without its picture, a copy of nothing. */
export function drawsNothing({ name, attributes }: Node): boolean {
  if (name !== "image" && name !== "use") return false;
  const href = attributes.href ?? attributes["xlink:href"];
  return href === undefined || !mayKeep(name, "href", href);
}
