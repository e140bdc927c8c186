import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { buildTagged } from "./graft/tagged.fixture.ts";
import { sampleBase64, stream, writePdf } from "./sample.ts";
import { sampleStore } from "./signatures/sample.ts";

const hub = await testHub(import.meta.dir);

/** A page with each part of a document that pages do not draw. */
const laden = writePdf(
  [
    "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R/Outlines 8 0 R/PageLabels<</Nums[0<</S/r>>]>>/AcroForm<</Fields[10 0 R]/DA(/F 9 Tf)/DR<</Font<</F 5 0 R>>>>>>/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a.txt)/EF<</F 11 0 R>>>>]>>>>/Metadata 12 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/StructParents 0/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R/Annots[10 0 R 14 0 R 15 0 R]>>",
    stream("/P<</MCID 0>>BDC BT /F 18 Tf 20 100 Td (Tagged page) Tj ET EMC"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/StructTreeRoot/K[7 0 R]/ParentTree<</Nums[0[16 0 R]]>>>>",
    "<</Type/StructElem/S/Document/P 6 0 R/K[16 0 R]>>",
    "<</Type/Outlines/First 9 0 R/Last 9 0 R/Count 1>>",
    "<</Title(Start)/Parent 8 0 R/Dest[3 0 R/Fit]>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ann)/DA(/F 9 Tf)/Rect[20 20 80 40]/P 3 0 R/F 4/AP<</N 17 0 R>>>>",
    stream("one", "/Type/EmbeddedFile"),
    stream(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/></rdf:RDF></x:xmpmeta>',
      "/Type/Metadata/Subtype/XML",
    ),
    "<</Title(A title)/Author(Ann)>>",
    "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com)>>>>",
    "<</Type/Annot/Subtype/Text/Rect[20 150 40 170]/Contents(check)/T(Ann)>>",
    "<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K 0>>",
    stream(
      "BT /F 9 Tf 2 4 Td (Ann) Tj ET",
      "/Type/XObject/Subtype/Form/BBox[0 0 60 20]/Resources<</Font<</F 5 0 R>>>>",
    ),
  ],
  "/Info 13 0 R",
).toBase64();

const parts = [
  "tags",
  "links",
  "annotations",
  "bookmarks",
  "page_labels",
  "attachments",
  "fields",
  "metadata",
  "pdfa_claim",
  "pdfua_claim",
];

/** The request of each endpoint that returns a PDF. */
const requests: Readonly<Record<string, object>> = {
  "attach-files": { file_base64: laden, attachments_base64: [sampleBase64], names: ["b.pdf"] },
  compress: { file_base64: laden, keep_smaller: false },
  "fill-form": { file_base64: laden, fill: { name: "Ben" } },
  merge: { files_base64: [laden, sampleBase64] },
  ocr: { file_base64: laden, ocr: "auto" },
  organize: { file_base64: laden, ops: [{ op: "duplicate", pages: "1" }] },
  "page-numbers": { file_base64: laden },
  protect: { file_base64: laden, user_password: "open sesame" },
  redact: { file_base64: laden, terms: ["nobody"] },
  rotate: { file_base64: laden, angle: 90 },
  "set-bookmarks": { file_base64: laden, bookmarks: [{ title: "Start", page: 1 }] },
  sign: { file_base64: laden, pkcs12_base64: sampleStore, key_password: "secret" },
  split: { file_base64: laden, mode: "every" },
  "to-pdfa": { file_base64: laden },
  unlock: { file_base64: laden, lenient: true },
  watermark: { file_base64: laden, text: "Draft" },
};

const readme = await Bun.file(`${import.meta.dir}/README.md`).text();

/** Returns the parts that an endpoint loses according to the README. */
function readLostParts(endpoint: string): string[] {
  const section = readme.slice(readme.indexOf("## Parts that are lost"));
  const row = section.split("\n").find((line) => line.startsWith(`| ${endpoint} `));
  const cells = row?.split("|").map((cell) => cell.trim()) ?? [];
  return parts.filter((_, index) => cells[index + 2] === "lost");
}

test.each(sampleCases(Object.entries(requests), 4))(
  "%s reports the parts that the README names as lost",
  async (endpoint, body) => {
    const path = `/api/pdf/${endpoint}`;
    const { data } = await json(await hub.post(path, { ...body, response: "json" }));
    const names = data.lost.split(",").map((one: string) => one.split("=")[0]);
    expect(names.filter(Boolean)).toEqual(readLostParts(endpoint));
    const lacks = data.warnings.filter((one: string) => one.startsWith("The output lacks"));
    expect(lacks).toHaveLength(names.filter(Boolean).length);
  },
);

test("a binary response reports lost parts with their number in a header", async () => {
  const answer = await hub.post("/api/pdf/redact", { file_base64: laden, terms: ["nobody"] });
  expect(answer.headers.get("x-lost")).toBe(
    "links=1,annotations=1,attachments=1,fields=1,metadata=3,pdfa_claim=1,pdfua_claim=1",
  );
});

test("a warning names what the output lacks", async () => {
  const ops = [{ op: "flatten", what: ["forms"] }];
  const body = { file_base64: laden, ops, response: "json" };
  const { data } = await json(await hub.post("/api/pdf/organize", body));
  expect(data.warnings).toContain("The output lacks form fields of the input: 1");
});

test("merge counts page labels that the request drops", async () => {
  const body = { files_base64: [laden, sampleBase64], page_labels: false };
  const { headers } = await hub.post("/api/pdf/merge", body);
  expect(headers.get("x-lost")).toContain("page_labels=1");
});

describe("lost tags are counted, although others are copied or added, by", () => {
  const tagged = buildTagged().toBase64();
  const duplicate = { op: "duplicate", pages: "1", times: 3 };
  const shorten = [{ op: "reverse" }, { op: "delete", pages: "3" }, duplicate];
  test.each([
    ["split", { file_base64: tagged, mode: "ranges", ranges: "1;1;2;2" }, "tags=9"],
    ["split into all pages", { file_base64: tagged, mode: "every" }, undefined],
    ["merge", { files_base64: [tagged, tagged], ranges: ["1-2"] }, "tags=9"],
    ["merge of whole files", { files_base64: [tagged, tagged] }, undefined],
    ["organize", { file_base64: tagged, ops: shorten }, "tags=9"],
    ["organize without a deletion", { file_base64: tagged, ops: [duplicate] }, undefined],
  ])("%s", async (name, body, expected) => {
    const [endpoint] = name.split(" ");
    const { headers } = await hub.post(`/api/pdf/${endpoint}`, body);
    const parts = headers.get("x-lost")?.split(",") ?? [];
    expect(parts.find((part) => part.startsWith("tags="))).toBe(expected);
  });
});

test.each([
  ["watermark", { text: "DRAFT", flatten: true }],
  ["ocr", { ocr: "force" }],
])("%s removes the claim to be PDF/UA if pages become images", async (endpoint, body) => {
  const file_base64 = buildTagged().toBase64();
  const { headers } = await hub.post(`/api/pdf/${endpoint}`, { file_base64, ...body });
  expect(headers.get("x-lost")).toContain("pdfua_claim=1");
});
