import pdf from "../plugin.ts";
import { type Dictionary, Ref, type Value } from "./lexer.ts";
import { corrupt, limitExceeded } from "./limit.ts";
import type { Objects } from "./objects.ts";

/** Left, bottom, right and top, in points. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** What there is to know of a page without reading what is on it. */
export interface PageBox {
  media: Box;
  /** The part of the media box that is shown. */
  crop: Box;
  /** How far it is turned clockwise when it is shown. */
  rotation: 0 | 90 | 180 | 270;
  /** As it is shown, turned, in points. */
  width: number;
  height: number;
}

const treeDepthMax = 64;
const nodesMax = 50_000;
/** What a page is that does not say how large. */
export const letter: Box = [0, 0, 612, 792];

type Inherited = Pick<PageBox, "media" | "rotation"> & { crop: Box | undefined };

export interface PageTree {
  /** The pages in their order. */
  pages: PageBox[];
  /** Whether engines may find other pages in it, as it hangs together in an unusual way. */
  isOdd: boolean;
}

/** The pages of a document. */
export function pagesOf(objects: Objects, at: string): PageTree {
  const { pagesMax } = pdf.limits;
  const pages: PageBox[] = [];
  const met = new Set<number>();
  let nodes = 0;
  const root = rootOf(objects, at);
  let isOdd = root.get("/Type") !== "/Catalog";
  walk(root.get("/Pages"), { media: letter, crop: undefined, rotation: 0 }, []);
  if (pages.length === 0) throw pdf.error("pdf_empty", `${at} has no pages`, { at });
  return { pages, isOdd };

  function walk(value: Value | undefined, inherited: Inherited, above: readonly number[]): void {
    if (value instanceof Ref && above.includes(value.number))
      throw corrupt(at, "has a page tree that contains itself");
    if (above.length > treeDepthMax || ++nodes > nodesMax)
      throw limitExceeded(
        at,
        "page_tree",
        `must have a page tree of at most ${treeDepthMax} levels and ${nodesMax} nodes`,
      );
    const node = objects.dictionary(value);
    if (!node || !(value instanceof Ref) || met.has(value.number)) isOdd = true;
    if (!node) return;
    if (value instanceof Ref) met.add(value.number);
    const parent = node.get("/Parent");
    if ((parent instanceof Ref ? parent.number : parent) !== above.at(-1)) isOdd = true;
    const here = inherit(node, { inherited, objects });
    const kids = objects.resolve(node.get("/Kids"));
    if (node.get("/Type") !== (Array.isArray(kids) ? "/Pages" : "/Page")) isOdd = true;
    if (!Array.isArray(kids)) {
      if (pages.length >= pagesMax)
        throw limitExceeded(at, "pages", `must have at most ${pagesMax} pages`);
      pages.push(pageOf(here, at));
      return;
    }
    const way = value instanceof Ref ? [...above, value.number] : [...above, -1];
    const before = pages.length;
    for (const kid of kids) walk(kid, here, way);
    if (objects.resolve(node.get("/Count")) !== pages.length - before) isOdd = true;
  }
}

function rootOf(objects: Objects, at: string): Dictionary {
  const roots = objects.trailers.map((trailer) => objects.dictionary(trailer.get("/Root")));
  const root = roots.findLast((root) => root?.has("/Pages")) ?? objects.ofType("/Catalog");
  if (!root) throw corrupt(at, "has no catalogue: it is no PDF, or was cut off");
  return root;
}

interface Above {
  inherited: Inherited;
  objects: Objects;
}

function inherit(node: Dictionary, { inherited, objects }: Above): Inherited {
  const rotation = objects.resolve(node.get("/Rotate"));
  return {
    media: boxOf(node.get("/MediaBox"), objects) ?? inherited.media,
    crop: boxOf(node.get("/CropBox"), objects) ?? inherited.crop,
    rotation: typeof rotation === "number" ? quarter(rotation) : inherited.rotation,
  };
}

/** A rotation as a quarter turn clockwise, whatever it says. */
export function quarter(degrees: number): PageBox["rotation"] {
  const turned = (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;
  return (turned || 0) as PageBox["rotation"];
}

function boxOf(value: Value | undefined, objects: Objects): Box | undefined {
  const list = objects.resolve(value);
  if (!Array.isArray(list)) return undefined;
  const numbers = list.slice(0, 4).map((item) => objects.resolve(item));
  if (numbers.length < 4 || !numbers.every((number) => typeof number === "number"))
    return undefined;
  const [a, b, c, d] = numbers as [number, number, number, number];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function pageOf({ media, crop = media, rotation }: Inherited, at: string): PageBox {
  const page = pageBox({ media, crop, rotation });
  const [wide, high] = [page.media[2] - page.media[0], page.media[3] - page.media[1]];
  const { pageSideMax } = pdf.limits;
  if (!(wide <= pageSideMax && high <= pageSideMax))
    throw limitExceeded(
      at,
      "page_side",
      `must have pages of at most ${pageSideMax} points a side: one has ${wide} × ${high}`,
    );
  return page;
}

/** How a page of these boxes is seen. What is no box at all is taken as US letter, as viewers do. */
export function pageBox({
  media,
  crop,
  rotation,
}: Pick<PageBox, "media" | "crop" | "rotation">): PageBox {
  const isEmpty = media[2] <= media[0] || media[3] <= media[1];
  const sheet = isEmpty ? letter : media;
  const shown: Box = [
    Math.max(sheet[0], crop[0]),
    Math.max(sheet[1], crop[1]),
    Math.min(sheet[2], crop[2]),
    Math.min(sheet[3], crop[3]),
  ];
  const seen = shown[2] > shown[0] && shown[3] > shown[1] ? shown : sheet;
  const [width, height] = [seen[2] - seen[0], seen[3] - seen[1]];
  const isTurned = rotation % 180 !== 0;
  return {
    media: sheet,
    crop: seen,
    rotation,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
  };
}
