import ai from "../plugin.ts";
import type { ModelDoors } from "./doors.ts";

/** What a caller has where the operator says nothing. */
const tokensDefault = 200_000;
const dayMs = 86_400_000;

/**
 * Takes tokens of those that a caller has for the day (UTC), and answers what to call with how many it
 * were. Throws `model_budget_spent`.
 */
export async function takeTokens(
  estimate: number,
  { kv, env, clock, caller }: Pick<ModelDoors, "kv" | "env" | "clock" | "caller">,
): Promise<(used: number) => Promise<void>> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  const max = maxOf(env.OPENAI_TOKENS_PER_DAY);
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

/** What is no number must not open the purse. */
function maxOf(text: string | undefined): number {
  const max = Number(text || tokensDefault);
  return Number.isNaN(max) ? tokensDefault : max;
}
