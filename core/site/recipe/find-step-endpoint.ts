import { HubError } from "../../contract/errors.ts";
import { bracePath } from "../docs/openapi/openapi.ts";
import type { NamedEndpoint } from "../mcp/endpoints.ts";

interface StepEndpoint {
  endpoint: NamedEndpoint;
  /** The path parameters in the path of the step. */
  path: Record<string, unknown>;
}

/** Finds the endpoint of a step by method and path, such as `POST /api/dev/encode/hex`. */
export function findStepEndpoint(
  endpoints: readonly NamedEndpoint[],
  given: string,
  at: string,
): StepEndpoint {
  const [method = "", path = ""] = given.trim().split(/\s+/, 2);
  if (path === "/api/dev/recipe")
    throw new HubError("invalid_input", `${at} must not be a recipe itself`, { at });
  const wanted = path.split("/");
  let best: StepEndpoint | undefined;
  for (const endpoint of endpoints) {
    const { loaded } = endpoint;
    if (loaded.method !== method.toUpperCase()) continue;
    const values = matchPath(loaded.path.split("/"), wanted);
    const isBetter = !best || Object.keys(values ?? {}).length < Object.keys(best.path).length;
    if (values && isBetter) best = { endpoint, path: values };
  }
  if (best) return best;
  const known = endpoints.find(({ loaded }) => bracePath(loaded.path) === path);
  const hint = known ? `use ${known.loaded.method}` : "/openapi.json lists all endpoints";
  throw new HubError("invalid_input", `${at} is unknown: "${given}"; ${hint}`, { at });
}

/** Returns the values of parameters, or undefined if a path doesn't match. */
function matchPath(
  pattern: readonly string[],
  wanted: readonly string[],
): Record<string, unknown> | undefined {
  if (pattern.length !== wanted.length) return undefined;
  const values: Record<string, unknown> = {};
  for (const [index, segment] of pattern.entries()) {
    const text = wanted[index] ?? "";
    if (segment.startsWith(":")) {
      const name = segment.slice(1);
      if (text !== `{${name}}`) values[name] = decodeSegment(text);
    } else if (segment !== text) return undefined;
  }
  return values;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
