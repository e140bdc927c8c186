import { type TextPage, withMemory } from "../text/text-page.ts";
import { intersects, type Rect, within } from "./rects.ts";

/** The kinds of page objects, as pdfium numbers them. */
const kinds = { path: 2, image: 3, form: 5 } as const;
/** A path of so many points is a line or a field; one of more may be a letter. */
const plainPoints = 6;

/**
 * Whether a picture lies under something that is redacted: under a found text it may be the scan of
 * it, and under a box it is what is to go. A drawing under a box counts where it may be one of letters.
 */
export function picturesUnder(
  { engine, page }: Pick<TextPage, "engine" | "page">,
  { rects, areas }: { rects: readonly Rect[]; areas: readonly Rect[] },
): boolean {
  const all = [...rects, ...areas];
  if (all.length === 0 || !page) return false;
  const count = engine.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFPage_GetObject(page, index);
    const bounds = boundsOf(engine, object);
    if (!bounds || !all.some((rect) => intersects(rect, bounds))) continue;
    const kind = engine.FPDFPageObj_GetType(object);
    if (kind === kinds.image) return true;
    const isBoxed = areas.some((area) => intersects(area, bounds));
    if (kind === kinds.form && holdsPicture(engine, object, isBoxed)) return true;
    if (kind === kinds.path && isBoxed && mayTell(engine, object, { bounds, areas })) return true;
  }
  return false;
}

function holdsPicture(engine: TextPage["engine"], form: number, isBoxed: boolean): boolean {
  const count = engine.FPDFFormObj_CountObjects(form);
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFFormObj_GetObject(form, index);
    const kind = engine.FPDFPageObj_GetType(object);
    if (kind === kinds.image || (isBoxed && kind === kinds.path)) return true;
    if (kind === kinds.form && holdsPicture(engine, object, isBoxed)) return true;
  }
  return false;
}

function mayTell(
  engine: TextPage["engine"],
  path: number,
  { bounds, areas }: { bounds: Rect; areas: readonly Rect[] },
): boolean {
  return (
    engine.FPDFPath_CountSegments(path) > plainPoints || areas.some((area) => within(bounds, area))
  );
}

function boundsOf(engine: TextPage["engine"], object: number): Rect | undefined {
  return withMemory(engine, 16, (pointer) => {
    const [left, bottom, right, top] = [0, 4, 8, 12].map((offset) => pointer + offset);
    if (!engine.FPDFPageObj_GetBounds(object, left!, bottom!, right!, top!)) return undefined;
    const at = (offset: number) => engine.pdfium.getValue(pointer + offset, "float");
    return { left: at(0), bottom: at(4), right: at(8), top: at(12) };
  });
}
