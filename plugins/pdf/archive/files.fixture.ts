import { deflateSync } from "node:zlib";
import { buildFont } from "../compress/font.fixture.ts";
import { stream, writePdf } from "../sample.ts";

interface Page {
  content?: string;
  /** The resources in addition to the font `F`. */
  resources?: string;
  /** Entries of the page, the catalog and the trailer. */
  page?: string;
  catalog?: string;
  trailer?: string;
  /** The objects from number 6 on. */
  objects?: readonly string[];
  /** The font `F`. */
  font?: string;
}

/** Builds a page of text in Helvetica, which isn't embedded. Object 5 is the font. */
export function buildPage({
  content = "",
  resources = "",
  page = "",
  catalog = "",
  trailer = "",
  objects = [],
  font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
}: Page): Uint8Array<ArrayBuffer> {
  return writePdf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>${page}>>`,
      stream(`BT /F 18 Tf 20 160 Td (AB) Tj ET\n${content}`),
      font,
      ...objects,
    ],
    trailer,
  );
}

function buildImage(entries: string, data: string): string {
  return stream(data, `/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8${entries}`);
}

function repeat(samples: string, count = 16): string {
  return samples.repeat(count);
}

const draw = "q 80 0 0 80 20 40 cm /I Do Q";
const useImage = { content: draw, resources: "/XObject<</I 6 0 R>>" };
const file = "<</Type/Filespec/F(a.csv)/UF(a.csv)/EF<</F 7 0 R>>>>";
const deflated = deflateSync(repeat("\x80\x20\x40\x10")).toString("latin1");
const program = buildFont();
const fontFile = stream(Buffer.from(program).toString("latin1"), `/Length1 ${program.length}`);
const descriptor =
  "<</Type/FontDescriptor/FontName/Zigzag/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -100/CapHeight 700/StemV 80/FontFile2 7 0 R>>";
const trueType = (entries: string) =>
  `<</Type/Font/Subtype/TrueType/BaseFont/Zigzag/FirstChar 65/LastChar 66/FontDescriptor 6 0 R${entries}>>`;
const annotation = (entries: string) => `/Annots[<</Type/Annot/Rect[100 100 140 140]${entries}>>]`;
const form = (entries: string, content: string) =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 200 200]${entries}`);

/** Files that can be converted, with a change that this requires. */
export const convertible: readonly [change: string, name: string, Page][] = [
  ["embedded_fonts", "a standard font", {}],
  [
    "embedded_fonts",
    "a standard font with an alias and a style",
    { font: "<</Type/Font/Subtype/TrueType/BaseFont/TimesNewRoman,BoldItalic>>" },
  ],
  [
    "embedded_fonts",
    "ZapfDingbats",
    { font: "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>" },
  ],
  [
    "embedded_fonts",
    "a standard font with names of glyphs",
    {
      font: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Differences[65/Euro/germandbls]>>>>",
    },
  ],
  [
    "embedded_fonts",
    "a standard font in a form without resources",
    {
      content: "/X Do",
      resources: "/XObject<</X 6 0 R>>",
      objects: [form("", "BT /F 9 Tf 9 9 Td (C) Tj ET")],
    },
  ],
  ["colors", "CMYK colours", { content: "0.2 0.8 0.1 0.3 k 20 20 90 90 re f" }],
  [
    "colors",
    "a CMYK image",
    { ...useImage, objects: [buildImage("/ColorSpace/DeviceCMYK", repeat("\x80\x20\x40\x10"))] },
  ],
  [
    "colors",
    "a compressed palette in CMYK",
    {
      ...useImage,
      objects: [
        buildImage("/ColorSpace[/Indexed/DeviceCMYK 1<00ff0000 ff000000>]", repeat("\x01\0")),
      ],
    },
  ],
  [
    "colors",
    "a separation",
    {
      content: "/S cs 0.7 scn 20 20 90 90 re f",
      resources:
        "/ColorSpace<</S[/Separation/Gold/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 .2 .9 .1]/N 1>>]>>",
    },
  ],
  [
    "colors",
    "a shading in CMYK",
    {
      content: "/A sh",
      resources:
        "/Shading<</A<</ShadingType 2/ColorSpace/DeviceCMYK/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0 0]/C1[0 1 0 0]/N 1>>>>>>",
    },
  ],
  [
    "colors",
    "an inline image in CMYK",
    { content: "q 50 0 0 50 20 40 cm BI /W 1/H 1/BPC 8/CS/CMYK ID abcd EI Q" },
  ],
  [
    "colors",
    "a CMYK group for blending",
    { page: "/Group<</S/Transparency/CS/DeviceCMYK>>", content: ".5 g 20 20 90 90 re f" },
  ],
  [
    "colors",
    "an invalid ICC profile",
    {
      content: "/C cs .1 .5 .9 scn 20 20 90 90 re f",
      resources: "/ColorSpace<</C[/ICCBased 6 0 R]>>",
      objects: [stream("nothing", "/N 3")],
    },
  ],
  [
    "colors",
    "a CMYK image behind two filters",
    {
      ...useImage,
      objects: [
        buildImage(
          "/ColorSpace/DeviceCMYK/Filter[/ASCIIHexDecode/FlateDecode]",
          `${Buffer.from(deflated, "latin1").toString("hex")}>`,
        ),
      ],
    },
  ],
  [
    "actions",
    "a script that runs on opening",
    { catalog: "/OpenAction<</S/JavaScript/JS(app.alert)>>" },
  ],
  [
    "actions",
    "named scripts",
    { catalog: "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.alert)>>]>>>>" },
  ],
  ["actions", "an action of the page", { page: "/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>" }],
  [
    "actions",
    "a link with a forbidden action after another",
    {
      page: annotation("/Subtype/Link/F 4/A<</S/URI/URI(a)/Next[<</S/Launch/F(a)>>]>>"),
    },
  ],
  ["annotations", "a movie", { page: annotation("/Subtype/Movie/F 4") }],
  ["hidden_annotations", "a hidden note", { page: annotation("/Subtype/Text/F 2") }],
  ["drawn_annotations", "a note", { page: annotation("/Subtype/Text/F 4/Contents(Hello)") }],
  [
    "drawn_annotations",
    "a marker",
    { page: annotation("/Subtype/Highlight/QuadPoints[20 178 44 178 20 158 44 158]/C[.5 1 0]") },
  ],
  [
    "drawn_annotations",
    "a square",
    { page: annotation("/Subtype/Square/C[1 0 0]/IC[.8 .9 1]/BS<</W 3>>") },
  ],
  ["drawn_annotations", "a circle", { page: annotation("/Subtype/Circle/C[1 0 0]") }],
  [
    "drawn_annotations",
    "ink",
    { page: annotation("/Subtype/Ink/InkList[[100 100 120 130 140 100]]") },
  ],
  [
    "drawn_annotations",
    "a struck out word",
    { page: annotation("/Subtype/StrikeOut/QuadPoints[20 178 44 178 20 158 44 158]") },
  ],
  [
    "drawn_annotations",
    "an underlined word",
    { page: annotation("/Subtype/Underline/QuadPoints[20 178 44 178 20 158 44 158]/C[0 0 1]") },
  ],
  ["undrawn_annotations", "a stamp without a drawing", { page: annotation("/Subtype/Stamp/F 4") }],
  [
    "printed_annotations",
    "a stamp that isn't printed",
    {
      page: annotation("/Subtype/Stamp/F 0/AP<</N 6 0 R>>"),
      objects: [form("", "1 0 0 rg 9 9 50 50 re f")],
    },
  ],
  [
    "attachments",
    "an attached file",
    {
      catalog: "/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>/AF[6 0 R]",
      objects: [file, stream("a,b", "/Type/EmbeddedFile")],
    },
  ],
  [
    "annotations",
    "an icon for an attached file",
    {
      page: annotation("/Subtype/FileAttachment/F 4/FS 6 0 R/AP<</N 8 0 R>>"),
      objects: [file, stream("a,b", "/Type/EmbeddedFile"), form("/Resources<<>>", " ")],
    },
  ],
  [
    "printed_annotations",
    "a push button",
    {
      catalog: "/AcroForm<</Fields[7 0 R]>>",
      page: "/Annots[7 0 R]",
      objects: [
        form("/Resources<<>>", "1 0 0 rg 0 0 200 200 re f"),
        "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b)/Rect[100 100 140 140]/AP<</N 6 0 R>>>>",
      ],
    },
  ],
  ["xfa", "XFA", { catalog: "/AcroForm<</Fields[]/XFA(x)>>/NeedsRendering true" }],
  ["permissions", "requirements", { catalog: "/Requirements[]/Perms<</Other 1>>" }],
  ["presentations", "presentation steps", { page: "/PresSteps<<>>" }],
  [
    "layers",
    "layers that change by themselves",
    {
      catalog:
        "/OCProperties<</OCGs[6 0 R]/D<</Order[]/AS[<</Event/View/OCGs[6 0 R]/Category[/View]>>]>>>>",
      resources: "/Properties<</L 6 0 R>>",
      content: "/OC /L BDC 20 20 90 90 re f EMC",
      objects: ["<</Type/OCG/Name(Layer)>>"],
    },
  ],
  [
    "graphics",
    "transfer functions",
    {
      content: "/G gs 20 20 90 90 re f",
      resources: "/ExtGState<</G<</TR/Identity/TR2/Identity/HTP[0 0]>>>>",
    },
  ],
  [
    "graphics",
    "an unknown blend mode",
    { content: "/G gs 20 20 90 90 re f", resources: "/ExtGState<</G<</BM[/Own/Multiply]>>>>" },
  ],
  [
    "images",
    "alternate images",
    {
      ...useImage,
      objects: [
        buildImage(
          "/ColorSpace/DeviceGray/Alternates[<</Image 7 0 R>>]/Intent/Own",
          repeat("\x80"),
        ),
        buildImage("/ColorSpace/DeviceGray", repeat("\x40")),
      ],
    },
  ],
  [
    "postscript",
    "PostScript",
    {
      content: "/X Do",
      resources: "/XObject<</X 6 0 R>>",
      objects: [stream("showpage", "/Type/XObject/Subtype/PS")],
    },
  ],
  ["contents", "unknown operators", { content: "BX 1 0 pretty EX 20 20 90 90 re f" }],
  ["contents", "an unknown rendering intent", { content: "/Own ri 20 20 90 90 re f" }],
  ["contents", "a missing resource", { content: "/Missing gs /None Do 20 20 90 90 re f" }],
  ["contents", "an odd hexadecimal string", { content: "/T <</A<414>>> BDC EMC 9 9 9 9 re f" }],
  [
    "font_entries",
    "a TrueType font with other widths",
    {
      font: trueType("/Widths[650 550]/Encoding/WinAnsiEncoding"),
      objects: [descriptor, fontFile],
    },
  ],
  [
    "font_entries",
    "a symbolic TrueType font with an encoding",
    {
      font: trueType("/Widths[600 600]/Encoding/WinAnsiEncoding"),
      objects: [descriptor.replace("/Flags 32", "/Flags 4"), fontFile],
    },
  ],
  [
    "embedded_fonts",
    "an empty form that is compressed",
    {
      content: "/X Do",
      resources: "/XObject<</X 6 0 R>>",
      objects: [form("/Filter/FlateDecode/Resources<<>>", "")],
    },
  ],
  [
    "font_entries",
    "a composite font with an invalid character collection",
    {
      font: "<</Type/Font/Subtype/Type0/BaseFont/Zigzag/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Zigzag/DW 600/CIDSystemInfo<</Registry<<>>>>/FontDescriptor 6 0 R/CIDToGIDMap 8 0 R>>]>>",
      objects: [descriptor, fontFile, stream(`${"\0".repeat(2 * 16_706)}\0\x05`)],
    },
  ],
  [
    "metadata",
    "a schema of its own in the metadata",
    {
      catalog: "/Metadata 6 0 R",
      objects: [
        stream(
          '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:own="urn:own"><own:a>1</own:a></rdf:Description></rdf:RDF></x:xmpmeta>',
          "/Type/Metadata/Subtype/XML",
        ),
      ],
    },
  ],
  [
    "signatures",
    "a signature",
    {
      catalog: "/AcroForm<</Fields[6 0 R]/SigFlags 3>>",
      objects: [
        "<</FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>>>",
      ],
    },
  ],
];

/** Files that can't be converted, with the rule that they break. */
export const inconvertible: readonly [rule: string, name: string, Page][] = [
  [
    "embedded-fonts",
    "a font that isn't embedded",
    { font: "<</Type/Font/Subtype/Type1/BaseFont/Frutiger>>" },
  ],
  [
    "embedded-fonts",
    "a character that the standard font lacks",
    {
      font: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/afii10017]>>>>",
    },
  ],
  [
    "embedded-fonts",
    "a standard font with very different widths",
    {
      font: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 65/LastChar 66/Widths[200 200]>>",
    },
  ],
  [
    "embedded-fonts",
    "a composite font that isn't embedded",
    {
      font: "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>>>]>>",
    },
  ],
  [
    "missing-glyphs",
    "a code without a glyph",
    {
      font: trueType("/Widths[600 600]/Encoding/WinAnsiEncoding"),
      content: "BT /F 9 Tf 9 9 Td (\x01) Tj ET",
      objects: [descriptor, fontFile],
    },
  ],
  ["nesting", "deeply nested states", { content: `${"q ".repeat(29)}${"Q ".repeat(29)}` }],
  ["page-sizes", "a tiny page", { page: "/CropBox[0 0 200 2]" }],
  [
    "device-n",
    "several spot colours without a description",
    {
      content: "/S cs 0.7 .1 scn 20 20 90 90 re f",
      resources:
        "/ColorSpace<</S[/DeviceN[/Gold/Silver]/DeviceRGB<</FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]/Length 0>>]>>",
    },
  ],
  [
    "external-streams",
    "an image in another file",
    { ...useImage, objects: [buildImage("/ColorSpace/DeviceGray/F(a.bin)", "")] },
  ],
];
