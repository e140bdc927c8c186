import { trialPerMinute } from "../../accounts/tiers.ts";
import type { Route } from "../../contract/plugin.ts";
import { errorShapeAt } from "../../host/handler/error-shape.ts";
import { bodyBytesDefault, timeoutMsDefault } from "../../host/handler/handler-input.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";

/**
 * What a caller should know of an endpoint besides its schemas: Markdown, a paragraph each. Who calls it as
 * a tool sends no headers and no bodies of other types.
 */
export function factsOf(
  loaded: LoadedPlugin,
  { route, folder, path }: LoadedRoute,
  { isTool = false }: { isTool?: boolean } = {},
): string[] {
  const { plugin, isolated } = loaded;
  const { manifest } = plugin;
  const facts = [route.description ?? `${route.summary}.`];
  if (folder === "public") facts.push(paceOf(route));
  if (folder === "aliases") facts.push("It counts like any other call.");
  if (route.cost !== undefined) facts.push(costText(route));
  const shape = errorShapeAt(loaded, path);
  if (shape) facts.push(shape.note);
  if (route.body) {
    const max = route.bodyBytesMax ?? manifest.limits?.bodyBytesMax ?? bodyBytesDefault;
    facts.push(`The body may have up to ${bytes(max)}.`);
  }
  for (const [type, field] of Object.entries((!isTool && route.raw) || {}))
    facts.push(
      `A body of type \`${type}\` fills \`${field}\` as it is; the other fields then come from the query.`,
    );
  if (route.heavy || isolated)
    facts.push(
      `${typeof route.heavy === "function" && !isolated ? "What takes long" : "It"} runs as a job in a process of its own, ${longest(route.timeoutMs ?? manifest.limits?.timeoutMs)}. While all of them are taken it waits; when the queue is full it answers 503 \`busy\`.${folder === "public" || isTool ? "" : " With `Prefer: respond-async` it answers 202 at once and is done later."}`,
    );
  if (isTool) return facts;
  if (route.plain)
    facts.push(`\`Accept: text/plain\` answers nothing but the value of \`${route.plain}\`.`);
  if (route.cache === "never") facts.push("The answer must not be stored: it says `no-store`.");
  return facts;
}

/** What a call costs of the day, where that is not one unit. */
export function costText({ cost, example }: Route): string {
  if (typeof cost !== "function")
    return `A call costs a unit of the day for each of \`${cost}\`, and counts as one in the minute.`;
  const units = cost({ query: {}, ...example });
  return `What a call costs of the day depends on what is asked: the example ${units === 1 ? "1 unit" : `${units} units`}. In the minute it counts as one.`;
}

function paceOf({ publicPerMinute: pace = trialPerMinute }: Route): string {
  return pace === "unlimited"
    ? "It wants no key."
    : `It wants no key: an address may call ${pace} times in 60 seconds.`;
}

function longest(timeoutMs: Route["timeoutMs"] = timeoutMsDefault): string {
  const time =
    typeof timeoutMs === "function"
      ? "as long as the request allows it to"
      : `for up to ${group(timeoutMs / 1000)} s`;
  return `${time}, and then answers 504 \`job_timeout\``;
}

/** A size in bytes, as people read it: `1 MiB`. */
export function bytes(count: number): string {
  if (count >= 1_048_576) return `${round(count / 1_048_576)} MiB`;
  if (count >= 1024) return `${round(count / 1024)} KiB`;
  return `${count} bytes`;
}

/** How often one may call, as people read it: `1,000`, or `unlimited`. */
export function limitText(limit: number | null): string {
  return limit === null || !Number.isFinite(limit) ? "unlimited" : group(limit);
}

/** A number as people read it: `1,048,576`. Four digits stay together, as in a year. */
export function group(value: number): string {
  return value > 9999 ? value.toLocaleString("en-US") : String(value);
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
