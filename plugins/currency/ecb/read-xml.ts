import { SaxesParser } from "saxes";
import { orderedDays, type RateDay, rateDay } from "./day.ts";

/**
 * Reads `eurofxref-hist-90d.xml` or another feed like it: the days from the oldest on. Throws where
 * it is anything else, such as a page saying that there is none. Entities are not expanded.
 */
export function readXml(xml: string, last: string): RateDay[] {
  const days: { date: string; rates: [string, string][] }[] = [];
  const parser = new SaxesParser();
  let depth = 0;
  parser.on("error", (fault) => {
    throw fault;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (depth++ === 0 && !/^(\w+:)?Envelope$/.test(name))
      throw new Error(`The feed begins with <${name}> and not with an Envelope`);
    if (!/^(\w+:)?Cube$/.test(name)) return;
    const { time, currency, rate } = attributes as Record<string, string | undefined>;
    if (time !== undefined) days.push({ date: time, rates: [] });
    else if (currency && rate) days.at(-1)?.rates.push([currency, rate]);
  });
  parser.on("closetag", () => {
    depth--;
  });
  parser.write(xml).close();
  return orderedDays(days.map(({ date, rates }) => rateDay(date, rates, last)));
}
