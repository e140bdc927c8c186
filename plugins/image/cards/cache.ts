import { reply } from "hub";
import type { buildAnswer } from "../answers.ts";

type Answer = Awaited<ReturnType<typeof buildAnswer>>;

/** Limits caching to an hour if an embedded picture was fetched, because it may change. */
export async function limitCache(
  answer: Answer | Promise<Answer>,
  { avatar_url, logo_url }: { avatar_url?: string | undefined; logo_url?: string | undefined },
) {
  const resolved = await answer;
  const { body, type, headers } = "headers" in resolved ? resolved : reply(resolved);
  const isFetched = [avatar_url, logo_url].some((url) => url && !url.startsWith("data:"));
  const hour = isFetched && { "cache-control": "private, max-age=3600" };
  return reply(body, { type, headers: { ...headers, ...hour } });
}
