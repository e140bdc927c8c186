import { stream, writePdf } from "./sample.ts";

/** Builds a page with a text field of this name and value. */
export function formPdf({ field = "name", value = "Anna" } = {}): Uint8Array<ArrayBuffer> {
  const look = `/Tx BMC BT /Helv 12 Tf 2 4 Td (${value}) Tj ET EMC`;
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/DR<</Font<</Helv 4 0 R>>>>/DA(/Helv 12 Tf 0 g)>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[5 0 R]/Resources<</Font<</Helv 4 0 R>>>>/Contents 7 0 R>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    `<</T(${field})/FT/Tx/V(${value})/Type/Annot/Subtype/Widget/Rect[20 20 120 40]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/AP<</N 6 0 R>>>>`,
    stream(look, "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</Helv 4 0 R>>>>"),
    stream("BT /Helv 12 Tf 20 150 Td (Form) Tj ET"),
  ]);
}

/**
 * Builds five pages, the first two numbered i and ii, with chapters, a section and a named link.
 */
export function bookPdf(): Uint8Array<ArrayBuffer> {
  const pages = [5, 6, 7, 8, 9];
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R/Dests<</two[8 0 R/Fit]>>/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>/Lang(en)>>",
    `<</Type/Pages/Count 5/Kids[${pages.map((page) => `${page} 0 R`).join(" ")}]/MediaBox[0 0 300 400]/Resources<</Font<</F 3 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    "<</First 15 0 R/Last 16 0 R/Count 3>>",
    ...pages.map((_, index) => {
      const link = index === 0 ? "/Annots[18 0 R 19 0 R]" : "";
      return `<</Type/Page/Parent 2 0 R/Contents ${10 + index} 0 R${link}>>`;
    }),
    ...pages.map((_, index) => stream(`BT /F 20 Tf 30 350 Td (Book page ${index + 1}) Tj ET`)),
    "<</Title(One)/Parent 4 0 R/Next 16 0 R/Dest[5 0 R/Fit]/First 17 0 R/Last 17 0 R/Count 1>>",
    "<</Title(Two)/Parent 4 0 R/Prev 15 0 R/Dest/two>>",
    "<</Title(Section)/Parent 15 0 R/A<</S/GoTo/D[7 0 R/Fit]>>>>",
    "<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/Dest/two>>",
    "<</Type/Annot/Subtype/Link/Rect[50 0 100 50]/A<</S/URI/URI(https://example.com/)>>>>",
  ]);
}
