import { dubBody, dubLink } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Create a short link (Dub API)",
  description:
    "Compatible with Dub's `POST /links`. Fields that the hub lacks must be false or null.",
  body: dubBody,
  response: dubLink,
  cache: "never",
  example: { body: { url: "https://example.com/spring", tagNames: ["spring"] } },
  async handler(call) {
    const { createDubLink } = await import("../../peers/dub/links.ts");
    return createDubLink(call.body, call);
  },
});
