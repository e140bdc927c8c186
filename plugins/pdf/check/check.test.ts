import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { protectedSample, sampleBase64 } from "../sample.ts";
import { buildArchive } from "./sound.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);

async function check(bytes: Uint8Array<ArrayBuffer>, body: Record<string, unknown> = {}) {
  const answer = await hub.post("/api/pdf/check", { file_base64: bytes.toBase64(), ...body });
  return json(answer);
}

/** Replaces a text of an object, and states the length of its stream again. */
function change(object: string, from: string, to: string) {
  const changed = object.replace(from, to);
  const [head = "", content] = changed.split("stream\n", 2);
  if (content === undefined || changed.length === object.length) return changed;
  const length = content.length - "\nendstream".length;
  return changed.replace(head, head.replace(/\/Length \d+/, `/Length ${length}`));
}

/** Builds the sound file with a text replaced. Throws if it doesn't have it. */
function replace(from: string, to: string, options?: { trailer: string }) {
  let isFound = false;
  const bytes = buildArchive((object) => {
    isFound ||= object.includes(from);
    return change(object, from, to);
  }, options);
  if (!isFound) throw new Error(`Cannot break the file: it lacks "${from}"`);
  return bytes;
}

/** Builds the sound file with an embedded CMap. */
function useCMap(ranges: string, supplement: number) {
  const system = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Own)/Supplement";
  return buildArchive((object) => {
    const named = object
      .replace("/Encoding/Identity-H", "/Encoding 25 0 R")
      .replace("(Identity)/Supplement 0", `(Own)/Supplement ${supplement}`);
    const mapped = change(
      named,
      "2 beginbfchar",
      `1 begincidrange ${ranges} endcidrange 2 beginbfchar`,
    );
    return mapped === named ? named : mapped.replace("/Length", `${system} 0>>/Length`);
  });
}

/** Builds the sound file with an image in JPEG 2000, as far as its header boxes. */
function useJpx(method: number, space: number) {
  const box = (kind: string, ...bytes: number[]) => {
    const content = String.fromCharCode(...bytes);
    return `\0\0\0${String.fromCharCode(content.length + 8)}${kind}${content}`;
  };
  const size = [0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 7, 7, 0, 0];
  const boxes = box("ihdr", ...size) + box("colr", method, 0, 0, 0, 0, 0, space);
  return buildArchive((object) =>
    change(
      object.replace("/ColorSpace/DeviceRGB/Intent/Perceptual", "/Filter/JPXDecode"),
      "\nabc",
      `\n${boxes}`,
    ),
  );
}

/** Builds the sound file with a colour space in the resources of its page. */
function useSpace(space: string, changes: readonly (readonly [string, string])[] = []) {
  return buildArchive((object) =>
    changes
      .reduce((text, [from, to]) => text.replace(from, to), object)
      .replace("/ExtGState", `/ColorSpace<</C ${space}>>/ExtGState`),
  );
}

/** Builds the sound file with a layer, and these entries of its configuration. */
function useLayers(entries: string) {
  const layer = "[<</Type/OCG/Name(A)>>]";
  const from = "/OCProperties<</OCGs[]/D<</Name(all)>>>>";
  const configs = "/Configs[<</Name(all)>>]";
  return replace(from, `/OCProperties<</OCGs${layer}/D<</Name(one)${entries}>>${configs}>>`);
}

/** Builds the sound file with another type of an element, and this role map. */
function mapRole(from: string, to: string, map: string) {
  return buildArchive((object) =>
    object
      .replace(from, to)
      .replace("/Type/StructTreeRoot", `/Type/StructTreeRoot/RoleMap<<${map}>>`),
  );
}

function inlineImage(entries: string): string {
  return `BI /W 1/H 1/BPC 8${entries} ID abcd EI`;
}

function edit(change: (text: string) => string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(buildArchive()).toString("latin1");
  return new Uint8Array(Buffer.from(change(text), "latin1"));
}

test("reports how many clauses of the standard have a rule", async () => {
  const bytes = edit((text) => text.replace("%PDF-1", "%PDF-9"));
  const { verdict, clauses } = await check(bytes, { profile: "pdfa-2b" });
  expect([verdict, clauses.total]).toEqual(["violations_found", 48]);
  expect(clauses.unchecked).not.toContain("6.1.2");
});

test("names the standard of the profile in each clause", async () => {
  const standards = {
    "pdfa-2b": "ISO 19005-2",
    "pdfa-3b": "ISO 19005-3",
    "pdfua-1": "ISO 14289-1",
  };
  for (const [profile, standard] of Object.entries(standards)) {
    const { violations } = await json(
      await hub.post("/api/pdf/check", { file_base64: sampleBase64, profile }),
    );
    for (const { clause } of violations) expect(clause).toStartWith(`${standard}, `);
  }
});

describe("a sound file", () => {
  test.each(["auto", "pdfa-3b", "pdfua-1"])("passes the profile %s", async (profile) => {
    const result = await check(buildArchive(), { profile });
    expect(result.violations).toEqual([]);
    expect(result).toMatchObject({ passed: true, claims: ["pdfa-3b", "pdfua-1"] });
    expect(result.verdict).toBe("no_violation_found");
    const { checked, total, share, unchecked } = result.clauses;
    expect(share).toBe(Math.round((100 * checked) / total) / 100);
    expect(unchecked).toHaveLength(total - checked);
  });

  test("can have types of its own with standard roles", async () => {
    for (const type of ["H2", "Figure", "Link", "Form"]) {
      const bytes = mapRole(`/S/${type}/`, "/S/Own/", `/Own/Other/Other/${type}`);
      expect((await check(bytes, { profile: "pdfua-1" })).violations).toEqual([]);
    }
  });

  test("can claim a standard in attributes with spaces", async () => {
    const bytes = replace(
      "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>",
      "",
    );
    expect((await check(bytes)).claims).toEqual(["pdfua-1"]);
    const claimed = replace(
      ` xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"`,
      ` xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part = '2' pdfaid:conformance="U"`,
    );
    const { claims, profile } = await check(claimed);
    expect({ claims, profile }).toEqual({ claims: ["pdfa-2u", "pdfua-1"], profile: "pdfa-2b" });
  });

  test("can state the length of a stream in another object", async () => {
    const bytes = buildArchive((object) =>
      object.replace("/Length 3/Type/EmbeddedFile", "/Length 12 0 R/Type/EmbeddedFile"),
    );
    const { violations } = await check(bytes, { profile: "pdfa-3b" });
    expect(violations.map(({ rule }: { rule: string }) => rule)).not.toContain("streams");
  });

  test("passes PDF/A-2b without its attached file", async () => {
    const bytes = replace("<pdfaid:part>3", "<pdfaid:part>2");
    const { violations } = await check(bytes, { profile: "pdfa-2b" });
    expect(violations.map(({ rule }: { rule: string }) => rule)).toEqual(["no-attachments"]);
  });
});

const program = "/S/URI/URI(https://example.com)";

const claim = "http://www.aiim.org/pdfa/ns/id/";

/** Builds the sound file without an output intent and a page group, and with transparency that its page uses. */
function useTransparency(use: string, entries: string) {
  const from =
    { "/S gs": "/BM/Multiply", "/X Do": "/BBox", "/I Do": "/Intent/Perceptual" }[use] ?? "";
  return buildArchive((object) =>
    object
      .replace("/Group<</S/Transparency/CS/DeviceRGB>>", "")
      .replace("/GTS_PDFA1", "/X")
      .replace(from, `${entries}${from === "/BM/Multiply" ? "" : from}`)
      .replace("/I Do", `${use} /I Do`),
  );
}

/** Moves the resources of the page to the node above. */
function moveResources() {
  let resources = "";
  buildArchive((object) => {
    resources ||= /\/Resources<<.*>>(?=\/Annots)/.exec(object)?.[0] ?? "";
    return object;
  });
  return buildArchive((object) =>
    object.replace(resources, "").replace("/Count 1", `/Count 1${resources}`),
  );
}

/** A file for each rule of PDF/A that violates it. */
const broken: [rule: string, file: () => Uint8Array<ArrayBuffer>][] = [
  ["header", () => edit((text) => text.replace("%\xe2\xe3\xcf\xd3", "%abcd"))],
  ["file-id", () => replace("/Lang(en)", "/Lang(de)", { trailer: "" })],
  ["end-of-file", () => edit((text) => `${text}more`)],
  ["filters", () => replace("/N 3", "/N 3/Filter[/LZWDecode]")],
  ["external-streams", () => replace("/N 3", "/N 3/F(other.bin)")],
  ["output-intent", () => replace("acsp", "none")],
  ["device-colors", () => replace("0 0 1 rg", "0 0 0 1 k")],
  [
    "device-colors",
    () => replace("/ColorSpace/DeviceRGB", "/ColorSpace[/Indexed/DeviceCMYK 0<00000000>]"),
  ],
  ["device-colors", () => replace("/GTS_PDFA1", "/GTS_PDFX")],
  ["graphics-state", () => replace("/TR2/Default", "/TR2/Identity")],
  ["rendering-intent", () => replace("/Intent/Perceptual", "/Intent/Pretty")],
  ["images", () => replace("/Intent/Perceptual", "/Interpolate true")],
  ["external-objects", () => replace("/BBox[0 0 60 20]", "/BBox[0 0 60 20]/Ref<<>>")],
  ["blend-modes", () => replace("/BM/Multiply", "/BM/Divide")],
  [
    "transparency-space",
    () =>
      buildArchive((object) =>
        object
          .replace("/S/Transparency/CS/DeviceRGB", "/S/Transparency")
          .replace("/GTS_PDFA1", "/X"),
      ),
  ],
  ["embedded-fonts", () => replace("/FontFile2 21 0 R", "")],
  ["cid-maps", () => replace("/CIDToGIDMap/Identity", "")],
  ["truetype-encodings", () => replace("/Encoding/WinAnsiEncoding", "")],
  ["truetype-encodings", () => replace("/Flags 32", "/Flags 4")],
  ["annotation-types", () => replace("/Subtype/Link", "/Subtype/Movie")],
  ["annotation-types", () => replace("/Subtype/Link", "/Subtype/Own")],
  ["optional-content", () => replace("/D<</Name(all)", "/D<</Name()")],
  ["annotation-flags", () => replace("/Rect[0 0 9 9]/F 4", "/Rect[0 0 9 9]/F 6")],
  ["annotation-flags", () => replace("/Rect[0 0 9 9]/F 4", "/Rect[0 0 9 9]")],
  ["annotation-appearances", () => replace("/AP<</N 16 0 R>>", "")],
  ["annotation-appearances", () => replace("/AP<</N 16 0 R>>", "/AP<</N 16 0 R/D 16 0 R>>")],
  ["annotation-appearances", () => replace("/FT/Tx", "/FT/Btn")],
  ["form-appearances", () => replace("/Fields[14 0 R]", "/Fields[14 0 R]/NeedAppearances true")],
  ["xfa", () => replace("/Fields[14 0 R]", "/Fields[14 0 R]/XFA(x)")],
  ["actions", () => replace(program, "/S/JavaScript/JS(app.alert)")],
  ["actions", () => replace(program, "/S/Launch/F(a.exe)")],
  ["actions", () => replace(program, "/S/Named/N/Print")],
  ["triggers", () => replace("/Tabs/S", "/Tabs/S/AA<<>>")],
  ["triggers", () => replace("/FT/Tx", "/FT/Tx/AA<<>>")],
  ["metadata", () => replace("/Metadata 5 0 R", "")],
  ["metadata", () => replace(`<?xpacket begin=""`, `<?xpacket begin="" bytes="9"`)],
  ["identification", () => replace("<pdfaid:part>3", "<pdfaid:part>1")],
  ["identification", () => replace("conformance>B", "conformance>X")],
  ["attachments", () => replace("/AFRelationship/Data", "")],
  ["attachments", () => replace("/Subtype/text#2Fplain", "")],
  ["attachments", () => replace("/AF[15 0 R]", "")],
  ["optional-content", () => replace("/D<</Name(all)", "/D<<")],
  ["presentations", () => replace("/Tabs/S", "/Tabs/S/PresSteps<<>>")],
  ["requirements", () => replace("/Lang(en)", "/Lang(en)/Requirements[]")],
  ["widget-actions", () => replace("/FT/Tx", "/FT/Tx/A<</S/URI/URI(a)>>")],
  ["permissions", () => replace("/Lang(en)", "/Lang(en)/Perms<</Other 1>>")],
  ["page-sizes", () => replace("/MediaBox[0 0 200 200]", "/MediaBox[0 0 200 2]")],
  [
    "page-sizes",
    () => replace("/MediaBox[0 0 200 200]", "/MediaBox[0 0 200 200]/CropBox[0 0 9 15000]"),
  ],
  ["streams", () => edit((text) => text.replace("\nendstream", " endstream"))],
  [
    "streams",
    () => edit((text) => text.replace("/Length 0/Type/XObject", "/Length 1/Type/XObject")),
  ],
  ["objects", () => edit((text) => text.replace("2 0 obj\n", "2 0 obj "))],
  ["objects", () => edit((text) => text.replace("\nendobj", " endobj"))],
  ["content-operators", () => replace("BT 0 0 1 rg", "BT BX pretty EX 0 0 1 rg")],
  ["resources", () => replace("/I Do", "/Other Do")],
  ["resources", () => replace("/F 12 Tf", "/Other 12 Tf")],
  ["nesting", () => replace("/I Do Q", `${"q ".repeat(28)}/I Do ${"Q ".repeat(28)} Q`)],
  ["hex-strings", () => replace("<00050006>", "<0005000>")],
  ["hex-strings", () => replace("<00050006>", "<0005x0006>")],
  ["inline-filters", () => replace("/I Do", `${inlineImage("/CS/RGB/F[/LZW]")} /I Do`)],
  ["inline-filters", () => replace("/I Do", `${inlineImage("/CS/RGB/F/Own")} /I Do`)],
  ["font-entries", () => replace("/LastChar 90", "/LastChar 91")],
  ["font-entries", () => replace("/Type/Font/Subtype/TrueType", "/Subtype/TrueType")],
  ["font-entries", () => replace("/Type/Font/Subtype/TrueType", "/Type/Font/Subtype/Own")],
  ["transparency-space", () => useTransparency("/S gs", "/BM/Multiply")],
  ["transparency-space", () => useTransparency("/X Do", "/Group<</S/Transparency>>")],
  ["transparency-space", () => useTransparency("/I Do", "/SMask 18 0 R")],
  [
    "identification",
    () => replace("<pdfaid:part>3", `<z:amd xmlns:z="${claim}">1</z:amd><pdfaid:part>3`),
  ],
  ["attachments", () => replace("/Subtype/text#2Fplain", "/Subtype/text")],
  ["resources", () => moveResources()],
  [
    "device-colors",
    () => buildArchive((object) => object.replace("0 0 1 rg", "").replace("/GTS_PDFA1", "/X")),
  ],
  ["images", () => replace("/I Do", `${inlineImage("/CS/RGB/I true")} /I Do`)],
  ["device-colors", () => replace("/I Do", `${inlineImage("/CS/CMYK")} /I Do`)],
  ["device-colors", () => replace("/CS/DeviceRGB", "/CS/DeviceCMYK")],
  [
    "device-colors",
    () => replace("/ExtGState", "/Shading<</A<</ShadingType 2/ColorSpace/DeviceCMYK>>>>/ExtGState"),
  ],
  ["rendering-intent", () => replace("/I Do", "/Pretty ri /I Do")],
  ["graphics-state", () => replace("/TR2/Default", "/HT<</HalftoneType 6>>")],
  ["graphics-state", () => replace("/TR2/Default", "/HT<</HalftoneType 1/HalftoneName(a)>>")],
  ["icc-profiles", () => useSpace("[/ICCBased 7 0 R]", [["/N 3", "/N 4"]])],
  ["icc-profiles", () => useSpace("[/ICCBased 16 0 R]")],
  [
    "overprint",
    () =>
      useSpace("[/ICCBased 7 0 R]", [
        ["/N 3", "/N 4"],
        ["/TR2/Default", "/OP true/OPM 1"],
      ]),
  ],
  [
    "separations",
    () =>
      useSpace(
        "[/DeviceN[/A]/DeviceRGB 9 0 R<</Colorants<</A[/Separation/A/DeviceRGB<<>>]/B[/Separation/A/DeviceGray<<>>]>>>>]",
      ),
  ],
  ["device-n", () => useSpace("[/DeviceN[/Gold]/DeviceRGB 9 0 R]")],
  ["jpeg-2000", () => replace("/Intent/Perceptual", "/Filter/JPXDecode")],
  ["jpeg-2000", () => useJpx(4, 16)],
  ["jpeg-2000", () => useJpx(1, 19)],
  ["cmaps", () => useCMap("<0000> <00ff> 65500", 0)],
  ["cid-systems", () => useCMap("<0000> <00ff> 0", 1)],
  ["font-programs", () => replace("/Length1", "/Filter/ASCIIHexDecode/Length1")],
  ["font-programs", () => replace("/FontFile2 21 0 R", "/FontFile3 21 0 R")],
  ["known-fonts", () => replace("/F 12 Tf", "")],
  ["glyph-widths", () => replace("/Widths[600", "/Widths[602")],
  ["glyph-widths", () => replace("/DW 600", "/DW 600/W[5[700]]")],
  ["missing-glyphs", () => replace("(AB) Tj", "(AB\\001) Tj")],
  ["missing-glyphs", () => replace("<00050006>", "<0005ffff>")],
  ["cid-systems", () => replace("/Registry(Adobe)", "/Registry<</value/Adobe>>")],
  ["filters", () => replace("/BBox[0 0 60 20]", "/BBox[0 0 60 20]/Filter/FlateDecode")],
  ["cid-systems", () => replace("/CIDSystemInfo<<", "/Other<<")],
  ["cmaps", () => replace("/Identity-H", "/Own-H")],
  ["glyph-sets", () => replace("/CapHeight 700", "/CapHeight 700/CIDSet 16 0 R")],
  ["truetype-maps", () => edit((text) => text.replace("cmap", "xmap"))],
  ["metadata-schemas", () => replace('ns/id/" xmlns:dc', 'ns/other/" xmlns:dc')],
  ["metadata-types", () => replace("<dc:title>", "<dc:subject>A</dc:subject><dc:title>")],
  ["metadata-types", () => replace("<dc:title>", "<dc:headline>A</dc:headline><dc:title>")],
  ["metadata-types", () => replace(` xml:lang="x-default"`, "")],
  ["extension-schemas", () => replace("<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>", "")],
  ["extension-schemas", () => edit((text) => text.replaceAll("pdfaProperty", "ownProperty"))],
  ["metadata", () => replace(`<?xpacket begin=""`, `<?xpacket bytes="9" begin=""`)],
  ["file-id", () => replace("/Lang(en)", "/Lang(en)", { trailer: "/ID[<><>]" })],
  ["objects", () => edit((text) => text.replace(/\n(\d+) 0 obj/, "\n$1 0  obj"))],
  ["cross-references", () => edit((text) => text.replace("\nxref\n", "\nxref \n"))],
  [
    "colorant-names",
    () => replace("/ColorSpace/DeviceRGB", "/ColorSpace[/Separation/Own#c3/DeviceRGB 16 0 R]"),
  ],
  ["content-limits", () => replace("(AB) Tj", "2157483648 0 m (AB) Tj")],
  [
    "graphics-state",
    () => replace("/TR2/Default", "/HT<</HalftoneType 5/Red<</HalftoneType 1>>>>"),
  ],
  ["annotation-appearances", () => replace("/AP<</N 16 0 R>>", "/AP<</N<</On 16 0 R>>>>")],
  ["optional-content", () => useLayers("/Order[]")],
  ["optional-content", () => useLayers("/Name(all)")],
  ["limits", () => replace("/Lang(en)", `/Lang(en)/List[[(${"n".repeat(32_768)})]]`)],
  ["limits", () => replace("/Lang(en)", "/Lang(en)/Number 3000000000")],
  ["limits", () => replace("/Lang(en)", `/Lang(en)/${"n".repeat(128)} 1`)],
  ["limits", () => replace("/Lang(en)", `/Lang(${"n".repeat(32_768)})`)],
];

/** The last element of the document, which other elements can follow. */
const lastElement = "23 0 R 24 0 R]";

function addElement(element: string, more = "") {
  return replace(lastElement, `23 0 R 24 0 R ${element}]${more}`);
}

/** Writes a structure element within the document. Elements in it name it as their parent by number only. */
function tag(type: string, kids = "", entries = "") {
  return `<</Type/StructElem/S/${type}/P 11 0 R${entries}/K[${kids}]>>`;
}

function addTable(...rows: string[]) {
  return addElement(tag("Table", rows.map((cells) => tag("TR", cells)).join("")));
}

const table = (entries: string) => `/A<</O/Table${entries}>>`;
const cell = tag("TD");
const header = tag("TH", "", table("/Scope/Column"));

function addAnnotation(entries: string, element = "") {
  return buildArchive((object) =>
    object
      .replace("/Annots[", `/Annots[<</Type/Annot/Rect[9 9 20 20]${entries}>>`)
      .replace("/Nums[", element ? `/Nums[9 ${element}` : "/Nums["),
  );
}

function useDynamicForm() {
  const config = "<dynamicRender>required</dynamicRender>";
  return buildArchive((object) =>
    object
      .replace("/Fields[14 0 R]", "/Fields[14 0 R]/XFA[(config)20 0 R]")
      .replace("/Length 3/Type/EmbeddedFile", `/Length ${config.length}/Type/EmbeddedFile`)
      .replace("stream\none", `stream\n${config}`),
  );
}

/** A file for each rule of PDF/UA that violates it. */
const inaccessible: [rule: string, file: () => Uint8Array<ArrayBuffer>][] = [
  ["ua-identification", () => replace("<pdfuaid:part>1", "<pdfuaid:part>2")],
  [
    "ua-identification",
    () => edit((text) => text.replaceAll("pdfuaid:", "ua:").replace("xmlns:pdfuaid", "xmlns:ua")),
  ],
  ["pdf-version", () => edit((text) => text.replace("%PDF-1.", "%PDF-2."))],
  ["tagged", () => replace("/Marked true", "/Marked false")],
  ["structure-tree", () => replace("/StructTreeRoot 10 0 R", "")],
  ["structure-tree", () => replace("/Marked true", "/Marked true/Suspects true")],
  ["untagged-content", () => replace("/P<</MCID 0>>BDC BT", "/P BMC BT")],
  ["untagged-content", () => replace("/Artifact BMC q", "/Other BMC q")],
  ["untagged-content", () => replace("/Artifact BMC q", "0 0 9 9 re f /Artifact BMC q")],
  ["untagged-content", () => replace("0[12 0 R]", "0[]")],
  ["tagged-artifacts", () => replace("BDC BT", "BDC /Artifact BMC EMC BT")],
  ["tagged-artifacts", () => replace("/P<</MCID 0>>BDC", "/Artifact BMC /P<</MCID 0>>BDC")],
  ["roles", () => replace("/S/H2", "/S/Heading")],
  ["roles", () => mapRole("/S/H2", "/S/H2", "/H2/H1")],
  ["roles", () => mapRole("/S/H2", "/S/One", "/One/Two/Two/One")],
  ["parents", () => replace("/S/H2/P 11 0 R", "/S/H2")],
  ["title", () => replace("<dc:title>", "<dc:other>")],
  ["title", () => replace("A title", "")],
  ["title", () => replace("/DisplayDocTitle true", "")],
  ["title", () => replace("/Type/Metadata", "/Type/Other")],
  ["language", () => replace("/Lang(en)", "/Outlines<</First 1 0 R>>")],
  ["content-languages", () => replace("/Lang(en)", "")],
  [
    "content-languages",
    () =>
      edit((text) =>
        text.replace("/Lang(en)", "/Long(en)").replace("/P<</MCID 0>>BDC", "/Span<</E(a)>>BDC"),
      ),
  ],
  ["content-language-codes", () => replace("/MCID 0", "/MCID 0/Lang(a b)")],
  ["language-codes", () => replace("/Lang(en)", "/Lang()")],
  ["language-codes", () => replace("/Lang(en)", "/Lang(english language)")],
  ["nesting-of-elements", () => addElement(tag("TR", cell))],
  ["nesting-of-elements", () => addElement(tag("Table", tag("P")))],
  ["nesting-of-elements", () => addElement(tag("L", tag("LI", tag("P"))))],
  ["nesting-of-elements", () => addElement(tag("Div", tag("LI")))],
  ["nesting-of-elements", () => addElement(tag("TOC", tag("NonStruct", tag("P"))))],
  ["captions", () => addElement(tag("L", tag("LI") + tag("Caption")))],
  ["captions", () => addElement(tag("Table", tag("Caption") + tag("TR", cell) + tag("Caption")))],
  ["captions", () => addElement(tag("Table", tag("TR", cell) + tag("Caption") + tag("TR", cell)))],
  ["table-parts", () => addElement(tag("Table", tag("THead", tag("TR", header))))],
  ["table-cells", () => addTable(cell + cell, cell)],
  ["table-cells", () => addTable(cell, cell + cell)],
  ["table-cells", () => addTable(cell + tag("TD", "", table("/RowSpan 3")), cell)],
  [
    "table-cells",
    () => addTable(cell + tag("TD", "", table("/RowSpan 2")), tag("TD", "", table("/ColSpan 2"))),
  ],
  ["table-cells", () => addTable(tag("TD", "", table("/ColSpan 9000000")))],
  ["table-headers", () => addTable(tag("TH"), cell)],
  ["table-headers", () => addTable(header + tag("TH"), tag("TH") + cell)],
  ["table-headers", () => addTable(tag("TH", "", "/ID(a)"), tag("TD", "", table("/Headers[(b)]")))],
  ["figures", () => replace("/Alt(A dot)", "")],
  ["figures", () => mapRole("/S/Figure/Alt(A dot)", "/S/Picture", "/Picture/Image/Image/Figure")],
  ["formulas", () => addElement(tag("Formula"))],
  ["headings", () => replace("/S/H2", "/S/H3")],
  ["headings", () => mapRole("/S/H2", "/S/Title", "/Title/H3")],
  ["heading-kinds", () => replace("/S/H2", "/S/H")],
  ["heading-kinds", () => edit((text) => text.replace("/S/H1", "/S/H ").replace("/S/H2", "/S/H "))],
  ["notes", () => addElement(tag("Note"))],
  ["notes", () => addElement(tag("Note", "", "/ID(a)") + tag("Note", "", "/ID(a)"))],
  ["layer-names", () => replace("/D<</Name(all)", "/D<</Name()")],
  ["layer-names", () => useLayers("/AS[]")],
  ["file-names", () => replace("/UF(a.txt)", "")],
  ["dynamic-forms", useDynamicForm],
  ["reference-objects", () => replace("/BBox[0 0 60 20]", "/BBox[0 0 60 20]/Ref<<>>")],
  [
    "repeated-forms",
    () =>
      buildArchive((object) =>
        object.replace("/I Do", "/X Do /X Do").replace("/BBox", "/StructParents 7/BBox"),
      ),
  ],
  ["media-clips", () => replace(program, "/S/Rendition/R<</S/MR/C<</S/MCD/D(a)/Alt[()(a)]>>>>")],
  [
    "media-clips",
    () => replace(program, "/S/Rendition/R<</S/MR/C<</S/MCD/D(a)/CT(audio/wav)/Alt[()()]>>>>"),
  ],
  ["trap-networks", () => addAnnotation("/Subtype/TrapNet")],
  ["printer-marks", () => addAnnotation("/Subtype/PrinterMark/StructParent 9", "12 0 R")],
  ["tab-order", () => replace("/Tabs/S", "/Tabs/R")],
  ["annotation-texts", () => replace("/Contents(A link)", "")],
  ["annotation-texts", () => replace("/TU(Name)", "")],
  ["link-texts", () => replace("/Contents(A link)", "/Contents()")],
  ["link-tags", () => replace("/StructParent 1", "")],
  ["link-tags", () => replace("1 23 0 R 2 24 0 R", "2 24 0 R")],
  ["link-tags", () => replace("1 23 0 R 2 24 0 R", "1 24 0 R 2 24 0 R")],
  ["link-tags", () => replace("/S/Link/P", "/S/Span/P")],
  ["widget-tags", () => replace("/S/Form/P", "/S/Link/P")],
  ["widget-tags", () => replace("/Obj 14 0 R", "/Obj 13 0 R")],
  ["form-elements", () => replace("/K<</Type/OBJR/Obj 14 0 R>>", "/K[<</Type/OBJR/Obj 14 0 R>>1]")],
  ["annotation-tags", () => replace("/Subtype/Link", "/Subtype/Text")],
  ["embedded-fonts", () => replace("/FontFile2 21 0 R", "")],
  ["unicode-maps", () => replace("/ToUnicode 25 0 R", "")],
  ["unicode-maps", () => replace("<0006> <0042>", "<0006> <feff>")],
  ["unicode-maps", () => replace("<0006> <0042>", "<0006> <0000>")],
];

const all = [
  ...broken.map(([rule, file]) => ({ profile: "pdfa-3b", rule, file })),
  ...inaccessible.map(([rule, file]) => ({ profile: "pdfua-1", rule, file })),
];

describe("a file that violates one rule", () => {
  test.each(all)("fails the rule $rule of $profile", async ({ profile, rule, file }) => {
    const result = await check(file(), { profile });
    expect(result.passed).toBe(false);
    expect(result.violations.map((violation: { rule: string }) => violation.rule)).toContain(rule);
  });

  test("exists for every rule", async () => {
    const rules = new Set<string>();
    for (const profile of ["pdfa-2b", "pdfa-3b", "pdfua-1"])
      for (const rule of (await check(buildArchive(), { profile })).rules) rules.add(rule);
    const tested = new Set([
      "encryption",
      "no-attachments",
      "assistive-access",
      ...all.map(({ rule }) => rule),
    ]);
    expect([...rules].filter((rule) => !tested.has(rule))).toEqual([]);
  });
});

test("reports encryption, the pages and the fonts of a violation", async () => {
  const body = { file_base64: protectedSample, password: "sesame", profile: "pdfa-2b" };
  const { violations } = await json(await hub.post("/api/pdf/check", body));
  const find = (name: string) => violations.find(({ rule }: { rule: string }) => rule === name);
  expect(find("encryption")).toMatchObject({ clause: "ISO 19005-2, 6.1.3", count: 1 });
  expect(find("embedded-fonts").details).toEqual(["Helvetica"]);
});

test("checks a file without a claim against PDF/A-2b", async () => {
  const result = await json(await hub.post("/api/pdf/check", { file_base64: sampleBase64 }));
  expect(result).toMatchObject({ profile: "pdfa-2b", claims: [], passed: false });
});

test("rejects an unknown profile", async () => {
  const body = { file_base64: sampleBase64, profile: "pdfa-1a" };
  expect((await hub.post("/api/pdf/check", body)).status).toBe(400);
});
