import { escapeXml } from "../escape-xml.ts";

/** A piece of SVG that is known to be well-formed, because `svg()` built it. */
export class SvgElement {
  readonly #text: string;

  /** Takes SVG as it is: only for what this hub has written or cleaned itself. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Pieces one after another. */
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
 * An element of SVG: `svg("text", { x: 1 }, "a < b")`. Attributes and texts are escaped; what is
 * undefined or false is left out; only what `svg()` itself built stands as it is.
 */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SvgElement {
  const start = `<${tag}${attributesOf(attributes)}`;
  let inner = "";
  for (const child of children) inner += childOf(child);
  return new SvgElement(inner === "" ? `${start}/>` : `${start}>${inner}</${tag}>`);
}

/** A number as SVG reads it, in hundredths. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function attributesOf(attributes: Attributes): string {
  let text = "";
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === "number" ? numberOf(value) : escapeXml(value)}"`;
  }
  return text;
}

// A thousandth of a pixel is seen by nobody; of an opacity or a frequency it may be.
function numberOf(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(
    Math.abs(value) < 1 ? Math.round(value * 1e5) / 1e5 : Math.round(value * 1e3) / 1e3,
  );
}

function childOf(child: Child): string {
  if (child === undefined || child === false) return "";
  if (child instanceof SvgElement) return child.toString();
  return Array.isArray(child) ? child.map(childOf).join("") : escapeXml(String(child));
}
