import { Reply } from "../../contract/reply.ts";
import { jsonType, preferType } from "../../platform/http/accept.ts";

/** Returns a buffered reply in the media type that the caller prefers, if it is an alternative. */
export function chooseStream(reply: Reply, accept: string | null | undefined): Reply {
  const { type = jsonType, alternatives = {} } = reply;
  const chosen = preferType(accept, [type, ...Object.keys(alternatives)]);
  const write = alternatives[chosen];
  // The empty list still makes caches distinguish responses by Accept.
  if (!write) return new Reply(reply.body, { ...reply, alternatives: {} });
  return new Reply(write(), {
    ...reply,
    type: chosen.startsWith("text/") ? `${chosen}; charset=utf-8` : chosen,
    alternatives: {},
  });
}
