import { PDFArray, PDFDict, type PDFDocument, type PDFObject } from "pdf-lib";
import { dictEntry, entry, pdfName } from "../objects/entries.ts";
import type { Graft } from "./graft.ts";

const layerLists = ["ON", "OFF", "Order", "Locked", "AS", "RBGroups"];

/** Keeps which layers there are and which are hidden: what is in none of these lists is shown. */
export function mergeLayers(target: PDFDocument, grafts: readonly Graft[]): void {
  const layers: PDFObject[] = [];
  const usual = PDFDict.withContext(target.context);
  for (const { source, copiers } of grafts) {
    const own = dictEntry(source.catalog, "OCProperties");
    if (!own) continue;
    const copier = copiers[0]!;
    const groups = entry(own, "OCGs", PDFArray);
    if (groups) layers.push(...copier.copy(groups).asArray());
    const state = dictEntry(own, "D");
    for (const list of layerLists) {
      const items = entry(state, list, PDFArray);
      if (!items) continue;
      const all = entry(usual, list, PDFArray) ?? target.context.obj([]);
      for (const item of copier.copy(items).asArray()) all.push(item);
      usual.set(pdfName(list), all);
    }
  }
  if (layers.length === 0) return;
  const properties = target.context.obj({ OCGs: layers, D: usual });
  target.catalog.set(pdfName("OCProperties"), target.context.register(properties));
}
