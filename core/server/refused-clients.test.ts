import { afterAll, describe, expect, test } from "bun:test";
import { isFullDepth, isMissing } from "hub/testing";
import { headersMax } from "../host/handler/handler-input.ts";
import { runHub } from "../testing/running-hub.ts";

const hub = await runHub({ HUB_TIERS: "free=1000/100000", TRUSTED_PROXIES: "127.0.0.1" });
const key = await hub.key();
afterAll(() => hub.stop());

/** A rejected request, with the error's media type for each `Accept`. */
interface Refused {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The text, or the number of bytes. */
  body?: string | number;
  status: number;
}

/** The parts of a response that a client read. */
interface Read {
  status: number;
  type: string;
  bytes: number;
}

const json = { "content-type": "application/json" };
const keyed = { ...json, "x-api-key": key };
const large = 12_000_000;
const spent = { "x-forwarded-for": "198.51.100.9" };
const hash = "/api/dev/hash";

const cases: readonly Refused[] = [
  { method: "POST", path: hash, headers: keyed, body: "{bad", status: 400 },
  { method: "POST", path: hash, headers: json, body: "{}", status: 401 },
  { method: "POST", path: hash, headers: json, body: large, status: 401 },
  { method: "POST", path: "/nowhere", headers: json, body: large, status: 404 },
  { method: "PUT", path: hash, headers: keyed, body: large, status: 405 },
  { method: "POST", path: "/api/dev/text/transform", headers: keyed, body: large, status: 413 },
  { method: "POST", path: "/mcp", headers: json, body: large + 1_000_000, status: 413 },
  {
    method: "POST",
    path: hash,
    headers: { ...keyed, "content-type": "text/x-none" },
    body: "a",
    status: 415,
  },
  {
    method: "POST",
    path: hash,
    headers: { ...keyed, "content-encoding": "zstd" },
    body: large,
    status: 415,
  },
  {
    method: "POST",
    path: hash,
    headers: { ...keyed, "idempotency-key": "used" },
    body: '{"text":"other"}',
    status: 422,
  },
  { method: "GET", path: "/try/uuid", headers: spent, status: 429 },
  { method: "POST", path: "/s/nothing", headers: spent, body: large, status: 429 },
  {
    method: "GET",
    path: "/livez",
    headers: Object.fromEntries(
      Array.from({ length: headersMax + 1 }, (_, at) => [`x-${at}`, "1"]),
    ),
    status: 431,
  },
  { method: "HEAD", path: "/nowhere", status: 404 },
  { method: "HEAD", path: "/healthz?x=1", status: 400 },
  { method: "HEAD", path: hash, status: 405 },
  { method: "OPTIONS", path: hash, status: 204 },
];

/** All values of `Accept` for the first request: the others respond alike. */
const accepts = ["*/*", "text/html", "application/json", "text/plain", "image/png"];
const asked = cases.flatMap((one, index) =>
  accepts
    .slice(0, isFullDepth || index === 0 ? undefined : 2)
    .map((accept) => ({ ...one, accept })),
);

/** Returns the response that each client must read. */
function buildExpected({ method, path, status, accept }: (typeof asked)[number]): Read {
  // Bun itself rejects oversized requests, without a body.
  const isEmpty = method === "HEAD" || method === "OPTIONS" || status === 431;
  const isPage = accept === "text/html" && !path.startsWith("/api/") && !path.startsWith("/try/");
  const type = isPage ? "text/html; charset=utf-8" : "application/problem+json";
  return {
    status,
    type: status === 204 || status === 431 ? "" : type,
    bytes: isEmpty ? 0 : expect.any(Number),
  };
}

await hub.post(hash, { text: "first" }, { "x-api-key": key, "idempotency-key": "used" });
for (let call = 0; call < 10; call++) {
  await hub.get("/try/uuid", spent);
  await hub.post("/s/nothing", {}, spent);
}

/** Runs a program that reads requests from its input, and prints the responses that it read. */
async function readBy(command: string[]): Promise<Read[]> {
  const child = Bun.spawn(command, {
    stdin: new Blob([JSON.stringify({ base: hub.url, asked })]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [text, fault] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(fault).toBe("");
  return JSON.parse(text);
}

const nodeProgram = `
const { base, asked } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
(async () => {
  const read = [];
  for (const { method, path, headers, body, accept } of asked)
    try {
      const sent = typeof body === "number" ? "a".repeat(body) : body;
      const answer = await fetch(base + path, { method, headers: { ...headers, accept }, body: sent });
      const { byteLength } = await answer.arrayBuffer();
      read.push({ status: answer.status, type: answer.headers.get("content-type") ?? "", bytes: byteLength });
    } catch (error) {
      read.push({ fault: String(error.cause ?? error), method, path });
    }
  console.log(JSON.stringify(read));
})();`;

const pythonProgram = `
import json, sys, urllib.error, urllib.request
given = json.load(sys.stdin)
read = []
for one in given["asked"]:
    body = one.get("body")
    data = b"a" * body if isinstance(body, int) else body and body.encode()
    headers = {**one.get("headers", {}), "accept": one["accept"]}
    request = urllib.request.Request(given["base"] + one["path"], data, headers, method=one["method"])
    try:
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        type = answer.headers.get("content-type") or ""
        read.append({"status": answer.status, "type": type, "bytes": len(answer.read())})
    except Exception as error:
        read.append({"fault": repr(error), "method": one["method"], "path": one["path"]})
print(json.dumps(read))`;

async function readByCurl(requests: typeof asked, more: string[] = []): Promise<Read[]> {
  const read: Read[] = [];
  for (const { method, path, headers = {}, body, accept } of requests) {
    const fields = Object.entries({ ...headers, accept }).flatMap(([name, value]) => [
      "-H",
      `${name}: ${value}`,
    ]);
    const how = method === "HEAD" ? ["-I"] : ["-X", method];
    const sent = body === undefined ? [] : ["--data-binary", "@-", ...more];
    const form = '{"status":%{http_code},"type":"%{content_type}","bytes":%{size_download}}';
    const child = Bun.spawn(
      ["curl", "-sS", "-o", "/dev/null", "-w", form, ...how, ...fields, ...sent, hub.url + path],
      {
        stdin: new Blob([typeof body === "number" ? "a".repeat(body) : (body ?? "")]),
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const [text, fault] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect(fault, `${method} ${path}`).toBe("");
    read.push(JSON.parse(text));
  }
  return read;
}

describe("every rejection can be read", () => {
  const expected = asked.map(buildExpected);

  test.skipIf(isMissing("node", { from: "nodejs" }))("by Node's fetch", async () => {
    expect(await readBy(["node", "-e", nodeProgram])).toEqual(expected);
  });

  test.skipIf(isMissing("python3"))("by Python's urllib", async () => {
    expect(await readBy(["python3", "-c", pythonProgram])).toEqual(expected);
  });

  test.skipIf(isMissing("curl"))("by curl", async () => {
    // Each takes a process.
    const some = asked.filter(({ accept }) => accept === "*/*" || accept === "text/html");
    expect(await readByCurl(some)).toEqual(some.map(buildExpected));
  });

  test.skipIf(isMissing("curl")).each([
    ["chunks", ["-H", "Transfer-Encoding: chunked"]],
    ["a last request", ["-H", "Connection: close"]],
    ["an expectation", ["-H", "Expect: 100-continue", "-H", "Connection: close"]],
  ])("by curl, which sends %s", async (_, more) => {
    const sent = asked.filter(({ body, accept }) => body !== undefined && accept === "*/*");
    expect(await readByCurl(sent, more)).toEqual(sent.map(buildExpected));
  });
});
