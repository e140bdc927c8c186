import { afterAll, describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isFullDepth, testHub } from "hub/testing";
import { loadAll } from "../core/host/load/load-all.ts";
import type { LoadedPlugin, LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { bracePath, getTrialRoute, openApi } from "../core/site/docs/openapi/openapi.ts";
import { withProblemPages } from "../core/site/docs/openapi/with-problem-pages.ts";
import { docsHub } from "../core/testing/docs-hub.ts";
import { type Case, createCase, type Operation } from "./document-cases.ts";
import { createRandom, type Schema } from "./from-schema.ts";

/** Number of requests per operation. `DOCUMENT_CASES=200 bun test tests/document-truth.test.ts` is the long run. */
const count = Number(process.env.DOCUMENT_CASES ?? (isFullDepth ? 3 : 1));
/** Seed of the random requests: the same seed repeats them. */
const seed = Number(process.env.DOCUMENT_SEED ?? 1);

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`], {
  strict: true,
  aliases: "all",
});
const docs = docsHub(plugins);
const document = JSON.parse(JSON.stringify(await openApi(docs.view)));
const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
addFormats.default(ajv);
ajv.addSchema(document, "document");

/** Responses for hosts that no service's tests define: a third-party page. */
const net = {
  "*": () => new Response("<title>Elsewhere</title>", { headers: { "content-type": "text/html" } }),
};
/** One request per operation needs no job processes. With many, slow ones would block the others. */
const jobs = count > 1 ? ({ jobs: true } as const) : {};
const hubs = new Map<
  LoadedPlugin,
  { fetch: (request: Request) => Promise<Response>; close(): unknown }
>();
for (const plugin of plugins) {
  const hub = await testHub(plugin, { ...jobs, net });
  const { fetch } = withProblemPages({ fetch: hub.fetch, server: null });
  hubs.set(plugin, { fetch: async (request) => fetch(request), close: () => hub.close(0) });
}
hubs.set(docs.view.own, { fetch: docs.fetch, close: () => {} });
afterAll(() => Promise.all([...hubs.values()].map((hub) => hub.close())));

interface Answering {
  name: string;
  path: string;
  method: string;
  plugin: LoadedPlugin;
  loaded: LoadedRoute;
  operation: Operation;
}

/** Every operation of the document, with its route. */
const operations = [...plugins, docs.view.own].flatMap((plugin): Answering[] => {
  const samples = Object.entries(plugin.plugin.manifest.try ?? {}).map(([path, file]) => ({
    method: "GET",
    path: `/try${path}`,
    loaded: getTrialRoute(plugin, file),
  }));
  const own = [...plugin.routes, ...plugin.open].map((loaded) => ({
    method: loaded.method,
    path: loaded.path,
    loaded,
  }));
  return [...own, ...samples].map(({ method, path, loaded }) => {
    const template = bracePath(path);
    const operation = document.paths[template][method.toLowerCase()];
    return { name: `${method} ${template}`, path: template, method, plugin, loaded, operation };
  });
});

test("the document has exactly the operations of the hub", () => {
  const named = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  expect(operations.length).toBeGreaterThan(105 + 12);
});

function breaks(schema: Schema, value: unknown): boolean {
  return !ajv.validate(schema, value);
}

/** Resolves a reference within the document. */
function resolved<Part extends object>(
  part: Part & { $ref?: string },
): { part: Part; at?: string } {
  if (!part.$ref) return { part };
  const found = part.$ref
    .split("/")
    .slice(1)
    .reduce((at, name) => at[name], document);
  return { part: found, at: part.$ref };
}

/** Returns how a response differs from the document, or undefined if it matches. */
async function findDeviation(
  { operation, path, method }: Answering,
  { isWrong }: Case,
  answer: Response,
) {
  const { status, headers } = answer;
  const type = headers.get("content-type")?.split(";")[0];
  const bytes = await answer.bytes();
  const said = () => new TextDecoder().decode(bytes.subarray(0, 600));
  const exact = operation.responses[status] ? String(status) : "default";
  if (!operation.responses[exact]) return `status ${status} is not documented: ${said()}`;
  if (status === 500) return `status 500: ${said()}`;
  if (isWrong && status < 400) return `status ${status} for what the document forbids`;
  const { part, at } = resolved(operation.responses[exact]);
  const content = part.content ?? {};
  if (type === undefined)
    return bytes.length > 0 || (part.content && status !== 304)
      ? `no media type with ${status}`
      : undefined;
  // The response of a job can have any type.
  if (!content[type] && content["*/*"]) return undefined;
  if (!content[type]) return `media type ${type} is not documented for ${status}: ${said()}`;
  if (!type.endsWith("json") || type.includes("ndjson")) return undefined;
  const value = JSON.parse(new TextDecoder().decode(bytes));
  const place =
    at ??
    `#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}/responses/${exact}`;
  const pointer = `document${encodeURI(place)}/content/${type.replaceAll("/", "~1")}/schema`;
  const check = getValidator(pointer);
  if (!check(value)) return `schema: ${ajv.errorsText(check.errors)}: ${said()}`;
  return undefined;
}

const validators = new Map<string, ReturnType<typeof ajv.compile>>();

function getValidator(pointer: string) {
  const validator = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
  validators.set(pointer, validator);
  return validator;
}

const tally = { calls: 0, statuses: {} as Record<string, number> };
/** Number of concurrent requests. */
const atOnce = 4;

/** Sends a request. Returns how its response differs from the document, or undefined if it matches. */
async function checkCase(one: Answering, sent: Case): Promise<string | undefined> {
  const { request, kind } = sent;
  const { method, url, headers } = request;
  const body = await request.clone().text();
  const answer = await hubs.get(one.plugin)?.fetch(request);
  if (!answer) throw new Error(`No hub answers ${one.name}`);
  tally.calls++;
  tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1;
  const deviation = await findDeviation(one, sent, answer);
  if (!deviation) return undefined;
  const said = [kind, method, url, headers.get("accept"), headers.get("content-type"), body];
  return `${deviation}\n  for ${said.map((part) => String(part).slice(0, 300)).join(" | ")}`;
}

describe(`${count} random requests with the seed ${seed} get responses as documented by`, () => {
  test.each(operations.map((one) => [one.name, one] as const))(
    "%s",
    async (name, one) => {
      const random = createRandom(seed + Bun.hash.crc32(name));
      const subject = { ...one, route: one.loaded.route, breaks };
      const cases = Array.from({ length: count }, () => createCase(subject, random));
      const deviations: string[] = [];
      for (let start = 0; start < count; start += atOnce) {
        const some = cases.slice(start, start + atOnce);
        const outcomes = await Promise.all(some.map((sent) => checkCase(one, sent)));
        deviations.push(...outcomes.filter((outcome) => outcome !== undefined));
      }
      expect(deviations, `seed ${seed}`).toEqual([]);
    },
    60_000 + count * 5000,
  );
});
if (process.env.DOCUMENT_CASES) afterAll(() => console.log(JSON.stringify(tally)));

describe("an undocumented method is rejected with the allowed ones at", () => {
  const paths = [...new Set(operations.map(({ path }) => path))];
  test.each(paths)("%s", async (path) => {
    const address = path.replace(/\{\w+\}/g, "x");
    const plugin = operations.find((one) => one.path === path)?.plugin ?? docs.view.own;
    // A path may match another operation as well: `/hash/password` matches `/hash/{algo}`.
    const answering = operations.filter(
      (one) =>
        one.plugin === plugin &&
        new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(address),
    );
    const known = new Set(answering.map(({ method }) => method));
    const allow = [...known, ...(known.has("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
    const hub = hubs.get(plugin);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (known.has(method)) continue;
      const answer = await hub?.fetch(
        new Request(`http://localhost${address}`, { method, headers: { "x-api-key": "test" } }),
      );
      expect([method, answer?.status]).toEqual([method, 405]);
      expect(answer?.headers.get("allow")?.split(", ").toSorted()).toEqual(allow);
    }
  });
});
