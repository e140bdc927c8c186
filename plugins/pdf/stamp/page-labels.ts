import { type PDFDocument, PDFHexString, PDFName } from "pdf-lib";
import type { NumeralStyle } from "./numerals.ts";

/** What a viewer is to show as a page's number. */
export interface PageLabel {
  prefix: string;
  /** The number after it, or none. */
  style?: NumeralStyle | undefined;
  value: number;
}

const styleNames: Readonly<Record<NumeralStyle, string>> = {
  decimal: "D",
  roman: "r",
  ROMAN: "R",
  alpha: "a",
  ALPHA: "A",
};

/** Writes the label of every page, those that count on in one entry: ISO 32000-2, 12.4.2. */
export function writePageLabels(document: PDFDocument, labels: readonly PageLabel[]): void {
  const { context, catalog } = document;
  const entries = labels.flatMap((label, index) => {
    if (goesOn(labels[index - 1], label)) return [];
    const { prefix, style, value } = label;
    const range = context.obj({
      ...(style && { S: styleNames[style], St: Math.max(1, value) }),
      ...(prefix !== "" && { P: PDFHexString.fromText(prefix) }),
    });
    return [context.obj(index), range];
  });
  catalog.set(PDFName.of("PageLabels"), context.obj({ Nums: entries }));
}

function goesOn(before: PageLabel | undefined, { prefix, style, value }: PageLabel): boolean {
  if (!before || before.prefix !== prefix || before.style !== style) return false;
  return style !== undefined && before.value + 1 === value;
}
