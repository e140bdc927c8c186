import type { Route } from "../../contract/plugin.ts";
import type { Values, WorkFacts } from "./handler-input.ts";
import { Input } from "./input.ts";
import { parseBody } from "./parse-body.ts";

/** Parses a large body where the handler runs. Returns nothing if the hub doesn't want the handler to run. */
export async function completeValues(
  route: Route,
  { unparsed, ...values }: Values,
  admit: ((facts: WorkFacts) => Promise<boolean>) | undefined,
): Promise<Values | undefined> {
  if (!unparsed || !route.body) return values;
  const input = new Input(route.body, "body");
  const bytes = await unparsed.content.bytes();
  const body = await parseBody(bytes, unparsed, { route, input });
  // The values have copies. The collector would free the memory much later.
  bytes.buffer.transfer(0);
  const complete = { ...values, body };
  const { heavy, timeoutMs } = route;
  const isAdmitted = await admit?.({
    units: computeUnits(route, complete),
    isHeavy: typeof heavy === "function" ? heavy(complete) : (heavy ?? false),
    timeoutMs: typeof timeoutMs === "function" ? timeoutMs(complete) : undefined,
  });
  return isAdmitted ? complete : undefined;
}

/** Returns the units of the daily quota that a request costs. */
export function computeUnits({ cost }: Pick<Route, "cost">, values: Values): number {
  if (cost === undefined) return 1;
  if (typeof cost !== "string") return cost(values);
  const items = values.body?.[cost.slice("body.".length)];
  return (items as unknown[] | undefined)?.length ?? 1;
}
