import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { sampleCases, testHub } from "hub/testing";
import { loadAll } from "../core/host/load/load-all.ts";
import type { LoadedPlugin, LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { bracePath, openApi } from "../core/site/docs/openapi/openapi.ts";
import { docsHub } from "../core/testing/docs-hub.ts";
import { sampleBase64 } from "../plugins/pdf/sample.ts";
import { type ClientDocument, clientMethods, writeClient } from "./client.ts";

const root = `${import.meta.dir}/..`;
const { plugins } = await loadAll([`${root}/plugins`], { strict: true });
const document = JSON.parse(JSON.stringify(await openApi(docsHub(plugins).view))) as ClientDocument;
const methods = clientMethods(document);

const folder = mkdtempSync(`${tmpdir()}/utilhub-client-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = `${folder}/client.ts`;
await Bun.write(path, writeClient(document));
const { createClient, HubError } = await import(path);

function createTestClient(hub: { fetch: (request: Request) => Promise<Response> }) {
  return createClient({ baseUrl: "http://localhost/", key: "test", fetch: hub.fetch });
}

function compile(text: string): { code: number; said: string } {
  const file = `${folder}/use-${Bun.hash(text)}.ts`;
  writeFileSync(file, text);
  const options = [
    ...["--ignoreConfig", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"],
    ...["--noEmit", "--allowImportingTsExtensions", "--target", "es2022", "--module", "esnext"],
    ...["--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable", "--types", ""],
  ];
  const { exitCode, stdout } = Bun.spawnSync([`${root}/node_modules/.bin/tsc`, ...options, file]);
  return { code: exitCode, said: stdout.toString() };
}

test("a client compiles without dependencies, and knows the inputs and outputs of endpoints", () => {
  const { said } = compile(`import { createClient, HubError } from "./client.ts";
const hub = createClient({ baseUrl: "http://localhost:3000", key: "k" });
const png: Blob = await hub.qr.generate({ data: "hello" }, { as: "blob", signal: AbortSignal.timeout(1) });
const { rates } = await hub.currency.latest({ base: "EUR" }, { as: "json", idempotencyKey: "a" });
const rate: number | undefined = rates["USD"];
await hub.pdf.merge({ files: [png, png] });
await hub.dev.uuid();
// @ts-expect-error there is no such style
await hub.qr.generate({ data: "hello", style: "nonsense" });
// @ts-expect-error what it draws is missing
await hub.qr.generate({});
export const failure = (error: HubError): string => error.code + rate;
`);
  expect(said).toBe("");
});

/** Routes whose responses differ each time: encryption is salted, and a batch reports the time. */
const varying = new Set(["/api/pdf/protect", "/api/dev/jwt/encrypt", "/api/ip-geo/batch"]);

/** Returns the routes that a plain run calls: the first of each service, and all that modify a resource. */
function chooseRoutes({ routes }: LoadedPlugin): LoadedRoute[] {
  const changing = routes.filter(({ method }) => method !== "GET" && method !== "POST");
  return [...new Set([...sampleCases(routes, 1), ...changing])];
}

describe.each(plugins)(
  "the client gets the same response as a plain request, at $name",
  (plugin) => {
    test.each(chooseRoutes(plugin).map((route) => [route.file, route] as const))(
      "%s",
      async (file, route) => {
        const found = methods.find(
          (one) => one.path === bracePath(route.path) && one.method.toUpperCase() === route.method,
        );
        if (!found) throw new Error(`No method calls ${route.path}`);
        const { params, query, body } = route.route.example;
        const plain = await (await testHub(plugin)).example(file);
        expect(plain.status, await plain.clone().text()).toBe(200);
        const client = createTestClient(await testHub(plugin));
        const given = { ...params, ...query, ...body };
        const answer: Response = await client[found.service][found.name](given, { as: "response" });
        expect([answer.status, answer.headers.get("content-type")]).toEqual([
          plain.status,
          plain.headers.get("content-type"),
        ]);
        const [got, expected] = [await answer.text(), await plain.text()];
        if (!varying.has(route.path)) expect(got === expected, got.slice(0, 500)).toBe(true);
      },
    );
  },
);

const [tools, codes] = ["pdf", "qr"].map((name) => plugins.find((one) => one.name === name));
if (!tools || !codes) throw new Error("A service is missing");

test("files are uploaded unchanged, with lists of any content in other fields", async () => {
  const { pdf } = createTestClient(await testHub(tools));
  const file = new Blob([Buffer.from(sampleBase64, "base64")], { type: "application/pdf" });
  const made: Blob = await pdf.merge({ files: [file, file], names: ["a, b", "c"] });
  expect(made.type).toBe("application/pdf");
  expect((await pdf.extractText({ file: made }, { as: "json" })).success).toBe(true);
});

test("a binary response is a Blob with its type, or the requested text", async () => {
  const { qr } = createTestClient(await testHub(codes));
  const drawn = await qr.generate({ data: "hello" });
  expect(drawn).toBeInstanceOf(Blob);
  expect(drawn.type).toBe("image/png");
  const text = await qr.generate({ data: "hello", format: "svg" }, { as: "text" });
  expect(text).toContain("<svg");
  expect((await qr.decode({ file: drawn })).success).toBe(true);
});

test("an error is a HubError with the hub's message", async () => {
  const { qr } = createTestClient(await testHub(codes));
  const failure = await qr.generate({ data: "hello", size: 5 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HubError);
  expect(failure).toMatchObject({ code: "invalid_input", status: 400 });
  expect(failure.detail).toContain("query.size");
  expect(failure.errors[0].location).toBe("query.size");
});

test("a response that isn't the hub's fails with its status", async () => {
  const fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  const failure = await createTestClient({ fetch })
    .dev.uuid()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "http_error", status: 502 });
});

test("a call passes on its signal, its idempotency key and its headers", async () => {
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return Response.json({ success: true });
  };
  const { signal } = new AbortController();
  await createTestClient({ fetch }).dev.hash(
    { text: "a" },
    { signal, idempotencyKey: "once", headers: { prefer: "respond-async" } },
  );
  expect(sent[0]?.headers.get("idempotency-key")).toBe("once");
  expect(sent[0]?.headers.get("prefer")).toBe("respond-async");
  expect(sent[0]?.headers.get("x-api-key")).toBe("test");
});

test("the name of a method that changes or removes says so, if another one reads", () => {
  const names = methods.map(({ service, name, method }) => `${service}.${name} ${method}`);
  expect(names).toContain("url.linksByCode get");
  expect(names).toContain("url.patchLinksByCode patch");
  expect(names).toContain("qr.postGenerate post");
  expect(new Set(methods.map(({ service, name }) => `${service}.${name}`)).size).toBe(
    methods.length,
  );
});

test("text of a document cannot end a comment of its client", () => {
  const [title] = ["Hub\nexport const x = 1;"];
  const { paths } = document;
  const hostile = structuredClone({
    ...document,
    info: { title, version: "1" },
    paths: { "/api/qr/generate": paths["/api/qr/generate"] },
  }) as ClientDocument;
  for (const operation of Object.values(hostile.paths["/api/qr/generate"] ?? {}))
    operation.summary = "*/ export const y = 1; /*";
  const text = writeClient(hostile);
  expect(text).not.toMatch(/^export const [xy]/m);
  expect(text).not.toContain("*/ export const y");
});

test("the command writes a file, and reports in one line what it cannot read", () => {
  const from = `${folder}/openapi.json`;
  writeFileSync(from, JSON.stringify(document));
  const run = (...args: string[]) =>
    Bun.spawnSync([process.execPath, `${root}/scripts/client.ts`, ...args], { cwd: folder });
  expect(run(from, "--out", "made.ts").exitCode).toBe(0);
  expect(readFileSync(`${folder}/made.ts`, "utf8")).toBe(writeClient(document));
  const { exitCode, stderr } = run("no-such-file.json");
  expect(exitCode).toBe(1);
  expect(stderr.toString().trim().split("\n")).toHaveLength(1);
});
