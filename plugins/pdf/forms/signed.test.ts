import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { qpdfOutput, runQpdf } from "../engines/qpdf.ts";
import { stream, writePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";

setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);

interface SignedForm {
  /** Entries of the signature. */
  signature?: string;
  /** Entries of its field. */
  field?: string;
  /** Entries of the catalogue. */
  catalog?: string;
}

/** Builds a form with a text, a check box and a signature, which isn't valid. */
function buildSigned({ signature = "", field = "", catalog = "" }: SignedForm = {}) {
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 7 0 R 8 0 R]/SigFlags 3/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 9 0 R>>>>>>${catalog}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[5 0 R 7 0 R 8 0 R]/Contents 4 0 R>>",
    stream(""),
    `<</T(Signature)/FT/Sig/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R/V 6 0 R${field}>>`,
    `<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 10 20 10]/Contents<00>${signature}>>`,
    "<</T(name)/FT/Tx/Type/Annot/Subtype/Widget/Rect[20 20 150 40]/F 4/P 3 0 R>>",
    "<</T(ok)/FT/Btn/Type/Annot/Subtype/Widget/Rect[20 60 40 80]/F 4/P 3 0 R>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  ]);
}

const refer = (method: string, settings: string) =>
  `/Reference[<</Type/SigRef/TransformMethod/${method}/TransformParams<<${settings}>>>>]`;
const certified = "/Perms<</DocMDP 6 0 R>>";

function fill(bytes: Uint8Array, more: object = {}) {
  const values = { name: "Łukasz", ok: true };
  return hub.post("/api/pdf/fill-form", {
    file_base64: bytes.toBase64(),
    fill: values,
    response: "json",
    ...more,
  });
}

describe("a signed form is filled after its signed bytes if", () => {
  const packed = ["--object-streams=generate", "/in.pdf"];
  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ["it has a signature", () => buildSigned()],
    ["its objects are packed", () => qpdfOutput(packed, { files: { "in.pdf": buildSigned() } })],
    [
      "it is certified for filling",
      () => buildSigned({ signature: refer("DocMDP", "/P 2"), catalog: certified }),
    ],
    [
      "others fields are locked",
      () => buildSigned({ field: "/Lock<</Action/Include/Fields[(a)]>>" }),
    ],
    [
      "all fields but these are locked",
      () => buildSigned({ field: "/Lock<</Action/Exclude/Fields[(name)(ok)]>>" }),
    ],
  ])("%s", async (_, build) => {
    const signed = await build();
    const answer = await fill(signed);
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { data } = await json(answer);
    const output = Uint8Array.fromBase64(data.base64);
    expect(data.signatures_broken).toBe(false);
    expect(output.slice(0, signed.length)).toEqual(Uint8Array.from(signed));
    const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], { "in.pdf": output });
    expect([exitCode, messages.includes("WARNING")], messages).toEqual([0, false]);
    const { document } = await readBack(output);
    const found = (await document.getFieldObjects()) as Record<string, { value: string }[]>;
    expect([found.name?.[0]?.value, found.ok?.[0]?.value]).toEqual(["Łukasz", "Yes"]);
    // The same holds for the next update.
    const again = await json(await fill(output, { fill: { name: "Ann" } }));
    const updated = Uint8Array.fromBase64(again.data.base64);
    expect(updated.slice(0, output.length)).toEqual(output);
  });
});

describe("filling a signed form is refused if", () => {
  test.each<[string, SignedForm, object, string]>([
    [
      "it is certified without changes",
      { signature: refer("DocMDP", "/P 1"), catalog: certified },
      {},
      "it is certified, and the certificate allows no changes",
    ],
    [
      "the signature locks the field",
      { signature: refer("FieldMDP", "/Action/Include/Fields[(name)]") },
      {},
      'a signature locks the field "name"',
    ],
    [
      "the field of the signature locks all",
      { field: "/Lock<</Action/All>>" },
      {},
      'a signature locks the field "name"',
    ],
    [
      "the signature is the last change",
      { field: "/Lock<</Action/Include/Fields[]/P 1>>" },
      {},
      "a signature allows no further changes",
    ],
    [
      "it has usage rights",
      { catalog: "/Perms<</UR3 6 0 R>>" },
      {},
      "it has usage rights, which allow no change by other programs",
    ],
    ["pages change", {}, { flatten: true }, '"flatten" changes the pages'],
    ["fields change", {}, { lock: true }, '"lock" changes the fields'],
  ])("%s", async (_, form, more, reason) => {
    const { code, detail } = await json(await fill(buildSigned(form), more));
    expect([code, detail]).toEqual([
      "pdf_signed",
      `Cannot fill the signed form without breaking its signature: ${reason}; set "invalidate_signatures" to allow it`,
    ]);
    const answer = await fill(buildSigned(form), { ...more, invalidate_signatures: true });
    expect((await json(answer)).data.signatures_broken).toBe(true);
  });
});
