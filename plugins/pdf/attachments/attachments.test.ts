import { describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import { sampleAttachmentFile, sampleBase64, stream, writePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const attached = (await sampleAttachmentFile.bytes()).toBase64();
const [one, two] = ["one", "two"].map((text) => Buffer.from(text).toBase64());

/** Attaches or removes files, and returns the new PDF. */
async function attach(body: object): Promise<Uint8Array> {
  const answer = await hub.post("/api/pdf/attach-files", { file_base64: attached, ...body });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.bytes();
}

async function list(bytes: Uint8Array) {
  const body = { file_base64: bytes.toBase64(), response: "json" };
  return (await json(await hub.post("/api/pdf/attachments", body))).data.files;
}

test("extracts the files as a ZIP", async () => {
  const answer = await hub.post("/api/pdf/attachments", { file_base64: attached });
  expect(answer.headers.get("x-attachments")).toBe("1");
  const files = unzipSync(await answer.bytes());
  expect(Object.keys(files)).toEqual(["data.csv"]);
  expect(Buffer.from(files["data.csv"]!).toString()).toBe("item,amount\nPaper,12.50\n");
});

test("describes the files in JSON", async () => {
  expect(await list(Uint8Array.fromBase64(attached))).toEqual([
    {
      name: "data.csv",
      description: "The amounts",
      relationship: "data",
      mime: "text/csv",
      page: null,
      base64: Buffer.from("item,amount\nPaper,12.50\n").toBase64(),
    },
  ]);
});

test("attaches files that another reader finds, and keeps the others", async () => {
  const body = { attachments_base64: [one, two], names: ["Größe.txt", "b.xml"] };
  const bytes = await attach({ ...body, relationship: "supplement", description: "More" });
  const { document } = await readBack(bytes);
  const found = await document.getAttachments();
  expect([...(found?.keys() ?? [])].toSorted()).toEqual(["Größe.txt", "b.xml", "data.csv"]);
  expect(await list(bytes)).toMatchObject([
    { name: "Größe.txt", mime: "text/plain", description: "More", base64: one },
    { name: "b.xml", mime: "text/xml", relationship: "supplement", base64: two },
    { name: "data.csv", relationship: "data" },
  ]);
});

test("attaches files of a form by their names", async () => {
  const form = new FormData();
  form.set("file", new File([Uint8Array.fromBase64(sampleBase64)], "a.pdf"));
  form.append("attachments", new File(["x"], "notes.txt"));
  const answer = await hub.post("/api/pdf/attach-files", form);
  expect(await list(await answer.bytes())).toMatchObject([{ name: "notes.txt" }]);
});

test("replaces a file of the same name", async () => {
  const bytes = await attach({ attachments_base64: [one], names: ["data.csv"] });
  expect(await list(bytes)).toMatchObject([{ name: "data.csv", base64: one, description: null }]);
});

test("removes a file, its comment and its bytes", async () => {
  const file = writePdf([
    "<</Type/Catalog/Pages 2 0 R/AF[5 0 R]>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[4 0 R]>>",
    "<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 5 0 R>>",
    "<</Type/Filespec/F(secret.txt)/EF<</F 6 0 R>>>>",
    stream("a secret", "/Type/EmbeddedFile"),
  ]);
  expect(await list(file)).toMatchObject([{ name: "secret.txt", page: 1 }]);
  const bytes = await attach({ file_base64: file.toBase64(), remove: ["secret.txt"] });
  expect(await list(bytes)).toEqual([]);
  expect(Buffer.from(bytes).toString("latin1")).not.toContain("secret");
});

test("keeps a claim to be PDF/A-3 and its conformance, and drops one to be PDF/A-2", async () => {
  for (const profile of ["pdfa-3b", "pdfa-2b"]) {
    const file_base64 = (
      await (await hub.post("/api/pdf/to-pdfa", { file_base64: sampleBase64, profile })).bytes()
    ).toBase64();
    const bytes = await attach({ file_base64, attachments_base64: [one], names: ["a.txt"] });
    const check = { file_base64: bytes.toBase64(), profile: "pdfa-3b" };
    const { violations } = await json(await hub.post("/api/pdf/check", check));
    const rules = violations.map(({ rule }: { rule: string }) => rule);
    expect(rules).toEqual(profile === "pdfa-3b" ? [] : ["identification"]);
  }
});

describe("rejects", () => {
  const post = async (path: string, body: object) => {
    const answer = await json(await hub.post(path, { file_base64: attached, ...body }));
    return [answer.code, answer.errors?.[0]?.location];
  };
  test.each([
    [{}, "invalid_input", "body"],
    [{ attachments_base64: [one] }, "invalid_input", "body.names.0"],
    [{ attachments_base64: [one, two], names: ["a", "a"] }, "invalid_input", "body.names.1"],
    [{ remove: ["other.csv"] }, "attachment_not_found", "body.remove.0"],
  ])("%j", async (body, code, location) => {
    expect(await post("/api/pdf/attach-files", body)).toEqual([code, location]);
  });

  test("the extraction of a file that isn't attached", async () => {
    expect(await post("/api/pdf/attachments", { names: ["other.csv"] })).toEqual([
      "attachment_not_found",
      "body.names.0",
    ]);
  });
});
