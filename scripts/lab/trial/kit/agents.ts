import { join } from "node:path";
import { fetchPythonSource, importPackage } from "./judges.ts";
import type { Measurement } from "./row.ts";

type IsBot = (userAgent: string) => boolean;

/** Compares what an engine of ours takes for a crawler with the package `isbot`. */
export async function measureCrawlers(ours: IsBot): Promise<Measurement[]> {
  const { isbot } = await importPackage<{ isbot: IsBot }>("isbot");
  const crawlers = await importPackage<{ default: { instances?: string[] }[] }>(
    "crawler-user-agents",
  );
  const bots = crawlers.default.flatMap(({ instances = [] }) => instances);
  const fixtures = await readFixtures("desktop.yml");
  const people = fixtures
    .filter(({ client }) => client?.type === "browser")
    .map(({ user_agent }) => user_agent);
  const count = (texts: readonly string[], isBot: IsBot) =>
    texts.filter((one) => isBot(one)).length;
  return [
    {
      set: "crawler-user-agents 1.60.0",
      inputs: bots.length,
      figure: "crawlers recognized",
      ours: count(bots, ours),
      theirs: { isbot: count(bots, isbot) },
    },
    {
      set: "desktop browsers in Matomo's fixtures",
      inputs: people.length,
      figure: "browsers taken for crawlers",
      ours: count(people, ours),
      theirs: { isbot: count(people, isbot) },
      fewerIsBetter: true,
    },
  ];
}

/** A User-Agent with what Matomo's Device Detector says of it. */
export interface AgentFixture {
  user_agent: string;
  os?: { name?: string; version?: string };
  client?: { type?: string; name?: string; version?: string };
}

/** Reads a file of Matomo's fixtures, which a package from PyPI has. */
export async function readFixtures(file: string): Promise<AgentFixture[]> {
  const source = await fetchPythonSource("device_detector", "6.5.1");
  const path = join(source, "device_detector/tests/fixtures/upstream", file);
  return Bun.YAML.parse(await Bun.file(path).text()) as AgentFixture[];
}
