import type { Static, t } from "hub";
import image from "../plugin.ts";
import { useQuickChart } from "./answer.ts";
import { type postedChartFields, readPostedChart } from "./request.ts";

declare const fields: ReturnType<typeof t.Object<typeof postedChartFields>>;

/** The length of a URL that browsers, mail programs and proxies accept. */
const pathMax = 7000;

/** Returns the path of a chart with its configuration. Throws `invalid_input` if it cannot be drawn. */
export async function createChartUrl(body: Static<typeof fields>): Promise<string> {
  const { chart, at, look } = readPostedChart(body);
  const { encoding, ...rest } = look;
  await useQuickChart(chart, { at, encoding, version: rest.version }, () => {});
  const text = typeof chart === "string" ? chart : JSON.stringify(chart);
  const query = new URLSearchParams({ c: text });
  if (encoding !== "url") query.set("encoding", encoding);
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) query.set(name, String(value));
  const path = `/chart?${query}`;
  if (path.length > pathMax)
    throw image.error(
      "invalid_input",
      `${at} must fit into a URL of ${pathMax} characters: it has ${path.length}. Use POST /chart instead`,
      { at },
    );
  return path;
}
