import { expect, test } from "bun:test";
import { Digest, skipped } from "./test.ts";

/** What is shown of what `bun test` writes. */
function shown(output: string): string {
  const lines: string[] = [];
  const digest = new Digest((line) => lines.push(line));
  for (const line of output.split("\n")) digest.take(line);
  digest.end();
  return lines.join("\n");
}

const green = `
a.test.ts:
503 upstream_failed
(pass) answers 503 [1.00ms]
(skip) reads a PDF

b.test.ts:
(pass) adds [0.10ms]

a.test.ts:
the end of something
(pass) ends [0.10ms]

 3 pass
 1 skip
 0 fail
Ran 4 tests across 2 files. [1.00s]`;

test("of what passes only the file is shown, once, and the summary", () => {
  expect(shown(green)).toBe(`a.test.ts
b.test.ts
 3 pass
 1 skip
 0 fail
Ran 4 tests across 2 files. [1.00s]`);
});

test("a failure is shown with all that was written meanwhile, and in the summary", () => {
  const output = `a.test.ts:
of another
(pass) passes [0.10ms]
what the hub said
error: expect(received).toBe(expected)
(fail) fails [0.10ms]

1 tests failed:
(fail) fails [0.10ms]

 1 pass
 1 fail`;
  expect(shown(output)).toBe(`a.test.ts

a.test.ts:
what the hub said
error: expect(received).toBe(expected)
(fail) fails [0.10ms]

1 tests failed:
(fail) fails [0.10ms]

 1 pass
 1 fail`);
});

test("an error between tests is shown whatever passes behind it, and the end of a run that breaks off", () => {
  const output = `a.test.ts:
# Unhandled error between tests
error: No file
(pass) passes [0.10ms]
killed`;
  expect(shown(output)).toBe(`a.test.ts

a.test.ts:
# Unhandled error between tests
error: No file

killed`);
});

test("the last lines say how many were skipped, for want of what, and what to install", () => {
  const missing = "qpdf\tqpdf\npdftotext\tpoppler-utils\npdftoppm\tpoppler-utils\nqpdf\tqpdf\n";
  expect(skipped(12, missing)).toEqual([
    "Skipped 12 tests: this machine has no pdftoppm, pdftotext, qpdf",
    "To run them, on Debian: apt install poppler-utils qpdf",
  ]);
  expect(skipped(1, "")).toEqual(["Skipped 1 tests"]);
  expect(skipped(0, missing)).toEqual([]);
});
