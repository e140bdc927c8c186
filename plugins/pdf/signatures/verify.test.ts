import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFRef, PDFString } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import { appendChanges, takeSnapshot } from "../forms/signed.ts";
import { pdfName } from "../objects/entries.ts";
import { samplePdf, stream, writePdf } from "../sample.ts";
import {
  ada,
  answerTimeStamp,
  type Identity,
  issue,
  middle,
  root,
  stamper,
  toKeyPem,
  toPem,
} from "./keys.fixture.ts";

setDefaultTimeout(120_000);

let stampedBy: { by: Identity; time?: Date } = { by: stamper };
const hub = await testHub(`${import.meta.dir}/..`, {
  net: {
    "clock.example": async (request) =>
      new Response(await answerTimeStamp(new Uint8Array(await request.arrayBuffer()), stampedBy)),
  },
});

const stampUrl = { timestamp_url: "https://clock.example/" };
const adaKey = { key: await toKeyPem(ada), certificate: toPem(ada, middle) };

async function sign(bytes: Uint8Array, body: object = adaKey) {
  const answer = await hub.post("/api/pdf/sign", { file_base64: bytes.toBase64(), ...body });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.bytes();
}

async function verify(bytes: Uint8Array, roots = toPem(root)) {
  return json(await hub.post("/api/pdf/verify", { file_base64: bytes.toBase64(), roots }));
}

/** A page with a text field and an image of a hidden layer. */
const form = writePdf([
  "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/DA(/F 12 Tf 0 g)/DR<</Font<</F 6 0 R>>>>>>>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]/Resources<</Font<</F 6 0 R>>>>/Contents 4 0 R/Annots[5 0 R]>>",
  stream("BT/F 18 Tf 24 370 Td(Pay 100 Euro)Tj ET"),
  "<</T(iban)/FT/Tx/Type/Annot/Subtype/Widget/Rect[20 20 150 40]/F 4/P 3 0 R/V(DE1)/AP<</N 7 0 R>>>>",
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  stream("BT/F 12 Tf(DE1)Tj ET", "/Type/XObject/Subtype/Form/BBox[0 0 130 20]"),
]);
const signedForm = await sign(form);

/** Appends a change to a file, as an attacker does after the signature. */
async function attack(bytes: Uint8Array, change: (document: PDFDocument) => void) {
  const document = await openDocument(bytes);
  const before = takeSnapshot(document);
  change(document);
  return appendChanges(bytes, { document, before });
}

const get = (document: PDFDocument, number: number) =>
  document.context.lookup(PDFRef.of(number), PDFDict);

describe("a change after the signature is named", () => {
  test.each<[string, (document: PDFDocument) => void, string, string]>([
    [
      "the text of a page is replaced",
      ({ context }) =>
        context.assign(PDFRef.of(4), context.stream("BT/F 18 Tf 24 370 Td(Pay 900 Euro)Tj ET")),
      "page_content",
      'the entry "Contents"',
    ],
    [
      "its font is replaced",
      (document) => get(document, 6).set(pdfName("BaseFont"), pdfName("Symbol")),
      "page_content",
      'the entry "Resources"',
    ],
    [
      "the catalog is replaced by one of other pages",
      ({ context }) => {
        const leaf = context.obj({ Type: "Page", MediaBox: [0, 0, 298, 420] });
        const pages = context.obj({ Type: "Pages", Count: 1, Kids: [context.register(leaf)] });
        const catalog = get({ context } as PDFDocument, 1);
        const copy = context.obj(
          Object.fromEntries(catalog.entries().map(([k, v]) => [k.decodeText(), v])),
        );
        copy.set(pdfName("Pages"), context.register(pages));
        context.trailerInfo.Root = context.register(copy);
      },
      "page_content",
      'the entry "Contents"',
    ],
    [
      "a page is added",
      (document) => {
        const leaf = document.context.obj({
          Type: "Page",
          MediaBox: [0, 0, 9, 9],
          Parent: PDFRef.of(2),
        });
        get(document, 2).lookup(pdfName("Kids"), PDFArray).push(document.context.register(leaf));
      },
      "pages",
      "page 2",
    ],
    [
      "a note covers the page",
      (document) => {
        const note = document.context.obj({
          Type: "Annot",
          Subtype: "FreeText",
          Rect: [0, 0, 298, 420],
        });
        get(document, 3).lookup(pdfName("Annots"), PDFArray).push(document.context.register(note));
      },
      "annotations",
      'an annotation of type "FreeText"',
    ],
    [
      "a field shows something other than its value",
      ({ context }) =>
        context.assign(
          PDFRef.of(7),
          context.stream("BT/F 12 Tf(DE9)Tj ET", { Subtype: "Form", BBox: [0, 0, 130, 20] }),
        ),
      "form_fields",
      'the drawing of the field "iban", but not its value',
    ],
    [
      "the layers are switched",
      ({ catalog, context }) => catalog.set(pdfName("OCProperties"), context.obj({ OCGs: [] })),
      "layers",
      "the layers",
    ],
    [
      "an action is added",
      ({ catalog, context }) =>
        catalog.set(
          pdfName("OpenAction"),
          context.obj({ S: "URI", URI: PDFString.of("https://a") }),
        ),
      "scripts_and_actions",
      'the entry "OpenAction"',
    ],
    [
      "the drawing of the signature is replaced",
      (document) => {
        const { context } = document;
        for (const [, one] of context.enumerateIndirectObjects())
          if (one instanceof PDFDict && one.get(pdfName("FT")) === pdfName("Sig"))
            one.set(pdfName("Rect"), context.obj([0, 0, 298, 420]));
      },
      "signature_appearance",
      'the field "Signature1"',
    ],
  ])("%s", async (_, change, kind, what) => {
    const { sound, signatures } = await verify(await attack(signedForm, change));
    const [{ valid, changes, changes_allowed }] = signatures;
    expect([valid, changes_allowed, sound]).toEqual([true, false, false]);
    expect(changes).toContainEqual(expect.objectContaining({ kind, what }));
  });

  test("bytes without an effect are appended", async () => {
    const bytes = Buffer.concat([signedForm, Buffer.from("% more\nstartxref\n7\n%%EOF\n")]);
    const { signatures } = await verify(bytes);
    expect(signatures[0]).toMatchObject({ covers_whole_file: false, valid: true });
    expect(signatures[0].changes_allowed).not.toBe(true);
  });
});

test("filled values are named, and allowed", async () => {
  const fill = { file_base64: signedForm.toBase64(), fill: { iban: "DE2" } };
  const filled = await (await hub.post("/api/pdf/fill-form", fill)).bytes();
  const { sound, signatures } = await verify(filled);
  expect([sound, signatures[0].changes_allowed]).toEqual([true, true]);
  expect(signatures[0].changes).toContainEqual({ kind: "form_values", what: 'the field "iban"' });
});

test("a later copy of the signature can't change what it says", async () => {
  const forged = await attack(signedForm, ({ context }) => {
    for (const [, one] of context.enumerateIndirectObjects())
      if (one instanceof PDFDict && one.has(pdfName("ByteRange")))
        one.set(pdfName("Name"), PDFHexString.fromText("Eve"));
  });
  const [one] = (await verify(forged)).signatures;
  expect(one.name).toBe("Ada Lovelace");
  expect(one.changes).toContainEqual(expect.objectContaining({ kind: "signatures" }));
});

test("a signature that leaves out other bytes of the file isn't valid", async () => {
  const text = Buffer.from(signedForm).toString("latin1");
  const range = /ByteRange \[ 0 (\d+) (\d+) (\d+)/.exec(text);
  const [, length = "", next = "", rest = ""] = range ?? [];
  const moved = `${Number(next) + 4} ${Number(rest) - 4}`;
  const forged = text.replace(`${length} ${next} ${rest}`, `${length} ${moved}`);
  const [one] = (await verify(Buffer.from(forged, "latin1"))).signatures;
  expect(one).toMatchObject({
    valid: false,
    reason: "The signature leaves out more of the file than its own value",
  });
});

function isSameLetter(one: number, other: number): boolean {
  const [before, after] = [one, other].map((code) => String.fromCharCode(code).toLowerCase());
  return before === after;
}

test.each([
  ["without", {}],
  ["with", stampUrl],
])("no change of a byte leaves a signature %s a time stamp valid", async (_, more) => {
  const bytes = await sign(samplePdf(["Contract"]), { ...adaKey, ...more });
  const judge = async (file: Uint8Array) => {
    const { signatures = [] } = await verify(file);
    const [one] = signatures;
    const stamp = one?.timestamp ?? { valid: !("timestamp_url" in more), trusted: true };
    return (
      one?.valid === true && one.trusted === true && stamp.valid === true && stamp.trusted === true
    );
  };
  expect(await judge(bytes)).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = ((bytes[at] ?? 0) + by) & 255;
      // The signature's digits mean the same in both cases.
      fc.pre(!isSameLetter(bytes[at] ?? 0, changed));
      expect(await judge(bytes.with(at, changed))).toBe(false);
    }),
    cases(100),
  );
});

describe("trust", () => {
  const page = samplePdf(["Contract"]);
  const trust = ({ trusted, trust_reason, trusted_root }: Record<string, unknown>) => [
    trusted,
    trust_reason,
    trusted_root,
  ];

  test("is in one of the roots", async () => {
    const { signatures, roots } = await verify(await sign(page));
    expect(trust(signatures[0])).toEqual([true, undefined, "Test Root"]);
    expect(signatures[0].chain.map(({ name }: { name: string }) => name)).toEqual([
      "Ada Lovelace",
      "Test Middle",
      "Test Root",
    ]);
    expect(roots).toBe("request");
  });

  test("is null if the issuer is missing", async () => {
    const { signatures } = await verify(await sign(page, { ...adaKey, certificate: toPem(ada) }));
    expect(trust(signatures[0])).toEqual([
      null,
      'The file lacks the issuer of "Ada Lovelace", "Test Middle"',
      null,
    ]);
  });

  test("is refused to another root", async () => {
    const own = await issue("Own");
    const body = { key: await toKeyPem(own), certificate: toPem(own) };
    const { signatures } = await verify(await sign(page, body));
    expect(trust(signatures[0])).toEqual([false, 'The root "Own" is not a trusted one', null]);
    const answer = await hub.post("/api/pdf/verify", {
      file_base64: (await sign(page, body)).toBase64(),
    });
    expect((await json(answer)).roots).toBe("mozilla");
  });

  test("is refused to an issuer that must not issue", async () => {
    const eve = await issue("Eve", { issuer: ada });
    const body = { key: await toKeyPem(eve), certificate: toPem(eve, ada, middle) };
    const { signatures } = await verify(await sign(page, body));
    expect(trust(signatures[0])).toEqual([
      false,
      '"Ada Lovelace" must not issue certificates',
      null,
    ]);
  });

  test("in an expired certificate needs a time stamp", async () => {
    const [from, to] = [Date.UTC(2025, 0, 1), Date.UTC(2025, 5, 1)];
    const old = await issue("Old", { issuer: root, from, to });
    const body = { key: await toKeyPem(old), certificate: toPem(old) };
    const { signatures } = await verify(await sign(page, body));
    expect([signatures[0].valid, signatures[0].trusted]).toEqual([true, null]);
    expect(signatures[0].trust_reason).toContain("no trusted time stamp proves another time");
    stampedBy = { by: stamper, time: new Date(Date.UTC(2025, 2, 1)) };
    const stamped = await verify(await sign(page, { ...body, ...stampUrl }));
    expect(stamped.signatures[0].trusted).toBe(true);
    stampedBy = { by: stamper };
  });
});

test("a file without signatures has no verdict", async () => {
  expect(await verify(samplePdf())).toMatchObject({ signed: false, sound: null, signatures: [] });
});

test("roots that aren't certificates are refused", async () => {
  const answer = await verify(signedForm, "none");
  expect([answer.code, answer.errors[0].location]).toEqual(["invalid_key", "body.roots"]);
});
