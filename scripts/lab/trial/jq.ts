import { readFileSync } from "node:fs";
import { queryJson } from "../../../plugins/dev/json/query/query.ts";
import { requireProgram } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Case {
  program: string;
  input: string;
  expected: string[];
}

export default {
  engine: "dev/json/query/jq",
  ours: ["plugins/dev/json/query/{jq,digits}.ts"],
  theirs: [{ name: "jq of Debian", licence: "MIT", megabytes: 1.1 }],
  async measure({ find }) {
    requireProgram("jq", "apt install jq");
    const cases = ["base64", "man", "onig", "uri"].flatMap((name) =>
      readCases(readFileSync(find(`jq/${name}.test`), "utf8")),
    );
    let [ours, theirs] = [0, 0];
    for (const one of cases) {
      if (isRight(await attempt(() => runOurs(one)), one)) ours++;
      if (isRight(runTheirs(one), one)) theirs++;
    }
    return [
      {
        set: "jq's own tests of its manual, of base64, URIs and regular expressions",
        inputs: cases.length,
        figure: "right outputs",
        ours,
        theirs: { "jq of Debian": theirs },
      },
    ];
  },
} satisfies Row;

/** Reads groups of a program, an input and the expected lines. Groups for invalid programs are left out. */
function readCases(file: string): Case[] {
  return file
    .split(/\n\s*\n/)
    .map((group) => group.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#")))
    .filter(([first]) => first !== undefined && !first.startsWith("%%FAIL"))
    .map(([program = "", input = "null", ...expected]) => ({ program, input, expected }));
}

async function runOurs({ program, input }: Case): Promise<string[]> {
  const { jsonl } = await queryJson(input, { path: program, syntax: "jq", limit: 10_000 });
  return jsonl === "" ? [] : jsonl.split("\n");
}

function runTheirs({ program, input }: Case): string[] {
  const { stdout } = Bun.spawnSync(["jq", "-c", program], {
    stdin: Buffer.from(input),
    timeout: 5000,
  });
  const text = stdout.toString().trimEnd();
  return text === "" ? [] : text.split("\n");
}

async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch {
    return undefined;
  }
}

function isRight(lines: readonly string[] | undefined, { expected }: Case): boolean {
  const parse = (line: string) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      return line;
    }
  };
  return lines !== undefined && Bun.deepEquals(lines.map(parse), expected.map(parse));
}
