// Writes a client for TypeScript: `bun run client [ADDRESS|FILE] [--out FILE]`. One file without dependencies.
import { parseArgs } from "node:util";
import { exitOnHelp } from "./help.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  items?: Schema | false;
  prefixItems?: Schema[];
  default?: unknown;
}

type Content = Record<string, { schema: Schema }>;

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema?: Schema;
  content?: Content;
}

interface Operation {
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** What of an OpenAPI document a client is written from. */
export interface ClientDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** One method of the client. */
interface ClientMethod {
  service: string;
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** The methods that a client of a hub has: those of its services, of jobs and of keys. */
export function clientMethods({ paths }: ClientDocument): ClientMethod[] {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    /^\/api[/-]/.test(path)
      ? Object.entries(item).map(([method, operation]) => ({ method, path, operation }))
      : [],
  );
  const known = new Set(calls.map(({ path }) => path));
  return calls.map((call) => {
    const { method, path } = call;
    const [first = "", ...rest] = path
      .replace(/^\/api\//, "/")
      .slice(1)
      .split("/");
    const words = rest.filter((part) => !part.startsWith("{"));
    const bare = path.replace(/\/\{\w+\}/g, "");
    // Named by its values only where another endpoint has the same words.
    const isAlone =
      bare === path ||
      ![...known].some((one) => one !== path && one.replace(/\/\{\w+\}/g, "") === bare);
    const values = isAlone ? [] : rest.filter((part) => part.startsWith("{"));
    const name = [...words, ...values.flatMap((part) => ["by", part.slice(1, -1)])];
    const isChange = ["delete", "patch", "put"].includes(method);
    const isSecond = method === "post" && paths[path]?.get !== undefined;
    const isPrefixed = words.length === 0 || isChange || isSecond;
    return {
      ...call,
      service: camelCase([first]),
      name: camelCase(isPrefixed ? [method, ...name] : name),
    };
  });
}

function camelCase(words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/[^A-Za-z0-9]+/)).filter(Boolean);
  return parts
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
}

/** Writes the client of a hub from its OpenAPI document. */
export function writeClient(document: ClientDocument): string {
  const services = Object.groupBy(clientMethods(document), ({ service }) => service);
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema, "")};\n`,
  );
  const groups = Object.entries(services).map(([service, methods = []]) => {
    const names = new Set(methods.map(({ name }) => name));
    if (names.size < methods.length) throw new Error(`Two endpoints of "${service}" have one name`);
    return `    ${service}: {\n${methods.map(methodText).join("")}    },\n`;
  });
  const { title, version } = document.info;
  return [
    `// A client of ${oneLine(title)} ${oneLine(version)}, written by \`bun run client\`: do not edit.\n`,
    types.join("\n"),
    RUNTIME,
    `/** A client of the hub. */\nexport function createClient(options: ClientOptions) {\n  const call = callerOf(options);\n  return {\n${groups.join("")}  };\n}\n`,
  ].join("\n");
}

function methodText({ name, method, path, operation }: ClientMethod): string {
  const parameters = (operation.parameters ?? []).filter(
    (one) => one.in === "path" || one.in === "query",
  );
  const fields = parameters.map(
    (one): Field => ({
      name: one.name,
      isRequired: one.required,
      schema: {
        ...(one.schema ?? one.content?.["application/json"]?.schema),
        ...(one.description && { description: one.description }),
      },
    }),
  );
  const body = bodySchema(operation);
  for (const [field, schema] of Object.entries(body?.properties ?? {})) {
    const isRequired = body?.required?.includes(field) ?? false;
    const isTaken = fields.some((one) => one.name === field);
    // One that the query takes as well is sent there.
    if (isTaken && isRequired) throw new Error(`${path} takes "${field}" in two places`);
    if (!isTaken) fields.push({ name: field, schema, isRequired });
  }
  const isOptional = fields.every(({ isRequired }) => !isRequired);
  const input = body && !body.properties ? typeOf(body, "      ") : fieldsText(fields, "      ");
  const answer = answerOf(operation);
  const places = [
    JSON.stringify(method.toUpperCase()),
    JSON.stringify(path),
    JSON.stringify(parameters.filter((one) => one.in === "query").map((one) => one.name)),
  ];
  return [
    `      /** ${comment(operation.summary)} */\n`,
    `      ${name}: call<${input}, ${answer.json}, ${answer.kinds}, ${isOptional}>(${places.join(", ")}),\n`,
  ].join("");
}

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** The fields of a body. Where files may be sent, the form has all of them. */
function bodySchema({ requestBody }: Operation): Schema | undefined {
  const content = requestBody?.content ?? {};
  const forms = ["multipart/form-data", "application/json", "application/x-www-form-urlencoded"];
  return forms.flatMap((type) => content[type]?.schema ?? [])[0];
}

function answerOf({ responses }: Operation): { json: string; kinds: string } {
  const content = responses["200"]?.content ?? {};
  const schema = content["application/json"]?.schema;
  const others = Object.keys(content).filter(
    // Asked for by Accept alone, which is what `accept` is for.
    (type) => type !== "application/json" && !(schema && type === "text/plain"),
  );
  const kinds = [...(schema ? ['"json"'] : []), ...(others.length > 0 ? ['"blob"'] : [])];
  return {
    json: schema ? typeOf(schema, "      ") : "never",
    kinds: kinds.join(" | ") || "never",
  };
}

function fieldsText(fields: readonly Field[], indent: string): string {
  const lines = fields.map(({ name, schema, isRequired }) => {
    const said = schema.description ? `${indent}  /** ${comment(schema.description)} */\n` : "";
    const type = typeOf(schema, `${indent}  `);
    return `${said}${indent}  ${JSON.stringify(name)}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};\n`;
  });
  return lines.length > 0 ? `{\n${lines.join("")}${indent}}` : "Record<never, never>";
}

/** A schema as TypeScript says it. What it cannot say is \`unknown\`. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return typeName(schema.$ref.split("/").at(-1) ?? "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return union(options.map((one) => typeOf(one, indent)));
  if (schema.allOf)
    return schema.allOf.map((one) => `(${typeOf(one, indent)})`).join(" & ") || "unknown";
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  switch (schema.type) {
    case "string":
      return schema.format === "binary" ? "Blob" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      if (schema.prefixItems)
        return `[${schema.prefixItems.map((one) => typeOf(one, indent)).join(", ")}]`;
      return `(${schema.items ? typeOf(schema.items, indent) : "unknown"})[]`;
    case "object":
      return objectType(schema, indent);
    default:
      return schema.properties ? objectType(schema, indent) : "unknown";
  }
}

function objectType(
  { properties, required = [], additionalProperties, patternProperties }: Schema,
  indent: string,
): string {
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]): Field => ({ name, schema, isRequired: required.includes(name) }),
  );
  const rest = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const values = [...(rest ? [rest] : []), ...Object.values(patternProperties ?? {})];
  const record =
    values.length > 0
      ? `Record<string, ${union(values.map((one) => typeOf(one, indent)))}>`
      : undefined;
  if (fields.length === 0) return record ?? "Record<string, unknown>";
  // A value of any name has to fit all of them in TypeScript.
  return record
    ? `${fieldsText(fields, indent)} & Record<string, unknown>`
    : fieldsText(fields, indent);
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 0
    ? "never"
    : distinct.length === 1
      ? (distinct[0] ?? "never")
      : `(${distinct.join(" | ")})`;
}

function typeName(name: string): string {
  const [first = "", ...rest] = camelCase([name]);
  return first.toUpperCase() + rest.join("");
}

function comment(text: string): string {
  return oneLine(text).replaceAll("*/", "*\\/");
}

function oneLine(text: string): string {
  return text.split(/\s+/).join(" ").trim();
}

/** The part of a client that no endpoint changes. */
const RUNTIME = String.raw`export interface ClientOptions {
  /** The address of the hub. */
  baseUrl: string;
  key?: string | undefined;
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Sent again with the same one, a POST is answered as before. */
  idempotencyKey?: string | undefined;
  /** The media type to answer with, where there are several. */
  accept?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** A failure: the hub's own, or an answer that is none of the hub's. */
export class HubError extends Error {
  override readonly name = "HubError";
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly { location: string; message: string }[];
  readonly requestId: string | undefined;
  readonly headers: Headers;

  constructor(problem: Partial<Problem>, { status, headers }: Response) {
    const detail = problem.detail ?? "The answer has status " + status;
    super(detail);
    this.code = problem.code ?? "http_error";
    this.status = status;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? headers.get("x-request-id") ?? undefined;
    this.headers = headers;
  }
}

type Answer<Json, Kinds> = ("json" extends Kinds ? Json : never) | ("blob" extends Kinds ? Blob : never);

type Arguments<Input, Options, IsOptional> = IsOptional extends true
  ? [input?: Input, options?: Options]
  : [input: Input, options?: Options];

interface Method<Input, Json, Kinds, IsOptional> {
  (...given: Arguments<Input, CallOptions & { as?: undefined }, IsOptional>): Promise<Answer<Json, Kinds>>;
  (input: Input, options: CallOptions & { as: "json" }): Promise<Json>;
  (input: Input, options: CallOptions & { as: "blob" }): Promise<Blob>;
  (input: Input, options: CallOptions & { as: "text" }): Promise<string>;
  (input: Input, options: CallOptions & { as: "response" }): Promise<Response>;
}

function callerOf({ baseUrl, key, fetch: send = (request) => fetch(request) }: ClientOptions) {
  const base = baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl;
  return function call<Input, Json, Kinds, IsOptional>(
    method: string,
    path: string,
    inQuery: readonly string[],
  ): Method<Input, Json, Kinds, IsOptional> {
    async function run(
      input: object = {},
      options: CallOptions & { as?: "json" | "blob" | "text" | "response" | undefined } = {},
    ): Promise<unknown> {
      const headers = new Headers(options.headers);
      if (key !== undefined) headers.set("X-API-Key", key);
      if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
      const accept = options.accept ?? (options.as === "json" ? "application/json" : undefined);
      if (accept !== undefined) headers.set("Accept", accept);
      const rest = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined));
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = rest.get(name);
        rest.delete(name);
        return encodeURIComponent(asText(value));
      });
      const query = new URLSearchParams();
      for (const name of inQuery)
        if (rest.has(name)) {
          query.set(name, asText(rest.get(name)));
          rest.delete(name);
        }
      const hasBody = method !== "GET" && (rest.size > 0 || method === "POST");
      const body = hasBody ? bodyOf(rest) : undefined;
      if (typeof body === "string") headers.set("Content-Type", "application/json");
      const search = query.size > 0 ? "?" + query.toString() : "";
      const response = await send(
        new Request(base + filled + search, {
          method,
          headers,
          ...(body !== undefined && { body }),
          ...(options.signal && { signal: options.signal }),
        }),
      );
      const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get("content-type") ?? "");
      if (!response.ok)
        throw new HubError(isJson ? ((await response.json()) as Partial<Problem>) : {}, response);
      if (options.as === "response") return response;
      if (options.as === "text") return response.text();
      return options.as === "json" || (options.as === undefined && isJson) ? response.json() : response.blob();
    }
    return run as Method<Input, Json, Kinds, IsOptional>;
  };
}

/** JSON, and a form where there are files. A list that is no list of files is JSON in there, too. */
function bodyOf(fields: ReadonlyMap<string, unknown>): string | FormData {
  const hasFile = [...fields.values()].flat().some((value) => value instanceof Blob);
  if (!hasFile) return JSON.stringify(Object.fromEntries(fields));
  const form = new FormData();
  for (const [name, value] of fields) {
    const isFiles = Array.isArray(value) && value.some((item) => item instanceof Blob);
    for (const item of isFiles ? value : [value])
      if (item instanceof File) form.append(name, item, item.name);
      else if (item instanceof Blob) form.append(name, item, "file");
      else if (item !== null) form.append(name, asText(item));
  }
  return form;
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
`;

async function readDocument(from: string): Promise<ClientDocument> {
  if (!/^https?:\/\//.test(from)) return Bun.file(from).json();
  const url = /\.json$/.test(new URL(from).pathname) ? from : new URL("/openapi.json", from).href;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Cannot read ${url}: it answers ${answer.status}`);
  return (await answer.json()) as ClientDocument;
}

if (import.meta.main)
  try {
    const usage = "Usage: bun run client [ADDRESS|FILE] [--out FILE]";
    exitOnHelp(usage);
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { out: { type: "string" } },
    });
    const [from = "http://localhost:3000", ...more] = positionals;
    if (more.length > 0) throw new Error(usage);
    const text = writeClient(await readDocument(from));
    await Bun.write(values.out ?? Bun.stdout, text);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
