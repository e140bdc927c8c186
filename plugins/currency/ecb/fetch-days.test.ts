import { describe, expect, test } from "bun:test";
import { ecbTable, ecbXml, ecbZip, openDays } from "../fixtures.ts";
import { fetchDays, readGiven } from "./feeds.ts";

const now = Date.UTC(2025, 11, 31, 12);
const days = openDays("2025-12-01", "2025-12-31");

/** Fetches the days after `newest` from an ECB that gives this response. */
async function fetchFrom(newest: string | undefined, response?: Response) {
  const urls: string[] = [];
  const net = async (url: string) => {
    urls.push(url);
    const isXml = url.endsWith(".xml");
    return response ?? new Response(isXml ? ecbXml(days) : ecbZip(ecbTable(days)));
  };
  const read = await fetchDays(newest, { net, clock: () => now } as never);
  return { urls, dates: read.map(({ date }) => date) };
}

describe("the feed", () => {
  test.each([
    [undefined, "eurofxref-hist.zip"],
    // 80 days before the day after today.
    ["2025-10-13", "eurofxref-hist-90d.xml"],
    ["2025-10-12", "eurofxref-hist.zip"],
  ])("after %s is %s", async (newest, name) => {
    const { urls, dates } = await fetchFrom(newest);
    expect(urls).toEqual([`https://www.ecb.europa.eu/stats/eurofxref/${name}`]);
    expect(dates).toEqual(days);
  });

  test("that can't be downloaded or read is a failure of the ECB", async () => {
    const failed = fetchFrom("2025-12-30", new Response("", { status: 503 }));
    await expect(failed).rejects.toThrow(
      'Cannot download "eurofxref-hist-90d.xml": the ECB returned status 503',
    );
    for (const newest of [undefined, "2025-12-30"])
      await expect(fetchFrom(newest, new Response("<html/>"))).rejects.toThrow(
        /^Cannot read "euro/,
      );
  });
});

describe("an imported file", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  test.each([
    ["the archive", ecbZip(ecbTable(days))],
    ["its table", bytes(ecbTable(days))],
    ["a feed", bytes(ecbXml(days))],
  ])("can be %s", (_, file) => {
    expect(readGiven("file", file).map(({ date }) => date)).toEqual(days);
  });

  test.each([
    [
      "Time,USD\n",
      '"rates.csv" must be the ECB\'s eurofxref-hist.zip, the table inside it, or an XML',
    ],
    ["<html/>", "The feed must start with an Envelope: it starts with <html>"],
    ["<a><gesmes:Envelope xmlns:gesmes='x'/></a>", "it starts with <a>"],
    ["Date,USD\n", "The feed has no rates"],
  ])("can't be %j", (text, message) => {
    expect(() => readGiven("rates.csv", bytes(text))).toThrow(message);
  });

  test("can have elements in front of its days, but only one root", () => {
    const xml = ecbXml(days).replace("<gesmes:subject>", "<x/><y><z/></y><gesmes:subject>");
    expect(readGiven("file", bytes(xml))).toHaveLength(days.length);
  });
});
