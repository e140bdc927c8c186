import type { LoadedPlugin } from "../load.ts";
import type { Route } from "../plugin.ts";

/** What a caller should know of an endpoint besides its schemas: Markdown, a paragraph each. */
export function factsOf({ plugin, isolated }: LoadedPlugin, route: Route): string[] {
  const { manifest } = plugin;
  const facts = [route.description ?? `${route.summary}.`];
  if (route.body) {
    const max = route.bodyBytesMax ?? manifest.limits?.bodyBytesMax ?? 1_048_576;
    facts.push(`The body may have up to ${bytes(max)}.`);
  }
  for (const [type, field] of Object.entries(route.raw ?? {}))
    facts.push(
      `A body of type \`${type}\` fills \`${field}\` as it is; the other fields then come from the query.`,
    );
  if (route.heavy || isolated)
    facts.push(
      "It runs as a job in a process of its own: while all of them are taken it waits, and it answers 503 `busy` when the queue is full.",
    );
  if (route.plain)
    facts.push(`\`Accept: text/plain\` answers nothing but the value of \`${route.plain}\`.`);
  if (route.cache === "never") facts.push("The answer must not be stored: it says `no-store`.");
  return facts;
}

/** A size in bytes, as people read it: `1 MiB`. */
export function bytes(count: number): string {
  if (count >= 1_048_576) return `${rounded(count / 1_048_576)} MiB`;
  if (count >= 1024) return `${rounded(count / 1024)} KiB`;
  return `${count} bytes`;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
