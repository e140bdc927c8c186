import type { LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { type Dice, generateFit, generateMisfit, pick, type Schema } from "./from-schema.ts";

/** An operation as the OpenAPI document has it. */
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

/** One request, and what the document says of it. */
export interface Case {
  kind: string;
  request: Request;
  /** Whether the document forbids it, so that it must be refused. */
  isWrong: boolean;
}

export interface Subject {
  path: string;
  method: string;
  operation: Operation;
  /** The route that answers, for the files of its example. */
  route: LoadedRoute["route"];
  /** Whether a value breaks a schema of the document. */
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

/** What a request is made of, before it is written. */
interface Draft {
  path: Record<string, unknown>;
  query: [string, string][];
  body: Record<string, unknown>;
  media: string | undefined;
}

const kinds = {
  example: () => false,
  fit: (draft, { subject, dice }) => {
    for (let count = Math.ceil(dice() * 3); count > 0; count--)
      replaceValue(draft, subject, dice, generateFit);
    return false;
  },
  misfit: (draft, { subject, dice }) => replaceValue(draft, subject, dice, generateMisfit),
  missing: (draft, { subject, dice }) => omitRequired(draft, subject, dice),
  unknown: (draft, { subject, dice }) => addUnknown(draft, subject, dice),
  media: (draft, { subject, dice }) => changeMedia(draft, subject, dice),
  keyless: () => false,
  known: () => false,
} satisfies Record<string, (draft: Draft, options: { subject: Subject; dice: Dice }) => boolean>;

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

/** A request of one of many kinds, decided by the dice. */
export function createCase(subject: Subject, dice: Dice): Case {
  const kind = pick(dice, weighted);
  const draft = createDraft(subject, dice);
  const isWrong = (kinds[kind] as (...args: unknown[]) => boolean)(draft, { subject, dice });
  const headers = new Headers();
  if (kind !== "keyless") headers.set("x-api-key", "test");
  if (kind === "known") headers.set("if-none-match", "*");
  if (dice() < 0.5) headers.set("accept", pick(dice, accepts));
  const isOpen = subject.operation.security?.length === 0;
  return {
    kind,
    request: written(subject, draft, headers),
    isWrong: isWrong || (kind === "keyless" && !isOpen),
  };
}

function createDraft({ operation, route }: Subject, dice: Dice): Draft {
  const { params = {}, query = {}, body = {} } = route.example;
  const examples: Record<string, unknown> = { ...body, ...query, ...params };
  const named = operation.parameters.filter(
    ({ name, required }) => name in examples && (required || name in query || dice() < 0.3),
  );
  return {
    path: Object.fromEntries(
      named.filter((one) => one.in === "path").map(({ name }) => [name, examples[name]]),
    ),
    query: named
      .filter((one) => one.in === "query")
      .flatMap(({ name }) => toPairs(name, examples[name])),
    body: { ...body },
    media: selectMediaType(operation, body, dice),
  };
}

/** A media type in which the example can be written. */
function selectMediaType({ requestBody }: Operation, body: object, dice: Dice): string | undefined {
  if (!requestBody) return undefined;
  const hasFile = Object.values(body)
    .flat()
    .some((value) => value instanceof Blob);
  const forms = ["multipart/form-data", "application/x-www-form-urlencoded"];
  const types = Object.keys(requestBody.content).filter(
    (type) =>
      type === "multipart/form-data" || (!hasFile && [...forms, "application/json"].includes(type)),
  );
  return pick(dice, types.length > 0 ? types : Object.keys(requestBody.content));
}

function toPairs(name: string, value: unknown): [string, string][] {
  const one = (item: unknown) => (typeof item === "object" ? JSON.stringify(item) : String(item));
  if (Array.isArray(value)) return value.map((item) => [name, one(item)]);
  return value === undefined ? [] : [[name, one(value)]];
}

type Make = (schema: Schema, dice: Dice) => unknown;

/** Puts another value into a place of the request. Tells whether the document forbids it there. */
function replaceValue(draft: Draft, subject: Subject, dice: Dice, make: Make): boolean {
  const { requestBody } = subject.operation;
  // Headers are for all operations alike, and have tests of their own.
  const parameters = subject.operation.parameters.filter(({ in: place }) => place !== undefined);
  const schema = requestBody?.content[draft.media ?? ""]?.schema;
  const fields = Object.keys(schema?.properties ?? {});
  if (schema && fields.length > 0 && dice() < 0.7) {
    const name = pick(dice, fields);
    const field = schema.properties?.[name] ?? {};
    if (field.format === "binary" || (field.items && field.items.format === "binary")) return false;
    const value = make(field, dice);
    draft.body[name] = value;
    // A form has texts alone, which may be read as what they are meant for.
    return draft.media === "application/json" && subject.breaks(field, asJson(value));
  }
  if (parameters.length === 0) return false;
  const parameter = pick(dice, parameters);
  const { name, content } = parameter;
  const field = parameter.schema ?? content?.["application/json"]?.schema ?? {};
  const value = make(field, dice);
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

function omitRequired(draft: Draft, { operation }: Subject, dice: Dice): boolean {
  const schema = operation.requestBody?.content[draft.media ?? ""]?.schema;
  const fields = schema?.required ?? [];
  const queried = operation.parameters.filter((one) => one.in === "query" && one.required);
  const names = [...fields, ...queried.map(({ name }) => name)];
  if (names.length === 0) return false;
  const name = pick(dice, names);
  delete draft.body[name];
  draft.query = draft.query.filter(([key]) => key !== name);
  return true;
}

function addUnknown(draft: Draft, { route }: Subject, dice: Dice): boolean {
  if (draft.media && dice() < 0.5) {
    draft.body.no_such_field = 1;
    return true;
  }
  draft.query.push(["no_such_parameter", "1"]);
  return !route.query?.additionalProperties;
}

function changeMedia(draft: Draft, { operation }: Subject, dice: Dice): boolean {
  if (!operation.requestBody) return false;
  draft.media = pick(dice, [
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
