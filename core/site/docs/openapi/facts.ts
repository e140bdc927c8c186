import { trialPerMinute } from "../../../accounts/tiers.ts";
import type { Route } from "../../../contract/plugin.ts";
import { errorShapeAt } from "../../../host/handler/error-shape.ts";
import {
  getBodyBounds,
  hasOnlyLargeJobs,
  lightBytesMax,
  timeoutMsDefault,
} from "../../../host/handler/handler-input.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { describeQuality } from "./quality.ts";

/**
 * Lists facts about an endpoint that its schemas don't contain, as Markdown paragraphs. For tools it omits facts
 * about headers and other body types, which tools can't send.
 */
export function listFacts(
  loaded: LoadedPlugin,
  place: LoadedRoute,
  { isTool = false }: { isTool?: boolean } = {},
): string[] {
  const { route, folder, path } = place;
  const { plugin, isolated } = loaded;
  const { manifest } = plugin;
  const facts = [route.description ?? `${route.summary}.`];
  if (route.deprecated)
    facts.push(
      `**Deprecated.** ${route.deprecated.use} It may be missing from ${route.deprecated.sunset}.`,
    );
  if (folder === "public") facts.push(describePace(route));
  if (folder === "aliases") facts.push("Calls count towards your limits like any other.");
  for (const header of route.keyHeaders ?? [])
    facts.push(
      header === "authorization"
        ? "The API key can also be sent as the password of Basic credentials, or as their user without a password."
        : `The API key can also be sent in the header \`${header}\`.`,
    );
  if (route.keyParameter !== undefined)
    facts.push(
      `The API key can also be sent as \`${[route.keyParameter].flat().join("` or `")}\` in the query${route.body ? ", or in a body up to 64 KiB" : ""}.`,
    );
  if (route.keyless)
    facts.push(
      `Calls without a key are allowed: ${route.keyless.perMinute} in 60 seconds for each IP address.`,
    );
  const refused = Object.keys(route.refusedHeaders ?? {});
  if (refused.length > 0)
    facts.push(`These headers are rejected: ${refused.map((name) => `\`${name}\``).join(", ")}.`);
  for (const [header, field] of Object.entries(route.headerFields ?? {}))
    facts.push(`The header \`${header}\` also sets \`${field}\`.`);
  if (route.cost !== undefined) facts.push(costText(route));
  const shape = errorShapeAt(loaded, path);
  if (shape) facts.push(shape.note);
  if (route.body) {
    const { bytesMax, valuesMax } = getBodyBounds(loaded, route);
    const values = bytesMax > valuesMax ? `, with at most ${group(valuesMax)} JSON values` : "";
    const jobs = hasOnlyLargeJobs(loaded, place)
      ? ` If it is larger than ${bytes(lightBytesMax)}, the request runs as a job in a separate process.`
      : "";
    facts.push(`The body can be up to ${bytes(bytesMax)}${values}.${jobs}`);
  }
  for (const [type, field] of Object.entries((!isTool && route.raw) || {}))
    facts.push(
      `A body of type \`${type}\` sets \`${field}\` directly. Pass the other fields in the query.`,
    );
  if (route.heavy || isolated) {
    const subject =
      typeof route.heavy === "function" && !isolated ? "A long-running request" : "This endpoint";
    const job = isTool ? "a job" : "a [job](/documentation#once-or-later)";
    facts.push(
      `${subject} runs as ${job} of at most ${timeoutText(route.timeoutMs ?? manifest.limits?.timeoutMs)}${route.background === false && !isTool ? ", never in the background" : ""}.`,
    );
  }
  if (isTool) return facts;
  const quality =
    folder === "routes"
      ? describeQuality(`${loaded.name}/${place.file.replace(/\.ts$/, "")}`)
      : undefined;
  if (quality !== undefined) facts.push(quality);
  if (route.plain)
    facts.push(`\`Accept: text/plain\` returns only the value of \`${route.plain}\`.`);
  if (route.cache === "never")
    facts.push("The response must not be cached: it is sent with `no-store`.");
  return facts;
}

/** Describes the cost of a call in daily units, if it isn't one unit. */
export function costText({ cost, example }: Route): string {
  if (typeof cost !== "function")
    return `Each item of \`${cost}\` uses one unit of the daily quota. The request counts once towards the per-minute limit.`;
  const units = cost({ query: {}, ...example });
  return `The cost in daily units depends on the request: the example costs ${units === 1 ? "1 unit" : `${units} units`}. The request counts once towards the per-minute limit.`;
}

function describePace({ publicPerMinute: pace = trialPerMinute }: Route): string {
  return pace === "unlimited"
    ? "No key required."
    : `No key required. Each IP address can make ${pace} calls in 60 seconds.`;
}

/** Describes the timeout of a job. A function sets it for each request. */
function timeoutText(timeoutMs: Route["timeoutMs"] = timeoutMsDefault): string {
  return typeof timeoutMs === "function"
    ? "the time that its parameters allow"
    : `${group(timeoutMs / 1000)} s`;
}

/** Formats a size in bytes: `1 MiB`. */
export function bytes(count: number): string {
  if (count >= 1_048_576) return `${round(count / 1_048_576)} MiB`;
  if (count >= 1024) return `${round(count / 1024)} KiB`;
  return `${count} bytes`;
}

/** Formats a limit: `1,000`, or `unlimited`. */
export function limitText(limit: number | null): string {
  return limit === null || !Number.isFinite(limit) ? "unlimited" : group(limit);
}

/** Formats a number: `1,048,576`. Numbers below 10,000 have no separator. */
export function group(value: number): string {
  return value > 9999 ? value.toLocaleString("en-US") : String(value);
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
