import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import createFetchClient from "openapi-fetch";
import { loadAll } from "../core/host/load/load-all.ts";
import type { LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { buildOperationId } from "../core/site/docs/openapi/openapi.ts";
import { ownExamplesFile, writeExamples } from "../core/site/examples/response-examples.ts";
import { captureOwn, captureService } from "../core/testing/capture-examples.ts";
import { isFullDepth } from "../core/testing/cases.ts";
import { waitMs } from "../core/testing/patience.ts";
import { dataFolder, runHub } from "../core/testing/running-hub.ts";
import { exampleBytesMax } from "../core/testing/shorten-example.ts";
import { sampleBase64 } from "../plugins/pdf/sample.ts";

const root = `${import.meta.dir}/..`;
const work = dataFolder();
const file = `${work.path}/openapi.json`;
/** The document with the called endpoints, from which clients are generated. */
const calledFile = `${work.path}/called.json`;
const hub = await runHub({
  ...{ HUB_ALIASES: "all", HUB_OFFLINE: "1", HUB_TIERS: "free=1000/1000" },
  // Each job process imports its own libraries.
  HUB_JOBS: "1",
});
afterAll(async () => {
  await hub.stop();
  work.remove();
});

interface Content {
  example?: unknown;
}

interface Operation {
  operationId: string;
  parameters: { $ref?: string; name: string; in: "path" | "query"; example?: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: { 200: { content?: Record<string, Content> } };
}

const pdf = new Blob([Buffer.from(sampleBase64, "base64")], { type: "application/pdf" });

/** Uploads, which examples cannot contain. */
const uploads: Record<string, Record<string, unknown>> = {
  postPdfMerge: { files: [pdf, pdf] },
  postPdfCompress: { file: pdf },
  postPdfExtractText: { file: pdf },
  postPdfRotate: { file: pdf, angle: 90 },
};

/** Endpoints that are called with the examples of their parameters and bodies. */
const called = [
  ...["getDevHashByAlgo", "getDevUuid", "postDevTextTransform", "postDevJsonFormat"],
  ...["postDevTextDiff", "getDevColorByColor", "getCurrencyLatest", "getServices"],
  ...["getIpGeoLookupByIp", "getQrGenerate", "getImageBadge", "postUrlShorten"],
  ...["getEmailValidateByEmail", "getApiKey", "getJobs", "getVersion"],
];
const ids = [...called, ...Object.keys(uploads)];

/**
 * Further endpoints in the document of a plain run: each service, and each kind of request and response, such as an
 * alias, a redirect, a file, a form, a stream or a paginated list. Slow engines are left to `bun run test
 * --properties`.
 */
const kinds = [
  ...["getAiTranslateLanguages", "getCryptoChartByCoin", "getCurrencyCurrencies", "getV1Latest"],
  ...["postDevJsonConvert", "getTryHashByAlgo", "postEmailValidateBatch", "getStaticV1"],
  ...["postInvoiceEinvoice", "postQrBatch", "postQrDecode", "postQrGenerate"],
  ...["getScreenshotCapture", "postFormsChromiumScreenshotHtml", "getTtsVoices", "postPdfCompare"],
  ...["postV1AudioSpeech", "patchUrlLinksByCode", "getSByCode", "getSByCodeQrSvg"],
  ...["deleteApiKey", "putApiKeyNotices", "getWellKnownSecurityTxt", "postSignup", "postMcp"],
  ...["getJobsByIdEvents", "getJobsByIdResult", "getOpenapiJson", "getOpenapiYaml", "getDocsJson"],
  ...["getDocumentationSearch", "getMetrics", "getRoot", "getProblemsByCode"],
];
const wanted = new Set([...ids, ...kinds]);

/** Omits operations that a plain run doesn't include. */
function choose(routes: readonly LoadedRoute[]): LoadedRoute[] {
  return routes.filter(
    (route) => isFullDepth || wanted.has(buildOperationId(route.method, route.path)),
  );
}

interface SavedDocument {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

/** Returns the document of some operations, with the components that they reference. */
function pickOperations(document: SavedDocument, wanted: ReadonlySet<string>): SavedDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, item]): [string, Record<string, Operation>] => [
        path,
        Object.fromEntries(
          Object.entries(item).filter(([, operation]) => wanted.has(operation.operationId)),
        ),
      ])
      .filter(([, item]) => Object.keys(item).length > 0),
  );
  const { securitySchemes = {} } = document.components;
  const components: SavedDocument["components"] = { securitySchemes };
  const addReferences = (part: unknown): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      components[kind] ??= {};
      const group = components[kind];
      if (name in group) continue;
      group[name] = document.components[kind]?.[name];
      addReferences(group[name]);
    }
  };
  addReferences(paths);
  return { ...document, paths, components };
}

let operations: { id: string; method: string; path: string; operation: Operation }[] = [];

/** The loaded document. */
let whole = "";

// Every tool below reads the saved file. The hub only serves the calls.
beforeAll(async () => {
  const { plugins } = await loadAll([`${root}/plugins`], { strict: true, aliases: "all" });
  const out = ownExamplesFile(hub.data);
  for (const plugin of plugins) {
    const chosen = { ...plugin, routes: choose(plugin.routes), open: choose(plugin.open) };
    writeExamples(out, await captureService(chosen));
  }
  writeExamples(out, await captureOwn(plugins, choose));
  whole = await (await hub.get("/openapi.json")).text();
  const document: SavedDocument = JSON.parse(whole);
  const saved = isFullDepth ? document : pickOperations(document, wanted);
  await Bun.write(file, JSON.stringify(saved));
  const short = isFullDepth ? document : pickOperations(document, new Set(ids));
  await Bun.write(calledFile, JSON.stringify(short));
  operations = Object.entries(saved.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...{ id: operation.operationId, path, operation },
      method: method.toUpperCase(),
    })),
  );
}, waitMs(300_000));

test("parameters of paths are texts, numbers or booleans, the only values that all generators write there", () => {
  const { paths } = JSON.parse(whole) as SavedDocument;
  const types = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ parameters = [] }) =>
      (parameters as { in: string; schema?: { type?: string } }[])
        .filter((parameter) => parameter.in === "path")
        .map(({ schema }) => `${path}: ${schema?.type}`),
    ),
  );
  const known = /: (?:string|number|integer|boolean)$/;
  expect(types.length).toBeGreaterThan(20);
  expect(types.filter((type) => !known.test(type))).toEqual([]);
});

/** Runs a program of a package on the saved file. Proxy settings block the network. */
async function run(name: string, args: readonly string[]) {
  const offline = { HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };
  const child = Bun.spawn(
    [process.execPath, "--bun", `${root}/node_modules/.bin/${name}`, ...args],
    {
      cwd: root,
      // Disables the telemetry of the tools.
      env: {
        ...{ ...process.env, ...offline },
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      },
      stderr: "pipe",
    },
  );
  const [said, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, said, complaint };
}

describe("the saved document", () => {
  test("has no external references", () => {
    expect(whole).not.toContain('"externalValue"');
    const references = [...whole.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target);
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((target) => !target?.startsWith("#/"))).toEqual([]);
  });

  test("describes bytes in no JSON response", () => {
    const responses = operations.map(({ operation }) => operation.responses[200].content ?? {});
    const json = responses.map((content) => JSON.stringify(content["application/json"] ?? {}));
    expect(json.length).toBeGreaterThan(ids.length);
    expect(json.filter((text) => text.includes('"format":"binary"'))).toEqual([]);
  });

  test("shows an example of each JSON response, of at most 4 kB", () => {
    const answers = operations.flatMap(({ id, operation }) => {
      const json = operation.responses[200].content?.["application/json"];
      return json ? [{ id, json }] : [];
    });
    expect(answers.length).toBeGreaterThan(isFullDepth ? 105 : 35);
    // The document has no example of itself, embeddings need a model that the operator configures, and a client is
    // registered with 201.
    const without = answers.filter(({ json }) => json.example === undefined).map(({ id }) => id);
    const unexplained = without.filter(
      (id) => id !== "postV1Embeddings" && id !== "postOauthRegister",
    );
    expect(unexplained.toSorted()).toEqual(["getDocsJson", "getOpenapiJson"]);
    const sizes = answers.map(({ json }) =>
      Buffer.byteLength(JSON.stringify(json.example ?? null)),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(exampleBytesMax);
  });

  test("passes the recommended rules of Redocly", async () => {
    const { said } = await run("redocly", ["lint", "--config=redocly.yaml", "--format=json", file]);
    expect(JSON.parse(said).problems).toEqual([]);
  });

  test("passes the rules of Spectral for OpenAPI", async () => {
    const options = ["--ruleset=.spectral.yaml", "--format=json", "--quiet"];
    const { said } = await run("spectral", ["lint", ...options, file]);
    expect(JSON.parse(said)).toEqual([]);
  });

  test("is bundled by Redocly unchanged", async () => {
    const bundle = `${work.path}/bundle.json`;
    const { code, complaint } = await run("redocly", ["bundle", calledFile, "-o", bundle]);
    expect(code, complaint).toBe(0);
    expect(JSON.parse(readFileSync(bundle, "utf8"))).toEqual(
      JSON.parse(readFileSync(calledFile, "utf8")),
    );
  });
});

/** Returns the arguments of a generated function. */
function getInput(id: string) {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`Cannot find the operation "${id}"`);
  const { operation } = found;
  const valuesIn = (place: string) =>
    Object.fromEntries(
      operation.parameters.flatMap(({ in: at, name, example }) =>
        at === place && example !== undefined ? [[name, example]] : [],
      ),
    );
  const body = uploads[id] ?? operation.requestBody?.content["application/json"]?.example;
  return { ...found, pathValues: valuesIn("path"), query: valuesIn("query"), body };
}

/** Compiles files of the work folder with the settings of a strict project. */
async function compile(...names: string[]): Promise<string> {
  const options = ["--ignoreConfig", "--strict", "--noEmit", "--skipLibCheck", "--types", ""];
  const target = ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
  const lib = ["--lib", "es2023,dom,dom.iterable", "--allowImportingTsExtensions"];
  const files = names.map((name) => `${work.path}/${name}`);
  const command = [`${root}/node_modules/.bin/tsc`, ...options, ...target, ...lib, ...files];
  return Bun.spawn(command, { stdout: "pipe" }).stdout.text();
}

test("a plain run documents each endpoint that it calls", () => {
  const found = new Set(operations.map(({ id }) => id));
  expect([...wanted].filter((id) => !found.has(id))).toEqual([]);
});

test("openapi-typescript and hey-api generate types that compile and know the inputs of endpoints", async () => {
  const outcomes = await Promise.all([
    run("openapi-typescript", [calledFile, "-o", `${work.path}/schema.ts`]),
    run("openapi-ts", ["-i", calledFile, "-o", `${work.path}/sdk`]),
  ]);
  for (const { code, said, complaint } of outcomes) expect(code, said + complaint).toBe(0);
  await Bun.write(
    `${work.path}/use-schema.ts`,
    `import type { paths } from "./schema.ts";
type Hash = paths["/api/dev/hash/{algo}"]["get"];
export const algo: Hash["parameters"]["path"]["algo"] = "sha256";
// @ts-expect-error there is no such function
export const other: Hash["parameters"]["path"]["algo"] = "sha257";
type Answer = Hash["responses"][200]["content"]["application/json"];
export const read = ({ hash }: Answer): string => hash;
`,
  );
  await Bun.write(
    `${work.path}/use-sdk.ts`,
    `import { getDevHashByAlgo, postPdfMerge } from "./sdk/index.ts";
const { data } = await getDevHashByAlgo({ path: { algo: "sha256" }, query: { text: "hello" } });
export const hash: string | undefined = data?.hash;
await postPdfMerge({ body: { files: [new Blob()] } });
// @ts-expect-error there is no such function
await getDevHashByAlgo({ path: { algo: "sha257" }, query: { text: "hello" } });
`,
  );
  expect(await compile("use-schema.ts", "use-sdk.ts")).toBe("");
});

test("20 calls of openapi-fetch with examples of the document succeed", async () => {
  const client = createFetchClient<Record<string, never>>({
    baseUrl: hub.url,
    headers: { "X-API-Key": await hub.key() },
  });
  const statuses = await Promise.all(
    ids.map(async (id) => {
      const { method, path, pathValues, query, body } = getInput(id);
      const options = {
        params: { path: pathValues, query },
        ...(body !== undefined && { body }),
        ...(id in uploads && { bodySerializer: buildForm }),
        parseAs: "stream",
      };
      const { response } = await client.request(
        method.toLowerCase() as never,
        path as never,
        options as never,
      );
      return [id, response.status, response.ok ? "" : await response.text().catch(String)];
    }),
  );
  expect(statuses).toEqual(ids.map((id) => [id, 200, ""]));
  expect(ids.length).toBeGreaterThanOrEqual(20);
});

/** Builds the form like the documentation of openapi-fetch. */
function buildForm(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const part of [value].flat())
      form.append(name, part instanceof Blob ? part : String(part));
  return form;
}

test("20 calls of the client that hey-api generated succeed", async () => {
  const sdk = await import(`${work.path}/sdk/index.ts`);
  const { client } = await import(`${work.path}/sdk/client.gen.ts`);
  client.setConfig({ baseUrl: hub.url, auth: await hub.key() });
  const statuses = await Promise.all(
    ids.map(async (id) => {
      const { pathValues, query, body } = getInput(id);
      const given = { path: pathValues, query, ...(body !== undefined && { body }) };
      const { response, error } = await sdk[id](given);
      return [id, response?.status, error];
    }),
  );
  expect(statuses).toEqual(ids.map((id) => [id, 200, undefined]));
});
