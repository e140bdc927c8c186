import { getMemory } from "../../follow/memory.ts";
import { yourlsAnswer, yourlsFields } from "../../peers/yourls/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Create or read a short link (YOURLS API)",
  description:
    "Compatible with `shorturl`, `expand` and `url-stats` of YOURLS. The signature is an API key.",
  body: yourlsFields,
  response: yourlsAnswer,
  cache: "never",
  keyParameter: "signature",
  example: { body: { action: "expand", shorturl: "spring-sale" } },
  async handler(call) {
    const { answerYourls } = await import("../../peers/yourls/answer.ts");
    await getMemory(call).clicks.flush();
    return answerYourls(call.body, "body", call);
  },
});
