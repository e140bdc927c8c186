import type { Node } from "./read.ts";

const drawnMax = 20_000;

/** A filter works on every pixel: it is worth as many elements. */
const filterWeight = 500;

/**
 * Refuses an SVG in which `use` copies what copies what copies …: a few hundred bytes may say a
 * thousand million elements.
 */
export function checkCopies(root: Node): void {
  const byId = new Map<string, Node>();
  collect(root, byId);
  const known = new Map<Node, number>();
  const open = new Set<Node>();

  function drawn(node: Node): number {
    const before = known.get(node);
    if (before !== undefined) return before;
    if (open.has(node)) throw new Error("The SVG has an element that is a copy of itself");
    open.add(node);
    let sum = 1 + filterWeight * filtersOf(node);
    for (const name of referred(node)) {
      const target = byId.get(name);
      if (target && !(open.has(target) && node.name !== "use")) sum += drawn(target);
    }
    for (const child of node.children) if (typeof child !== "string") sum += drawn(child);
    if (sum > drawnMax) throw new Error(`The copies in an SVG may add up to ${drawnMax} elements`);
    open.delete(node);
    known.set(node, sum);
    return sum;
  }
  drawn(root);
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
function referred({ attributes }: Node): string[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (key === "href") return value.startsWith("#") ? [value.slice(1)] : [];
    return [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id]) => id!);
  });
}
