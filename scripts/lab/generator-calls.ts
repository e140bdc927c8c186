import { dirname } from "node:path";
import { exitOnHelp } from "../help.ts";

exitOnHelp(`Usage: bun scripts/lab/generator-calls.ts FILE URL KEY
  makes ten calls of a hub with the client in FILE.`);

type CallValues = Readonly<{ path?: Record<string, string>; query?: object; body?: object }>;

const calls: readonly (readonly [operation: string, given: CallValues])[] = [
  ["getDevUuid", { query: { count: 2 } }],
  ["getDevTime", { query: { value: "2026-01-02T03:04:05Z" } }],
  ["getDevPassword", { query: { length: 20 } }],
  ["getDevChmod", { query: { mode: "755" } }],
  ["getQrGenerateBase64", { query: { data: "hello" } }],
  ["getDevHashByAlgo", { path: { algo: "sha256" }, query: { text: "hello" } }],
  ["postAiSentiment", { body: { text: "I love it" } }],
  ["postDevJsonFormat", { body: { json: "[1,2]" } }],
  ["postUrlShorten", { body: { url: "https://example.com/" } }],
  ["postDevTextDiff", { body: { a: "one", b: "two" } }],
];

const [file = "", base = "", key = ""] = process.argv.slice(2);
const send = globalThis.fetch;
let status = 0;
// Some clients have relative paths, and each takes the key in another way.
globalThis.fetch = Object.assign(async (input: string | URL | Request, init?: RequestInit) => {
  const request =
    input instanceof Request
      ? new Request(input, init)
      : new Request(new URL(input, base).href, init);
  request.headers.set("x-api-key", key);
  const response = await send(request);
  ({ status } = response);
  return response;
}, send);

const client = await import(file);
const call = await findCaller();
const faults: string[] = [];
for (const [operation, given] of calls) {
  status = 0;
  await call(operation, given).catch((error: unknown) => faults.push(`${operation}: ${error}`));
  if (status !== 200) faults.push(`${operation}: error ${status}`);
}
if (faults.length > 0) console.error(faults.join("\n"));
process.exit(faults.length > 0 ? 1 : 0);

/** Returns a function that calls an operation in the way of the client. */
async function findCaller(): Promise<(operation: string, given: CallValues) => Promise<unknown>> {
  if (file.includes("/hey/")) {
    (await import(`${dirname(file)}/client.gen.ts`)).client.setConfig({ baseUrl: base });
    return async (operation, given) => client[operation](given);
  }
  if (client.defaults) client.defaults.baseUrl = base;
  const functions = client.Api ? new client.Api({ baseUrl: base }).api : client;
  return async (operation, { path = {}, query, body }) =>
    functions[operation](...Object.values(path), ...[body, query].filter(Boolean));
}
