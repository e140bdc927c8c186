import type { LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { generateFit, generateMisfit, pick, type Random, type Schema } from "./from-schema.ts";

/** An operation of the OpenAPI document. */
export interface Operation {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; encoding?: object }> };
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
  security?: object[];
}

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema?: Schema;
  content?: Record<string, { schema: Schema }>;
}

/** A request, and whether the document permits it. */
export interface Case {
  kind: string;
  request: Request;
  /** Whether the document forbids it, so that the hub must reject it. */
  isWrong: boolean;
}

export interface Subject {
  path: string;
  method: string;
  operation: Operation;
  /** The route of the operation, with the files of its example. */
  route: LoadedRoute["route"];
  /** Returns true if a value violates a schema of the document. */
  breaks(schema: Schema, value: unknown): boolean;
}

const accepts = [
  "*/*",
  "application/json",
  "text/html,application/xhtml+xml,*/*;q=0.8",
  "text/plain",
  "text/csv;q=0.9, application/json;q=0.1",
  "image/png",
  "image/*, */*;q=0.1",
  "application/x-ndjson",
  "application/json;q=0, */*",
  "audio/*",
  "no type at all;;q=x",
];

/** The parts of a request before it is serialised. */
interface Draft {
  path: Record<string, unknown>;
  query: [string, string][];
  body: Record<string, unknown>;
  media: string | undefined;
}

const kinds = {
  example: () => false,
  fit: (draft, { subject, random }) => {
    for (let count = Math.ceil(random() * 3); count > 0; count--)
      replaceValue(draft, subject, random, generateFit);
    return false;
  },
  misfit: (draft, { subject, random }) => replaceValue(draft, subject, random, generateMisfit),
  missing: (draft, { subject, random }) => omitRequired(draft, subject, random),
  unknown: (draft, { subject, random }) => addUnknown(draft, subject, random),
  media: (draft, { subject, random }) => changeMedia(draft, subject, random),
  keyless: () => false,
  known: () => false,
} satisfies Record<
  string,
  (draft: Draft, options: { subject: Subject; random: Random }) => boolean
>;

type Kind = keyof typeof kinds;
const weighted: Kind[] = [
  "example",
  "fit",
  "fit",
  "fit",
  "misfit",
  "misfit",
  "misfit",
  "missing",
  "unknown",
  "media",
  "keyless",
  "known",
];

/** Creates a request of a random kind. */
export function createCase(subject: Subject, random: Random): Case {
  const kind = pick(random, weighted);
  const draft = createDraft(subject, random);
  const isWrong = (kinds[kind] as (...args: unknown[]) => boolean)(draft, { subject, random });
  const headers = new Headers();
  if (kind !== "keyless") headers.set("x-api-key", "test");
  if (kind === "known") headers.set("if-none-match", "*");
  if (random() < 0.5) headers.set("accept", pick(random, accepts));
  const isOpen = subject.operation.security?.length === 0;
  return {
    kind,
    request: written(subject, draft, headers),
    isWrong: isWrong || (kind === "keyless" && !isOpen),
  };
}

function createDraft({ operation, route }: Subject, random: Random): Draft {
  const { params = {}, query = {}, body = {} } = route.example;
  const examples: Record<string, unknown> = { ...body, ...query, ...params };
  const named = operation.parameters.filter(
    ({ name, required }) => name in examples && (required || name in query || random() < 0.3),
  );
  return {
    path: Object.fromEntries(
      named.filter((one) => one.in === "path").map(({ name }) => [name, examples[name]]),
    ),
    query: named
      .filter((one) => one.in === "query")
      .flatMap(({ name }) => toPairs(name, examples[name])),
    body: { ...body },
    media: selectMediaType(operation, body, random),
  };
}

/** Selects a media type that can represent the example. */
function selectMediaType(
  { requestBody }: Operation,
  body: object,
  random: Random,
): string | undefined {
  if (!requestBody) return undefined;
  const hasFile = Object.values(body)
    .flat()
    .some((value) => value instanceof Blob);
  const forms = ["multipart/form-data", "application/x-www-form-urlencoded"];
  const types = Object.keys(requestBody.content).filter(
    (type) =>
      type === "multipart/form-data" || (!hasFile && [...forms, "application/json"].includes(type)),
  );
  return pick(random, types.length > 0 ? types : Object.keys(requestBody.content));
}

function toPairs(name: string, value: unknown): [string, string][] {
  const one = (item: unknown) => (typeof item === "object" ? JSON.stringify(item) : String(item));
  if (Array.isArray(value)) return value.map((item) => [name, one(item)]);
  return value === undefined ? [] : [[name, one(value)]];
}

type Make = (schema: Schema, random: Random) => unknown;

/** Replaces a random value of the request. Returns true if the document forbids the new value. */
function replaceValue(draft: Draft, subject: Subject, random: Random, make: Make): boolean {
  const { requestBody } = subject.operation;
  // Headers are the same for all operations and have separate tests.
  const parameters = subject.operation.parameters.filter(({ in: place }) => place !== undefined);
  const schema = requestBody?.content[draft.media ?? ""]?.schema;
  const fields = Object.keys(schema?.properties ?? {});
  if (schema && fields.length > 0 && random() < 0.7) {
    const name = pick(random, fields);
    const field = schema.properties?.[name] ?? {};
    if (field.format === "binary" || (field.items && field.items.format === "binary")) return false;
    const value = make(field, random);
    draft.body[name] = value;
    // A form contains only texts, which the hub may convert to the expected type.
    return draft.media === "application/json" && subject.breaks(field, asJson(value));
  }
  if (parameters.length === 0) return false;
  const parameter = pick(random, parameters);
  const { name, content } = parameter;
  const field = parameter.schema ?? content?.["application/json"]?.schema ?? {};
  const value = make(field, random);
  if (parameter.in === "path") draft.path[name] = typeof value === "object" ? "x" : value;
  else draft.query = [...draft.query.filter(([key]) => key !== name), ...toPairs(name, value)];
  return typeof value === "number" && isNumeric(field) && subject.breaks(field, value);
}

function isNumeric({ type }: Schema): boolean {
  return type === "integer" || type === "number";
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function omitRequired(draft: Draft, { operation }: Subject, random: Random): boolean {
  const schema = operation.requestBody?.content[draft.media ?? ""]?.schema;
  const fields = schema?.required ?? [];
  const queried = operation.parameters.filter((one) => one.in === "query" && one.required);
  const names = [...fields, ...queried.map(({ name }) => name)];
  if (names.length === 0) return false;
  const name = pick(random, names);
  delete draft.body[name];
  draft.query = draft.query.filter(([key]) => key !== name);
  return true;
}

function addUnknown(draft: Draft, { route }: Subject, random: Random): boolean {
  if (draft.media && random() < 0.5) {
    draft.body.no_such_field = 1;
    return !route.body?.additionalProperties;
  }
  draft.query.push(["no_such_parameter", "1"]);
  return !route.query?.additionalProperties;
}

function changeMedia(draft: Draft, { operation }: Subject, random: Random): boolean {
  if (!operation.requestBody) return false;
  draft.media = pick(random, [
    "application/x-no-such",
    "text/x-odd; charset=utf-16",
    "broken",
    "empty",
  ]);
  return true;
}

function written({ path, method }: Subject, draft: Draft, headers: Headers): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toWellFormed(String(draft.path[name] || "x"))),
  );
  const query = draft.query.map((pair) =>
    pair.map((part) => encodeURIComponent(toWellFormed(part))).join("="),
  );
  const url = `http://localhost${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  if (method === "GET") return new Request(url, { headers });
  const { body, type } = encodeBody(draft);
  if (type) headers.set("content-type", type);
  return new Request(url, { method, headers, ...(body !== undefined && { body }) });
}

function toWellFormed(text: string): string {
  return text.toWellFormed();
}

function encodeBody({ media, body }: Draft): {
  body?: string | FormData | URLSearchParams;
  type?: string;
} {
  if (media === undefined) return {};
  if (media === "empty") return { body: "", type: "application/json" };
  if (media === "broken") return { body: '{"a":', type: "application/json" };
  if (media === "multipart/form-data") return { body: buildForm(body) };
  if (media === "application/x-www-form-urlencoded")
    return {
      body: new URLSearchParams(
        Object.entries(body).flatMap(([name, value]) => toPairs(name, value)),
      ),
    };
  return { body: JSON.stringify(body), type: media };
}

function buildForm(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const item of Array.isArray(value) ? value : [value])
      if (item instanceof Blob) form.append(name, item);
      else for (const [, text] of toPairs(name, [item])) form.append(name, text);
  return form;
}
