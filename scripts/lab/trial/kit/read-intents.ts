import { readFileSync } from "node:fs";

/** An intent with the questions of customers who had it. */
export interface Intent {
  readonly name: string;
  readonly questions: readonly string[];
}

/** Reads questions with their intents from a CSV file of banking77, in seven groups of ten intents. */
export function readIntents(path: string): Intent[][] {
  const rows = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const at = line.lastIndexOf(",");
      return { text: line.slice(0, at).replaceAll('"', ""), intent: line.slice(at + 1).trim() };
    });
  const intents = Object.entries(Object.groupBy(rows, ({ intent }) => intent)).map(
    ([name, some = []]) => ({ name, questions: some.map(({ text }) => text) }),
  );
  return Array.from({ length: 7 }, (_, round) =>
    intents.filter((_, index) => index % 7 === round).slice(0, 10),
  );
}
