import { oneOf, t } from "hub";
import dev from "../plugin.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const kinds = ["browser", "bot", "program"] as const;
let describer:
  | ReturnType<typeof import("../user-agents/describe-user-agent.ts").loadUserAgents>
  | undefined;

export default dev.route({
  summary: "Describe a User-Agent",
  keywords: "user agent parser, browser detection, parse user agent, ua parser, detect browser",
  description:
    "For logs and statistics: the browser, engine, system and device that a header claims. Any client can claim anything. The notes list what browsers hide, such as Windows 11.",
  heavy: true,
  query: t.Object({
    value: t.String({ minLength: 1, maxLength: 1000, description: "Value of the header" }),
  }),
  response: t.Object({
    kind: t.Union([oneOf(kinds), t.Null()], {
      description: "Kind of client: a browser, a crawler, or another program; null if unknown",
    }),
    browser: t.Object(
      {
        name: nullable("Name of the browser, crawler or program"),
        version: nullable("Its version"),
      },
      { description: "The client" },
    ),
    engine: t.Object(
      { name: nullable("Name, such as `Blink`"), version: nullable("Its version") },
      { description: "The rendering engine" },
    ),
    os: t.Object(
      {
        name: nullable("Name, such as `Windows`"),
        version: nullable("Its version, such as `NT 10.0`"),
        version_name: nullable("Name of the version"),
      },
      { description: "The operating system" },
    ),
    device: t.Object(
      {
        type: nullable("Type: `desktop`, `mobile`, `tablet` or `tv`"),
        vendor: nullable("Manufacturer"),
        model: nullable("Model"),
      },
      { description: "The device" },
    ),
    is_headless: t.Boolean({ description: "Whether the browser runs without a window" }),
    notes: t.Array(t.String(), { description: "Parts that browsers hide" }),
  }),
  example: {
    query: {
      value: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:126.0) Gecko/20100101 Firefox/126.0",
    },
  },
  async handler({ query: { value } }) {
    const { loadUserAgents } = await import("../user-agents/describe-user-agent.ts");
    describer ??= loadUserAgents();
    const describe = await describer;
    return describe(value);
  },
});
