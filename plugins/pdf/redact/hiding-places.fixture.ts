import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName } from "pdf-lib";
import sharp from "sharp";
import { qpdfOutput } from "../engines/qpdf.ts";
import { stream, writePdf } from "../sample.ts";
import type { TextStyle } from "../stamp/drawing.ts";
import { drawing } from "./pages.fixture.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A document location in which the word "Johnny" is hidden. */
interface HidingPlace {
  bytes: Bytes | (() => Promise<Bytes>);
  /**
   * Whether the word is visible on the rendered page, so that the page must look different
   * afterwards.
   */
  isSeen?: boolean;
  /** Whether no engine can read the content: the response must not be marked as verified. */
  isUnsure?: boolean;
  /** The term to remove, if it is another word. */
  term?: string;
  /** Further fields of the request. */
  body?: Record<string, unknown>;
}

const font = "/Resources<</Font<</F 5 0 R>>>>";
const word = "BT /F 14 Tf 20 150 Td (Johnny) Tj ET";
const square = "q 100 0 0 100 20 20 cm";

/** Letters of five by seven squares, as rectangles. */
const pixelLetters: Readonly<Record<string, string>> = {
  J: "0011100010000100001000010100100110000000",
  o: "0000000000011101000110001100010111000000",
  h: "1000010000101101100110001100011000100000",
  n: "0000000000101101100110001100011000100000",
  y: "0000010001100010111100001000010111000000",
};

function pixels(letter: string, size = 2): string {
  return Array.from(pixelLetters[letter] ?? "", (bit, index) =>
    bit === "1"
      ? `${(index % 5) * size} ${(7 - Math.floor(index / 5)) * size} ${size} ${size} re`
      : "",
  )
    .filter(Boolean)
    .join(" ");
}

/** A Type 3 font, whose glyphs are drawings. */
function type3(glyphs: Readonly<Record<string, string>>, more = "", first = 6): string[] {
  const names = Object.keys(glyphs);
  const own = `<</Type/Font/Subtype/Type3/FontBBox[0 0 60 20]/FontMatrix[.05 0 0 .05 0 0]/FirstChar 1/LastChar ${names.length}/Widths[${names.map(() => 14).join(" ")}]/Encoding<</Differences[1${names.map((name) => `/${name}`).join("")}]>>/CharProcs<<${names.map((name, index) => `/${name} ${first + 1 + index} 0 R`).join("")}>>/Resources<</Font<</F 5 0 R>>>>${more}>>`;
  return [own, ...Object.values(glyphs).map((glyph) => stream(`14 0 0 0 60 20 d1 ${glyph}`))];
}

function cmap(lines: string, head = ""): string {
  return stream(
    `${head}/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange ${lines} endcmap end end`,
  );
}

const helvetica = (more: string) =>
  `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding${more}>>`;

const flate = (text: string, entries = "") =>
  stream(
    deflateSync(Buffer.from(text, "latin1")).toString("latin1"),
    `/Filter/FlateDecode${entries}`,
  );

const grey =
  "/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray";
const samples = "Johnny".padEnd(64, "\x80");
const plainSamples = "\x80".repeat(64);

/** Builds a JPEG with an additional segment after its start. */
export async function jpeg(segment: (plain: Buffer) => Buffer): Promise<Bytes> {
  const plain = await sharp({
    create: { width: 8, height: 8, channels: 3, background: "#888" },
  })
    .jpeg()
    .toBuffer();
  const code = segment(plain).toString("latin1");
  return drawing(`${square} /I Do Q`, {
    resources: "/XObject<</I 6 0 R>>",
    more: [
      stream(
        code,
        "/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode",
      ),
    ],
  });
}

export function segment(marker: number, text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  return Buffer.concat([
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]),
    bytes,
  ]);
}

export const behindStart = (added: Buffer) => (plain: Buffer) =>
  Buffer.concat([plain.subarray(0, 2), added, plain.subarray(2)]);

const imageWith = (entries: string, more: readonly string[]) =>
  drawing(`${square} /I Do Q`, {
    resources: "/XObject<</I 6 0 R>>",
    more: [stream(plainSamples, `${grey}${entries}`), ...more],
  });

/** Builds the sample with text in a font of the hub, and modifies that font. */
export async function stampText(
  text: string,
  change: (document: PDFDocument) => void = () => undefined,
  { font = "sans", background }: Partial<TextStyle> = {},
): Promise<Bytes> {
  const { FontBook } = await import("hub/pdf-text");
  const { textDrawing } = await import("../stamp/drawing.ts");
  const { drawOn } = await import("../stamp/stamp.ts");
  const document = await PDFDocument.load(drawing(""), { updateMetadata: false });
  const book = new FontBook();
  const style = { font, size: 20, color: [0, 0, 0], background, at: "body.text" } as const;
  const { ref } = await textDrawing(document, text, { book, style });
  await book.embed(document.context);
  drawOn(document.getPage(0), {
    layer: "over",
    content: ({ Label }) => `q 1 0 0 1 20 100 cm /${Label} Do Q`,
    resources: { XObject: { Label: ref } },
  });
  change(document);
  return Uint8Array.from(await document.save());
}

/** Maps every letter to an x. */
function lie(document: PDFDocument): void {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!("get" in object && "set" in object)) continue;
    const dict = object as ReturnType<typeof document.context.obj> & {
      get(name: PDFName): unknown;
      set(name: PDFName, value: unknown): void;
    };
    if (dict.get(PDFName.of("Subtype")) !== PDFName.of("Type0")) continue;
    const lines = Array.from(
      { length: 100 },
      (_, index) => `<${index.toString(16).padStart(4, "0")}> <0078>`,
    );
    const code = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange 100 beginbfchar ${lines.join(" ")} endbfchar endcmap end end`;
    dict.set(PDFName.of("ToUnicode"), document.context.register(document.context.stream(code)));
  }
}

/** Appends a version with other objects to a file. */
function update(before: Bytes, number: number, object: string): Bytes {
  const old = Buffer.from(before).toString("latin1");
  const at = old.length;
  const body = `${number} 0 obj${object}\nendobj\n`;
  const xref = `xref\n${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`;
  const end = `trailer<</Size 20/Root 1 0 R/Prev ${old.lastIndexOf("xref\n0")}>>\nstartxref\n${at + body.length}\n%%EOF\n`;
  return toBytes(old + body + xref + end);
}

const toBytes = (text: string): Bytes => new Uint8Array(Buffer.from(text, "latin1"));
const toText = (bytes: Bytes) => Buffer.from(bytes).toString("latin1");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex");
const deep = (text: string, levels: number) => `${"[".repeat(levels)}${text}${"]".repeat(levels)}`;

/** The locations in a document where "Johnny" can hide, except for the plain ones. */
export const hidingPlaces: Readonly<Record<string, HidingPlace>> = {
  "a tiling pattern": {
    isSeen: true,
    bytes: drawing("/Pattern cs /P scn 0 0 300 200 re f", {
      resources: "/Pattern<</P 6 0 R>>",
      more: [
        stream(
          "BT /F 14 Tf 5 5 Td (Johnny) Tj ET",
          `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 80 30]/XStep 80/YStep 30${font}`,
        ),
      ],
    }),
  },
  "an uncoloured pattern": {
    isSeen: true,
    bytes: drawing("/C cs 1 0 0 /P scn 0 0 300 200 re f", {
      resources: "/Pattern<</P 6 0 R>>/ColorSpace<</C[/Pattern/DeviceRGB]>>",
      more: [
        stream(
          "BT /F 14 Tf 5 5 Td (Joh) Tj (nny) Tj ET",
          `/PatternType 1/PaintType 2/TilingType 1/BBox[0 0 80 30]/XStep 80/YStep 30${font}`,
        ),
      ],
    }),
  },
  "a pattern within a pattern": {
    isSeen: true,
    bytes: drawing("/Pattern cs /P scn 0 0 300 200 re f", {
      resources: "/Pattern<</P 6 0 R>>",
      more: [
        stream(
          "/Pattern cs /Q scn 0 0 150 100 re f",
          "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 150 100]/XStep 150/YStep 100/Resources<</Pattern<</Q 7 0 R>>>>",
        ),
        stream(
          "BT /F 14 Tf 5 5 Td (Johnny) Tj ET",
          `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 80 30]/XStep 80/YStep 30${font}`,
        ),
      ],
    }),
  },
  "the tiles of a pattern side by side": {
    isSeen: true,
    bytes: drawing("/Pattern cs /P scn 0 0 300 200 re f", {
      resources: "/Pattern<</P 6 0 R>>",
      more: [
        stream(
          "BT /F 20 Tf 0 5 Td (nnyJoh) Tj ET",
          `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 64.5 30]/XStep 64.5/YStep 30${font}`,
        ),
      ],
    }),
  },
  "a glyph that writes": {
    isSeen: true,
    bytes: drawing("BT /T 20 Tf 20 100 Td (\\001) Tj ET", {
      resources: "/Font<</F 5 0 R/T 6 0 R>>",
      more: type3({ a: "BT /F 14 Tf (Johnny) Tj ET" }),
    }),
  },
  "glyphs of drawn letters with their names": {
    isSeen: true,
    bytes: drawing("BT /T 20 Tf 20 100 Td (\\001\\002\\003\\004\\004\\005) Tj ET", {
      resources: "/Font<</F 5 0 R/T 6 0 R>>",
      more: type3(
        Object.fromEntries(Array.from("Johny", (letter) => [letter, `${pixels(letter)} f`])),
      ),
    }),
  },
  "glyphs of drawn letters with other names": {
    isSeen: true,
    isUnsure: true,
    bytes: drawing("BT /T 20 Tf 20 100 Td (\\001\\002\\003\\004\\004\\005) Tj ET", {
      resources: "/Font<</F 5 0 R/T 6 0 R>>",
      more: type3(
        Object.fromEntries(
          Array.from("Johny", (letter, index) => [`g${index}`, `${pixels(letter)} f`]),
        ),
      ),
    }),
  },
  "letters drawn of squares": {
    isSeen: true,
    isUnsure: true,
    bytes: drawing(
      Array.from(
        "Johnny",
        (letter, index) => `q 1 0 0 1 ${20 + 14 * index} 100 cm ${pixels(letter)} f Q`,
      ).join(" "),
    ),
  },
  "letters of a picture": {
    isSeen: true,
    isUnsure: true,
    bytes: async () => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="200" height="60" fill="#fff"/>${Array.from("Johnny", (letter, at) => Array.from(pixelLetters[letter] ?? "", (bit, index) => (bit === "1" ? `<rect x="${10 + at * 30 + (index % 5) * 4}" y="${10 + Math.floor(index / 5) * 4}" width="4" height="4"/>` : "")).join("")).join("")}</svg>`;
      const { data, info } = await sharp(Buffer.from(svg))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return drawing(`q 200 0 0 60 20 20 cm /I Do Q`, {
        resources: "/XObject<</I 6 0 R>>",
        more: [
          stream(
            data.toString("latin1"),
            `/Type/XObject/Subtype/Image/Width ${info.width}/Height ${info.height}/BitsPerComponent 8/ColorSpace/DeviceGray`,
          ),
        ],
      });
    },
  },
  "a ToUnicode that lies": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (Johnny) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [
        helvetica("/ToUnicode 7 0 R"),
        cmap("5 beginbfchar <4A> <0078> <6F> <0078> <68> <0078> <6E> <0078> <79> <0078> endbfchar"),
      ],
    }),
  },
  "a wrong ToUnicode of custom codes": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (\\001\\002\\003\\004\\004\\005) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[1/J/o/h/n/y]>>/ToUnicode 7 0 R>>",
        cmap("1 beginbfrange <01> <05> <0061> endbfrange"),
      ],
    }),
  },
  "an embedded font that lies of all of its glyphs": {
    isSeen: true,
    isUnsure: true,
    bytes: () => stampText("Johnny", lie),
  },
  "a soft hyphen": {
    isSeen: true,
    bytes: drawing("BT /F 14 Tf 20 150 Td (John\\255ny) Tj ET"),
  },
  "a soft hyphen by its own name": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (John\\001ny) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [helvetica("/ToUnicode 7 0 R"), cmap("1 beginbfchar <01> <00AD> endbfchar")],
    }),
  },
  "letters with spaces of no width": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (Jo\\001hn\\001ny) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [helvetica("/ToUnicode 7 0 R"), cmap("1 beginbfchar <01> <200B> endbfchar")],
    }),
  },
  "letters far apart, and out of order": {
    isSeen: true,
    bytes: drawing(
      `BT /F 14 Tf ${[
        ["n", 71],
        ["J", 20],
        ["y", 120],
        ["h", 58],
        ["n", 97],
        ["o", 31],
      ]
        .map(([letter, x]) => `1 0 0 1 ${x} 150 Tm (${letter}) Tj`)
        .join(" ")} ET`,
    ),
  },
  "letters one below the other": {
    isSeen: true,
    bytes: drawing(
      `BT /F 14 Tf ${Array.from("Johnny", (letter, index) => `1 0 0 1 20 ${170 - 16 * index} Tm (${letter}) Tj`).join(" ")} ET`,
    ),
  },
  "letters drawn from the last to the first": {
    isSeen: true,
    bytes: drawing(
      `BT /F 14 Tf ${Array.from(
        "Johnny",
        (letter, index) => `1 0 0 1 ${20 + 8 * index} 150 Tm (${letter}) Tj`,
      )
        .reverse()
        .join(" ")} ET`,
    ),
  },
  "letters of another script that look the same": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (Johnny) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [helvetica("/ToUnicode 7 0 R"), cmap("1 beginbfchar <6F> <043E> endbfchar")],
    }),
  },
  "letters with spaces between": {
    isSeen: true,
    bytes: drawing("BT /F 14 Tf 20 150 Td (J o h n n y) Tj ET"),
  },
  "a mirrored text": {
    isSeen: true,
    bytes: drawing("BT /F 14 Tf -1 0 0 1 200 100 Tm (Johnny) Tj ET"),
  },
  "a text upside down": {
    isSeen: true,
    bytes: drawing("BT /F 14 Tf -1 0 0 -1 200 100 Tm (Johnny) Tj ET"),
  },
  "a soft mask": {
    isSeen: true,
    bytes: drawing("/G gs 0 0 300 200 re f", {
      resources: "/ExtGState<</G<</SMask<</S/Luminosity/G 6 0 R>>>>>>",
      more: [
        stream(
          "1 g BT /F 40 Tf 20 80 Td (Johnny) Tj ET",
          `/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Group<</S/Transparency/CS/DeviceGray>>${font}`,
        ),
      ],
    }),
  },
  "the samples of a soft mask": {
    bytes: imageWith("/SMask 7 0 R", [stream(samples, grey)]),
  },
  "the samples of a mask": {
    bytes: imageWith("/Mask 7 0 R", [
      flate(
        "Johnny12",
        "/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ImageMask true",
      ),
    ]),
  },
  "an alternate of a picture": {
    bytes: imageWith("/Alternates[<</Image 7 0 R/DefaultForPrinting false>>]", [
      stream(samples, `${grey}/Name/Johnny`),
    ]),
    body: { sanitize: false },
  },
  "an inline image": {
    bytes: drawing(`${square} BI /W 8 /H 8 /BPC 8 /CS /G ID ${samples} EI Q`),
  },
  "an inline image in hexadecimal digits": {
    bytes: drawing(
      `${square} BI /W 8 /H 8 /BPC 8 /CS /G /F /AHx ID ${Buffer.from(samples, "latin1").toString("hex")}> EI Q`,
    ),
  },
  "the EXIF data of a JPEG": {
    bytes: () => jpeg(behindStart(segment(0xe1, "Exif\0\0MM\0*Johnny"))),
  },
  "a comment of a JPEG": { bytes: () => jpeg(behindStart(segment(0xfe, "by Johnny"))) },
  "a comment of a JPEG that is otherwise kept": {
    bytes: () => jpeg(behindStart(segment(0xfe, "by Johnny"))),
    body: { sanitize: false },
  },
  "what follows on a JPEG": {
    bytes: () => jpeg((plain) => Buffer.concat([plain, Buffer.from("by Johnny")])),
  },
  "a profile's description": {
    bytes: imageWith("/Own[/ICCBased 7 0 R]", [
      stream(
        `${"\0".repeat(128)}\0\0\0\x01desc\0\0\0\x90\0\0\0\x20desc\0\0\0\0Johnny's screen`,
        "/N 3",
      ),
    ]),
  },
  "a string of the catalogue": { bytes: drawing("", { catalog: "/Own(by Johnny)" }) },
  "a stream of the catalogue": {
    bytes: drawing("", { catalog: "/Own 6 0 R", more: [stream("<p>by Johnny</p>")] }),
  },
  "a stream in letters of two bytes": {
    bytes: drawing("", {
      catalog: "/Own 6 0 R",
      more: [stream(Buffer.from("by Johnny", "utf16le").toString("latin1"))],
    }),
  },
  "behind the end of what a stream inflates to": {
    bytes: drawing("", {
      catalog: "/Own 6 0 R",
      more: [
        stream(
          `${deflateSync(Buffer.from("nothing")).toString("latin1")}by Johnny`,
          "/Filter/FlateDecode",
        ),
      ],
    }),
  },
  "a comment between operators": { bytes: drawing("% by Johnny\n0 0 10 10 re f") },
  "a word that isn't an operator": { bytes: drawing("BX Johnny EX 0 0 10 10 re f") },
  "the properties of marked content": {
    bytes: drawing("/Own <</Author(Johnny)>> BDC 0 0 10 10 re f EMC"),
  },
  "the properties of a marked point": { bytes: drawing("/Own <</Author<4A6F686E6E79>>> DP") },
  "the tag of marked content": { bytes: drawing("/Johnny BMC 0 0 10 10 re f EMC") },
  "a layer that is off": {
    bytes: drawing(`/OC /L BDC ${word} EMC`, {
      catalog: "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>",
      resources: "/Properties<</L 6 0 R>>",
      more: ["<</Type/OCG/Name(Layer)>>"],
    }),
  },
  "the name of a layer": {
    bytes: drawing("", {
      catalog: "/OCProperties<</OCGs[6 0 R]/D<</Order[6 0 R(Johnny)]/Name(Johnny)>>>>",
      more: ["<</Type/OCG/Name(Johnny)/Usage<</CreatorInfo<</Creator(Johnny)>>>>>>"],
    }),
  },
  "text that only clips": {
    bytes: drawing("BT 7 Tr /F 14 Tf 20 150 Td (Johnny) Tj ET 0 0 1 rg 0 0 300 200 re f"),
    isSeen: true,
  },
  "white on white": { bytes: drawing(`1 g ${word}`) },
  "behind a picture": {
    bytes: drawing(`${word} q 200 0 0 100 0 100 cm /I Do Q`, {
      resources: "/XObject<</I 6 0 R>>",
      more: [stream(plainSamples, grey)],
    }),
  },
  "outside of the crop box": { bytes: drawing(word, { page: "/CropBox[0 0 300 100]" }) },
  "the look of a hidden note": {
    bytes: drawing("", {
      page: "/Annots[<</Type/Annot/Subtype/Stamp/F 2/Rect[20 20 120 60]/AP<</N 6 0 R/D 6 0 R>>>>]",
      more: [stream("BT /F 12 Tf (Johnny) Tj ET", `/Subtype/Form/BBox[0 0 99 20]${font}`)],
    }),
    body: { sanitize: false },
  },
  "a note that pops up": {
    bytes: drawing("", {
      page: "/Annots[<</Type/Annot/Subtype/Popup/Open true/Rect[0 0 9 9]/Contents(Johnny)/RC(<p>Johnny</p>)>>]",
    }),
    body: { sanitize: false },
  },
  "the choices of a field": {
    bytes: drawing("", {
      page: "/Annots[6 0 R]",
      catalog: "/AcroForm<</Fields[6 0 R]/DA(/F 12 Tf)>>",
      more: [
        "<</Type/Annot/Subtype/Widget/FT/Ch/T(who)/TU(Johnny)/Opt[[(J)(Johnny)](Johnny)]/V(J)/DV(Johnny)/Rect[20 20 220 40]>>",
      ],
    }),
  },
  "a script": {
    bytes: drawing("", {
      catalog: "/OpenAction<</S/JavaScript/JS 6 0 R>>",
      more: [stream("Johnny()")],
    }),
    body: { sanitize: false },
  },
  "a named place": {
    bytes: drawing("", { catalog: "/Dests<</Johnny[3 0 R/Fit]>>" }),
    body: { sanitize: false },
  },
  "metadata with character references": {
    bytes: drawing("", {
      catalog: "/Metadata 6 0 R",
      more: [stream("<x>&#74;ohn&#x6e;y</x>", "/Type/Metadata/Subtype/XML")],
    }),
    body: { sanitize: false },
  },
  "a field of the document information": {
    bytes: drawing("", {
      more: [`<</Custom<${utf16("Johnny")}>/Johnny(x)>>`],
      trailer: "/Info 6 0 R",
    }),
    body: { sanitize: false },
  },
  "a form of XML": {
    bytes: drawing("", {
      catalog: "/AcroForm<</Fields[]/XFA[(datasets)6 0 R]>>",
      more: [stream("<name>Johnny</name>")],
    }),
    body: { sanitize: false },
  },
  "what an attachment says": {
    bytes: drawing("", {
      catalog:
        "/Names<</EmbeddedFiles<</Names[(a.txt)<</Type/Filespec/F(a.txt)/EF<</F 6 0 R>>>>]>>>>",
      more: [flate("by Johnny", "/Type/EmbeddedFile")],
    }),
    body: { sanitize: false },
  },
  "the private data of a page": {
    bytes: drawing("", { page: "/PieceInfo<</App<</Private(Johnny)/LastModified(D:2024)>>>>" }),
    body: { sanitize: false },
  },
  "the classes of the structure": {
    bytes: drawing("", {
      catalog:
        "/StructTreeRoot<</Type/StructTreeRoot/RoleMap<</Johnny/P>>/ClassMap<</Johnny<</O/Layout>>>>/K<</S/Johnny/C/Johnny/ID(Johnny)/Lang(Johnny)/K 0/Pg 3 0 R>>>>",
    }),
  },
  "an object stream": {
    bytes: () =>
      qpdfOutput(["--object-streams=generate", "/in.pdf"], {
        files: { "in.pdf": drawing("", { catalog: "/Own<</A(Johnny)>>" }) },
      }),
  },
  "an earlier version": { bytes: update(drawing(word), 4, stream("0 0 9 9 re f")) },
  "an object that nothing names": { bytes: drawing("", { more: ["(by Johnny)"] }) },
  "behind the end of the file": {
    bytes: toBytes(`${toText(drawing(""))}% by Johnny\n`),
  },
  "the first lines of the file": {
    bytes: toBytes(toText(drawing("")).replace("%PDF-1.7\n", "%PDF-1.7\n%Johnny\n")),
  },
  "between objects": {
    bytes: toBytes(toText(drawing("")).replace("xref\n0", "\n% by Johnny\n(Johnny)\nxref\n0")),
  },
  "the trailer": { bytes: drawing("", { trailer: "/Own(Johnny)" }) },
  "the number of the file": { bytes: drawing("", { trailer: "/ID[(Johnny)(Johnny)]" }) },
  "the names of glyphs": {
    bytes: drawing("BT /T 20 Tf 20 100 Td (\\001) Tj ET", {
      resources: "/Font<</F 5 0 R/T 6 0 R>>",
      more: type3({ Johnny: "0 0 5 5 re f" }),
    }),
  },
  "the name of a font": {
    bytes: drawing("BT /L 14 Tf 20 150 Td (x) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [
        "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+JohnnySans/FontDescriptor<</Type/FontDescriptor/FontName/ABCDEF+JohnnySans/FontFamily(Johnny)/Flags 32>>>>",
      ],
    }),
  },
  "a glyph that represents a word": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (x) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [
        helvetica("/ToUnicode 7 0 R"),
        cmap("1 beginbfchar <78> <004A 006F 0068 006E 006E 0079> endbfchar"),
      ],
    }),
  },
  "a ToUnicode of glyphs that are not drawn": {
    bytes: drawing("BT /L 14 Tf 20 150 Td (x) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [
        helvetica("/ToUnicode 7 0 R"),
        cmap("1 beginbfchar <01> <004A006F0068006E006E0079> endbfchar"),
      ],
    }),
  },
  "a comment of a CMap": {
    bytes: drawing("BT /L 14 Tf 20 150 Td (x) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [
        helvetica("/ToUnicode 7 0 R"),
        cmap("1 beginbfchar <01> <0041> endbfchar", "%% by Johnny\n"),
      ],
    }),
  },
  "a program of a font": {
    bytes: drawing("BT /L 14 Tf 20 150 Td (x) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [
        helvetica(
          "/FontDescriptor<</Type/FontDescriptor/FontName/Helvetica/Flags 32/FontFile 7 0 R>>",
        ),
        stream(`%!PS-AdobeFont-1.0: Own\n/Notice (by Johnny) def\n${"\x80".repeat(40)}`),
      ],
    }),
  },
  "a hexadecimal string with white space": {
    bytes: drawing("", { catalog: "/Own<4A 6F\n68 6E\t6E 79>" }),
  },
  "a string in octal digits": {
    bytes: drawing("", { catalog: "/Own(\\112\\157\\150\\156\\156\\171)" }),
  },
  "a string that goes on in the next line": { bytes: drawing("", { catalog: "/Own(Joh\\\nnny)" }) },
  "a string in UTF-16 of the other order": {
    bytes: drawing("", {
      catalog: `/Own<fffe${Buffer.from("Johnny", "utf16le").toString("hex")}>`,
    }),
  },
  "a string in UTF-16 without a mark": {
    bytes: drawing("", { catalog: `/Own<${utf16("Johnny").slice(4)}>` }),
  },
  "a string in UTF-8": {
    bytes: drawing("", { catalog: `/Own<efbbbf${Buffer.from("Ｊｏhnny").toString("hex")}>` }),
  },
  "a string with a mark between letters": {
    bytes: drawing("", { catalog: `/Own<${utf16("Jo\u200bhn\u00adny")}>` }),
  },
  "a name": { bytes: drawing("", { catalog: "/Own/Johnny" }) },
  "a name with its letters by number": { bytes: drawing("", { catalog: "/Own/J#6fhn#6Ey" }) },
  "a name of a resource": {
    bytes: drawing("BT /Johnny 14 Tf 20 150 Td (x) Tj ET", { resources: "/Font<</Johnny 5 0 R>>" }),
  },
  "a key of a dictionary": { bytes: drawing("", { catalog: "/Own<</Johnny 1>>" }) },
  "a colorant": {
    bytes: drawing("/C cs 1 scn 0 0 10 10 re f", {
      resources:
        "/ColorSpace<</C[/Separation/Johnny/DeviceGray<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[0]>>]>>",
    }),
  },
  "the palette of a picture": {
    bytes: drawing(`${square} /I Do Q`, {
      resources: "/XObject<</I 6 0 R>>",
      more: [
        stream(
          "\0".repeat(64),
          "/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 2(\\200\\200\\200Johnny)]",
        ),
      ],
    }),
  },
  "the numbers of pages": {
    bytes: drawing("", { catalog: "/PageLabels<</Nums[0<</S/D/P(Johnny )>>]>>" }),
  },
  "the columns of a collection": {
    bytes: drawing("", {
      catalog:
        "/Collection<</Schema<</Johnny<</Subtype/S/N(Johnny)>>>>/Sort<</S/Johnny>>/D(Johnny)>>",
    }),
    body: { sanitize: false },
  },
  "the title of an article": {
    bytes: drawing("", {
      catalog: "/Threads[6 0 R]",
      more: [
        "<</Type/Thread/I<</Title(Johnny)/Author(Johnny)>>/F 7 0 R>>",
        "<</Type/Bead/T 6 0 R/N 7 0 R/V 7 0 R/P 3 0 R/R[0 0 9 9]>>",
      ],
    }),
    body: { sanitize: false },
  },
  "an output intent": {
    bytes: drawing("", {
      catalog: "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(Johnny)/Info(Johnny)>>]",
    }),
  },
  "a link with its letters by number": {
    bytes: drawing("", {
      page: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/J%6Fhnny)>>>>]",
    }),
    body: { sanitize: false },
  },
  "a string in sixty arrays": { bytes: drawing("", { catalog: `/Own${deep("(Johnny)", 60)}` }) },
  "a program of a function": {
    bytes: drawing("/C cs 1 scn 0 0 10 10 re f", {
      resources: "/ColorSpace<</C[/Separation/Own/DeviceGray 6 0 R]>>",
      more: [stream("{ %Johnny\n 1 exch sub }", "/FunctionType 4/Domain[0 1]/Range[0 1]")],
    }),
  },
  "strings of an encrypted file": {
    bytes: () =>
      qpdfOutput(["--encrypt", "", "owner", "256", "--", "--object-streams=disable", "/in.pdf"], {
        files: { "in.pdf": drawing(word, { catalog: "/Own(Johnny)" }) },
        isEncrypted: true,
      }),
    isSeen: true,
  },
  "two content streams": {
    isSeen: true,
    bytes: toBytes(
      toText(
        writePdf([
          "<</Type/Catalog/Pages 2 0 R>>",
          "<</Type/Pages/Count 1/Kids[3 0 R]>>",
          "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>/Contents[4 0 R 6 0 R]>>",
          stream("BT /F 14 Tf 20 150 Td (Joh) Tj"),
          "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
          stream("(nny) Tj ET"),
        ]),
      ),
    ),
  },
  "a form that two pages draw in two ways": {
    isSeen: true,
    bytes: writePdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count 2/Kids[3 0 R 7 0 R]/MediaBox[0 0 300 200]/Resources<</XObject<</X 6 0 R>>>>>>",
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
      stream("q 1 0 0 1 20 20 cm /X Do Q"),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      stream("BT /F 14 Tf (Johnny) Tj ET", `/Type/XObject/Subtype/Form/BBox[0 0 99 20]${font}`),
      "<</Type/Page/Parent 2 0 R/Contents 8 0 R>>",
      stream("q 0 2 -2 0 100 20 cm /X Do Q"),
    ]),
  },
  "a word of the page and of a form on it": {
    isSeen: true,
    bytes: drawing("BT /F 14 Tf 20 150 Td (Joh) Tj ET q 1 0 0 1 42.6 150 cm /X Do Q", {
      resources: "/XObject<</X 6 0 R>>",
      more: [
        stream("BT /F 14 Tf (nny) Tj ET", `/Type/XObject/Subtype/Form/BBox[0 -9 99 20]${font}`),
      ],
    }),
  },
  "a font that is written from top to bottom": {
    isSeen: true,
    bytes: drawing("BT /V 14 Tf 60 180 Td <00480065> Tj <006C006C006F> Tj ET", {
      resources: "/Font<</V 6 0 R>>",
      more: [
        "<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-V/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4>>>>]/ToUnicode 7 0 R>>",
        stream(
          "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <00FF> <0000> endbfrange endcmap end end",
        ),
      ],
    }),
    term: "hello",
  },
  "letters from right to left": {
    isSeen: true,
    bytes: () => stampText("abc עולם"),
    term: "עולם",
  },
  "a letter and its accent in two pieces": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (Jose\\001) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [helvetica("/ToUnicode 7 0 R"), cmap("1 beginbfchar <01> <0301> endbfchar")],
    }),
    term: "josé",
  },
  "a ligature": {
    isSeen: true,
    bytes: drawing("BT /L 14 Tf 20 150 Td (O\\001ce) Tj ET", {
      resources: "/Font<</L 6 0 R>>",
      more: [helvetica("/ToUnicode 7 0 R"), cmap("1 beginbfchar <01> <FB03> endbfchar")],
    }),
    term: "office",
  },
};
