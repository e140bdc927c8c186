import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { HubError } from "hub";
import { json, testHub } from "hub/testing";
import { qpdfOutput, runQpdf } from "../engines/qpdf.ts";
import { samplePdf, stream, writePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";
import {
  ada,
  answerTimeStamp,
  grace,
  issue,
  middle,
  root,
  toKeyPem,
  toPem,
} from "./keys.fixture.ts";
import { sampleCertificate, sampleKey, stores } from "./stores.fixture.ts";

setDefaultTimeout(60_000);

const hub = await testHub(`${import.meta.dir}/..`, {
  net: {
    "clock.example": async (request) => {
      if (request.url.endsWith("/down")) return new Response("no", { status: 500 });
      if (request.url.endsWith("/page")) return new Response("<html>");
      return new Response(await answerTimeStamp(new Uint8Array(await request.arrayBuffer())));
    },
    "inner.example": () => {
      throw new HubError("address_not_allowed", "It is not on the public internet");
    },
  },
});

const page = samplePdf(["Contract"]);
const pair = { key: sampleKey, certificate: sampleCertificate };

function sign(body: object, bytes: Uint8Array = page) {
  return hub.post("/api/pdf/sign", { file_base64: bytes.toBase64(), response: "json", ...body });
}

async function signed(body: object = pair, bytes: Uint8Array = page) {
  const answer = await sign(body, bytes);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return Uint8Array.fromBase64((await json(answer)).data.base64);
}

async function verify(bytes: Uint8Array, roots = toPem(root)) {
  return json(await hub.post("/api/pdf/verify", { file_base64: bytes.toBase64(), roots }));
}

describe("a signature is valid if the key is", () => {
  test.each<[string, () => Promise<object> | object]>([
    ["P-256 in PEM", () => pair],
    ["RSA", async () => ({ key: await toKeyPem(grace), certificate: toPem(grace, middle) })],
    ["in a PKCS#12 file", () => ({ pkcs12_base64: stores.modern, key_password: "secret" })],
    ["in an old PKCS#12 file", () => ({ pkcs12_base64: stores.legacy, key_password: "secret" })],
    [
      "in a PKCS#12 file with triple DES",
      () => ({ pkcs12_base64: stores.triple, key_password: "secret" }),
    ],
    [
      "listed after its issuers",
      async () => ({ key: await toKeyPem(ada), certificate: toPem(root, middle, ada) }),
    ],
  ])("%s", async (_, build) => {
    const output = await signed(await build());
    expect(output.slice(0, page.length)).toEqual(page);
    const { sound, signatures } = await verify(output);
    expect([sound, signatures[0].valid, signatures[0].covers_whole_file]).toEqual([
      true,
      true,
      true,
    ]);
    const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], { "in.pdf": output });
    expect([exitCode, messages.includes("WARNING")], messages).toEqual([0, false]);
  });
});

test("a second signature leaves the first one valid", async () => {
  const first = await signed();
  const second = await signed({ key: await toKeyPem(ada), certificate: toPem(ada, middle) }, first);
  expect(second.slice(0, first.length)).toEqual(first);
  const { sound, signatures } = await verify(second);
  expect(sound).toBe(true);
  expect(signatures.map((one: { field: string }) => one.field)).toEqual([
    "Signature1",
    "Signature2",
  ]);
  expect(signatures[1]).toMatchObject({ trusted: true, trusted_root: "Test Root" });
});

test("a file with packed objects is signed", async () => {
  const files = { "in.pdf": page };
  const packed = await qpdfOutput(["--object-streams=generate", "/in.pdf"], { files });
  expect((await verify(await signed(pair, packed))).sound).toBe(true);
});

test("a file with a wrong table is rewritten before it is signed", async () => {
  const text = Buffer.from(page).toString("latin1");
  const broken = Buffer.from(text.replace(/startxref\n\d+/, "startxref\n7"), "latin1");
  expect((await verify(await signed(pair, broken))).sound).toBe(true);
});

test("the box shows name, reason, place and date upright on a turned page", async () => {
  const turned = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Rotate 90/Contents 4 0 R>>",
    stream(""),
  ]);
  const box = { page: 1, x: 200, y: 20, w: 90, h: 60 };
  const output = await signed({ ...pair, reason: "I agree", place: "Łódź", box }, turned);
  const { document } = await readBack(output);
  const [widget] = await (await document.getPage(1)).getAnnotations();
  // The upper right corner of the displayed page is the upper left one of its own coordinates.
  expect(widget.rect).toEqual([20, 200, 80, 290]);
  const image = { file_base64: output.toBase64(), dpi: 36, response: "json" };
  const blank = { ...image, file_base64: turned.toBase64() };
  const [shown, empty] = await Promise.all(
    [image, blank].map(async (body) => json(await hub.post("/api/pdf/to-images", body))),
  );
  expect(shown.data.pages[0].base64).not.toBe(empty.data.pages[0].base64);
});

test("an empty signature field of the document is used", async () => {
  const form = writePdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Annots[4 0 R 5 0 R]>>",
    "<</T(here)/FT/Sig/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R>>",
    "<</T(name)/FT/Tx/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R>>",
  ]);
  const output = await signed({ ...pair, field: "here" }, form);
  expect((await verify(output)).signatures[0]).toMatchObject({ field: "here", valid: true });
  const taken = await json(await sign({ ...pair, field: "here" }, output));
  expect(taken.detail).toBe('body.field must be an empty field: "here" is signed');
  const other = await json(await sign({ ...pair, field: "name" }, form));
  expect(other.detail).toBe('body.field must be a signature field: "name" is another one');
});

describe("a time stamp", () => {
  const url = (path: string) => ({ ...pair, timestamp_url: `https://clock.example/${path}` });

  test("proves the time", async () => {
    const output = await signed(url("time"));
    const { signatures } = await verify(output);
    expect(signatures[0]).toMatchObject({
      valid: true,
      timestamp: {
        time: "2026-01-02T00:00:00.000Z",
        valid: true,
        trusted: true,
        authority: "Test Clock",
      },
    });
  });

  test.each([
    ["down", "timestamp_failed", "the server responded with 500"],
    ["page", "timestamp_failed", "the response has no valid time stamp for this signature"],
  ])("that is missing fails: %s", async (path, code, reason) => {
    const answer = await json(await sign(url(path)));
    expect([answer.code, answer.errors[0].location]).toEqual([code, "body.timestamp_url"]);
    expect(answer.detail).toContain(reason);
  });

  test("is not asked of a private address", async () => {
    const answer = await json(await sign({ ...pair, timestamp_url: "https://inner.example/" }));
    expect([answer.code, answer.errors[0].location]).toEqual([
      "address_not_allowed",
      "body.timestamp_url",
    ]);
    const file = await json(await sign({ ...pair, timestamp_url: "file:///etc/passwd" }));
    expect(file.detail).toContain("must be a URL that starts with http:// or https://");
  });
});

describe("signing is refused", () => {
  test.each<[string, () => Promise<object> | object, string, string]>([
    [
      "without a key",
      () => ({}),
      "invalid_input",
      "body must have key and certificate, or one of pkcs12 and pkcs12_base64",
    ],
    [
      "with a wrong password",
      () => ({ pkcs12_base64: stores.legacy, key_password: "wrong" }),
      "invalid_key",
      "body.pkcs12_base64 must be a PKCS#12 file that body.key_password opens, with a private key and its certificate",
    ],
    [
      "with a key that isn't one",
      () => ({ ...pair, key: "secret text" }),
      "invalid_key",
      'body.key must be a private key in PEM: "-----BEGIN PRIVATE KEY-----"',
    ],
    [
      "with the certificate of another key",
      () => ({ ...pair, certificate: toPem(ada) }),
      "invalid_key",
      "body.certificate has no certificate for the private key",
    ],
    [
      "with a certificate that isn't one",
      () => ({ ...pair, certificate: "-----BEGIN CERTIFICATE-----\nAAAA" }),
      "invalid_key",
      "body.certificate has a certificate that cannot be read: it is number 1",
    ],
    [
      "on a page that the document lacks",
      () => ({ ...pair, box: { page: 2, x: 0, y: 0, w: 90, h: 20 } }),
      "page_out_of_range",
      "body.box.page names page 2 of a document of 1",
    ],
    [
      "outside of the page",
      () => ({ ...pair, box: { page: 1, x: 290, y: 0, w: 90, h: 20 } }),
      "invalid_input",
      "body.box must be on the page, which is 298 points wide and 420 high",
    ],
  ])("%s", async (_, build, code, detail) => {
    const answer = await json(await sign(await build()));
    expect([answer.code, answer.detail]).toEqual([code, detail]);
  });

  test("for an encrypted file", async () => {
    const protect = { file_base64: page.toBase64(), owner_password: "owner" };
    const locked = await (await hub.post("/api/pdf/protect", protect)).bytes();
    expect((await json(await sign(pair, locked))).code).toBe("signature_impossible");
  });
});

test("a small key is refused", async () => {
  const { key, certificate } = await import("./small-key.fixture.ts");
  const answer = await json(await sign({ key, certificate }));
  expect(answer.detail).toContain("must be for an RSA key of at least 2048 bits");
});

test("the key is not in the response, even if signing fails", async () => {
  const secret = sampleKey.split("\n")[1] ?? "";
  for (const body of [pair, { ...pair, certificate: toPem(await issue("Other")) }]) {
    const text = await (await sign(body)).text();
    expect(text).not.toContain(secret.slice(0, 20));
  }
});
