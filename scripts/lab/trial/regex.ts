import fc from "fast-check";
import { parsePattern } from "../../../plugins/dev/regex/parse-pattern.ts";
import { findInPackage, importPackage, requireProgram } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Regexpp {
  RegExpParser: new () => {
    parsePattern(source: string, start: number, end: number, flags: object): unknown;
  };
  visitRegExpAST(node: unknown, handlers: { onCapturingGroupEnter(): void }): void;
}

/** The number of groups, or undefined for an invalid pattern. */
type Count = (source: string, flags: string) => number | undefined;

export default {
  engine: "dev/regex",
  ours: ["plugins/dev/regex/{parse-pattern,parse-escape,pattern-cursor,tree}.ts"],
  theirs: ["@eslint-community/regexpp"],
  async measure() {
    const { RegExpParser, visitRegExpAST } = await importPackage<Regexpp>(
      "@eslint-community/regexpp",
    );
    const patterns = await collectPatterns();
    const inputs = patterns.flatMap(
      (one) =>
        [
          [one, ""],
          [one, "u"],
          [one, "v"],
        ] as [string, string][],
    );
    const right = askNode(inputs);
    const count = (parse: Count) =>
      inputs.filter(([source, flags], index) => attempt(parse, source, flags) === right[index])
        .length;
    const theirs = count((source, flags) => {
      let groups = 0;
      const options = { unicode: flags === "u", unicodeSets: flags === "v" };
      const tree = new RegExpParser().parsePattern(source, 0, source.length, options);
      visitRegExpAST(tree, { onCapturingGroupEnter: () => void groups++ });
      return groups;
    });
    return [
      {
        set: "patterns of uap-core and crawler-user-agents, and damaged copies, with no flag, u and v; V8 is the judge",
        inputs: inputs.length,
        figure: "right verdicts and numbers of groups",
        ours: count((source, flags) => parsePattern(source, flags).groups),
        theirs: { "@eslint-community/regexpp": theirs },
      },
    ];
  },
} satisfies Row;

/** Returns patterns from packages, each with a copy in which one character is missing, and one in which one moved. */
async function collectPatterns(): Promise<string[]> {
  const yaml = await Bun.file(findInPackage("uap-core", "regexes.yaml")).text();
  const uap = Array.from(yaml.matchAll(/^ +- regex: '(.+)'$/gm), ([, one = ""]) =>
    one.replaceAll("''", "'"),
  );
  const crawlers = await importPackage<{ default: { pattern: string }[] }>("crawler-user-agents");
  const sound = [...uap, ...crawlers.default.map(({ pattern }) => pattern)];
  const places = fc.sample(fc.nat(10_000), { numRuns: sound.length, seed: 1 });
  const damaged = sound.flatMap((pattern, index) => {
    const at = (places[index] ?? 0) % pattern.length;
    const rest = pattern.slice(0, at) + pattern.slice(at + 1);
    return [rest, pattern.charAt(at) + rest];
  });
  return [...new Set([...sound, ...damaged])];
}

/** Asks V8, whose parser neither side wrote. */
function askNode(inputs: readonly [string, string][]): (number | undefined)[] {
  requireProgram("node", "apt install nodejs");
  const code = `const count = ([source, flags]) => {
    try { new RegExp(source, flags); return new RegExp(source + "|", flags).exec("").length - 1; } catch { return null; }
  };
  const chunks = []; process.stdin.on("data", (one) => chunks.push(one));
  process.stdin.on("end", () => console.log(JSON.stringify(JSON.parse(Buffer.concat(chunks)).map(count))));`;
  const { stdout } = Bun.spawnSync(["node", "-e", code], {
    stdin: Buffer.from(JSON.stringify(inputs)),
  });
  return (JSON.parse(stdout.toString()) as (number | null)[]).map((one) => one ?? undefined);
}

function attempt(parse: Count, source: string, flags: string): number | undefined {
  try {
    return parse(source, flags);
  } catch {
    return undefined;
  }
}
