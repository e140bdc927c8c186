import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { PDFDict, PDFDocument, PDFName } from "pdf-lib";
import { buildArchive } from "../check/sound.fixture.ts";
import { withPdfium } from "../engines/pdfium.ts";
import { runQpdf } from "../engines/qpdf.ts";
import { signedPdf } from "../hostile.fixture.ts";
import { renderPage } from "../render/page-image.ts";
import { protectedSample, sampleBase64, stream } from "../sample.ts";
import { buildPage, convertible, inconvertible } from "./files.fixture.ts";

setDefaultTimeout(120_000);

const hub = await testHub(`${import.meta.dir}/..`);

async function convert(bytes: Uint8Array<ArrayBuffer>, fields: object = {}) {
  const body = { file_base64: bytes.toBase64(), response: "json", ...fields };
  const answer = await hub.post("/api/pdf/to-pdfa", body);
  return { status: answer.status, ...(await json(answer)) };
}

const size = { width: 300, height: 300 };
const white = [255, 255, 255, 255] as const;

function render(bytes: Uint8Array): Promise<Buffer> {
  const options = { ...size, background: white, annotations: true };
  return withPdfium(bytes, (opened) => renderPage(opened, 1, options));
}

/** Returns the largest difference between the channels of two pictures. */
function findDifference(one: Buffer, other: Buffer): number {
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);
}

describe("a file that PDF/A forbids", () => {
  test.each(sampleCases(convertible, 12))("%s: is converted with %s", async (change, _, page) => {
    const before = buildPage(page);
    const { status, data, detail } = await convert(before, { invalidate_signatures: true });
    expect([status, detail]).toEqual([200, undefined]);
    expect(data.changes).toContain(`${change}=`);
    const after = Uint8Array.fromBase64(data.base64);
    const check = await json(
      await hub.post("/api/pdf/check", { file_base64: data.base64, profile: "pdfa-2b" }),
    );
    expect([check.claims, check.violations]).toEqual([["pdfa-2b"], []]);
    expect(findDifference(await render(before), await render(after))).toBeLessThan(16);
    expect((await runQpdf(["--check", "/in.pdf"], { "in.pdf": after })).exitCode).toBe(0);
  });

  test.each(inconvertible)("%s: is refused with %s", async (rule, _, page) => {
    const { status, code, violations } = await convert(buildPage(page));
    expect([status, code]).toEqual([422, "pdfa_impossible"]);
    expect(violations.map((one: { rule: string }) => one.rule)).toContain(rule);
  });
});

/** A file that passes PDF/A-2b: the sample, converted. */
const archived = await convert(buildPage({})).then(({ data }) =>
  Uint8Array.fromBase64(data.base64),
);

test("returns a file that already meets the standard as it is", async () => {
  const { data } = await convert(archived);
  expect(data).toMatchObject({ converted: false, changes: "", lost: "", warnings: [] });
  expect(Uint8Array.fromBase64(data.base64)).toEqual(archived);
});

test("changes the claim of an archived file, and nothing else", async () => {
  const { data } = await convert(archived, { profile: "pdfa-3b" });
  expect(data).toMatchObject({ converted: true, profile: "pdfa-3b", changes: "", lost: "" });
  const again = await convert(archived, { profile: "pdfa-3b" });
  expect(again.data.base64).toBe(data.base64);
  const check = await json(await hub.post("/api/pdf/check", { file_base64: data.base64 }));
  expect(check).toMatchObject({ claims: ["pdfa-3b"], passed: true });
});

test("gives a drawn font the resources of its page without the font itself", async () => {
  const square = "750 0 0 0 750 750 d1 0 0 750 750 re f";
  const { data } = await convert(
    buildPage({
      font: "<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</A 6 0 R/B 6 0 R>>/Encoding<</Type/Encoding/Differences[65/A/B]>>/FirstChar 65/LastChar 66/Widths[750 750]>>",
      resources: "/ExtGState<</G<</Type/ExtGState/CA 1>>>>",
      objects: [stream(square)],
    }),
  );
  const { context } = await PDFDocument.load(data.base64);
  const resources = [...context.enumerateIndirectObjects()].flatMap(([, object]) =>
    object instanceof PDFDict && object.get(PDFName.of("CharProcs"))
      ? [context.lookup(object.get(PDFName.of("Resources")), PDFDict)]
      : [],
  );
  expect(resources.map((one) => one.has(PDFName.of("ExtGState")))).toEqual([true]);
  expect(resources.map((one) => one.lookup(PDFName.of("Font"), PDFDict).keys())).toEqual([[]]);
});

test("writes the information dictionary into the metadata", async () => {
  const info = "<</Title(A < B)/Author(Ann)/CreationDate(D:20260102030405Z)>>";
  const { data } = await convert(buildPage({ objects: [info], trailer: "/Info 6 0 R" }));
  const text = Buffer.from(data.base64, "base64").toString("latin1");
  expect(text).toContain('<rdf:li xml:lang="x-default">A &lt; B</rdf:li>');
  expect(text).toContain("<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>");
  expect(text).toContain("<xmp:CreateDate>2026-01-02T03:04:05Z</xmp:CreateDate>");
});

/** Converts a page with these properties of XMP metadata. Returns the text of the result. */
async function convertProperties(properties: string, info = "<<>>") {
  const namespaces =
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"';
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${namespaces}><rdf:Description rdf:about="">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const objects = [stream(xmp, "/Type/Metadata/Subtype/XML"), info];
  const page = buildPage({ catalog: "/Metadata 6 0 R", objects, trailer: "/Info 7 0 R" });
  const { data } = await convert(page);
  return { text: Buffer.from(data.base64, "base64").toString("latin1"), data };
}

test("keeps properties that only the metadata has", async () => {
  const properties = [
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">One</rdf:li><rdf:li xml:lang="de">Eins</rdf:li></rdf:Alt></dc:title>',
    '<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Ann</rdf:li></rdf:Alt></dc:rights>',
    "<xmpRights:Marked>True</xmpRights:Marked>",
    "<xmpMM:DocumentID>uuid:1</xmpMM:DocumentID>",
  ];
  const { text, data } = await convertProperties(properties.join(""));
  for (const property of properties) expect(text).toContain(property);
  expect([data.changes, data.lost]).toEqual(["embedded_fonts=1", ""]);
});

test("replaces properties that contradict the information dictionary", async () => {
  const authors =
    "<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Ben</rdf:li></rdf:Seq></dc:creator>";
  const title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:title>';
  const info = "<</Title(New)/Author(Ann, Ben)>>";
  const { text } = await convertProperties(`${title}${authors}`, info);
  expect(text).toContain(authors);
  expect(text).toContain(title.replace("Old", "New"));
  expect(text).not.toContain(">Old<");
});

test("lists properties that it doesn't keep", async () => {
  const { data } = await convertProperties("<dc:colour>red</dc:colour>");
  expect(data.warnings).toContain("Removed properties of the metadata: 1 (dc:colour)");
});

describe("a claim to be PDF/UA", () => {
  test("remains if the result still meets the rules", async () => {
    const { data } = await convert(buildArchive());
    expect(data.lost).toBe("attachments=1");
    const check = await json(
      await hub.post("/api/pdf/check", { file_base64: data.base64, profile: "pdfua-1" }),
    );
    expect([check.claims, check.violations]).toEqual([["pdfa-2b", "pdfua-1"], []]);
  });

  test("is removed and counted otherwise", async () => {
    const { data } = await convert(buildArchive((object) => object.replace("/Alt(A dot)", "")));
    expect(data.lost).toBe("attachments=1,pdfua_claim=1");
    const check = await json(await hub.post("/api/pdf/check", { file_base64: data.base64 }));
    expect([check.claims, check.violations]).toEqual([["pdfa-2b"], []]);
  });
});

describe("described metadata", () => {
  const convertOwn = async (fields: string) => {
    const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
    const pdfa = "http://www.aiim.org/pdfa/ns";
    const schema = `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:namespaceURI>urn:own</pdfaSchema:namespaceURI>${fields}</rdf:li></rdf:Bag></pdfaExtension:schemas>`;
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${rdf} xmlns:own="urn:own" xmlns:pdfaExtension="${pdfa}/extension/" xmlns:pdfaSchema="${pdfa}/schema#"><rdf:Description rdf:about="">${schema}</rdf:Description><rdf:Description rdf:about=""><own:a>1</own:a></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const objects = [stream(xmp, "/Type/Metadata/Subtype/XML")];
    const { data } = await convert(buildPage({ catalog: "/Metadata 6 0 R", objects }));
    return { data, text: Buffer.from(data.base64, "base64").toString("latin1") };
  };

  test("is kept, with the namespaces of the elements around it", async () => {
    const { data, text } = await convertOwn(
      "<pdfaSchema:schema>Own</pdfaSchema:schema><pdfaSchema:prefix>own</pdfaSchema:prefix>",
    );
    expect(text).toContain('<rdf:Description xmlns:own="urn:own" rdf:about=""><own:a>1</own:a>');
    expect(data.changes).toBe("embedded_fonts=1");
  });

  test("is removed if its extension schema is incomplete", async () => {
    const { data, text } = await convertOwn("<pdfaSchema:schema>Own</pdfaSchema:schema>");
    expect(text).not.toContain("own:a");
    expect(`${data.changes}${data.lost}`).toContain("metadata=");
  });
});

describe("attached files", () => {
  const attach = (file: string, { name = "a.csv" } = {}) =>
    buildPage({
      catalog: "/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>",
      objects: [`<</Type/Filespec/F(${name})/EF<</F 7 0 R>>>>`, stream(file, "/Type/EmbeddedFile")],
    });

  test("are described for PDF/A-3", async () => {
    const { data } = await convert(attach("a,b"), { profile: "pdfa-3b" });
    expect((await convert(attach(""), { profile: "pdfa-3b" })).status).toBe(200);
    expect(data).toMatchObject({
      lost: "",
      changes: expect.stringContaining("described_attachments=2"),
    });
  });

  test("of the type application/octet-stream remain in PDF/A-3", async () => {
    const { data } = await convert(attach("a", { name: "a.bin" }), { profile: "pdfa-3b" });
    expect(data.lost).toBe("");
  });

  test("are removed for PDF/A-2, and listed", async () => {
    const { data } = await convert(attach("a,b"));
    expect(data.lost).toBe("attachments=1");
    expect(data.warnings).toContain("Removed attached files: 1 (a.csv)");
  });

  test("remain in PDF/A-2 if they are PDF/A themselves", async () => {
    const { data } = await convert(attach(Buffer.from(archived).toString("latin1")));
    expect([data.lost, data.changes]).toEqual(["", "described_attachments=1,embedded_fonts=1"]);
  });
});

describe("a protected file", () => {
  const password = "sesame";

  test("needs its password", async () => {
    const { code } = await convert(Uint8Array.fromBase64(protectedSample));
    expect(code).toBe("pdf_password_required");
  });

  test("needs the owner's password if it has restrictions", async () => {
    const body = {
      file_base64: sampleBase64,
      owner_password: "the owner of it",
      permissions: { print: "none" },
    };
    const answer = await hub.post("/api/pdf/protect", body);
    const locked = Uint8Array.from(await answer.bytes());
    expect((await convert(locked)).code).toBe("pdf_restricted");
    const { data } = await convert(locked, { password: "the owner of it" });
    expect(data).toMatchObject({ protection: "removed", converted: true });
  });

  test("loses its protection, which PDF/A forbids", async () => {
    const { data } = await convert(Uint8Array.fromBase64(protectedSample), { password });
    expect([data.protection, data.changes]).toEqual(["removed", "encryption=1,embedded_fonts=1"]);
  });
});

test("refuses a signed file unless its signature may break", async () => {
  expect((await convert(signedPdf)).code).toBe("pdf_signed");
});

test("rejects an unknown profile", async () => {
  expect((await convert(archived, { profile: "pdfa-1b" })).status).toBe(400);
});

test("names the fonts that are not embedded", async () => {
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Frutiger>>";
  const { detail } = await convert(buildPage({ font }));
  expect(detail).toBe("Cannot convert body.file to pdfa-2b: embedded-fonts (Frutiger)");
});
