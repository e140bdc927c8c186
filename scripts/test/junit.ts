/** A test that failed. Without a path of names it is the file that failed. */
export interface FailedTest {
  file: string;
  /** The names of the groups around the test, from the outside in, and its own. */
  path: string[];
}

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

interface JunitReport extends TestCounts {
  failures: FailedTest[];
  /** The files in which a test was skipped. */
  skippedFiles: Set<string>;
  /** The seconds that the tests of each file took, without its imports. */
  seconds: Map<string, number>;
}

/** What Bun calls the test of a file whose process ended early. */
const crashName = "(worker crashed)";

const tagPattern = /<(\/?)(testsuite|testcase|failure|skipped)\b([^>]*)>/g;

/** Reads the JUnit report of `bun test`, whose text and attributes hold no `>`. */
export function parseJunit(xml: string): JunitReport {
  const report: JunitReport = {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
    skippedFiles: new Set(),
    seconds: new Map(),
  };
  const suites: string[] = [];
  let test: { file: string; name: string; result: keyof TestCounts } | undefined;
  const finish = () => {
    if (!test) return;
    report[test.result]++;
    if (test.result === "skipped") report.skippedFiles.add(test.file);
    // The outermost suite is the file.
    if (test.result === "failed")
      report.failures.push({
        file: test.file,
        path: test.name === crashName ? [] : [...suites.slice(1), test.name],
      });
    test = undefined;
  };
  for (const [, slash, tag, attributes = ""] of xml.matchAll(tagPattern)) {
    if (tag === "testsuite" && slash) suites.pop();
    else if (tag === "testsuite") suites.push(getAttribute(attributes, "name"));
    else if (tag === "testcase" && slash) finish();
    else if (tag === "testcase") {
      const [file, name] = [getAttribute(attributes, "file"), getAttribute(attributes, "name")];
      test = { file, name, result: "passed" };
      const seconds = Number(getAttribute(attributes, "time"));
      report.seconds.set(file, (report.seconds.get(file) ?? 0) + seconds);
      if (attributes.endsWith("/")) finish();
    } else if (test && !slash) test.result = tag === "failure" ? "failed" : "skipped";
  }
  return report;
}

function getAttribute(attributes: string, name: string): string {
  const start = ` ${attributes}`.indexOf(` ${name}="`);
  if (start === -1) return "";
  const from = start + name.length + 2;
  return unescapeXml(attributes.slice(from, attributes.indexOf('"', from)));
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) =>
    name.startsWith("#")
      ? String.fromCodePoint(Number(name.slice(1).replace("x", "0x")))
      : (entities[name] ?? all),
  );
}

/** Returns the suites of a JUnit report: what its outermost tags hold. */
export function getSuites(xml: string): string {
  const start = xml.indexOf(">", xml.indexOf("<testsuites")) + 1;
  return xml.slice(start, xml.lastIndexOf("</testsuites>")).trim();
}

/**
 * Writes one JUnit report of several. A failure that none of them has becomes a suite of its own. The counts
 * also hold tests of processes that crashed before they could write a report.
 */
export function formatJunit({
  passed,
  failed,
  skipped,
  suites,
  unreported,
}: TestCounts & { suites: readonly string[]; unreported: readonly FailedTest[] }): string {
  const tests = passed + failed + skipped;
  const rest = unreported.map(({ file, path }) => {
    const [from, name] = [escapeXml(file), escapeXml(path.join(" > ") || crashName)];
    const test = `<testcase name="${name}" file="${from}"><failure /></testcase>`;
    return `<testsuite name="${from}" file="${from}" tests="1" failures="1">${test}</testsuite>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="utilhub" tests="${tests}" failures="${failed}" skipped="${skipped}">`,
    ...suites,
    ...rest,
    "</testsuites>\n",
  ].join("\n");
}

/** Reads the counts that a JUnit report states for all its tests. */
export function parseTotals(xml: string): TestCounts {
  const [, attributes = ""] = /<testsuites\b([^>]*)>/.exec(xml) ?? [];
  const [tests = 0, failed = 0, skipped = 0] = ["tests", "failures", "skipped"].map((name) =>
    Number(getAttribute(attributes, name)),
  );
  return { passed: tests - failed - skipped, failed, skipped };
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
