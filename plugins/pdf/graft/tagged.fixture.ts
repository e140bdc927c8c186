import { buildFont } from "../compress/font.fixture.ts";
import { stream, writePdf } from "../sample.ts";

interface TaggedOptions {
  /** The text of the heading on each page, in upper case. */
  titles?: readonly string[];
  /** The types of the headings. */
  headings?: readonly string[];
  language?: string;
  /** The role of the type "Text". */
  role?: string;
  /** Adds a claim to be PDF/UA. */
  claims?: boolean;
}

const widths = Array.from({ length: 26 }, () => 600).join(" ");
const namespaces =
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';
const title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Title</rdf:li></rdf:Alt></dc:title>';

/**
 * Builds tagged pages. Each has a heading, a table whose cell names its header cell by ID, a link to
 * the next page, a form field, and a drawing with tags of its own. One paragraph is on all pages.
 */
export function buildTagged({
  titles = ["ONE", "TWO", "THREE"],
  headings = [],
  language = "en",
  role = "P",
  claims = true,
}: TaggedOptions = {}): Uint8Array<ArrayBuffer> {
  const objects: string[] = [];
  const add = (object: string) => objects.push(object);
  const font = buildFont();
  /** The number of the first object of a page. */
  const getFirst = (index: number) => 11 + 15 * (index % titles.length);
  const pages = titles.map((_, index) => getFirst(index));
  const refer = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(" ");
  const metadata = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${namespaces}><rdf:Description rdf:about="">${claims ? "<pdfuaid:part>1</pdfuaid:part>" : ""}${title}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  add(
    `<</Type/Catalog/Pages 2 0 R/Lang(${language})/Metadata 3 0 R/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R/ViewerPreferences<</DisplayDocTitle true>>/AcroForm<</Fields[${refer(pages.map((first) => first + 4))}]>>>>`,
  );
  add(`<</Type/Pages/Count ${pages.length}/Kids[${refer(pages)}]>>`);
  add(stream(metadata, "/Type/Metadata/Subtype/XML"));
  add(
    `<</Type/Font/Subtype/TrueType/BaseFont/Zigzag/FirstChar 65/LastChar 90/Widths[${widths}]/Encoding/WinAnsiEncoding/FontDescriptor 5 0 R>>`,
  );
  add(
    "<</Type/FontDescriptor/FontName/Zigzag/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -100/CapHeight 700/StemV 80/FontFile2 6 0 R>>",
  );
  add(stream(Buffer.from(font).toString("latin1"), `/Length1 ${font.length}`));
  const numbers = pages.flatMap((first, index) => {
    const cells = refer([first + 6, first + 9, first + 10]);
    return [
      `${4 * index}[${cells} 10 0 R ${first + 11} 0 R]`,
      `${4 * index + 1} ${first + 11} 0 R`,
      `${4 * index + 2} ${first + 12} 0 R`,
      `${4 * index + 3}[null null null null null ${first + 13} 0 R]`,
    ];
  });
  const ids = pages.flatMap((first, index) => [`(head${index})`, `${first + 9} 0 R`]);
  add(
    `<</Type/StructTreeRoot/K 8 0 R/RoleMap<</Text/${role}>>/ClassMap<</Wide<</O/Layout/Width ${50 * role.length}>>>>/IDTree<</Names[${ids.join("")}]>>/ParentTree<</Nums[${numbers.join(" ")}]>>>>`,
  );
  const kids = pages.map((first) =>
    refer([first + 6, first + 7, first + 11, first + 12, first + 13]),
  );
  add(`<</Type/StructElem/S/Document/P 7 0 R/K[${kids[0]} 9 0 R ${kids.slice(1).join(" ")}]>>`);
  const marks = pages.map((first) => `<</Type/MCR/Pg ${first} 0 R/MCID 3>>`);
  add("<</Type/StructElem/S/Sect/P 8 0 R/K[10 0 R]>>");
  add(`<</Type/StructElem/S/Text/C/Wide/P 9 0 R/K[${marks.join("")}]>>`);
  for (const [index, text] of titles.entries()) {
    const first = getFirst(index);
    const write = (id: number, tag: string, words: string) =>
      `/${tag} <</MCID ${id}>> BDC BT /F 12 Tf 20 ${180 - 20 * id} Td (${words}) Tj ET EMC`;
    const content = [
      write(0, "H1", text),
      write(1, "TH", "HEAD"),
      write(2, "TD", "CELL"),
      write(3, "Text", `PART${text}`),
      write(4, "Link", "NEXT"),
      "q 1 0 0 1 20 20 cm /X Do Q /Artifact BMC BT /F 9 Tf 20 9 Td (FOOTER) Tj ET EMC",
    ];
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Tabs/S/StructParents ${4 * index}/Resources<</Font<</F 4 0 R>>/XObject<</X ${first + 2} 0 R>>>>/Annots[${refer([first + 3, first + 4])}]/Contents ${first + 1} 0 R>>`,
    );
    add(stream(content.join("\n")));
    const drawing = "/Figure <</MCID 5>> BDC BT /F 9 Tf 0 0 Td (DRAWING) Tj ET EMC";
    add(
      stream(
        drawing,
        `/Type/XObject/Subtype/Form/BBox[0 0 99 20]/StructParents ${4 * index + 3}/Resources<</Font<</F 4 0 R>>>>`,
      ),
    );
    const next = getFirst(index + 1);
    add(
      `<</Type/Annot/Subtype/Link/Rect[20 90 80 110]/F 4/Contents(Next page)/StructParent ${4 * index + 1}/Dest[${next} 0 R/Fit]>>`,
    );
    add(
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(field${index})/TU(Name)/StructParent ${4 * index + 2}/Rect[100 20 180 40]/P ${first} 0 R/F 4/AP<</N ${first + 5} 0 R>>>>`,
    );
    add(stream("", "/Type/XObject/Subtype/Form/BBox[0 0 80 20]"));
    add(`<</Type/StructElem/S/${headings[index] ?? "H1"}/P 8 0 R/Pg ${first} 0 R/K 0>>`);
    add(`<</Type/StructElem/S/Table/P 8 0 R/K ${first + 8} 0 R>>`);
    add(
      `<</Type/StructElem/S/TR/P ${first + 7} 0 R/K[${refer([first + 9, first + 10, first + 14])}]>>`,
    );
    add(
      `<</Type/StructElem/S/TH/ID(head${index})/A<</O/Table/Scope/Row>>/P ${first + 8} 0 R/Pg ${first} 0 R/K 1>>`,
    );
    add(
      `<</Type/StructElem/S/TD/A[<</O/Table/Headers[(head${index})]>>0]/P ${first + 8} 0 R/Pg ${first} 0 R/K[2]>>`,
    );
    add(
      `<</Type/StructElem/S/Link/P 8 0 R/Pg ${first} 0 R/K[4<</Type/OBJR/Obj ${first + 3} 0 R>>]>>`,
    );
    add(`<</Type/StructElem/S/Form/P 8 0 R/K<</Type/OBJR/Pg ${first} 0 R/Obj ${first + 4} 0 R>>>>`);
    add(
      `<</Type/StructElem/S/Figure/Alt(A drawing)/P 8 0 R/K<</Type/MCR/Pg ${first} 0 R/Stm ${first + 2} 0 R/MCID 5>>>>`,
    );
    add(`<</Type/StructElem/S/TD/P ${first + 8} 0 R>>`);
  }
  return writePdf(objects);
}
