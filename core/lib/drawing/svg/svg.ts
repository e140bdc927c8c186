const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

// Whatever is no plain ASCII, or means something in XML. Most of what is drawn is numbers and names.
const needsCare = /[^ !#-%(-;=?-~]/;

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

/** Writes a text so that it is text in XML and in SVG, and without what XML 1.0 cannot hold. */
export function escapeXml(text: string): string {
  if (!needsCare.test(text)) return text;
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
  /** What a screen reader says. */
  title?: string | undefined;
  description?: string | undefined;
  /** What is drawn, in units of its own. Default: `0 0 width height`. */
  viewBox?: string;
  attributes?: Attributes;
}

/** A whole SVG document. */
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
