import { t } from "hub";
import { getMemory } from "../../follow/memory.ts";
import { dubClicksQuery } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

const count = (description: string) => t.Integer({ description });
const counts = {
  clicks: count("Number of clicks by people"),
  leads: count("Always 0"),
  sales: count("Always 0"),
  saleAmount: count("Always 0"),
};
const group = (description: string) => t.Optional(t.String({ description }));
const groups = {
  start: group("Start of the day"),
  country: group("Country (ISO 3166-1)"),
  browser: group("Browser"),
  os: group("Operating system"),
  referer: group("Referring host"),
};

export default url.route({
  summary: "Get the clicks of a short link (Dub API)",
  description:
    "Compatible with Dub's `GET /analytics`. Clicks are those of people, by day. The hub counts no leads and sales.",
  query: dubClicksQuery,
  response: t.Union([t.Object(counts), t.Array(t.Object({ ...counts, ...groups }))], {
    description: "The clicks in Dub's format",
  }),
  cache: "never",
  example: { query: { linkId: "spring-sale", interval: "30d" } },
  async handler(call) {
    const { answerDubClicks } = await import("../../peers/dub/clicks.ts");
    await getMemory(call).clicks.flush();
    return answerDubClicks(call.query, call);
  },
});
