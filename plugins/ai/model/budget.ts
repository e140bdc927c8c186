import ai from "../plugin.ts";
import type { ModelDoors } from "./doors.ts";

const tokensDefault = 200_000;
const dayMs = 86_400_000;

/** Tokens that a caller may use on a day (UTC), as far as the operator says nothing. */
export async function takeTokens(
  estimate: number,
  { kv, env, clock, caller }: Pick<ModelDoors, "kv" | "env" | "clock" | "caller">,
): Promise<(used: number) => Promise<void>> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  const max = Number(env.OPENAI_TOKENS_PER_DAY || tokensDefault);
  const key = `tokens:${day}:${caller.id ?? "no-key"}`;
  const count = (by: number) => kv.increment(key, by, { ttlMs: 2 * dayMs });
  // Taken beforehand, so that calls at the same time cannot spend the same tokens.
  if ((await count(estimate)) > max) {
    await count(-estimate);
    const seconds = Math.ceil(((day + 1) * dayMs - now) / 1000);
    throw ai.error(
      "model_budget_spent",
      `The language model may use ${max} tokens a day for each caller: those of today are used up`,
      { headers: { "retry-after": String(seconds) } },
    );
  }
  return async (used) => {
    await count(used - estimate);
  };
}
