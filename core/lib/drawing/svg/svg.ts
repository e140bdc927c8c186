import { asTable } from "../../as-table.ts";

const entities: Readonly<Record<string, string>> = asTable({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
});

// Matches everything except plain ASCII without XML syntax. Most drawings consist of numbers and names.
const needsEscaping = /[^ !#-%(-;=?-~]/;

/** A piece of SVG that is well-formed, because `svg()` built it. */
export class SvgElement {
  readonly #text: string;

  /** Wraps SVG unchanged. Only for SVG that the hub has written or sanitised itself. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Concatenates pieces. */
  static join(pieces: readonly (SvgElement | undefined)[]): SvgElement {
    return new SvgElement(pieces.map((piece) => piece?.toString() ?? "").join(""));
  }

  toString(): string {
    return this.#text;
  }
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;
export type Child = SvgElement | string | number | undefined | false | readonly Child[];

/**
 * Builds an SVG element: `svg("text", { x: 1 }, "a < b")`. Escapes attributes and text. Omits undefined and
 * false values. Only elements built by `svg()` are inserted unchanged.
 */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SvgElement {
  const start = `<${tag}${formatAttributes(attributes)}`;
  let inner = "";
  for (const child of children) inner += formatChild(child);
  return new SvgElement(inner === "" ? `${start}/>` : `${start}>${inner}</${tag}>`);
}

/** Formats a number for SVG, rounded to hundredths. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function formatAttributes(attributes: Attributes): string {
  let text = "";
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === "number" ? formatPrecisely(value) : escapeXml(value)}"`;
  }
  return text;
}

// Thousandths of a pixel are invisible, but small values such as opacities need more digits.
function formatPrecisely(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(
    Math.abs(value) < 1 ? Math.round(value * 1e5) / 1e5 : Math.round(value * 1e3) / 1e3,
  );
}

function formatChild(child: Child): string {
  if (child === undefined || child === false) return "";
  if (child instanceof SvgElement) return child.toString();
  return Array.isArray(child) ? child.map(formatChild).join("") : escapeXml(String(child));
}

/** Escapes a text for XML and SVG, and removes characters that XML 1.0 forbids. */
export function escapeXml(text: string): string {
  if (!needsEscaping.test(text)) return text;
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
  );
}

export interface DocumentOptions {
  width: number;
  height: number;
  /** The text for screen readers. */
  title?: string | undefined;
  description?: string | undefined;
  /** The visible area in drawing units. Default: `0 0 width height`. */
  viewBox?: string;
  attributes?: Attributes;
}

/** Builds a complete SVG document. */
export function svgDocument(
  { width, height, title, description, viewBox, attributes }: DocumentOptions,
  ...children: Child[]
): string {
  const root = svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: viewBox ?? `0 0 ${width} ${height}`,
      ...(title !== undefined && { role: "img", "aria-label": title }),
      ...attributes,
    },
    title !== undefined && svg("title", {}, title),
    description !== undefined && svg("desc", {}, description),
    ...children,
  );
  return root.toString();
}
