import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { TSchema } from "@sinclair/typebox";
import { HubError } from "../../contract/errors.ts";
import { bareType, isFile } from "../../contract/schema.ts";
import { bytes } from "../docs/openapi/facts.ts";
import { bracePath } from "../docs/openapi/openapi.ts";
import type { NamedEndpoint } from "./endpoints.ts";

/** The largest response that is returned to a model. */
const answerBytesMax = 8_388_608;

type Fields = Readonly<Record<string, unknown>>;

/** The arguments of a call. */
export interface EndpointArguments {
  path?: Fields;
  query?: Fields;
  body?: Fields;
}

interface CallOptions {
  /** The origin of the hub. */
  origin: string;
  key: string;
  /** The MCP request, whose headers identify the caller. */
  caller: Request;
}

/** Headers that are forwarded, because the gate checks them and handlers may read them. */
const forwardedHeaders = ["x-forwarded-for", "forwarded", "origin", "referer", "user-agent"];

/** Builds the HTTP request of a tool call. Throws `invalid_input`. */
export function buildEndpointRequest(
  { loaded: { method, path, route } }: NamedEndpoint,
  given: EndpointArguments,
  { origin, key, caller }: CallOptions,
): Request {
  const headers = new Headers({ "x-api-key": key });
  for (const name of forwardedHeaders) {
    const value = caller.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  refuseUnknown("path", given.path, route.params?.properties);
  refuseUnknown("query", given.query, route.query?.properties);
  if (!route.body) refuseUnknown("body", given.body, undefined);
  const url = new URL(fillPath(path, given.path ?? {}), origin);
  for (const [name, value] of Object.entries(given.query ?? {}))
    url.searchParams.set(name, writeText(value, `query.${name}`));
  const form = route.body && buildForm(route.body.properties, given.body ?? {});
  if (route.body && !form) headers.set("content-type", "application/json");
  const body = route.body ? (form ?? JSON.stringify(given.body ?? {})) : null;
  return new Request(url.href, { method, headers, body, signal: caller.signal });
}

/** Throws for unknown names. The gate reads keys and signatures from the query, so they mustn't reach it. */
function refuseUnknown(part: string, given: Fields | undefined, names: object = {}): void {
  for (const name of Object.keys(given ?? {}))
    if (!Object.hasOwn(names, name)) {
      const allowed = Object.keys(names).join(", ") || "nothing";
      throw invalid(`${part}.${name}`, `is not known: the ${part} takes ${allowed}`);
    }
}

function fillPath(path: string, values: Fields): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const at = `path.${name}`;
    if (!Object.hasOwn(values, name)) throw invalid(at, "must be given");
    const text = writeText(values[name], at);
    // URL parsers resolve dot segments, even if they are encoded.
    if (text === "" || text === "." || text === "..")
      throw invalid(at, `must be a value that a path can have: it is "${text}"`);
    return encodeURIComponent(text);
  });
}

/** Formats a value for a URL or a form. A list becomes JSON, because its items may contain commas. */
function writeText(value: unknown, at: string): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (!text.isWellFormed()) throw invalid(at, "must be text that UTF-8 can spell");
  return text;
}

/** Builds a form from the body. Returns undefined if it has no file: then it is sent as JSON. */
function buildForm(
  properties: Readonly<Record<string, TSchema>>,
  values: Fields,
): FormData | undefined {
  const fields = Object.entries(values).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return { name, value, isFile: schema !== undefined && takesFiles(schema) };
  });
  if (!fields.some(({ isFile }) => isFile)) return undefined;
  const form = new FormData();
  for (const { name, value, isFile } of fields) {
    if (isFile)
      for (const [index, item] of [value].flat().entries()) {
        const at = Array.isArray(value) ? `body.${name}[${index}]` : `body.${name}`;
        form.append(name, readFile(item, at));
      }
    else form.append(name, writeText(value, `body.${name}`));
  }
  return form;
}

function takesFiles(schema: TSchema): boolean {
  return isFile(schema) || (schema.items !== undefined && isFile(schema.items));
}

/** Reads a file from base64, a `data:` URL, or an object with either. Recipes give files. */
function readFile(given: unknown, at: string): File {
  if (given instanceof File) return given;
  const fields = typeof given === "object" && given !== null ? (given as Fields) : { data: given };
  const { data, name = "file", type } = fields;
  if (typeof data !== "string" || typeof name !== "string" || (type && typeof type !== "string"))
    throw invalid(at, "must be a file: base64, a data: URL, or an object with data, name and type");
  const comma = data.startsWith("data:") ? data.indexOf(",") : -1;
  const head = comma === -1 ? "" : data.slice("data:".length, comma);
  const text = data.slice(comma + 1);
  const isBase64 = comma === -1 || head.toLowerCase().endsWith(";base64");
  const own = bareType(head).trim();
  const media = String(type || own || "application/octet-stream");
  try {
    const content = isBase64 ? Uint8Array.fromBase64(text) : decodeURIComponent(text);
    return new File([content], name, { type: media });
  } catch {
    throw invalid(at, `must be ${isBase64 ? "base64" : "percent-encoded"}, and is not`);
  }
}

function invalid(at: string, fault: string): HubError {
  return new HubError("invalid_input", `${at} ${fault}`, { at });
}

/** Converts an HTTP response to a tool result: text, an image, audio, or a resource. */
export async function toToolResult(
  response: Response,
  { loaded: { method, path } }: NamedEndpoint,
): Promise<CallToolResult> {
  const content = await readAnswer(response, answerBytesMax);
  if (!content)
    throw new HubError(
      "payload_too_large",
      `The answer has more than ${bytes(answerBytesMax)}: ask for it over HTTP, by ${method} ${bracePath(path)}`,
    );
  const type = bareType(response.headers.get("content-type") ?? "").toLowerCase();
  if (response.status >= 400) return buildErrorResult(response.status, content.toString());
  const target = response.headers.get("location");
  if (target !== null) return textResult(`It redirects to ${target}`);
  if (type === "application/json") return jsonResult(content.toString());
  return { content: [toContentBlock(type, content)] };
}

/** Reads the body of a response. Returns undefined if it has more than `max` bytes. */
export async function readAnswer({ body }: Response, max: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > max) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonResult(text: string): CallToolResult {
  const value: unknown = JSON.parse(text);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return { ...textResult(text), ...(isObject && { structuredContent: value as Fields }) };
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

function toContentBlock(type: string, content: Buffer): ContentBlock {
  if (type.startsWith("text/")) return { type: "text", text: content.toString() };
  if (pictures.has(type))
    return { type: "image", data: content.toString("base64"), mimeType: type };
  if (type.startsWith("audio/"))
    return { type: "audio", data: content.toString("base64"), mimeType: type };
  const named = { uri: `urn:uuid:${crypto.randomUUID()}`, mimeType: type };
  const isText = type.endsWith("+xml") || type.endsWith("+json") || type === "application/xml";
  return {
    type: "resource",
    resource: isText
      ? { ...named, text: content.toString() }
      : { ...named, blob: content.toString("base64") },
  };
}

/** Media types that models accept as images. They read an SVG as text. */
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Builds a tool result from an error response: a problem document, or the error format of its path. */
function buildErrorResult(status: number, text: string): CallToolResult {
  return { ...textResult(`${status} ${problemText(text)}`), isError: true };
}

function problemText(text: string): string {
  try {
    const { code, detail, request_id } = JSON.parse(text) as Record<string, string>;
    if (code === undefined || detail === undefined) return text;
    return `${code}: ${detail}${request_id === undefined ? "" : ` (request ${request_id})`}`;
  } catch {
    return text;
  }
}
