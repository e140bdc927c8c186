import image from "../plugin.ts";
import type { Doors } from "./doors.ts";

/** What a caller has where the operator says nothing. */
const imagesDefault = 50;
const dayMs = 86_400_000;

/**
 * Takes pictures of those that a caller may have of the image model on the day (UTC), before it is
 * asked. Throws `image_budget_spent`.
 */
export async function takeImages(count: number, { kv, env, clock, caller }: Doors): Promise<void> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  const said = Number(env.OPENAI_IMAGES_PER_DAY || imagesDefault);
  const max = Number.isNaN(said) ? imagesDefault : said;
  const key = `images:${day}:${caller.id ?? "no-key"}`;
  if ((await kv.increment(key, count, { ttlMs: 2 * dayMs })) <= max) return;
  await kv.increment(key, -count, { ttlMs: 2 * dayMs });
  throw image.error(
    "image_budget_spent",
    `The image model may draw ${max} pictures a day for each caller: ${count} more would be too many`,
    { headers: { "retry-after": String(Math.ceil(((day + 1) * dayMs - now) / 1000)) } },
  );
}
