// Prints a part of a JUnit report for shell scripts: "counts" (passed and failed), "failures", "skipped-files", or
// "seconds" per file, slowest first.
import { parseJunit, parseTotals } from "./junit.ts";

const parts: Record<string, (xml: string) => string[]> = {
  counts: (xml) => {
    const { passed, failed } = parseTotals(xml);
    return [`${passed} ${failed}`];
  },
  failures: (xml) =>
    parseJunit(xml).failures.map(({ file, path }) => `(fail) ${[file, ...path].join(" > ")}`),
  "skipped-files": (xml) => [...parseJunit(xml).skippedFiles],
  seconds: (xml) =>
    [...parseJunit(xml).seconds]
      .toSorted(([, one], [, other]) => other - one)
      .map(([file, seconds]) => `${seconds.toFixed(1)} ${file}`),
};

const [part = "", path = ""] = process.argv.slice(2);
const read = parts[part];
if (!read || path === "") {
  console.error(`Usage: bun scripts/test/read-report.ts ${Object.keys(parts).join("|")} FILE`);
  process.exit(2);
}
for (const line of read(await Bun.file(path).text())) console.log(line);
