import { t } from "hub";
import { answerIpinfo } from "../../peers/answers.ts";
import ipGeo from "../../plugin.ts";
import { ipParams } from "../../request.ts";

export default ipGeo.route({
  summary: "Look up an IP address (ipinfo API)",
  description:
    "Compatible with ipinfo's `GET /{ip}`. `me` and `json` are the caller's own address. Values that the hub lacks are omitted.",
  params: ipParams,
  response: t.Record(t.String(), t.Unknown(), { description: "The address in ipinfo's format" }),
  keyHeaders: ["authorization"],
  keyParameter: "token",
  example: { params: { ip: "8.8.8.8" } },
  handler: (call) => answerIpinfo(call.params.ip, call),
});
