import { PDFArray, type PDFDict, type PDFDocument, PDFHexString, type PDFRef } from "pdf-lib";
import { newDocument, openSource, saveDocument } from "../engines/pdf-lib.ts";
import { type Label, mergeLayers, writeLabels } from "../graft/catalog.ts";
import { graftPages, hangPages } from "../graft/graft.ts";
import type { Source } from "../input/open.ts";
import { entry, pdfName } from "../objects/entries.ts";
import { createPageView, type PageView } from "../objects/geometry.ts";
import { short } from "../objects/operands.ts";
import { type OpenPage, openPages } from "../objects/pages.ts";
import type { Differences } from "./request.ts";

type Page = Differences["pages"][number];
type Area = Page["words"][number]["after"][number];

const colors = {
  deleted: [1, 0.55, 0.55],
  inserted: [0.55, 0.95, 0.6],
  moved: [0.6, 0.78, 1],
  picture: [1, 0.6, 0.1],
} as const;

/**
 * Writes the pages of both files in turns, side by side in viewers, with a comment for each
 * difference. A blank page stands for one that a file lacks.
 */
export async function markDifferences(before: Source, after: Source, pages: readonly Page[]) {
  const target = await newDocument();
  const [left, right] = [
    graftPages(await openSource(before, "body.before"), target),
    graftPages(await openSource(after, "body.after"), target),
  ];
  const refs: PDFRef[] = [];
  const labels: Label[] = [];
  for (const page of pages) {
    const [one, other] = [left.pages[(page.before ?? 0) - 1], right.pages[(page.after ?? 0) - 1]];
    refs.push(one ?? createBlank(target, other), other ?? createBlank(target, one));
    labels.push(
      {
        prefix: page.before === null ? "(inserted) " : `before ${page.before}`,
        style: undefined,
        number: 1,
      },
      {
        prefix: page.after === null ? "(deleted) " : `after ${page.after}`,
        style: undefined,
        number: 1,
      },
    );
  }
  hangPages(target, refs);
  mergeLayers(target, [left, right]);
  writeLabels(target, labels);
  target.catalog.set(pdfName("PageLayout"), pdfName("TwoPageLeft"));
  const open = openPages(target);
  const find = (side: "before" | "after", number: number) => {
    const index = pages.findIndex((page) => page[side] === number);
    return open[index * 2 + (side === "before" ? 0 : 1)];
  };
  for (const page of pages) {
    for (const { kind, text, before, after } of page.words)
      for (const [side, areas] of [
        ["before", before],
        ["after", after],
      ] as const)
        for (const [number, list] of Map.groupBy(areas, (area) => area.page))
          addMark(find(side, number), list, { kind, text });
    for (const area of page.pictures ?? []) {
      addMark(find("after", area.page), [area], { kind: "picture", text: "Looks different" });
      addMark(find("before", page.before ?? 0), [area], {
        kind: "picture",
        text: "Looks different",
      });
    }
  }
  return { bytes: await saveDocument(target), pages: refs.length };
}

function createBlank({ context }: PDFDocument, like: PDFRef | undefined): PDFRef {
  const page = context.obj({ Type: "Page", Resources: {} });
  const other = like && (context.lookup(like) as PDFDict);
  for (const key of ["MediaBox", "CropBox", "Rotate"].map(pdfName)) {
    const value = other?.lookup(key);
    if (value) page.set(key, value);
  }
  return context.register(page);
}

/** Adds a comment: words are highlighted, and pictures are framed. */
function addMark(
  page: OpenPage | undefined,
  areas: readonly Area[],
  { kind, text }: { kind: keyof typeof colors; text: string },
): void {
  if (!page) return;
  const { dict } = page;
  const { context } = dict;
  const view = createPageView(page.box);
  const quads = areas.map((area) => toCorners(area, view));
  const all = quads.flat();
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const rect = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(round);
  const isPicture = kind === "picture";
  const color = colors[kind].map(short).join(" ");
  const path = quads
    .map(([a, b, c, d]) => `${point(a)} m ${point(b)} l ${point(d)} l ${point(c)} l h`)
    .join("\n");
  const appearance = context.stream(
    isPicture ? `${color} RG 1.5 w ${path} S` : `/G gs ${color} rg ${path} f`,
    {
      Type: "XObject",
      Subtype: "Form",
      BBox: rect,
      Resources: { ExtGState: { G: { BM: "Multiply" } } },
    },
  );
  const mark = context.obj({
    Type: "Annot",
    Subtype: isPicture ? "Square" : "Highlight",
    Rect: rect,
    C: [...colors[kind]],
    F: 4,
    AP: { N: context.register(appearance) },
    ...(!isPicture && { QuadPoints: quads.flat(2).map(round) }),
  });
  mark.set(pdfName("T"), PDFHexString.fromText(kind));
  mark.set(pdfName("Contents"), PDFHexString.fromText(text));
  const list = entry(dict, "Annots", PDFArray) ?? context.obj([]);
  list.push(context.register(mark));
  dict.set(pdfName("Annots"), list);
}

type Point = readonly [number, number];

/** Returns the upper left, upper right, lower left and lower right corner in the page's own units. */
function toCorners(
  { x, y, w, h }: Area,
  { height, toUser }: PageView,
): [Point, Point, Point, Point] {
  const [a, b, c, d, e, f] = toUser;
  const user = (across: number, down: number): Point => {
    const up = height - down;
    return [a * across + c * up + e, b * across + d * up + f];
  };
  return [user(x, y), user(x + w, y), user(x, y + h), user(x + w, y + h)];
}

function point([x, y]: Point): string {
  return `${short(x)} ${short(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
