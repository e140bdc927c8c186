import { afterAll, describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { runHub } from "../testing/running-hub.ts";

const hub = await runHub({ HUB_TIERS: "free=1000/100000" });
const key = await hub.key();
afterAll(() => hub.stop());

function sendRequest(path: string, headers: Record<string, string> = {}, method = "GET") {
  return fetch(hub.url + path, {
    method,
    headers: { "x-api-key": key, "accept-encoding": "identity", ...headers },
    decompress: false,
  });
}

const document = "/openapi.json";

describe("the OpenAPI document", () => {
  test("is at most a fifth of its size under gzip, and the same", async () => {
    const [plain, zipped] = await Promise.all([
      sendRequest(document),
      sendRequest(document, { "accept-encoding": "gzip" }),
    ]);
    const bytes = await zipped.bytes();
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(bytes).toString()).toBe(await plain.text());
    expect(bytes.length * 5).toBeLessThan(Number(plain.headers.get("content-length")));
  });

  test.each(["zstd", "br", "gzip", "identity"])(
    "has the headers of GET for HEAD, in %s",
    async (coding) => {
      const headers = { "accept-encoding": coding };
      const [got, asked] = await Promise.all([
        sendRequest(document, headers),
        sendRequest(document, headers, "HEAD"),
      ]);
      const changing = ["x-request-id", "date"];
      const said = ({ headers }: Response) =>
        [...headers].filter(([name]) => !changing.includes(name)).toSorted();
      expect(said(asked)).toEqual(said(got));
      expect(Number(asked.headers.get("content-length"))).toBe((await got.bytes()).length);
    },
  );

  test("isn't sent again to a client that has it, in any coding", async () => {
    const tag =
      (await sendRequest(document, { "accept-encoding": "br" })).headers.get("etag") ?? "";
    expect(tag).toStartWith('W/"');
    for (const coding of ["br", "gzip", "identity"]) {
      const again = await sendRequest(document, {
        "accept-encoding": coding,
        "if-none-match": tag,
      });
      expect([again.status, again.headers.get("vary")]).toEqual([304, "Accept-Encoding"]);
    }
  });
});

test("an error with many details is compressed, and so is its page", async () => {
  const body = JSON.stringify(
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field${i}`, i])),
  );
  const send = (accept: string) =>
    fetch(`${hub.url}/api-key`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "accept-encoding": "gzip", accept },
      decompress: false,
    });
  const failure = await send("*/*");
  expect([failure.status, failure.headers.get("content-encoding")]).toEqual([400, "gzip"]);
  expect(failure.headers.get("vary")).toBe("Accept, Accept-Encoding");
  const { errors } = JSON.parse(gunzipSync(await failure.bytes()).toString());
  expect(errors).toHaveLength(20);
  const page = await send("text/html");
  expect(page.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await page.bytes()).toString()).toStartWith("<!doctype html>");
});

test("a key isn't compressed together with text of the caller's choice", async () => {
  const answer = await fetch(`${hub.url}/api-key`, {
    method: "POST",
    body: JSON.stringify({ email: "long@example.com", name: "x".repeat(60) }),
    headers: { "content-type": "application/json", "accept-encoding": "gzip" },
    decompress: false,
  });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, null]);
});

describe("Accept decides whether a page or JSON is returned, and Vary says so:", () => {
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  test.each([
    ["/", "*/*", "text/html"],
    ["/", browser, "text/html"],
    ["/", "application/json, text/plain, */*", "application/json"],
    ["/", "text/html;q=0.5, application/json", "application/json"],
    ["/try", "*/*", "application/json"],
    ["/try", browser, "text/html"],
    ["/try", "text/html;q=0.1, */*", "application/json"],
    ["/problems/invalid_input", "application/json;q=0.9, */*;q=0.1", "application/json"],
    ["/problems/invalid_input", "image/png", "text/html"],
    ["/problems/none_such", "*/*", "application/problem+json"],
    ["/problems/none_such", browser, "text/html"],
    ["/problems/none_such", "text/html;q=0.5, application/json", "application/problem+json"],
  ])("%s for %s is %s", async (path, accept, type) => {
    const answer = await sendRequest(path, { accept });
    expect(answer.headers.get("content-type")).toStartWith(type);
    expect(answer.headers.get("vary")).toMatch(/^Accept(?:,|$)/);
  });
});

describe("Accept decides which alternative is returned, and Vary says so:", () => {
  const hash = "/api/dev/hash/sha256?text=abc";
  test.each([
    [hash, "text/plain", "text/plain"],
    [hash, "text/plain;q=0.1, application/json;q=0.2", "application/json"],
    [hash, "text/plain, application/json", "application/json"],
    [hash, "image/png", "application/json"],
    ["/api/qr/generate/svg?data=hi", "text/plain", "text/plain"],
    ["/api/qr/generate/svg?data=hi", "image/*, text/plain;q=0.9", "image/svg+xml"],
    ["/api/qr/generate/svg?data=hi", "*/*", "image/svg+xml"],
  ])("%s for %s is %s", async (path, accept, type) => {
    const answer = await sendRequest(path, { accept });
    expect(answer.headers.get("content-type")).toStartWith(type);
    expect(answer.headers.get("vary")).toMatch(/^Accept(?:,|$)/);
  });

  test("a job writes the chosen one", async () => {
    const send = (accept: string) =>
      hub.post(
        "/api/image/generate",
        { prompt: "a red house", width: 256, height: 256 },
        { "x-api-key": key, accept },
      );
    for (const [accept, type] of [
      ["image/png", "image/png"],
      ["image/png;q=0.5, application/json", "application/json"],
      ["image/jpeg", "application/json"],
    ] as const) {
      const answer = await send(accept);
      expect(answer.headers.get("content-type")).toStartWith(type);
      expect(answer.headers.get("vary")).toMatch(/^Accept(?:,|$)/);
    }
  });
});
