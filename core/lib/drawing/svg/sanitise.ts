import { escapeXml } from "../escape-xml.ts";
import { drawsNothing, isDrawing, mayKeep, safeSheet } from "./allowed.ts";
import { checkCopies } from "./copies.ts";
import { type Node, readSvg } from "./read.ts";

/**
 * Cleans an SVG that a user sent: no scripts, no references to elsewhere, no foreign content, no
 * animation. Throws a plain Error with a sentence where it cannot be read or would take too much.
 */
export function sanitiseSvg(text: string): string {
  const root = readSvg(text);
  if (root.name !== "svg") throw new Error(`The root of an SVG must be svg: it is ${root.name}`);
  const clean = cleaned(root);
  checkCopies(clean);
  return written({
    ...clean,
    attributes: { xmlns: "http://www.w3.org/2000/svg", ...clean.attributes },
  });
}

function cleaned({ name, attributes, children }: Node): Node {
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
      return drawsNothing(child) ? [] : [cleaned(child)];
    }),
  };
}

function written({ name, attributes, children }: Node): string {
  const start = Object.entries(attributes).reduce(
    (tag, [key, value]) => `${tag} ${key}="${escapeXml(value)}"`,
    `<${name}`,
  );
  if (children.length === 0) return `${start}/>`;
  const inner = children.map((child) =>
    typeof child === "string" ? escapeXml(child) : written(child),
  );
  return `${start}>${inner.join("")}</${name}>`;
}
