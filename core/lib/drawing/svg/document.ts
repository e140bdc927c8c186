import { type Attributes, type Child, svg } from "./svg.ts";

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
