import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { Spool } from "../../platform/http/spool.ts";
import { json, testHub } from "../../testing/mod.ts";
import { outlineForm, readOrSpool } from "./large-body.ts";

const labour = `${import.meta.dir}/../../host/jobs/fixtures/labour`;
const hub = await testHub(labour, { jobs: { size: 1 } });
const server = Bun.serve({
  port: 0,
  maxRequestBodySize: 1e9,
  fetch: (request) => hub.fetch(request),
});
const url = `http://127.0.0.1:${server.port}/api/labour/upload`;

beforeAll(() => hub.example("upload.post.ts"));
afterAll(async () => {
  await server.stop(true);
  await hub.close();
});

/** Bytes that differ everywhere, and contain line breaks and hyphens. */
const content = Buffer.alloc(3_000_001);
for (let at = 0; at < content.length; at++) content[at] = (at * 7919 + (at >> 9)) & 0xff;
const sha256 = createHash("sha256").update(content).digest("hex");

const headers = { "x-api-key": "k", "content-type": "application/octet-stream" };

async function send(
  body: Buffer | FormData | ReadableStream,
  more: Record<string, string> = headers,
) {
  const answer = await fetch(url, { method: "POST", body, headers: { "x-api-key": "k", ...more } });
  return { status: answer.status, ...(await json(answer)) };
}

/** Returns how many temporary files of large bodies this process has open. */
function countSpools(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes("utilhub-spool");
    } catch {
      return false;
    }
  }).length;
}

/** Waits until all temporary files are closed, which happens in the background. */
async function untilClosed(): Promise<void> {
  while (countSpools() > 0) await Bun.sleep(1);
}

test("a large raw body reaches a job process whole", async () => {
  expect(await send(content)).toMatchObject({
    status: 200,
    size: content.length,
    sha256,
    name: "body",
  });
  await untilClosed();
});

test("a large body without a length is read like one with a length", async () => {
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(content);
      controller.close();
    },
  });
  expect(await send(stream)).toMatchObject({ status: 200, sha256 });
});

test("a large file in a form keeps its name and the fields around it", async () => {
  const form = new FormData();
  form.append("file", new File([content], "ä b.bin"));
  form.append("note", "after\r\n--it");
  expect(await send(form, {})).toMatchObject({
    ...{ status: 200, sha256, name: "ä b.bin", note: "after\r\n--it" },
  });
  await untilClosed();
});

/** A spool that records what was read from it. */
class RecordedSpool extends Spool {
  readonly reads: Uint8Array[] = [];

  override async readAt(start: number, end: number) {
    const bytes = await super.readAt(start, end);
    this.reads.push(bytes);
    return bytes;
  }
}

test("the search for the parts of a form frees the bytes that it has read", async () => {
  const spool = new RecordedSpool();
  await spool.append(Buffer.from('--b\r\ncontent-disposition: form-data; filename="a"\r\n\r\n'));
  await spool.append(content);
  await spool.append(Buffer.from("\r\n--b--"));
  const form = await outlineForm(spool, "multipart/form-data; boundary=b");
  const inMemory = spool.reads.reduce((sum, bytes) => sum + bytes.byteLength, 0);
  spool.close();
  expect(Object.keys(form?.files ?? {})).toHaveLength(1);
  expect(inMemory).toBeLessThan(10_000);
});

test("a large form whose files are small leaves nothing behind", async () => {
  const form = new FormData();
  form.append("note", "x".repeat(2_000_000));
  form.append("file", new File(["abc"], "a.bin"));
  const answer = await send(form, {});
  expect([answer.status, answer.size, answer.note.length]).toEqual([200, 3, 2_000_000]);
  await untilClosed();
});

test("content that looks like a boundary doesn't end a part", async () => {
  const inside = Buffer.concat([content, Buffer.from("\r\n--edge2\r\n\r\n--edge-"), content]);
  const form = (name: string, bytes: Uint8Array) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ];
  const body = Buffer.concat([
    ...form("note", Buffer.from("first")),
    ...form("file", inside),
    Buffer.from("--edge--\r\n"),
  ]);
  const type = "multipart/form-data; boundary=edge";
  const expected = createHash("sha256").update(inside).digest("hex");
  expect(await send(body, { "content-type": type })).toMatchObject({
    ...{ status: 200, sha256: expected, note: "first" },
  });
});

test("a large form with thousands of parts is refused", async () => {
  const form = new FormData();
  form.append("file", new File([content], "a.bin"));
  for (let part = 0; part < 1001; part++) form.append("note", "x");
  const answer = await send(form, {});
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.detail).toBe("The form in the body must have at most 1000 parts: it has more");
  await untilClosed();
});

test("a large form with another boundary than its header says is refused", async () => {
  const body = Buffer.concat([Buffer.from("--one\r\n\r\n"), content, Buffer.from("\r\n--one--")]);
  const type = "multipart/form-data; boundary=two";
  expect(await send(body, { "content-type": type })).toMatchObject({ status: 400 });
  await untilClosed();
});

test("a caller who stops reading a large response frees its file", async () => {
  const abort = new AbortController();
  const answer = await fetch(url, {
    ...{ method: "POST", body: content, signal: abort.signal },
    headers: { ...headers, accept: "application/octet-stream" },
  });
  await answer.body?.getReader().read();
  abort.abort();
  while (countSpools() > 0) await Bun.sleep(1);
  expect(await send(content)).toMatchObject({ status: 200, sha256 });
});

test("a form whose large file has no field is refused, and nothing of it stays", async () => {
  const form = new FormData();
  form.append("other", new File([content], "a.bin"));
  expect(await send(form, {})).toMatchObject({ status: 400, code: "invalid_input" });
  await untilClosed();
});

test("a large body that exceeds the limit is refused, with and without a length", async () => {
  const large = Buffer.alloc(20_100_000);
  for (const body of [large, new Blob([large]).stream()]) {
    expect(await send(body)).toMatchObject({ status: 413, code: "payload_too_large" });
    await untilClosed();
  }
});

test("JSON that is too large to parse in the hub is refused with a hint", async () => {
  const text = JSON.stringify({ note: "x".repeat(16_777_216) });
  const answer = await send(Buffer.from(text), { "content-type": "application/json" });
  expect(answer).toMatchObject({ status: 413, code: "payload_too_large", max_bytes: 16_777_216 });
  expect(answer.detail).toEndWith(
    "send large input as a file in a form, or as the whole body with Content-Type: application/octet-stream",
  );
  await untilClosed();
});

test("a large file beyond the limit of its field is refused", async () => {
  const answer = await send(Buffer.alloc(8_000_001));
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.detail).toInclude("must have at most 8000000 bytes: it has 8000001");
  await untilClosed();
});

test("an upload that its sender aborts leaves nothing behind", async () => {
  const socket = connect(server.port ?? 0, "127.0.0.1");
  socket.write(
    `POST /api/labour/upload HTTP/1.1\r\nHost: a\r\nX-API-Key: k\r\nContent-Type: application/octet-stream\r\nContent-Length: ${content.length}\r\n\r\n`,
  );
  socket.write(content.subarray(0, 2_000_000));
  while (countSpools() === 0) await Bun.sleep(1);
  socket.destroy();
  while (countSpools() > 0) await Bun.sleep(1);
  expect(await send(content)).toMatchObject({ status: 200, sha256 });
});

test("a buffered response is sent whole, in the accepted type", async () => {
  const answer = await fetch(url, {
    ...{ method: "POST", body: content },
    headers: { ...headers, accept: "application/octet-stream" },
  });
  expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  expect(answer.headers.get("vary")).toInclude("Accept");
  expect(Buffer.from(await answer.bytes()).equals(content)).toBe(true);
  await untilClosed();
});

test("a buffered response that fails at its end is an error", async () => {
  const answer = await fetch(`${url}?fail_at=2999999`, {
    ...{ method: "POST", body: content },
    headers: { ...headers, accept: "application/octet-stream" },
  });
  expect([answer.status, (await json(answer)).code]).toEqual([422, "too_tired"]);
  await untilClosed();
});

test("a body that arrives too slowly is refused", async () => {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(content) });
  const request = new Request("http://localhost", { method: "POST", body });
  const reading = readOrSpool(request, {
    ...{ max: 9_000_000, dir: undefined, msMax: 0 },
    createTooLargeError: () => new Error("too large"),
  });
  await expect(reading).rejects.toMatchObject({ code: "request_timeout", status: 408 });
  await untilClosed();
});
