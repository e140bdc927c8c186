import { t } from "hub";
import { getMemory } from "../../follow/memory.ts";
import { dubClicksQuery } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Get the clicks of a short link (Dub API)",
  description:
    "Compatible with Dub's `GET /analytics`. Clicks are those of people, by day. The hub counts no leads and sales.",
  query: dubClicksQuery,
  response: t.Union(
    [t.Record(t.String(), t.Number()), t.Array(t.Record(t.String(), t.Unknown()))],
    {
      description: "The clicks in Dub's format",
    },
  ),
  cache: "never",
  example: { query: { linkId: "spring-sale", interval: "30d" } },
  async handler(call) {
    const { answerDubClicks } = await import("../../peers/dub/clicks.ts");
    await getMemory(call).clicks.flush();
    return answerDubClicks(call.query, call);
  },
});
