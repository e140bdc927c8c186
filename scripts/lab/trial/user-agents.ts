import { openTexts } from "../../../core/lib/data-file.ts";
import { loadUserAgents } from "../../../plugins/dev/user-agents/describe-user-agent.ts";
import { type AgentFixture, measureCrawlers, readFixtures } from "./kit/agents.ts";
import { findInPackage, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Named {
  name: string | null | undefined;
  version: string | null | undefined;
}

const files = [
  "desktop",
  "desktop-1",
  "smartphone",
  "smartphone-1",
  "smartphone-10",
  "smartphone-20",
  "tablet",
  "phablet",
];

type Describe = (text: string) => { os: Named; browser: Named };

interface Uap {
  parseUA(text: string): Parts;
  parseOS(text: string): Parts;
}

interface Parts {
  family: string;
  major: string | null;
  minor: string | null;
  patch: string | null;
}

interface UaParserJs {
  UAParser(text: string): { os: Partial<Named>; browser: Partial<Named> };
}

export default {
  engine: "dev/user-agents",
  ours: ["plugins/dev/user-agents/*.ts"],
  theirs: ["uap-core", "ua-parser-js", "isbot"],
  async measure() {
    const all: AgentFixture[] = [];
    for (const file of files) all.push(...(await readFixtures(`${file}.yml`)));
    // Every tenth: neighbours are models of one vendor.
    const cases = all.filter((_, index) => index % 10 === 0);
    const describeUserAgent = await loadUserAgents();
    const uap = await loadUap();
    const { UAParser } = await importPackage<UaParserJs>("ua-parser-js");
    const theirs: Record<string, Describe> = {
      "uap-core": (text) => ({
        os: joinParts(uap.parseOS(text)),
        browser: joinParts(uap.parseUA(text)),
      }),
      "ua-parser-js": (text) => {
        const { os, browser } = UAParser(text);
        return {
          os: { name: os.name, version: os.version },
          browser: { name: browser.name, version: browser.version },
        };
      },
    };
    const parts = (["os", "browser"] as const).map((part) => {
      const asked = cases.filter((one) =>
        part === "os" ? one.os?.name : one.client?.type === "browser",
      );
      const count = (describe: Describe) =>
        asked.filter((one) =>
          isSame(describe(one.user_agent)[part], part === "os" ? one.os : one.client),
        ).length;
      return {
        set: "Matomo's fixtures in device_detector 6.5.1, every tenth",
        inputs: asked.length,
        figure: `${part === "os" ? "systems" : "browsers"} with the right name and major version`,
        ours: count(describeUserAgent),
        theirs: Object.fromEntries(
          Object.entries(theirs).map(([name, describe]) => [name, count(describe)]),
        ),
      };
    });
    const crawlers = await measureCrawlers((text) =>
      /^(bot|program)$/.test(String(describeUserAgent(text).kind)),
    );
    return [...parts, ...crawlers];
  },
} satisfies Row;

/** Loads the regular expressions with the parser of the same project. */
async function loadUap(): Promise<Uap> {
  const regexes: unknown = Bun.YAML.parse(
    await Bun.file(findInPackage("uap-core", "regexes.yaml")).text(),
  );
  const { default: create } = await importPackage<{ default(regexes: unknown): Uap }>(
    "uap-ref-impl",
  );
  return create(regexes);
}

function joinParts({ family, major, minor, patch }: Parts): Named {
  return { name: family, version: [major, minor, patch].filter(Boolean).join(".") };
}

/** Whether a name and a major version agree. Versions that the fixture doesn't know aren't compared. */
function isSame(found: Named, expected: { name?: string; version?: string } = {}): boolean {
  const major = (version: string | null | undefined) => version?.replace(/^NT /, "").split(".")[0];
  return (
    normalize(found.name ?? "") === normalize(expected.name ?? "") &&
    (!expected.version || toCommonVersion(found) === major(String(expected.version)))
  );
}

function toCommonVersion({ name, version }: Named): string | undefined {
  const windows: Record<string, string> = {
    "6.1": "7",
    "6.2": "8",
    "6.3": "8",
    "5.1": "XP",
    "6.0": "Vista",
  };
  const plain = (version ?? "").replace(/^NT /, "");
  return (name === "Windows" ? windows[plain] : undefined) ?? plain.split(".")[0];
}

/** Names of one thing in the four sources. */
const { synonyms } = openTexts(new URL("./agent-names.txt", import.meta.url), ["synonyms"])();

function normalize(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return synonyms[letters] ?? letters;
}
