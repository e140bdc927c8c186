import { afterAll, describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { isFile } from "../core/contract/schema.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { openApi } from "../core/site/docs/openapi/openapi.ts";
import { docsHub } from "../core/testing/docs-hub.ts";
import { sampleBase64 } from "../plugins/pdf/sample.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`], { strict: true });
const pdf = Buffer.from(sampleBase64, "base64");
const boundary = "4f0d6c1b2a3e";

/** Serialises a form, with the header lines of each part. */
function written(
  parts: readonly (readonly [head: string, bytes: string | Uint8Array<ArrayBuffer>])[],
) {
  const pieces = parts.flatMap(([head, bytes]): Bun.BlobPart[] => [
    `--${boundary}\r\n${head}\r\n\r\n`,
    bytes,
    "\r\n",
  ]);
  return new Blob([...pieces, `--${boundary}--\r\n`]);
}

const formType = `multipart/form-data; boundary=${boundary}`;
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;

/** The encodings of a file and a boolean field, by client. The bytes of the file are identical. */
const clients: Record<string, (file: string) => { body: Blob; type: string }> = {
  // Node and browsers name a Blob "blob", and it has no type by default.
  "hey-api's formDataBodySerializer": (file) => ({
    body: written([
      [`${named(file)}; filename="blob"\r\nContent-Type: application/octet-stream`, pdf],
      [named("invalidate_signatures"), "false"],
    ]),
    type: formType,
  }),
  "a Blob without a name": (file) => ({
    body: written([[`${named(file)}; filename=""\r\nContent-Type: application/pdf`, pdf]]),
    type: formType,
  }),
  "OpenAPI Generator's Python (urllib3)": (file) => ({
    body: written([
      [named("invalidate_signatures"), "False"],
      [`${named(file)}; filename="${file}"\r\nContent-Type: application/octet-stream`, pdf],
    ]),
    type: formType,
  }),
  "openapi-python-client (httpx)": (file) => ({
    body: written([
      [`${named(file)}\r\nContent-Type: application/octet-stream`, pdf],
      [`${named("invalidate_signatures")}\r\nContent-Type: text/plain`, "True"],
    ]),
    type: formType,
  }),
  "a client that writes a part's type first": (file) => ({
    body: written([[`Content-Type: application/pdf\r\n${named(file)}`, pdf]]),
    type: formType,
  }),
  "openapi-fetch with a Content-Type from the caller": (file) => ({
    body: written([[`${named(file)}; filename="a.pdf"\r\nContent-Type: application/pdf`, pdf]]),
    type: "multipart/form-data",
  }),
};

const tools = plugins.find(({ name }) => name === "pdf");
if (!tools) throw new Error("There is no PDF toolkit");
const hub = await testHub(tools, { jobs: true });
afterAll(() => hub.close(0));

test.each(Object.entries(clients))("a file is accepted as %s sends it", async (_, write) => {
  const { body, type } = write("file");
  const answer = await hub.post("/api/pdf/compress", body, { "content-type": type });
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect(await answer.text()).toStartWith("%PDF");
});

test.each(["files", "files[]"])(
  "files are accepted as a list of Blobs without names, as %s",
  async (name) => {
    const form = written([
      [`${named(name)}; filename=""\r\nContent-Type: application/pdf`, pdf],
      [`${named(name)}\r\nContent-Type: application/pdf`, pdf],
    ]);
    const answer = await hub.post("/api/pdf/merge", form, { "content-type": formType });
    expect(answer.status, await answer.clone().text()).toBe(200);
  },
);

test("text in a file field is rejected as before", async () => {
  const form = written([[named("file"), "a text"]]);
  const answer = await hub.post("/api/pdf/compress", form, { "content-type": formType });
  expect([answer.status, (await json(answer)).detail]).toEqual([
    400,
    expect.stringContaining("body.file must be a file"),
  ]);
});

test("a form that ends before its boundary isn't completed by guessing", async () => {
  const cut = new Blob([`--${boundary}\r\n${named("file")}\r\n\r\nx`]);
  const answer = await hub.post("/api/pdf/compress", cut, {
    "content-type": "multipart/form-data",
  });
  expect(answer.status).toBe(400);
});

const document = await openApi(docsHub(plugins).view);

// hey-api prefers JSON if it is one of the media types, and serialises a file as `{}` in JSON.
describe("the document makes generated clients send a form, if the input is a file, to", () => {
  const uploads = plugins
    .flatMap(({ routes }) => routes)
    .filter(({ route: { body } }) => {
      const [first] = Object.values(body?.properties ?? {});
      return first && isFile(first.type === "array" ? first.items : first);
    });
  test.each(uploads.map(({ path }) => path))("%s", (path) => {
    const { post } = document.paths[path] as {
      post: { requestBody: { content: object; description: string } };
    };
    const [first, ...others] = Object.keys(post.requestBody.content);
    expect(first).toBe("multipart/form-data");
    expect(others).not.toContain("application/json");
    expect(post.requestBody.description).toContain("JSON");
  });
  test("which are most of the PDF toolkit and a reader of QR codes", () =>
    expect(uploads.length).toBeGreaterThan(12));
});
