import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { unzipSync } from "fflate";
import { HubError } from "hub";
import { isFullDepth, json, testHub } from "hub/testing";
import { PDFDocument } from "pdf-lib";
import { sampleBase64, stream, writePdf } from "../sample.ts";
import { sampleStore } from "../signatures/sample.ts";
import { openBytes } from "./open.ts";
import { checkRestrictions } from "./restrictions.ts";

setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const user = "open sesame";
const owner = "only for the owner";
const claim = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:conformance="B"><pdfaid:part>3</pdfaid:part></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** Builds two pages that claim to be PDF/A-3, with a file attached. */
const archive = writePdf([
  "<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R/Names<</EmbeddedFiles<</Names[(data.xml)7 0 R]>>>>/AF[7 0 R]>>",
  "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]/Resources<</Font<</F 5 0 R>>>>>>",
  "<</Type/Page/Parent 2 0 R/Contents 9 0 R>>",
  "<</Type/Page/Parent 2 0 R/Contents 9 0 R>>",
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  stream(claim, "/Type/Metadata/Subtype/XML"),
  "<</Type/Filespec/F(data.xml)/UF(data.xml)/AFRelationship/Data/EF<</F 8 0 R>>>>",
  stream("<a/>", "/Type/EmbeddedFile/Subtype/text#2Fxml"),
  stream("BT /F 20 Tf 20 100 Td (Archived) Tj ET"),
]);

const bodies: Readonly<Record<string, object>> = {
  "attach-files": { attachments_base64: [sampleBase64], names: ["data.xml"] },
  attachments: {},
  check: {},
  compare: {},
  compress: { level: "extreme", keep_smaller: false },
  "extract-text": {},
  "fill-form": { fill: {} },
  "form-fields": {},
  merge: {},
  ocr: {},
  organize: { ops: [{ op: "reverse" }] },
  "page-numbers": {},
  protect: { user_password: "another one", owner_password: "and one more" },
  redact: { terms: ["nowhere"] },
  rotate: { angle: 90 },
  "set-bookmarks": { bookmarks: [{ title: "Start" }] },
  sign: { pkcs12_base64: sampleStore, key_password: "secret" },
  split: { mode: "every" },
  "to-images": { dpi: 36 },
  "to-pdfa": {},
  unlock: { lenient: true },
  verify: {},
  watermark: { text: "Draft" },
};

/** Sends a file; in a merge, after the sample, which isn't protected. */
function send(endpoint: string, bytes: Uint8Array, { password = "", more = {} } = {}) {
  const file = bytes.toBase64();
  if (endpoint === "compare") {
    const before_password = password || undefined;
    const compared = { before_base64: file, after_base64: sampleBase64, before_password };
    return hub.post("/api/pdf/compare", compared);
  }
  const body =
    endpoint === "merge"
      ? { files_base64: [sampleBase64, file], passwords: ["", password] }
      : { file_base64: file, ...(password && { password }) };
  return hub.post(`/api/pdf/${endpoint}`, { ...body, ...bodies[endpoint], ...more });
}

/** Returns the PDF of a response; the first of several in a ZIP. */
async function readPdf(answer: Response): Promise<Uint8Array> {
  expect(answer.status, await answer.clone().text()).toBe(200);
  const bytes = await answer.bytes();
  return answer.headers.get("content-type") === "application/zip"
    ? unzipSync(bytes)["001.pdf"]!
    : bytes;
}

async function lock(bytes: Uint8Array, more: object = {}): Promise<Uint8Array> {
  const body = {
    user_password: user,
    owner_password: owner,
    permissions: { copy: false },
    ...more,
  };
  return readPdf(await hub.post("/api/pdf/protect", { file_base64: bytes.toBase64(), ...body }));
}

const lockedArchive = lock(archive);

async function readCode(answer: Response): Promise<string> {
  return answer.status === 200 ? "" : (await json(answer)).code;
}

/** Returns which passwords open a file, and the restrictions for each. */
async function probeLocks(bytes: Uint8Array) {
  const read = async (password?: string) => {
    try {
      const options = { at: "body.file", password, passwordAt: "body.password" };
      const source = await openBytes(Uint8Array.from(bytes), { ...options, allowsSigned: false });
      await checkRestrictions(source, { at: "body.file", what: ({ copy }) => !copy });
      return "";
    } catch (failure) {
      if (failure instanceof HubError) return failure.code;
      throw failure;
    }
  };
  return { without: await read(), byUser: await read(user), byOwner: await read(owner) };
}

const sameLocks = { without: "pdf_password_required", byUser: "pdf_restricted", byOwner: "" };
const noLocks = { without: "", byUser: "", byOwner: "" };

const readme = await Bun.file(`${import.meta.dir}/../README.md`).text();
const rows = readme
  .slice(0, readme.indexOf("## Parts that are lost"))
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, endpoint = ""]) => endpoint in bodies)
  .map(([, ...cells]) => cells as [string, string, string, string, string]);

test("the README has a row for each endpoint", () => {
  // Images and HTML have no protection to keep.
  const endpoints = hub.routes
    .map(({ path }) => path.split("/").at(-1)!)
    .filter((endpoint) => !endpoint.startsWith("from-"));
  expect(rows.map(([endpoint]) => endpoint)).toEqual(endpoints.toSorted());
});

/** One row of each kind, tried by default. */
const usual = ["compress", "extract-text", "protect", "rotate", "split", "to-images", "unlock"];
const tried = rows.filter(([endpoint]) => isFullDepth || usual.includes(endpoint));

describe.each(tried)(
  "the README is right about %s:",
  (endpoint, protection, restrictions, files, claims) => {
    const isPdf = protection !== "none";

    test(`protection ${protection}, restrictions ${restrictions}`, async () => {
      const file = await lockedArchive;
      const answer = await send(endpoint, file, { password: user });
      if (protection === "refused")
        return expect(await readCode(answer)).toBe("signature_impossible");
      if (restrictions === "refused") expect(await readCode(answer)).toBe("pdf_restricted");
      else if (restrictions === "drawn" || restrictions === "read") expect(answer.status).toBe(200);
      else {
        expect(answer.headers.get("x-protection")).toBe(restrictions);
        expect(await probeLocks(await readPdf(answer))).toEqual(
          restrictions === "kept" ? sameLocks : noLocks,
        );
      }
      const byOwner = await send(endpoint, file, { password: owner });
      expect(byOwner.status).toBe(200);
      expect(byOwner.headers.get("x-protection")).toBe(isPdf ? protection : null);
      if (protection === "kept")
        expect(await probeLocks(await readPdf(byOwner))).toEqual(sameLocks);
    });

    test(`attached files ${files}, claim to be PDF/A ${claims}`, async () => {
      const answer = await send(endpoint, archive);
      if (!isPdf) return expect(answer.status).toBe(200);
      const password = endpoint === "protect" ? "and one more" : "";
      const body = { include: ["attachments", "metadata"] };
      const bytes = await readPdf(answer);
      const facts = await json(await send("extract-text", bytes, { password, more: body }));
      const names = facts.attachments.map(({ name }: { name: string }) => name);
      expect(names).toEqual(files === "kept" ? ["data.xml"] : []);
      const says = (facts.metadata.xmp ?? "").includes("pdfaid:part");
      expect(says).toBe(claims !== "removed");
      if (answer.headers.has("x-pdfa-claim-removed"))
        expect(answer.headers.get("x-pdfa-claim-removed")).toBe(String(claims === "removed"));
      if (endpoint === "split") expect(answer.headers.get("x-attachments-left-out")).toBe("1");
    });
  },
);

test("keeps the protection of a file with an old algorithm", async () => {
  const old = await lock(archive, {
    user_password: "old",
    owner_password: "older",
    algorithm: "aes128",
  });
  const turned = await readPdf(await send("rotate", old, { password: "old" }));
  expect(await readCode(await send("extract-text", turned, { password: "old" }))).toBe(
    "pdf_restricted",
  );
  expect(await readCode(await send("extract-text", turned, { password: "older" }))).toBe("");
});

test("keeps the restrictions of a file that opens without a password", async () => {
  const open = await lock(archive, { user_password: undefined });
  const turned = await readPdf(await send("rotate", open));
  expect(await probeLocks(turned)).toMatchObject({ without: "pdf_restricted", byOwner: "" });
});

test("returns a protected file unchanged if there is nothing to gain", async () => {
  const more = { level: "lossless", keep_smaller: true };
  const options = { password: user, more };
  const small = await readPdf(await send("compress", await lockedArchive, options));
  const kept = await send("compress", small, options);
  expect(kept.headers.get("x-reason")).toBe("already_optimal");
  expect(await kept.bytes()).toEqual(small);
});

describe("for several protected files", () => {
  const other = lock(archive, { user_password: "other", owner_password: "others" });
  const merge = async (passwords: string[]) => {
    const files = [await lockedArchive, await other].map((file) => file.toBase64());
    return hub.post("/api/pdf/merge", { files_base64: files, passwords });
  };

  test("the first protects the result, if the other file's owner password is given", async () => {
    const answer = await merge([user, "others"]);
    expect(await probeLocks(await readPdf(answer))).toEqual(sameLocks);
  });

  test("the restrictions of another file are kept", async () => {
    const { code, errors } = await json(await merge([user, "other"]));
    expect([code, errors[0].location]).toEqual(["pdf_restricted", "body.files_base64.1"]);
  });
});

test("a restricted page is rejected as a stamp", async () => {
  const stamp = await lock(archive, { user_password: undefined });
  const body = { file_base64: sampleBase64, stamp_pdf_base64: stamp.toBase64() };
  expect(await readCode(await hub.post("/api/pdf/watermark", body))).toBe("pdf_restricted");
});

test("attached files with the same name are both kept after a merge", async () => {
  const files_base64 = [archive.toBase64(), archive.toBase64()];
  const answer = await hub.post("/api/pdf/merge", { files_base64 });
  expect(answer.headers.get("x-attachments")).toBe("2");
  const merged = await readPdf(answer);
  const more = { include: ["attachments"] };
  expect((await json(await send("extract-text", merged, { more }))).attachments).toHaveLength(2);
});

test("attached files are kept when pages are put on sheets", async () => {
  const more = { ops: [{ op: "nup", per_sheet: 2 }] };
  const sheets = await readPdf(await send("organize", archive, { more }));
  const facts = await json(
    await send("extract-text", sheets, { more: { include: ["attachments"] } }),
  );
  expect(facts.attachments).toHaveLength(1);
});

test("reports that no PDF/A claim was removed if the file had none", async () => {
  const answer = await hub.post("/api/pdf/watermark", { file_base64: sampleBase64, text: "a" });
  expect(answer.headers.get("x-pdfa-claim-removed")).toBe("false");
  expect(answer.headers.get("x-protection")).toBe("none");
  expect((await PDFDocument.load(await answer.bytes())).getPageCount()).toBe(3);
});
