import { afterAll, describe, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { json, sampleCases, testHub } from "hub/testing";
import { loadAll } from "../../host/load/load-all.ts";
import { docsHub } from "../../testing/docs-hub.ts";
import { runHub } from "../../testing/running-hub.ts";

const hub = await runHub();
const key = await hub.key();
const clients: Client[] = [];
const client = await connect({ "x-api-key": key });
const stranger = await connect({});
afterAll(async () => {
  for (const client of clients) await client.close();
  await hub.stop();
});

const problemType = "application/problem+json";

async function connect(
  headers: Record<string, string>,
  send: typeof fetch | undefined = undefined,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${hub.url}/mcp`), {
    requestInit: { headers },
    ...(send && { fetch: send }),
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape of the result
type Result = any;

async function use(name: string, args: object, by = client): Promise<Result> {
  return by.callTool({ name, arguments: args as Record<string, unknown> });
}

const call = (name: string, args: object = {}, by = client) =>
  use("call_endpoint", { name, ...args }, by);

async function fetchRefusal(name: string, args: object, by = client): Promise<string> {
  const answer = await use(name, args, by);
  expect(answer.isError).toBe(true);
  return answer.content[0].text;
}

async function found(query: string): Promise<string[]> {
  const { structuredContent } = await use("search_endpoints", { query }, stranger);
  return structuredContent.endpoints.map(({ name }: { name: string }) => name);
}

async function unitsUsed(): Promise<number> {
  return (await json(await hub.get("/api-key", { "x-api-key": key }))).used_today;
}

test("three tools cover all endpoints, and describe their inputs", async () => {
  const { tools } = await stranger.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "search_endpoints",
    "describe_endpoint",
    "call_endpoint",
  ]);
  for (const { inputSchema } of tools) expect(inputSchema.type).toBe("object");
  expect(stranger.getInstructions()).toContain("QR codes");
});

test("a search finds an endpoint by its purpose", async () => {
  expect((await found("draw a qr code"))[0]).toMatch(/^(?:get|post)QrGenerate$/);
  expect((await found("convert text to speech")).slice(0, 3)).toContain("postTtsSpeak");
  expect((await found("merge pdf files"))[0]).toBe("postPdfMerge");
  expect((await found("validate an email address")).slice(0, 3)).toContain("getEmailValidate");
  expect(await found("zzzzqqqq")).toEqual([]);
});

test("a search returns the cost of a call, and at most the requested number of endpoints", async () => {
  const { structuredContent } = await use("search_endpoints", { query: "pdf", limit: 3 });
  expect(structuredContent.endpoints).toHaveLength(3);
  expect(structuredContent.endpoints[0]).toMatchObject({ service: "pdf" });
  expect(structuredContent.endpoints[0].cost).toContain("of the day");
});

test("a QR code is returned as an image, and can be read again from its base64", async () => {
  const text = "https://example.com/?a=1,2";
  const drawn = await call("getQrGenerate", { query: { data: text, format: "png" } });
  expect(drawn.content[0]).toMatchObject({ type: "image", mimeType: "image/png" });
  for (const file of [
    { data: drawn.content[0].data, name: "code.png", type: "image/png" },
    `data:image/png;base64,${drawn.content[0].data}`,
  ]) {
    const read = await call("postQrDecode", { body: { file, try_harder: true } });
    expect(read.structuredContent.codes[0].text).toBe(text);
    expect(JSON.parse(read.content[0].text)).toEqual(read.structuredContent);
  }
});

test("text becomes speech, which is audio", async () => {
  const { example } = (await use("describe_endpoint", { name: "postTtsSpeak" })).structuredContent;
  const { content } = await call("postTtsSpeak", example);
  expect(content[0]).toMatchObject({ type: "audio", mimeType: "audio/mpeg" });
  expect(Buffer.from(content[0].data, "base64").length).toBeGreaterThan(1000);
});

test("two uploaded PDF files become one, which is a resource", async () => {
  const { example } = (await use("describe_endpoint", { name: "postPdfMerge" })).structuredContent;
  const { files } = example.body;
  expect(files[0]).toMatchObject({ name: "document.pdf", type: "application/pdf" });
  const { content } = await call("postPdfMerge", { body: { files } });
  const { mimeType, blob, uri } = content[0].resource;
  expect([mimeType, uri.startsWith("urn:uuid:")]).toEqual(["application/pdf", true]);
  expect(Buffer.from(blob, "base64").toString("latin1", 0, 5)).toBe("%PDF-");
});

test("a vector graphic is text, and a path value can contain a slash", async () => {
  const drawn = await call("getQrGenerate", { query: { data: "x", format: "svg" } });
  expect(drawn.content[0].resource.text).toContain("<svg");
  expect(
    await fetchRefusal("call_endpoint", {
      name: "getDevHashByAlgo",
      path: { algo: "../a/b" },
      query: { text: "x" },
    }),
  ).toContain("invalid_input: path.algo");
});

test("a call is metered like over HTTP, and search and description are free", async () => {
  const before = await unitsUsed();
  await use("search_endpoints", { query: "hash" });
  await use("describe_endpoint", { name: "getDevHashByAlgo" });
  expect(await unitsUsed()).toBe(before);
  await call("getDevHashByAlgo", { path: { algo: "sha256" }, query: { text: "hello" } });
  expect(await unitsUsed()).toBe(before + 1);
});

test("a key can be a bearer token, but two different ones are rejected", async () => {
  const bearer = await connect({ authorization: `Bearer ${key}` });
  const args = { path: { algo: "sha256" }, query: { text: "hello" } };
  expect((await call("getDevHashByAlgo", args, bearer)).isError).toBeUndefined();
  const torn = await connect({ authorization: "Bearer hub_other", "x-api-key": key });
  expect(
    await fetchRefusal("call_endpoint", { name: "getDevHashByAlgo", ...args }, torn),
  ).toContain("400 conflicting_credentials");
});

test("without a key, or with a wrong one, a call is rejected and says how to get one", async () => {
  const name = "getDevHashByAlgo";
  expect(await fetchRefusal("call_endpoint", { name }, stranger)).toMatch(
    /^401 missing_api_key: .*\/signup/,
  );
  const wrong = await connect({ "x-api-key": "hub_wrong" });
  const args = { name, path: { algo: "sha256" }, query: { text: "x" } };
  expect(await fetchRefusal("call_endpoint", args, wrong)).toContain("401 invalid_api_key");
});

test("a key that is bound to addresses is rejected from another, regardless of forwarding headers", async () => {
  const made = await hub.post(
    "/api-key/keys",
    { kind: "secret", addresses: ["192.0.2.0/24"] },
    { "x-api-key": key },
  );
  const { api_key } = await json(made);
  const bound = await connect({ "x-api-key": api_key, "x-forwarded-for": "192.0.2.1" });
  const args = { name: "getDevHashByAlgo", path: { algo: "sha256" }, query: { text: "x" } };
  expect(await fetchRefusal("call_endpoint", args, bound)).toContain("403 key_restricted");
});

describe("a tool rejects", () => {
  const hash = "getDevHashByAlgo";
  test.each([
    ["an unknown endpoint", { name: "getNothing" }, "404 not_found"],
    ["the name of a prototype", { name: "__proto__" }, "404 not_found"],
    ["a method of all objects", { name: "constructor" }, "404 not_found"],
    ["an endpoint of the hub's own", { name: "getApiKey" }, "404 not_found"],
    ["itself", { name: "postMcp" }, "404 not_found"],
    ["a name that is too long", { name: "a".repeat(201) }, "400 invalid_input"],
    ["an unknown input", { name: hash, headers: {} }, "400 invalid_input"],
    [
      "a path without its value",
      { name: hash, query: { text: "x" } },
      "400 invalid_input: path.algo must be given",
    ],
    [
      "a parent directory segment",
      { name: hash, path: { algo: ".." }, query: { text: "x" } },
      "400 invalid_input: path.algo",
    ],
    [
      "half a surrogate pair",
      { name: hash, path: { algo: "\ud800" } },
      "400 invalid_input: path.algo",
    ],
    [
      "a value without a place in the path",
      { name: hash, path: { algo: "md5", __proto: 1 } },
      "400 invalid_input: path.__proto",
    ],
    [
      "another key in the query",
      { name: hash, path: { algo: "md5" }, query: { text: "x", api_key: "hub_a" } },
      "400 invalid_input: query.api_key",
    ],
    [
      "a body for an endpoint without one",
      { name: hash, path: { algo: "md5" }, query: { text: "x" }, body: { a: 1 } },
      "400 invalid_input: body.a",
    ],
    [
      "a file that is not base64",
      { name: "postQrDecode", body: { file: "%%%" } },
      "400 invalid_input: body.file",
    ],
    [
      "a file that is a number",
      { name: "postQrDecode", body: { file: 7 } },
      "400 invalid_input: body.file",
    ],
    [
      "invalid input of an endpoint",
      { name: hash, path: { algo: "md17" }, query: { text: "x" } },
      "400 invalid_input",
    ],
  ])("%s", async (_, args, words) => {
    expect(await fetchRefusal("call_endpoint", args)).toContain(words);
  });

  test("calls under another name", async () => {
    expect(use("toString", {})).rejects.toThrow('There is no tool "toString"');
  });
});

describe("POST /mcp", () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  test("returns no stream, and ends no session, as it has none", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await fetch(`${hub.url}/mcp`, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  test("accepts a notification with 202 and no body", async () => {
    const answer = await hub.post("/mcp", { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
  });

  test("lists the protocol versions if a message has an unsupported one", async () => {
    const answer = await hub.post("/mcp", message, { "mcp-protocol-version": "1999-01-01" });
    expect(answer.status).toBe(400);
    const { jsonrpc, error } = await json(answer);
    expect(jsonrpc).toBe("2.0");
    expect(error.message).toContain("Unsupported protocol version: 1999-01-01");
    expect(error.message).toContain("2025-06-18");
    const known = await hub.post("/mcp", message, { "mcp-protocol-version": "2025-06-18" });
    expect(known.status).toBe(200);
  });

  test("rejects web pages of other origins, even if their name resolves to the hub", async () => {
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
      const answer = await hub.post("/mcp", message, { origin, host: "evil.example" });
      expect([answer.status, (await json(answer)).error.code]).toEqual([403, -32000]);
    }
    expect((await hub.post("/mcp", message, { origin: "http://localhost:6274" })).status).toBe(200);
  });

  test("accepts pages of the configured base URL", async () => {
    const shown = docsHub([]);
    const request = (origin: string) =>
      new Request("http://localhost/mcp", {
        method: "POST",
        body: JSON.stringify(message),
        headers: { "content-type": "application/json", origin },
      });
    expect((await shown.fetch(request("https://hub.example"))).status).toBe(200);
    expect((await shown.fetch(request("https://hub.example:8443"))).status).toBe(403);
  });

  test("rejects a batch, an invalid message, and more than 12 MiB", async () => {
    expect((await hub.post("/mcp", [message])).status).toBe(400);
    for (const odd of [{ id: 1 }, { ...message, result: {} }]) {
      const answer = await hub.post("/mcp", odd);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([400, problemType]);
    }
    expect((await hub.post("/mcp", "x".repeat(12_582_913))).status).toBe(413);
  });

  test("reports an unknown method", async () => {
    const answer = await hub.post("/mcp", { ...message, method: "prompts/list" });
    expect((await json(answer)).error.code).toBe(-32601);
  });
});

const { plugins } = await loadAll([`${import.meta.dir}/../../../plugins`], { strict: true });

test.each(sampleCases(plugins, 4))(
  "$name returns results for the examples of its descriptions",
  async (plugin) => {
    const service = await testHub(plugin);
    const shown = docsHub([plugin], { ask: async (_, request) => service.fetch(request) });
    const by = await connect({ "x-api-key": "test" }, sendTo(shown));
    const search = { query: plugin.name, limit: 2 };
    const { endpoints } = (await use("search_endpoints", search, by)).structuredContent;
    expect(endpoints).not.toEqual([]);
    for (const { name } of endpoints) {
      const { example } = (await use("describe_endpoint", { name }, by)).structuredContent;
      const answer = await call(name, example, by);
      expect([name, answer.isError], answer.content[0].text).toEqual([name, undefined]);
    }
  },
);

/** Returns a fetch function that calls a hub in memory. */
function sendTo(hub: ReturnType<typeof docsHub>): typeof fetch {
  const send = (url: string | URL | Request, init?: RequestInit) =>
    hub.fetch(new Request(url instanceof Request ? url.url : url.toString(), init));
  return Object.assign(send, { preconnect: fetch.preconnect });
}

test("a response that is too large for a model is rejected with a hint how to get it", async () => {
  const [plugin] = plugins.filter(({ name }) => name === "dev");
  if (!plugin) throw new Error("There is no dev");
  const big = new Response(new Uint8Array(8_388_609), { headers: { "content-type": "image/png" } });
  const shown = docsHub([plugin], { ask: async () => big });
  const by = await connect({ "x-api-key": "hub_any" }, sendTo(shown));
  const args = { name: "getDevHashByAlgo", path: { algo: "md5" }, query: { text: "x" } };
  expect(await fetchRefusal("call_endpoint", args, by)).toContain(
    "413 payload_too_large: The answer has more than 8 MiB: ask for it over HTTP, by GET /api/dev/hash/{algo}",
  );
});

test("an address that sends too many messages is rate-limited", async () => {
  const busy = await runHub();
  const send = () => busy.post("/mcp", { jsonrpc: "2.0", id: 1, method: "ping" });
  const statuses = await Promise.all(
    Array.from({ length: 310 }, async () => {
      const answer = await send();
      await answer.bytes();
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200).length).toBe(300);
  const refused = await send();
  expect([refused.status, (await json(refused)).code]).toEqual([429, "rate_limited"]);
  expect(refused.headers.get("ratelimit-policy")).toBe('"mcp";q=300;w=60');
  await busy.stop();
});

test("the tools are gone if the operator disables them", async () => {
  const shown = docsHub([], { mcp: false });
  const answer = await shown.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      headers: { "content-type": "application/json" },
    }),
  );
  expect([answer.status, (await json(answer)).code]).toEqual([404, "not_found"]);
  for (const path of ["/", "/llms.txt", "/documentation"])
    expect(await (await shown.get(path)).text()).not.toContain("https://hub.example/mcp");
});

test("a description contains nothing that only works over HTTP", async () => {
  for (const name of ["postQrBatch", "getDevHashByAlgo", "postDevBase64Encode", "postPdfMerge"]) {
    const { description } = (await use("describe_endpoint", { name })).structuredContent;
    expect(description).not.toMatch(/Prefer:|Accept:|no-store|A body of type/);
  }
});

test("neither the protocol nor the Markdown writer is loaded at the start of a hub", () => {
  const root = `${import.meta.dir}/../../..`;
  const probe = `
    const loaded = () => ["@modelcontextprotocol", "node-html-markdown"].map((name) =>
      Object.keys(require.cache).some((path) => path.includes("node_modules/" + name)));
    const { docsHub } = await import("${root}/core/testing/docs-hub.ts");
    const hub = docsHub([]);
    await (await hub.get("/documentation", { accept: "text/html" })).text();
    const before = loaded();
    await (await hub.get("/documentation", { accept: "text/markdown" })).text();
    await import("${root}/core/site/mcp/answer-mcp.ts");
    console.log(JSON.stringify([before, loaded()]));`;
  const { stdout } = Bun.spawnSync(
    [process.execPath, `--preload=${root}/core/resolve-hub.ts`, "--eval", probe],
    { cwd: root },
  );
  expect(JSON.parse(stdout.toString())).toEqual([
    [false, false],
    [true, true],
  ]);
});
