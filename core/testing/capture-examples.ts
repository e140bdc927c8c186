import { type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { bareType, listMediaTypes } from "../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../host/plugin/loaded-plugin.ts";
import { quietLog } from "../platform/log/log.ts";
import {
  type CapturedExamples,
  exampleKey,
  type ResponseExample,
} from "../site/examples/response-examples.ts";
import { docsHub } from "./docs-hub.ts";
import { exampleRequest, testHub } from "./mod.ts";
import { exampleBytesMax, shortenExample } from "./shorten-example.ts";

type Fetch = (request: Request) => Promise<Response>;

/**
 * Runs the example of each endpoint of a service, with its fixtures instead of the network. Calls
 * `onFailure` for each example that fails, with a message that names the file and the cause.
 */
export async function captureService(
  plugin: LoadedPlugin,
  onFailure: (sentence: string) => void = () => {},
): Promise<CapturedExamples> {
  let cause: unknown;
  const log = {
    ...quietLog,
    error(message: string, fields: Record<string, unknown> = {}) {
      cause = fields.cause ?? message;
    },
  };
  // Plugins from outside run only in sandboxed job processes.
  const jobs = plugin.isOutside ? ({ jobs: true } as const) : {};
  const hub = await testHub(plugin, { baseUrl: "https://hub.example", log, ...jobs });
  // Other examples use what a DELETE removes.
  const isDelete = ({ method }: LoadedRoute) => Number(method === "DELETE");
  const routes = [...plugin.routes, ...plugin.open].toSorted((a, b) => isDelete(a) - isDelete(b));
  const captured = await captureAll(routes, hub.fetch, {
    onFailure({ folder, file }, { status, detail }) {
      const reason = status < 500 || cause === undefined ? detail : cause;
      const text = reason instanceof Error ? reason.message : String(reason);
      onFailure(
        `The example of ${plugin.name}/${folder}/${file} fails with ${status}: ${text.split("\n", 1)[0]}`,
      );
      cause = undefined;
    },
  });
  await hub.close(0);
  return captured;
}

/** Options for capturing examples. */
interface CaptureOptions {
  onFailure?: (loaded: LoadedRoute, problem: { status: number; detail: string }) => void;
}

/** Runs the examples of the hub's own endpoints, or of a selection, for a fictional account. */
export async function captureOwn(
  plugins: readonly LoadedPlugin[],
  choose: (routes: readonly LoadedRoute[]) => readonly LoadedRoute[] = (routes) => routes,
): Promise<CapturedExamples> {
  const { view, fetch } = docsHub(plugins);
  return captureAll(choose(view.own.routes), fetch);
}

async function captureAll(
  routes: readonly LoadedRoute[],
  fetch: Fetch,
  options: CaptureOptions = {},
): Promise<Record<string, ResponseExample | null>> {
  const captured: Record<string, ResponseExample | null> = {};
  for (const loaded of routes)
    captured[exampleKey(loaded)] = await captureOne(loaded, fetch, options);
  return captured;
}

async function captureOne(
  loaded: LoadedRoute,
  fetch: Fetch,
  { onFailure }: CaptureOptions,
): Promise<ResponseExample | null> {
  const { response } = loaded.route;
  const expectedType = getDocumentedType(response);
  if (expectedType === undefined) return null;
  const request = exampleRequest({
    ...loaded,
    route: selectJsonFormat(loaded.route, expectedType),
  });
  // The fixtures belong to this account.
  request.headers.set("x-api-key", "test");
  request.headers.set("accept", expectedType);
  const answer = await fetch(request);
  const type = bareType(answer.headers.get("content-type") ?? "").toLowerCase();
  if (answer.status >= 400 && onFailure) {
    const { detail = "" } = isJson(type) ? ((await answer.json()) as { detail?: string }) : {};
    onFailure(loaded, { status: answer.status, detail });
    return null;
  }
  if (answer.status !== 200 || type !== expectedType) {
    await answer.body?.cancel();
    return null;
  }
  const text = await answer.text();
  if (!isJson(type))
    return Buffer.byteLength(text) <= exampleBytesMax ? { type, value: text } : null;
  const content = JSON.parse(text);
  // The OpenAPI document cannot contain itself.
  if (Object.hasOwn(content, "openapi")) return null;
  const value = shortenExample(content, (short) => Value.Check(getJsonSchema(response), short));
  return value === undefined ? null : { type, value };
}

/** Returns the media type of the documented example: JSON, or else the only type if it is text. */
function getDocumentedType(response: TSchema): string | undefined {
  const types = listMediaTypes(response).map(bareType);
  const [only = "", ...others] = types;
  if (types.length === 0 || (response.anyOf && getJsonOptions(response).length > 0))
    return "application/json";
  return others.length === 0 && isReadable(only) ? only : undefined;
}

function isReadable(type: string): boolean {
  return isJson(type) || type === "text/plain" || type === "image/svg+xml";
}

function isJson(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}

/** Returns the schema of the JSON response, without the file types. */
function getJsonSchema(response: TSchema): TSchema {
  if (listMediaTypes(response).length === 0) return response;
  const options = getJsonOptions(response);
  return options.length > 0 ? { ...response, anyOf: options } : Type.Unknown();
}

function getJsonOptions({ anyOf = [] }: TSchema): TSchema[] {
  return (anyOf as TSchema[]).filter((option) => listMediaTypes(option).length === 0);
}

/** Sets the field that asks for JSON instead of a file, if the route has one. */
function selectJsonFormat(route: LoadedRoute["route"], expectedType: string): LoadedRoute["route"] {
  if (expectedType !== "application/json" || listMediaTypes(route.response).length === 0)
    return route;
  for (const name of ["response", "format", "caption_format"])
    for (const part of ["query", "body", "params"] as const) {
      const options: unknown[] = route[part]?.properties[name]?.enum ?? [];
      if (!options.includes("json")) continue;
      const given = { ...route.example[part], [name]: "json" };
      return { ...route, example: { ...route.example, [part]: given } };
    }
  return route;
}
