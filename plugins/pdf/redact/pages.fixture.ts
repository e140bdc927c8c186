import { stream, writePdf } from "../sample.ts";

const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

export interface Parts {
  /** Entries of the page. */
  page?: string;
  /** Entries of the catalog. */
  catalog?: string;
  /** Entries of the page's resources, in addition to the font F. */
  resources?: string;
  /** Objects, starting at number 6. */
  more?: readonly string[];
  trailer?: string;
}

/** Builds a document with one page of 300 × 200 points that draws this. */
export function drawing(
  content: string,
  { page = "", catalog = "", resources = "", more = [], trailer = "" }: Parts = {},
) {
  return writePdf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>${resources}>>/Contents 4 0 R${page}>>`,
      stream(content),
      font,
      ...more,
    ],
    trailer,
  );
}

/** The plain ways in which "Johnny" can hide in a document. */
export const hidden: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "several operators": drawing(
    "BT /F 14 Tf 20 150 Td (My na) Tj (me is J) Tj [(o) -120 (hn) 40 (ny)] TJ (, you know) Tj ET",
  ),
  "hexadecimal and escaped strings": drawing(
    "BT /F 14 Tf 20 150 Td (My name is \\112) Tj <6F68> Tj (\\156\\\nny) Tj ET",
  ),
  "letters placed one by one": drawing(
    `BT /F 14 Tf ${Array.from("Johnny", (letter, index) => `1 0 0 1 ${20 + 9 * index} 150 Tm (${letter}) Tj`).join(" ")} ET`,
  ),
  "letters spaced out": drawing("BT /F 14 Tf 6 Tc 20 150 Td (Johnny) Tj ET"),
  "a word broken at the end of a line": drawing(
    "BT /F 14 Tf 20 150 Td (My name is John-) Tj 0 -18 Td (ny, you know) Tj ET",
  ),
  "text that is not seen": drawing("BT 3 Tr /F 14 Tf 20 150 Td (Johnny) Tj ET"),
  "text outside the page": drawing("BT /F 14 Tf 20 -50 Td (Johnny) Tj ET"),
  "a scaled and turned text": drawing("BT /F 1 Tf 0 14 -14 0 100 50 Tm (Johnny) Tj ET"),
  "a word drawn twice": drawing(
    "BT /F 14 Tf 20 150 Td (Johnny) Tj ET BT /F 14 Tf 20.4 150 Td (Johnny) Tj ET",
  ),
  "a form": drawing("q 1 0 0 1 20 20 cm /X Do Q", {
    resources: "/XObject<</X 6 0 R>>",
    more: [
      stream(
        "BT /F 14 Tf 0 0 Td (Here is Johnny) Tj ET",
        "/Type/XObject/Subtype/Form/BBox[0 0 200 50]/Resources<</Font<</F 5 0 R>>>>",
      ),
    ],
  }),
  "a form within a form": drawing("/X Do", {
    resources: "/XObject<</X 6 0 R>>",
    more: [
      stream(
        "q 1 0 0 1 20 50 cm /Y Do Q",
        "/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</XObject<</Y 7 0 R>>>>",
      ),
      stream(
        "BT /F 14 Tf 0 0 Td (Here is John) Tj (ny) Tj ET",
        "/Type/XObject/Subtype/Form/BBox[0 0 200 50]/Resources<</Font<</F 5 0 R>>>>",
      ),
    ],
  }),
  "a note and how it looks": drawing("", {
    page: "/Annots[6 0 R]",
    more: [
      "<</Type/Annot/Subtype/FreeText/Rect[20 100 220 140]/Contents(Johnny was here)/DA(/F 12 Tf)/AP<</N 7 0 R>>>>",
      stream(
        "BT /F 12 Tf 5 10 Td (Johnny was here) Tj ET",
        "/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F 5 0 R>>>>",
      ),
    ],
  }),
  "a note that only pops up": drawing("", {
    page: "/Annots[<</Type/Annot/Subtype/Text/Rect[20 100 40 120]/Contents(Ask Johnny)/T(Johnny)>>]",
  }),
  "a field and its value": drawing("", {
    page: "/Annots[6 0 R]",
    catalog: "/AcroForm<</Fields[6 0 R]/DA(/F 12 Tf)>>",
    more: [
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Johnny)/DV(Johnny)/Rect[20 100 220 140]/AP<</N 7 0 R>>>>",
      stream(
        "/Tx BMC BT /F 12 Tf 5 10 Td (Johnny) Tj ET EMC",
        "/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F 5 0 R>>>>",
      ),
    ],
  }),
  "words next to other glyphs": drawing(
    "/Span <</ActualText (Johnny)>> BDC BT /F 14 Tf 20 150 Td (J.) Tj ET EMC",
  ),
  "words next to many other glyphs": drawing(
    "/Span <</ActualText (a letter of Johnny)>> BDC BT /F 14 Tf 20 150 Td (abcdefghijklmnop) Tj ET EMC",
  ),
  "glyphs next to other words": drawing(
    "/Span <</ActualText (nobody)>> BDC BT /F 14 Tf 20 150 Td (Johnny) Tj ET EMC",
  ),
  "words in the properties of a page": drawing(
    "/Span /P BDC BT /F 14 Tf 20 150 Td (J.) Tj ET EMC",
    { resources: "/Properties<</P<</ActualText(Johnny)>>>>" },
  ),
  "words of the structure": drawing("BT /F 14 Tf 20 150 Td (J.) Tj ET", {
    catalog:
      "/StructTreeRoot<</Type/StructTreeRoot/K<</Type/StructElem/S/Figure/Alt(Johnny at work)/ActualText<feff004a006f0068006e006e0079>/T(Johnny)/Pg 3 0 R/K 0>>>>",
  }),
  "the metadata": drawing("", {
    catalog: "/Metadata 6 0 R",
    more: [
      stream("<x>Johnny</x>", "/Type/Metadata/Subtype/XML"),
      "<</Title(Johnny)/Author(Johnny)>>",
    ],
    trailer: "/Info 7 0 R",
  }),
  "a bookmark and a named place": drawing("", {
    catalog:
      "/Outlines<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>/Names<</Dests<</Names[(Johnny)[3 0 R/Fit]]>>>>",
    more: ["<</Title(About Johnny)/Dest[3 0 R/Fit]>>"],
  }),
  "an attachment, a script and a link": drawing("", {
    catalog:
      "/Names<</EmbeddedFiles<</Names[(Johnny.txt)<</Type/Filespec/F(Johnny.txt)/EF<</F 6 0 R>>>>]>>/JavaScript<</Names[(a)<</S/JavaScript/JS(Johnny)>>]>>>>",
    page: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/Johnny)>>>>]",
    more: [stream("Johnny", "/Type/EmbeddedFile")],
  }),
  "a page that is turned": drawing("BT /F 14 Tf 20 150 Td (Here is Johnny) Tj ET", {
    page: "/Rotate 90/CropBox[10 10 290 190]",
  }),
};
