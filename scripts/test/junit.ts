/** A failed test, or a failed file if `path` is empty. */
export interface FailedTest {
  file: string;
  /** The names of the enclosing groups, outermost first, and of the test. */
  path: string[];
}

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

interface JunitReport extends TestCounts {
  failures: FailedTest[];
  /** The files with a skipped test. */
  skippedFiles: Set<string>;
  /** The duration of the tests per file in seconds, without imports. */
  seconds: Map<string, number>;
}

/** Bun's name for the test of a file whose process ended early. */
const crashName = "(worker crashed)";

const tagPattern = /<(\/?)(testsuite|testcase|failure|skipped)\b([^>]*)>/g;

/** Parses the JUnit report of `bun test`. Its text and attributes contain no `>`. */
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

/** Returns the suites of a JUnit report: the content of its outermost tag. */
export function getSuites(xml: string): string {
  const start = xml.indexOf(">", xml.indexOf("<testsuites")) + 1;
  return xml.slice(start, xml.lastIndexOf("</testsuites>")).trim();
}

/**
 * Merges JUnit reports. Failures that no report contains become separate suites. The counts include tests of processes
 * that crashed before they wrote a report.
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

/** Parses the totals of a JUnit report. */
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
