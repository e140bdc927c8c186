import { reply } from "hub";
import type { buildAnswer } from "../answers.ts";

type Answer = Awaited<ReturnType<typeof buildAnswer>>;

/** An answer as it is, but kept for an hour only where a picture in it may become another. */
export async function limitCache(
  answer: Answer | Promise<Answer>,
  { avatar_url, logo_url }: { avatar_url?: string | undefined; logo_url?: string | undefined },
) {
  const given = await answer;
  const { body, type, headers } = "headers" in given ? given : reply(given);
  const isFetched = [avatar_url, logo_url].some((url) => url && !url.startsWith("data:"));
  const hour = isFetched && { "cache-control": "private, max-age=3600" };
  return reply(body, { type, headers: { ...headers, ...hour } });
}
