import { afterAll, describe, expect, test } from "bun:test";
import { runHub } from "../testing/running-hub.ts";

const hub = await runHub({ HUB_TIERS: "free=1000/1000" });
const key = await hub.key();
afterAll(() => hub.stop());

const close = "Connection: close\r\n";
const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: hub\r\n${headers}\r\n`;
const post = (path: string, body: string, headers = "") =>
  `POST ${path} HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const signUp = (name: string) => JSON.stringify({ email: `${name}@example.com` });
const last = get("/version", close);

/** Returns the statuses of all responses on one connection, in order. */
async function statuses(...requests: string[]): Promise<number[]> {
  const answer = await hub.raw(requests.join(""));
  return [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

describe("requests before earlier responses are answered in order:", () => {
  test.each<[string, string[], number[]]>([
    ["GET, GET", [get("/livez"), last], [200, 200]],
    ["POST, GET", [post("/api-key", signUp("a")), last], [200, 200]],
    [
      "POST, POST, GET",
      [post("/api-key", signUp("b")), post("/api-key", signUp("c")), last],
      [200, 200, 200],
    ],
    ["a body in chunks, GET", [chunked("/api-key", signUp("d")), last], [200, 200]],
    [
      "two bodies in chunks, GET",
      [chunked("/api-key", "{"), chunked("/api-key", "{"), last],
      [400, 400, 200],
    ],
    ["a body with invalid JSON, GET", [post("/api-key", "{bad"), last], [400, 200]],
    ["an unsupported method with a body, GET", [post("/livez", signUp("e")), last], [405, 200]],
    ["an unknown path with a body, GET", [post("/nowhere", signUp("f")), last], [404, 200]],
    ["GET, what is no request", [get("/livez"), "NONSENSE\r\n\r\n"], [200, 400]],
    ["POST, what is no request", [post("/api-key", "{bad"), "NONSENSE\r\n\r\n"], [400, 400]],
    ["a preflight, GET", [`OPTIONS /api-key HTTP/1.1\r\nHost: hub\r\n\r\n`, last], [204, 200]],
    ["HEAD, GET", [`HEAD /livez HTTP/1.1\r\nHost: hub\r\n\r\n`, last], [200, 200]],
  ])("%s", async (_, requests, expected) => {
    expect(await statuses(...requests)).toEqual(expected);
  });

  test("and ten with a key, by that key", async () => {
    const one = get("/api/dev/hash/md5?text=a", `X-API-Key: ${key}\r\n`);
    expect(await statuses(...Array(10).fill(one), last)).toEqual([...Array(10).fill(200), 200]);
  });
});

test("an unread body isn't parsed as a request", async () => {
  const smuggled = get("/livez");
  for (const path of ["/api/dev/hash", "/livez", "/nowhere"])
    expect(await statuses(post(path, smuggled), last), path).toHaveLength(2);
});

test("after an oversized body the next request is answered", async () => {
  const large = signUp("g".repeat(2_000_000));
  expect(await statuses(post("/api-key", large), last)).toEqual([413, 200]);
});

test("after a last request nothing is answered", async () => {
  expect(await statuses(get("/livez", close), get("/livez"))).toEqual([200]);
});

/*
 * A known limit of Bun 1.4.5 (oven-sh/bun#38128), documented in docs/OPERATING.md. If this test fails, Bun now waits:
 * update the documentation.
 */
test("after a slow response Bun closes this connection, but no other", async () => {
  const other = hub.raw(get("/livez", close));
  const slow = post("/api/dev/regex/test", '{"pattern":"a","text":"a"}', `X-API-Key: ${key}\r\n`);
  expect(await statuses(slow, last)).toEqual([]);
  expect(await other).toStartWith("HTTP/1.1 200 ");
  expect((await hub.get("/livez")).status).toBe(200);
});
