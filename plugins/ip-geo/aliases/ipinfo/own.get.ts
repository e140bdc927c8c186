import { t } from "hub";
import { answerIpinfo } from "../../peers/answers.ts";
import ipGeo from "../../plugin.ts";

export default ipGeo.route({
  summary: "Look up your own IP address (ipinfo API)",
  description: "Compatible with ipinfo's `GET /`.",
  response: t.Record(t.String(), t.Unknown(), { description: "The address in ipinfo's format" }),
  keyHeaders: ["authorization"],
  keyParameter: "token",
  cache: "never",
  example: {},
  handler: (call) => answerIpinfo("me", call),
});
