import { parseUserAgent } from "../../../plugins/url/stats/agents.ts";
import { measureCrawlers } from "./kit/agents.ts";
import type { Row } from "./kit/row.ts";

export default {
  engine: "url/stats/agents",
  ours: ["plugins/url/stats/agents.ts"],
  theirs: ["isbot"],
  measure: () => measureCrawlers((text) => parseUserAgent(text).isBot),
} satisfies Row;
