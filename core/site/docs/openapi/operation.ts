import { Kind, type TSchema, Type } from "@sinclair/typebox";
import type { ErrorShape } from "../../../contract/error-shape.ts";
import type { Route } from "../../../contract/plugin.ts";
import { bareType, isFile, listMediaTypes, type ObjectSchema } from "../../../contract/schema.ts";
import { errorShapeAt } from "../../../host/handler/error-shape.ts";
import { isStructured } from "../../../host/handler/input.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { type JsonSchema, publishSchema } from "../../examples/published.ts";
import type { ResponseExample } from "../../examples/response-examples.ts";
import { listFacts } from "./facts.ts";
import { getSupportedPreferences } from "./list-failures.ts";
import { buildParameters, buildTrialParameters } from "./parameters.ts";

interface OperationOptions {
  tag: string;
  operationId: string;
  keyed: boolean;
  /** The captured response to its example, if any. */
  example: ResponseExample | undefined;
  /** The path of that response, which can have any media type. */
  answer?: string | undefined;
  /** Its page in the documentation, if it has one. */
  externalDocs: ExternalDocs | undefined;
}

/** A link to documentation, as OpenAPI writes it. */
export interface ExternalDocs {
  url: string;
}

/** Describes one route as an operation of the document. */
export function operation(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  { tag, operationId, keyed, externalDocs, answer, example: responseExample }: OperationOptions,
) {
  const { route } = loaded;
  const { summary, params, query, example } = route;
  const body = requestBody(route);
  const wishes = getSupportedPreferences(plugin, loaded);
  return {
    tags: [tag],
    summary,
    description: listFacts(plugin, loaded).join("\n\n"),
    operationId,
    ...(route.deprecated && { deprecated: true }),
    ...(externalDocs && { externalDocs }),
    parameters: [
      ...buildParameters("path", params, example.params),
      ...buildParameters("query", query, example.query),
      ...listRequestHeaders(wishes),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...responses(plugin, loaded, {
        keyed,
        wishes,
        shape: errorShapeAt(plugin, loaded.path),
        example: responseExample,
      }),
      ...(route.statuses?.includes(201) && {
        201: { description: "Created", content: answerContent(route) },
      }),
      ...Object.fromEntries(listRedirects(loaded).map((status) => [status, REDIRECT])),
    },
    ...(!keyed && { security: [] }),
    ...(answer !== undefined && { "x-example-response": answer }),
  };
}

/** Describes a keyless sample: the route's response, with all values in the path and the query. */
export function trialOperation(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  {
    path,
    tag,
    operationId,
    example,
    externalDocs,
  }: Omit<OperationOptions, "keyed"> & { path: string },
) {
  const { route } = loaded;
  const parts = (["params", "query", "body"] as const).flatMap((part) =>
    route[part] ? [{ schema: route[part], example: route.example[part] ?? {} }] : [],
  );
  return {
    tags: [tag],
    summary: `Try without a key: ${route.summary}`,
    description: `Returns the same response as the endpoint it samples. Omitted query parameters default to that endpoint's example.${route.tryPerMinute === undefined ? "" : ` Each IP address can call it ${route.tryPerMinute} times in 60 seconds. This limit is separate from the other samples.`}`,
    operationId,
    ...(externalDocs && { externalDocs }),
    parameters: buildTrialParameters(path, parts),
    responses: responses(plugin, loaded, { keyed: false, example }),
    security: [],
  };
}

/** Lists the optional request headers that a route supports. */
function listRequestHeaders({ once, later }: ReturnType<typeof getSupportedPreferences>) {
  const names = [
    ...(once ? ["Idempotency-Key"] : []),
    ...(later ? ["Prefer", "X-Webhook-Url"] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBody({ body, raw, response, example }: Route) {
  if (!body) return undefined;
  const files = Object.entries(body.properties)
    .filter(([, property]) => isFile(property) || (property.items && isFile(property.items)))
    .map(([name]) => name);
  const schema = publishSchema(body, { sent: true });
  const sample = example.body && exampleBody(example.body);
  const content: Record<string, unknown> = {};
  const encoding = buildEncoding(body);
  const isPage = listMediaTypes(response).some((type) => type.startsWith("text/html"));
  const isUpload = files.includes(Object.keys(body.properties)[0] ?? "");
  if (files.length > 0) content["multipart/form-data"] = { schema, example: sample, ...encoding };
  else if (isPage)
    content["application/x-www-form-urlencoded"] = { schema, example: sample, ...encoding };
  // JSON can't contain files, so it is offered only if files are optional. If the file is the main input, JSON
  // is only mentioned in the description: client generators would prefer it and send `{}` for a file.
  const takesJson = !isPage && !files.some((name) => schema.required && isRequired(schema, name));
  if (takesJson && !isUpload)
    content["application/json"] = {
      schema: files.length > 0 ? without(schema, files) : schema,
      ...(!files.some((name) => name in (example.body ?? {})) && { example: sample }),
    };
  for (const [type, name] of Object.entries(raw ?? {})) {
    const field = body.properties[name];
    if (field) content[bareType(type)] = { schema: publishSchema(field, { sent: true }) };
  }
  return {
    required: true,
    ...(takesJson && isUpload && { description: UPLOAD }),
    content,
  };
}

const UPLOAD =
  "Send the file as a part of a form, or send the fields as JSON (`application/json`) with the file in base64 and without the file fields.";

/** Returns the encoding of form fields that aren't plain values. Lists have one part per item. */
function buildEncoding({ properties }: ObjectSchema) {
  const types = Object.entries<TSchema>(properties).flatMap(([name, property]) => {
    const one = property.type === "array" ? property.items : property;
    const contentType = isStructured(one) ? "application/json" : one.mediaTypes?.join(", ");
    return contentType ? [[name, { contentType }] as const] : [];
  });
  return types.length > 0 && { encoding: Object.fromEntries(types) };
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return (schema.required as string[]).includes(name);
}

function without(schema: JsonSchema, names: string[]): JsonSchema {
  const visible = Object.entries(schema.properties as JsonSchema).filter(
    ([name]) => !names.includes(name),
  );
  return { ...schema, properties: Object.fromEntries(visible) };
}

/** Converts an example body to JSON, with files as their names. */
function exampleBody(value: unknown): unknown {
  if (value instanceof File) return value.name;
  if (Array.isArray(value)) return value.map(exampleBody);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, exampleBody(item)]));
}

/** Returns the statuses of redirects: to the targets of short links, and those that the route declares. */
function listRedirects({ folder, method, route }: LoadedRoute): readonly number[] {
  if (folder === "public") return method === "POST" ? [303] : [301, 302];
  return route.statuses?.filter((status) => status === 303) ?? [];
}

function responses(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  {
    keyed,
    example,
    wishes: { once, later } = { once: false, later: false },
    shape,
  }: Pick<OperationOptions, "keyed" | "example"> & {
    /** Optional features that the route supports. Default: none. */
    wishes?: ReturnType<typeof getSupportedPreferences>;
    shape?: ErrorShape | undefined;
  },
) {
  const { route, method } = loaded;
  const hasEtag = method === "GET" && (route.cache === "forever" || route.cache === "etag");
  const ref = (name: string) => ({ $ref: `#/components/responses/${nameInShape(name, shape)}` });
  const hasOwn = Object.keys(plugin.plugin.manifest.errors ?? {}).length > 0;
  const refused = ref(hasOwn ? refusalName(plugin.name) : "Refused");
  return {
    200: {
      description: "Success",
      headers: {
        ...(keyed ? LIMIT_HEADERS : { "X-Request-Id": header("X-Request-Id") }),
        ...(once && IDEMPOTENCY_HEADERS),
        ...(route.deprecated && DEPRECATION_HEADERS),
        ...Object.fromEntries(route.headers?.map((name) => [name, OWN_HEADER]) ?? []),
      },
      content: withExample(answerContent(route), example),
    },
    ...(later && { 202: { $ref: "#/components/responses/Accepted" } }),
    ...(hasEtag && { 304: { description: "Not modified: `If-None-Match` matches the `ETag`" } }),
    ...(keyed && { 401: ref("Unauthorized") }),
    ...(route.publicPerMinute !== "unlimited" && { 429: ref("TooManyRequests") }),
    400: refused,
    // Client generators for TypeScript write a range such as `4XX` as a number.
    default: refused,
  };
}

/** Returns the component name of the errors of a service. */
export function refusalName(plugin: string): string {
  return `Refused-${plugin}`;
}

/** Returns the component name of a response in another error format. */
export function nameInShape(name: string, shape: ErrorShape | undefined): string {
  return shape ? `${name}-${shape.name}` : name;
}

function header(name: string) {
  return { $ref: `#/components/headers/${name}` };
}

const REDIRECT = {
  description: "Redirect to `Location`",
  headers: {
    Location: {
      description: "The target URL",
      schema: { type: "string", format: "uri-reference" },
    },
  },
};

const OWN_HEADER = { schema: { type: "string" } };

const LIMIT_HEADERS = Object.fromEntries(
  ["X-Request-Id", "RateLimit", "RateLimit-Policy"].map((name) => [name, header(name)]),
);

const DEPRECATION_HEADERS = {
  Deprecation: { description: "Time since which it is deprecated", schema: { type: "string" } },
  Sunset: { description: "Time after which it may be missing", schema: { type: "string" } },
};

const IDEMPOTENCY_HEADERS = {
  "Idempotency-Replayed": header("Idempotency-Replayed"),
  "Idempotency-Kept": header("Idempotency-Kept"),
};

function answerContent({ response, plain }: Route) {
  const content: Record<string, object> = {};
  const json = (response.anyOf as TSchema[] | undefined)?.filter((part) => !isBinary(part));
  if (!isBinary(response) && json?.length !== 0)
    content["application/json"] = {
      schema: publishSchema(
        json && json.length < response.anyOf.length ? uniteSchemas(json) : response,
      ),
    };
  for (const type of listMediaTypes(response))
    content[bareType(type)] = {
      schema: isJson(type) ? {} : isText(type) ? { type: "string" } : BYTES,
    };
  if (plain)
    content["text/plain"] = {
      schema: { type: "string", description: `Only the value of \`${plain}\`` },
    };
  return content;
}

/** Adds the example to its media type. */
function withExample(content: Record<string, object>, example: ResponseExample | undefined) {
  const described = example && content[example.type];
  if (!described) return content;
  return { ...content, [example.type]: { ...described, example: example.value } };
}

function uniteSchemas(schemas: TSchema[]): TSchema {
  const [only] = schemas;
  return only && schemas.length === 1 ? only : Type.Unsafe({ anyOf: schemas });
}

const BYTES = { type: "string", format: "binary" };

function isBinary(schema: TSchema): boolean {
  return schema[Kind] === "Binary";
}

/** Returns whether a media type is JSON without a known schema. */
function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(type);
}

function isText(type: string): boolean {
  return /^text\/|xml|json|yaml/.test(type);
}
