import { stream, writePdf } from "./sample.ts";

const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
const resources = "/Resources<</Font<</F 3 0 R>>>>";
const box = "/MediaBox[0 0 200 200]";
const says = (text: string) => stream(`BT /F 18 Tf 20 100 Td (${text}) Tj ET`);
const catalogue = "<</Type/Catalog/Pages 2 0 R>>";

/** Files with the pages "Page one" and "Page two", with irregularities that all readers accept. */
export const soundFiles: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "a page with an inlined parent": twoPages({ parent: `<</Type/Pages/Count 2${box}>>` }),
  "pages without a type": twoPages({ type: "" }),
  "pages of another type": twoPages({ type: "/Type/Template" }),
  "a page tree without a type": twoPages({ tree: "<<" }),
  "a catalogue without a type": twoPages({ root: "<</Pages 2 0 R>>" }),
  "pages without a parent": twoPages({ parent: "" }),
  "a missing parent object": twoPages({ parent: "99 0 R" }),
  "a parent that is the page": twoPages({ parent: "4 0 R" }),
  "a page as its own parent's parent": twoPages({ more: "/Parent 4 0 R" }),
  "kids that are null": twoPages({ kids: "null 4 0 R null 99 0 R 5 0 R", count: "5" }),
  "a count that lies": twoPages({ count: "7" }),
  "a count of none": twoPages({ count: "0" }),
  "no count": twoPages({ count: "null" }),
  "kids that stand in their list": writePdf([
    catalogue,
    `<</Type/Pages/Count 2/Kids[<</Type/Page/Parent 2 0 R${box}${resources}/Contents 4 0 R>><</Type/Page/Parent 2 0 R${box}${resources}/Contents 5 0 R>>]>>`,
    font,
    says("Page one"),
    says("Page two"),
  ]),
  "kids in an object of their own": writePdf([
    catalogue,
    "<</Type/Pages/Count 8 0 R/Kids 9 0 R>>",
    font,
    `<</Type/Page/Parent 2 0 R/MediaBox 10 0 R${resources}/Contents 6 0 R>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox 10 0 R${resources}/Contents 7 0 R>>`,
    says("Page one"),
    says("Page two"),
    "2",
    "[4 0 R 5 0 R]",
    "[0 0 11 0 R 200]",
    "200",
  ]),
  "one page twice": writePdf([
    catalogue,
    "<</Type/Pages/Count 2/Kids[4 0 R 4 0 R]>>",
    font,
    `<</Type/Page/Parent 2 0 R${box}${resources}/Contents 5 0 R>>`,
    says("Page one"),
  ]),
  "an empty branch of the page tree": writePdf([
    catalogue,
    "<</Type/Pages/Count 2/Kids[8 0 R 4 0 R 5 0 R]>>",
    font,
    `<</Type/Page/Parent 2 0 R${box}${resources}/Contents 6 0 R>>`,
    `<</Type/Page/Parent 2 0 R${box}${resources}/Contents 7 0 R>>`,
    says("Page one"),
    says("Page two"),
    "<</Type/Pages/Parent 2 0 R/Count 0/Kids[]>>",
  ]),
  "everything inherited": twoPages({
    own: "",
    more: `${box}/CropBox[0 0 190 190]/Rotate 90${resources}`,
  }),
  "resources that are null": twoPages({ own: `${box}/Resources null`, more: resources }),
  "a missing resources object": twoPages({ own: `${box}/Resources 99 0 R` }),
  "resources that are a stream": twoPages({ own: `${box}/Resources 6 0 R` }),
  "no resources": twoPages({ own: box }),
  "a list in the place of resources": twoPages({ own: `${box}/Resources[1 2]` }),
  "fonts that are null": twoPages({
    own: `${box}/Resources<</Font<</F null/G 99 0 R>>/XObject null>>`,
  }),
  "resources in a circle": writePdf([
    catalogue,
    "<</Type/Pages/Count 2/Kids[4 0 R 5 0 R]>>",
    font,
    `<</Type/Page/Parent 2 0 R${box}/Resources 8 0 R/Contents 6 0 R>>`,
    `<</Type/Page/Parent 2 0 R${box}/Resources 8 0 R/Contents 7 0 R>>`,
    says("Page one) Tj /X Do ("),
    says("Page two) Tj /X Do ("),
    "<</Font<</F 3 0 R>>/XObject<</X 9 0 R>>>>",
    stream("/X Do", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 8 0 R"),
  ]),
  "lengths in objects of their own": writePdf([
    catalogue,
    "<</Type/Pages/Count 2/Kids[4 0 R 5 0 R]>>",
    font,
    `<</Type/Page/Parent 2 0 R${box}${resources}/Contents 6 0 R>>`,
    `<</Type/Page/Parent 2 0 R${box}${resources}/Contents 7 0 R>>`,
    says("Page one").replace(/Length \d+/, "Length 8 0 R"),
    says("Page two").replace(/Length \d+/, "Length 9 0 R"),
    String(contentLength("Page one")),
    String(contentLength("Page two")),
  ]),
  "contents in a list with gaps": twoPages({ contents: ["[null 6 0 R 99 0 R]", "[[7 0 R]7 0 R]"] }),
  "contents that are null": twoPages({ contents: ["null", "[]"] }),
  "contents that aren't a stream": twoPages({ contents: ["3 0 R", "(text)"] }),
  "contents that two pages share": twoPages({ contents: ["6 0 R", "6 0 R"] }),
  "annotations that are null": twoPages({
    own: `${box}${resources}/Annots[null 99 0 R 3 0 R(a)1]`,
  }),
  "annotations that aren't a list": twoPages({ own: `${box}${resources}/Annots 3 0 R` }),
  "annotations that are a number": twoPages({ own: `${box}${resources}/Annots 7` }),
  "an annotation that says nothing": twoPages({ own: `${box}${resources}/Annots[<<>>]` }),
  "a box of references, upside down": twoPages({ own: `/MediaBox[200 200 0 0]${resources}` }),
  "a box that is empty": twoPages({ own: `/MediaBox[0 0 0 0]${resources}` }),
  "a turn of minus ninety": twoPages({ own: `${box}${resources}/Rotate -90` }),
  "a turn of forty-five": twoPages({ own: `${box}${resources}/Rotate 45.5` }),
  "names that are empty and escaped": twoPages({ own: `${box}${resources}/ 1/A#20B/#43/Q#ZZ 2` }),
  "a form that is null": twoPages({ root: "<</Type/Catalog/Pages 2 0 R/AcroForm null>>" }),
  "a form of nothing": twoPages({
    root: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[null 99 0 R(a)[4 0 R]]/NeedAppearances true>>>>",
  }),
  "a form whose fields aren't a list": twoPages({
    root: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields 3 0 R/NeedAppearances true/DR 3 0 R/DA 7>>>>",
  }),
  "names, labels and bookmarks that are empty": twoPages({
    root: "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<<>>/Dests<</Names[(a)]>>>>/PageLabels<<>>/Outlines<<>>/Metadata 3 0 R/OCProperties<<>>/StructTreeRoot<<>>/AF[null]>>",
  }),
  "bookmarks whose pages are numbers": twoPages({
    root: "<</Type/Catalog/Pages 2 0 R/Outlines<</First<</Title(a)/Dest[0/Fit]/Next<</Title 3 0 R/A<</S/GoTo>>>>>>>>/PageLabels<</Nums[0 null 1<</S/Q/St -5/P 3 0 R>>]>>/Lang 7>>",
  }),
  "attachments that aren't files": twoPages({
    root: "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a)null(b)3 0 R(c)<</EF<</F 99 0 R>>>>]>>>>>>",
  }),
  "information that isn't a dictionary": twoPages({ trailer: "/Info[1 2]" }),
  "information of other kinds": twoPages({
    trailer: "/Info<</Title 7/Author[(a)]/CreationDate(yesterday)/Producer/Name/Subject null>>",
  }),
  "a name tree in a circle": writePdf([
    "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 8 0 R/Dests 8 0 R>>>>",
    "<</Type/Pages/Count 2/Kids[4 0 R 5 0 R]>>",
    font,
    `<</Type/Page/Parent 2 0 R${box}${resources}/Contents 6 0 R>>`,
    `<</Type/Page/Parent 2 0 R${box}${resources}/Contents 7 0 R>>`,
    says("Page one"),
    says("Page two"),
    "<</Kids[8 0 R null]>>",
  ]),
  "an image that is none": twoPages({
    own: `${box}/Resources<</Font<</F 3 0 R>>/XObject<</I 7 0 R/J 3 0 R/K<</Subtype/Image>>/L null>>>>`,
  }),
  "a deep page tree": deepTree(30),
};

interface Oddities {
  root?: string;
  tree?: string;
  kids?: string;
  count?: string;
  type?: string;
  parent?: string;
  own?: string;
  more?: string;
  contents?: readonly [string, string];
  trailer?: string;
}

/** Builds two pages in objects 4 and 5, drawn by objects 6 and 7 with the font in object 3. */
function twoPages({
  root = catalogue,
  tree = "<</Type/Pages",
  kids = "4 0 R 5 0 R",
  count = "2",
  type = "/Type/Page",
  parent = "2 0 R",
  own = `${box}${resources}`,
  more = "",
  contents = ["6 0 R", "7 0 R"],
  trailer = "",
}: Oddities): Uint8Array<ArrayBuffer> {
  const above = parent && `/Parent ${parent}`;
  return writePdf(
    [
      root,
      `${tree}/Count ${count}/Kids[${kids}]${more}>>`,
      font,
      `<<${type}${above}${own}/Contents ${contents[0]}>>`,
      `<<${type}${above}${own}/Contents ${contents[1]}>>`,
      says("Page one"),
      says("Page two"),
    ],
    trailer,
  );
}

function contentLength(text: string): number {
  return `BT /F 18 Tf 20 100 Td (${text}) Tj ET`.length;
}

function deepTree(levels: number): Uint8Array<ArrayBuffer> {
  const first = 7;
  const nodes = Array.from({ length: levels }, (_, index) => {
    const above = index === 0 ? 2 : first + index - 1;
    const kids = index === levels - 1 ? "3 0 R 4 0 R" : `${first + index + 1} 0 R`;
    return `<</Type/Pages/Parent ${above} 0 R/Count 2/Kids[${kids}]>>`;
  });
  const last = first + levels - 1;
  return writePdf([
    catalogue,
    `<</Type/Pages/Count 2/Kids[${first} 0 R]${box}/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
    `<</Type/Page/Parent ${last} 0 R/Contents 5 0 R>>`,
    `<</Type/Page/Parent ${last} 0 R/Contents 6 0 R>>`,
    says("Page one"),
    says("Page two"),
    ...nodes,
  ]);
}
