import { expect, test } from "bun:test";
import { docsHub } from "../../../testing/docs-hub.ts";
import { samplePlugin } from "../../../testing/sample-plugin.ts";
import { openApi } from "./openapi.ts";

const { view } = docsHub([samplePlugin]);
// biome-ignore lint/suspicious/noExplicitAny: the test reads the document that it checks
const document = (await openApi(view)) as any;

test("the document lists every route of every service and of the hub", () => {
  const listed = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const loaded = [samplePlugin, view.own].flatMap(({ routes }) =>
    routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
  );
  expect(listed.toSorted()).toEqual(
    [...loaded, "GET /try/say/{word}", "GET /greet/{word}"].toSorted(),
  );
});

test("every operation has a unique ID", () => {
  const names = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
    (methods) => Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("getSampleSayByWord");
});

test("an operation links to its page, if the address of the hub is known", async () => {
  const find = (paths: typeof document.paths) => [
    paths["/api/sample/say/{word}"].get.externalDocs,
    paths["/try/say/{word}"].get.externalDocs,
    paths["/documentation"].get.externalDocs,
  ];
  const link = { url: "https://hub.example/documentation/sample/get-say-by-word" };
  expect(find(document.paths)).toEqual([link, link, undefined]);
  const unnamed = docsHub([samplePlugin], { baseUrl: () => undefined });
  expect(find((await openApi(unnamed.view)).paths)).toEqual([undefined, undefined, undefined]);
});

test("a service requires a key, but not its keyless paths and the hub's own", () => {
  const security = (path: string) => document.paths[path].get.security;
  expect(security("/api/sample/say/{word}")).toBeUndefined();
  expect(document.security).toEqual([{ header: [] }, { bearer: [] }, { query: [] }]);
  for (const path of ["/greet/{word}", "/try/say/{word}", "/readyz"])
    expect(security(path)).toEqual([]);
  expect(security("/api-key")).toBeUndefined();
});

test("a POST accepts an Idempotency-Key, and jobs can run in the background", () => {
  const wishes = (path: string, method: string) => {
    const { parameters, responses } = document.paths[path][method];
    const named = parameters.flatMap(
      ({ $ref }: { $ref?: string }) => $ref?.split("/").at(-1) ?? [],
    );
    return [...named, ...(responses[202] ? ["202"] : [])];
  };
  expect(wishes("/api/sample/draw", "post")).toEqual([
    "Idempotency-Key",
    "Prefer",
    "X-Webhook-Url",
    "202",
  ]);
  expect(wishes("/api/sample/order", "post")).toEqual(["Idempotency-Key"]);
  for (const path of ["/api-key", "/api-key/keys", "/api-key/rotate", "/mcp"])
    expect(wishes(path, "post")).toEqual(["Idempotency-Key"]);
  for (const [path, method] of [
    ["/api/sample/say/{word}", "get"],
    ["/api-key", "get"],
    ["/api/jobs", "get"],
  ] as const)
    expect(wishes(path, method)).toEqual([]);
});

test("a parameter with a default is optional", () => {
  const { parameters } = document.paths["/api/sample/say/{word}"].get;
  expect(parameters[1]).toEqual({
    name: "loud",
    in: "query",
    required: false,
    description: "Whether to shout",
    schema: { type: "boolean", default: false },
    example: true,
  });
});

test("a sample takes path parameters in the path and all others in the query", () => {
  const { parameters } = document.paths["/try/say/{word}"].get;
  expect(parameters.map((one: { name: string; in: string }) => `${one.in} ${one.name}`)).toEqual([
    "path word",
    "query loud",
    "query tone",
  ]);
});

test("files are sent as a form, and returned with their media type", () => {
  const { post } = document.paths["/api/sample/draw"];
  expect(Object.keys(post.requestBody.content)).toEqual(["multipart/form-data"]);
  expect(Object.keys(post.responses[200].content)).toEqual(["image/png"]);
  expect(post.responses.default).toEqual({ $ref: "#/components/responses/Refused-sample" });
});

test("the document of one service contains nothing of the others", async () => {
  const { paths, tags } = await openApi(view, { service: "sample" });
  expect(Object.keys(paths).filter((path) => !/sample|^\/(?:greet|try)\//.test(path))).toEqual([]);
  expect(tags.map(({ name }) => name)).toEqual([samplePlugin.plugin.manifest.title, "Trial"]);
});

test("the document has the operator's base URL", async () => {
  expect(document.servers).toEqual([{ url: "https://hub.example" }]);
  const { view: silent } = docsHub([], { baseUrl: () => undefined });
  expect((await openApi(silent)).servers).toEqual([{ url: "/" }]);
});

test("an operation lists the statuses that its route declares, and a redirect only where there is one", () => {
  const statuses = (path: string, method: string) =>
    Object.keys(document.paths[path][method].responses).filter((status) => /^(201|3)/.test(status));
  expect(statuses("/oauth/register", "post")).toEqual(["201"]);
  for (const path of ["/oauth/authorize", "/login/verify"])
    expect(statuses(path, "post")).toEqual(["303"]);
  for (const path of ["/oauth/token", "/login/passkey"]) expect(statuses(path, "post")).toEqual([]);
  expect(statuses("/greet/{word}", "get")).toEqual(["301", "302"]);
});
