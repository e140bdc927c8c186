import { binary, reply } from "hub";
import { getOwner } from "../../doors.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Count your short links (Dub API)",
  description: "Compatible with Dub's `GET /links/count`.",
  response: binary("application/json"),
  cache: "never",
  example: {},
  async handler({ caller, kv }) {
    const { countLinks } = await import("../../link/own-links.ts");
    return reply(String(await countLinks(getOwner(caller), kv)), { type: "application/json" });
  },
});
