import { bareType, listMediaTypes } from "../../contract/schema.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";

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
  const parts = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((item) => [name, item] as const),
  );
  const files = parts.filter((part): part is [string, File] => part[1] instanceof File);
  const isForm = files.length > 0;
  const texts = parts.flatMap(([name, value]): [string, string][] =>
    isForm && !(value instanceof File) ? [[name, asText(value)]] : [],
  );
  const types = listMediaTypes(route.response);
  return {
    method,
    url: base + buildRequestPath(path, { params, query }),
    key: keyed ? "YOUR_KEY" : undefined,
    json: isForm ? undefined : route.example.body,
    texts,
    files,
    saved: types.length > 0 ? answerName(types) : undefined,
  };
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

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/svg+xml": "svg",
  "image/jpeg": "jpg",
  "audio/mpeg": "mp3",
  "text/plain": "txt",
  "application/octet-stream": "bin",
};

/** Returns a file name such as `answer.png`, or `answer` if the media type depends on the request. */
function answerName([type = "", ...others]: readonly string[]): string {
  if (others.length > 0) return "answer";
  const bare = bareType(type);
  return `answer.${EXTENSIONS[bare] ?? bare.split("/")[1]}`;
}
