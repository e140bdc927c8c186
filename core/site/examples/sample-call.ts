import { type TSchema, Type } from "@sinclair/typebox";
import type { Route } from "../../contract/plugin.ts";
import { bareType, listMediaTypes } from "../../contract/schema.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { asTable } from "../../lib/as-table.ts";
import { listRequired } from "./published.ts";

/** The call of a route's example, from which code samples in any language are written. */
export interface SampleCall {
  method: string;
  url: string;
  /** Placeholder for the caller's key. Undefined if the endpoint needs none. */
  key: string | undefined;
  /** The body, if it is sent as JSON. */
  json: unknown;
  /** The text fields, if the body is sent as a form. */
  texts: [name: string, value: string][];
  /** The files, if the body is sent as a form. */
  files: [name: string, file: File][];
  /** File name to save the response as. Undefined if it is JSON. */
  saved: string | undefined;
}

export interface SampleOptions {
  /** The base URL of the hub. */
  base: string;
  /** Whether the endpoint needs a key. */
  keyed: boolean;
}

/** Builds the call of a route's example. */
export function buildSampleCall(
  { method, path, route }: LoadedRoute,
  { base, keyed }: SampleOptions,
): SampleCall {
  const { params, query, body = {} } = route.example;
  const parts = listParts(body);
  const files = parts.filter(isFilePart);
  const isForm = files.length > 0;
  const texts = parts.flatMap(([name, value]): [string, string][] =>
    isForm && !(value instanceof File) ? [[name, asText(value)]] : [],
  );
  return {
    method,
    url: base + buildRequestPath(path, { params, query }),
    key: keyed ? "YOUR_KEY" : undefined,
    json: isForm ? undefined : route.example.body,
    texts,
    files,
    saved: findAnswerName(route),
  };
}

/**
 * Reduces the example of a route to its required values and its files. An example that has none of them in its query or
 * body is kept, since one of several fields may be needed.
 */
export function buildMinimalExample({ example, ...route }: Route): Route["example"] {
  const first = route.tool?.fields?.map((path) => path.split(".")[0]) ?? [];
  const reduce = (part: "query" | "body") => {
    const values = Object.entries(example[part] ?? {});
    const required = listRequired(route[part] ?? emptySchema, { sent: true });
    const needed = values.filter(
      ([name, value]) =>
        required.includes(name) ||
        first.includes(name) ||
        [value].flat().some((one) => one instanceof File),
    );
    return Object.fromEntries(needed.length > 0 ? needed : values);
  };
  return {
    ...example,
    ...(example.query && { query: reduce("query") }),
    ...(example.body && { body: reduce("body") }),
  } as Route["example"];
}

const emptySchema = Type.Object({});

/** Lists the files that a route's example uploads, with the names of their fields. */
export function listSampleFiles({ route }: Pick<LoadedRoute, "route">): [string, File][] {
  return listParts(route.example.body ?? {}).filter(isFilePart);
}

/** Lists the parts of a form. A list has one part per item. */
function listParts(body: Record<string, unknown>): [name: string, value: unknown][] {
  return Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((item): [string, unknown] => [name, item]),
  );
}

function isFilePart(part: [string, unknown]): part is [string, File] {
  return part[1] instanceof File;
}

/** Fills a path with values and adds a query: `/api/qr/generate?data=hello`. */
export function buildRequestPath(
  path: string,
  {
    params = {},
    query = {},
  }: { [Part in "params" | "query"]?: Record<string, unknown> | undefined },
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(asText(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, asText(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Formats a value for a URL or a form: an object as JSON, a list separated by commas. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Extensions that aren't the subtype of their media type. The first is that of saved files. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = asTable({
  "image/svg+xml": ["svg"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/x-icon": ["ico"],
  "audio/mpeg": ["mp3"],
  "text/plain": ["txt", "text"],
  "text/event-stream": ["txt"],
  "*/*": ["bin"],
  "application/x-ndjson": ["ndjson"],
  "application/x-subrip": ["srt"],
  "application/octet-stream": ["bin"],
});

function listExtensions(type: string): readonly string[] {
  const bare = bareType(type);
  return EXTENSIONS[bare] ?? [bare.split("/")[1] ?? ""];
}

/**
 * Returns the file name of the response to an example, such as `answer.png`. Returns undefined for JSON, which is
 * printed. The example or a default chooses between several media types. Otherwise the first one is returned.
 */
function findAnswerName(route: Route): string | undefined {
  const { response } = route;
  const types = listMediaTypes(response);
  const alternatives: TSchema[] = response.anyOf ?? [response];
  const [first] = listMediaTypes(alternatives[0] ?? response);
  for (const { chosen, options } of listFormats(route)) {
    if (chosen === "json") return undefined;
    // If it doesn't offer JSON, it is the format of something within the JSON.
    if (first === undefined && !options.includes("json")) continue;
    const type = types.find((one) => listExtensions(one).includes(chosen));
    if (type) return `answer.${listExtensions(type)[0]}`;
  }
  return first && `answer.${listExtensions(first)[0]}`;
}

/** Lists the formats that a route's example chooses, in its parameters or by their defaults. */
function listFormats({ params, query, body, example }: Route) {
  const parts = [
    [params, example.params],
    [query, example.query],
    [body, example.body],
  ] as const;
  return parts.flatMap(([schema, values]) =>
    Object.entries<TSchema>(schema?.properties ?? {}).flatMap(([name, property]) => {
      const chosen: unknown = values?.[name] ?? property.default;
      if (!/(?:^|_)format$/.test(name) || typeof chosen !== "string") return [];
      return [{ chosen, options: (property.enum ?? []) as readonly unknown[] }];
    }),
  );
}
