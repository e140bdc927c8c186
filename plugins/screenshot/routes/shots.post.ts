import { t } from "hub";
import screenshot from "../plugin.ts";
import { zipAnswer } from "../response.ts";
import { readShots, shotsField, yamlField } from "../shots.ts";

const { limits } = screenshot;

export default screenshot.route({
  summary: "Capture a list of pages as a ZIP archive",
  keywords: "batch screenshots, multiple screenshots, bulk capture, shot-scraper multi",
  description: `Captures each page of a list, and returns a ZIP archive with their files and \`shots.json\`: the file of each shot, or why it failed. A failure does not affect the other shots. A shot costs one unit of the daily quota. The list is \`shots\`, or the file of \`shot-scraper multi\` as \`yaml\`. The files of an archive have at most ${limits.archiveBytesMax.toLocaleString("en-US")} bytes.`,
  body: t.Object({ shots: t.Optional(shotsField), yaml: t.Optional(yamlField) }),
  raw: { "application/yaml": "yaml", "text/yaml": "yaml", "application/x-yaml": "yaml" },
  response: zipAnswer,
  cost: ({ body }) => readShots(body).length,
  timeoutMs: limits.shotsTimeoutMs,
  headers: ["x-capture-count", "x-capture-failed"],
  example: {
    body: {
      yaml: "- url: https://example.com/\n  output: example.png\n  width: 640\n  height: 400\n- html: <h1>Report</h1>\n  output: report.pdf\n",
    },
  },
  async handler({ body, browser, clock, signal, caller, data }) {
    const { captureShots } = await import("../capture-shots.ts");
    return captureShots(readShots(body), { browser, clock, signal, caller, data });
  },
});
