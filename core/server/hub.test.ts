import { afterAll, describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { runHub } from "../testing/running-hub.ts";

const hub = await runHub({ HUB_TIERS: "free=1000/100000" });
const key = await hub.key();
afterAll(() => hub.stop());

const path = "/api/dev/hash/sha256?text=abc";

function request(target: string, { method = "GET", host = "localhost" } = {}): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
}

describe("no spelling of a path bypasses the gate:", () => {
  test.each([
    ["two slashes", `/${path}`],
    ["capitals", path.replace("api", "API")],
    ["an encoded slash", path.replace("/api/", "/api%2f")],
    ["an encoded letter", path.replace("/api", "/%61pi")],
    ["a semicolon", path.replace("/api", "/api;x")],
    ["dot segments", `/x/..${path}`],
    ["a dot segment", `/.${path}`],
    ["encoded dot segments", `/x/%2e%2e${path}`],
    ["a backslash", path.replace("/api/", "/api\\")],
    ["a full URL", `http://other${path}`],
    ["a URL with a short host", `http://x${path}`],
    ["a fragment", `/#${path}`],
  ])("%s", async (_, target) => {
    const answer = await hub.raw(request(target));
    expect(answer).toMatch(/^HTTP\/1\.1 (400|401|404) /);
    expect(answer).not.toContain("ba7816bf");
  });
});

describe("an ambiguous Host is rejected:", () => {
  test.each([
    ["a doubled header", "a.example\r\nHost: b.example"],
    ["a path", "a.example/api"],
    ["a user", "a@b.example"],
    ["a blank", "a b"],
    ["a list", "a,b"],
    ["an incomplete URL", "[::1"],
    ["an invalid URL", "[:::]"],
    ["an invalid port", "hub:99999"],
    ["percent-encoding", "%61pi"],
    ["non-ASCII letters", "h\u00fcb"],
    ["nothing", ""],
  ])("%s", async (_, host) => {
    const answer = await hub.raw(request(path, { host }));
    expect(answer).toStartWith("HTTP/1.1 400 ");
    expect(answer).toContain("The Host header must be one host name");
    const page = await hub.raw(request("/", { host: `${host}\r\nAccept: text/html` }));
    expect(page).toContain("<h1>Malformed HTTP request</h1>");
  });

  test("a missing one, by Bun itself", async () => {
    const answer = await hub.raw(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    expect(answer).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
});

const hosts = [
  "x",
  "x:1",
  "x:",
  "hub",
  "api",
  "api.",
  "hub:3000",
  "A",
  "1",
  "a_b",
  "utilhub.example",
  "utilhub.example.",
  "127.0.0.1:3000",
  "[::1]",
  "[::1]:3000",
  "[::ffff:127.0.0.1]:80",
];
test.each(hosts)("the host %s is accepted, and doesn't bypass the gate", async (host) => {
  expect(await hub.raw(request("/livez", { host }))).toStartWith("HTTP/1.1 200 ");
  expect(await hub.raw(request("/problems/busy", { host }))).toStartWith("HTTP/1.1 200 ");
  expect(await hub.raw(request("/api/dev/hash/md5?text=a", { host }))).toStartWith("HTTP/1.1 401 ");
  const keyed = `/api/dev/hash/md5?text=/api/x?&api_key=${key}`;
  expect(await hub.raw(request(keyed, { host }))).toStartWith("HTTP/1.1 200 ");
});

async function shortUrlFor(version: string, headers: string): Promise<string> {
  const body = '{"url":"https://example.com/"}';
  const answer = await hub.raw(
    `POST /api/url/shorten HTTP/${version}\r\n${headers}X-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  expect(answer).toStartWith("HTTP/1.1 200 ");
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))).short_url;
}

test("links contain the host that the caller used", async () => {
  for (const host of ["hub", "x:1", "[::1]:3000", "api."])
    expect(await shortUrlFor("1.1", `Host: ${host}\r\n`)).toStartWith(`http://${host}/s/`);
});

describe("HTTP/1.0 without a Host, as health checks send it,", () => {
  test("is accepted", async () => {
    expect(await hub.raw("GET /livez HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 200 ");
    expect(await hub.raw("HEAD /readyz HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 200 ");
    const keyed = `/api/dev/hash/md5?text=a&api_key=${key}`;
    expect(await hub.raw(`GET ${keyed} HTTP/1.0\r\n\r\n`)).toContain("0cc175b9");
  });

  test("is guarded, with any path", async () => {
    for (const target of ["/api/dev/hash/md5?text=a", "/x/../api/dev/hash/md5?text=a"])
      expect(await hub.raw(`GET ${target} HTTP/1.0\r\n\r\n`)).toStartWith("HTTP/1.1 401 ");
    for (const target of ["//api/dev/hash/md5?text=a", "/API/dev/hash/md5?text=a"])
      expect(await hub.raw(`GET ${target} HTTP/1.0\r\n\r\n`)).toStartWith("HTTP/1.1 404 ");
  });

  test("can have a body, and gets this port in links", async () => {
    expect(await shortUrlFor("1.0", "")).toStartWith(`http://localhost:${hub.port}/s/`);
  });
});

test("rejects a target that isn't a path of this hub", async () => {
  for (const target of ["*", "evil.example:80", "ftp://evil.example/", "?a=1", "livez"])
    expect(await hub.raw(request(target))).toStartWith("HTTP/1.1 400 ");
  for (const target of ["evil.example:80", "/livez#fragment"])
    expect(await hub.raw(request(target, { method: "CONNECT" }))).toStartWith("HTTP/1.1 400 ");
});

test("invalid percent-encoding and UTF-8 are rejected, not replaced", async () => {
  for (const target of ["/try/hash/%zz", "/try/hash/md5?text=%ff", "/try/hash/md5?text=100%"]) {
    const answer = await hub.raw(request(target));
    expect(answer).toStartWith("HTTP/1.1 400 ");
    expect(answer).toContain("percent-encoded UTF-8");
  }
});

test("a NUL is an ordinary character of a text, and not allowed in a path", async () => {
  const text = await hub.get("/api/dev/hash/md5?text=%00", { "x-api-key": key });
  expect((await json(text)).hash).toBe("93b885adfe0da089cdf634904fd59f71");
  const algo = await hub.get("/api/dev/hash/md5%00?text=a", { "x-api-key": key });
  expect(algo.status).toBe(400);
});

test("a body of the wrong size is rejected before it arrives", async () => {
  const head =
    "POST /api-key HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example\r\nContent-Type: application/json\r\nContent-Length: 2147483648\r\n\r\n{";
  const answer = await hub.raw(head);
  expect(answer).toStartWith("HTTP/1.1 413 ");
  expect(answer).toContain("payload_too_large");
  expect(answer.toLowerCase()).toContain("access-control-allow-origin: *");
});

test("a body without a length is cut off at the limit", async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1 << 16)),
  });
  const answer = await fetch(`${hub.url}/api-key`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(answer.status).toBe(413);
});

test("an unauthenticated caller's body isn't read at all", async () => {
  const answer = await hub.raw(
    "POST /api/dev/hash HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2147483648\r\n\r\n{",
  );
  expect(answer).toStartWith("HTTP/1.1 401 ");
});

test("a client that stops within a body doesn't block others", async () => {
  const slow = hub.raw(
    "POST /api-key HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    300,
  );
  expect((await hub.get("/livez")).status).toBe(200);
  expect(await slow).toBe("");
});

test("JSON that is malformed, deep, empty or not UTF-8 is rejected with the reason", async () => {
  const deep = "[".repeat(60_000);
  for (const [body, detail] of [
    ["{bad", "The body is not JSON"],
    ["", "The body is empty"],
    [deep, "must not be nested deeper than 64 levels"],
  ] as const) {
    const answer = await hub.post("/api-key", body);
    expect(answer.status).toBe(400);
    expect((await json(answer)).detail).toContain(detail);
  }
  const bytes = await fetch(`${hub.url}/api-key`, {
    method: "POST",
    body: new Uint8Array([0x7b, 0xff, 0x7d]),
    headers: { "content-type": "application/json" },
  });
  expect((await json(bytes)).detail).toBe("The body must be UTF-8");
});

test("an unsupported body type is rejected", async () => {
  const answer = await hub.post("/api-key", "email: a@b.example", {
    "content-type": "application/yaml",
  });
  expect(answer.status).toBe(415);
});

test("an unsupported method is rejected with the allowed ones", async () => {
  const answer = await fetch(`${hub.url}${path}`, {
    method: "DELETE",
    headers: { "x-api-key": key },
  });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

test("an unknown path is a 404, with a key and without", async () => {
  expect((await hub.get("/nowhere")).status).toBe(404);
  expect((await hub.get("/api/nowhere", { "x-api-key": key })).status).toBe(404);
  expect((await hub.get("/api/nowhere")).status).toBe(401);
});

test("HEAD responds like GET, without a body", async () => {
  const answer = await fetch(`${hub.url}${path}`, {
    method: "HEAD",
    headers: { "x-api-key": key },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json;charset=utf-8");
  expect(await answer.text()).toBe("");
});

describe("HEAD returns an error like GET, without a body:", () => {
  const paths = [
    "/nowhere",
    "/healthz?x=1",
    "/s/nothing",
    "/problems/nothing",
    "/openapi.yaml?x=1",
    "/documentation/nothing",
    "/api-key/keys",
    "/api/nowhere",
    "/api/dev/hash/sha256",
    "/try/nowhere",
  ];
  test.each(paths.flatMap((path) => ["*/*", "text/html"].map((accept) => [path, accept] as const)))(
    "%s as %s",
    async (path, accept) => {
      const fetchByMethod = async (method: string) => {
        const answer = await fetch(hub.url + path, { method, headers: { accept } });
        const text = await answer.text();
        const type = answer.headers.get("content-type");
        return { text, shown: { status: answer.status, type, vary: answer.headers.get("vary") } };
      };
      const [get, head] = [await fetchByMethod("GET"), await fetchByMethod("HEAD")];
      expect(head).toEqual({ text: "", shown: get.shown });
      expect(get.shown.status).toBeLessThan(500);
    },
  );
});

test("a response that the client has is a 304", async () => {
  const picture = "/api/qr/generate/svg?data=hello";
  const first = await hub.get(picture, { "x-api-key": key });
  const etag = first.headers.get("etag") ?? "";
  const second = await hub.get(picture, { "x-api-key": key, "if-none-match": etag });
  expect(second.status).toBe(304);
  expect(second.headers.get("ratelimit")).toStartWith('"minute";r=');
});

test("a browser on another origin may call, and read the limits", async () => {
  const preflight = await fetch(`${hub.url}${path}`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example", "access-control-request-method": "GET" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("X-API-Key");
  const failure = await hub.get(path, { origin: "https://app.example" });
  expect(failure.status).toBe(401);
  expect(failure.headers.get("access-control-allow-origin")).toBe("*");
  expect(failure.headers.get("access-control-expose-headers")).toBe("*");
});

describe("a page of another origin", () => {
  const sharing = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(hub.url + path, { headers, redirect: "manual" });
    return answer.headers.get("access-control-allow-origin");
  };

  test.each(["/api/dev/uuid", "/try/uuid", "/livez", "/nowhere"])(
    "can read %s, without a CORS header for other callers",
    async (path) => {
      const origin = { origin: "https://app.example", "x-api-key": key };
      expect(await sharing(path, origin)).toBe("*");
      expect(await sharing(path, { "x-api-key": key })).toBeNull();
    },
  );

  test.each(["/openapi.json", "/api/image/badge?label=a&message=b", "/assets/style.css"])(
    "can read %s from a cache that has it from another caller",
    async (path) => {
      expect(await sharing(path, { "x-api-key": key })).toBe("*");
    },
  );
});

test("every error has the same format, with the ID of its request", async () => {
  const answer = await hub.get(path);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(await json(answer)).toEqual({
    success: false,
    code: "missing_api_key",
    status: 401,
    type: "/problems/missing_api_key",
    title: "This endpoint requires an API key",
    detail:
      "This endpoint needs an API key: pass it as X-API-Key, as Authorization: Bearer, or as api_key in the query",
    example: `curl '${hub.url}/api/dev/hash/sha256?text=hello' \\\n  -H 'X-API-Key: YOUR_KEY'`,
    documentation: `${hub.url}/documentation/dev/get-hash-by-algo`,
    request_id: answer.headers.get("x-request-id"),
  });
});

describe("X-Request-Id", () => {
  const fetchRequestId = async (given: string) => {
    const res = await fetch(`${hub.url}/livez`, { headers: { "x-request-id": given } });
    return res.headers.get("x-request-id");
  };

  test("is the caller's own if it is valid", async () => {
    const trace = "4bf92f35-77b3.4da6:a3ce/929d0e0e@4736+=_";
    expect(await fetchRequestId(trace)).toBe(trace);
    const refused = await fetch(`${hub.url}/api/dev/uuid`, { headers: { "x-request-id": trace } });
    expect((await json(refused)).request_id).toBe(trace);
  });

  test.each(["", "a b", 'a"b', "<script>", "a".repeat(129)])(
    "is the hub's for %j",
    async (given) => {
      expect(await fetchRequestId(given)).toMatch(/^[a-z0-9]+-[a-z0-9]+$/);
    },
  );
});
