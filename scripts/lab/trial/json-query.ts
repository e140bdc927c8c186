import { queryJson } from "../../../plugins/dev/json/query/query.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface JsonP3 {
  jsonpath: { query(path: string, value: unknown): Iterable<{ value: unknown }> };
}

interface Case {
  selector: string;
  document?: unknown;
  result?: unknown[];
  results?: unknown[][];
  invalid_selector?: boolean;
}

export default {
  engine: "dev/json/query",
  ours: ["plugins/dev/json/query/{jsonpath,parse-path,path-cursor,select}.ts"],
  theirs: ["json-p3"],
  async measure({ find }) {
    const { jsonpath } = await importPackage<JsonP3>("json-p3");
    const { tests } = (await Bun.file(find("jsonpath/cts.json")).json()) as { tests: Case[] };
    const theirQuery = (path: string, json: string) =>
      Array.from(jsonpath.query(path, JSON.parse(json)), ({ value }) => JSON.stringify(value));
    const ourQuery = async (path: string, json: string) => {
      const { jsonl } = await queryJson(json, { path, syntax: "jsonpath", limit: 10_000 });
      return jsonl === "" ? [] : jsonl.split("\n");
    };
    const [ours, theirs] = [await countRight(tests, ourQuery), await countRight(tests, theirQuery)];
    const numbers = Array.from({ length: 200 }, (_, index) => `${2n ** 53n + BigInt(index)}.5`);
    const keepsDigits = async (query: Query) =>
      countTrue(numbers, async (one) => (await query("$[0]", `[${one}]`))[0] === one);
    return [
      {
        set: "compliance suite of RFC 9535",
        inputs: tests.length,
        figure: "right answers",
        ours,
        theirs: { "json-p3": theirs },
      },
      {
        set: "numbers from 2^53 on, with a fraction",
        inputs: numbers.length,
        figure: "numbers returned digit by digit",
        ours: await keepsDigits(ourQuery),
        theirs: { "json-p3": await keepsDigits(theirQuery) },
      },
    ];
  },
} satisfies Row;

type Query = (path: string, json: string) => Promise<string[]> | string[];

function countRight(tests: readonly Case[], query: Query): Promise<number> {
  return countTrue(tests, async ({ selector, document, result, results, invalid_selector }) => {
    try {
      const found = await query(selector, JSON.stringify(document ?? null));
      const accepted = results ?? [result];
      return (
        !invalid_selector &&
        accepted.some((one) =>
          Bun.deepEquals(
            found.map((line) => JSON.parse(line)),
            one,
          ),
        )
      );
    } catch {
      return invalid_selector === true;
    }
  });
}

async function countTrue<T>(inputs: readonly T[], test: (input: T) => Promise<boolean>) {
  let count = 0;
  for (const input of inputs) if (await test(input)) count++;
  return count;
}
