import { buildFont } from "../compress/font.fixture.ts";
import { stream, writePdf } from "../sample.ts";

const metadata = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** The header of an ICC profile, as far as the check reads it. */
const profile = `${"\0".repeat(12)}mntrRGB XYZ ${"\0".repeat(12)}acsp${"\0".repeat(88)}`;

const widths = Array.from({ length: 26 }, () => 600).join(" ");
const comment = "%\xe2\xe3\xcf\xd3\n";

/**
 * Builds a page that meets the rules of PDF/A-3b and PDF/UA-1, with a link, a form field and an
 * attached file. `breakIt` changes its text before the positions of objects are computed.
 */
export function buildArchive(
  breakIt: (object: string, index: number) => string = (object) => object,
  { trailer = "/ID[(0123456789abcdef)(0123456789abcdef)]" } = {},
): Uint8Array<ArrayBuffer> {
  const font = buildFont();
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/Lang(en)/Metadata 5 0 R/OutputIntents[6 0 R]/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R/ViewerPreferences<</DisplayDocTitle true>>/AcroForm 17 0 R/Names<</EmbeddedFiles<</Names[(a.txt)15 0 R]>>>>/AF[15 0 R]/OCProperties<</OCGs[]/D<</Name(all)>>>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Tabs/S/StructParents 0/Group<</S/Transparency/CS/DeviceRGB>>/Resources<</Font<</F 8 0 R/G 19 0 R>>/ExtGState<</S<</BM/Multiply/TR2/Default>>>>/XObject<</I 18 0 R/X 16 0 R>>>>/Annots[13 0 R 14 0 R]/Contents 4 0 R>>",
    stream(
      "/P<</MCID 0>>BDC BT 0 0 1 rg /F 12 Tf 20 100 Td (AB) Tj /G 12 Tf <00050006> Tj ET EMC /Artifact BMC q 20 0 0 20 9 9 cm /I Do Q EMC",
    ),
    stream(metadata, "/Type/Metadata/Subtype/XML"),
    "<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 7 0 R>>",
    stream(profile, "/N 3"),
    `<</Type/Font/Subtype/TrueType/BaseFont/Zigzag/FirstChar 65/LastChar 90/Widths[${widths}]/Encoding/WinAnsiEncoding/FontDescriptor 9 0 R>>`,
    "<</Type/FontDescriptor/FontName/Zigzag/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -100/CapHeight 700/StemV 80/FontFile2 21 0 R>>",
    "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[12 0 R]1 23 0 R 2 24 0 R]>>>>",
    "<</Type/StructElem/S/Document/P 10 0 R/K[<</Type/StructElem/S/H1/P 11 0 R/K[]>><</Type/StructElem/S/H2/P 11 0 R/K[]>>12 0 R<</Type/StructElem/S/Figure/Alt(A dot)/P 11 0 R/K[]>>23 0 R 24 0 R]>>",
    "<</Type/StructElem/S/P/P 11 0 R/Pg 3 0 R/K 0>>",
    "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/F 4/Contents(A link)/StructParent 1/A<</S/URI/URI(https://example.com)>>>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/TU(Name)/StructParent 2/Rect[20 20 80 40]/P 3 0 R/F 4/AP<</N 16 0 R>>>>",
    "<</Type/Filespec/F(a.txt)/UF(a.txt)/AFRelationship/Data/EF<</F 20 0 R>>>>",
    stream("", "/Type/XObject/Subtype/Form/BBox[0 0 60 20]"),
    "<</Fields[14 0 R]>>",
    stream(
      "abc",
      "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/Intent/Perceptual",
    ),
    "<</Type/Font/Subtype/Type0/BaseFont/Zigzag/Encoding/Identity-H/ToUnicode 25 0 R/DescendantFonts[22 0 R]>>",
    stream("one", "/Type/EmbeddedFile/Subtype/text#2Fplain"),
    stream(Buffer.from(font).toString("latin1"), `/Length1 ${font.length}`),
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/Zigzag/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600/FontDescriptor 9 0 R/CIDToGIDMap/Identity>>",
    "<</Type/StructElem/S/Link/P 11 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 13 0 R>>>>",
    "<</Type/StructElem/S/Form/P 11 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 14 0 R>>>>",
    stream(
      "1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfchar <0005> <0041> <0006> <0042> endbfchar",
    ),
  ];
  return insertComment(
    writePdf(
      objects.map((object, index) => `\n${breakIt(object, index)}`),
      trailer,
    ),
  );
}

/** Adds the comment of binary files after the first line. */
function insertComment(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(bytes).toString("latin1");
  const shift = (digits: string) =>
    String(Number(digits) + comment.length).padStart(digits.length, "0");
  const moved = text
    .replace("\n", `\n${comment}`)
    .replace(/^\d{10}(?= 00000 n)/gm, shift)
    .replace(/(?<=startxref\n)\d+/, shift);
  return new Uint8Array(Buffer.from(moved, "latin1"));
}
