import { expect, test } from "bun:test";
import { shortenCopiedPaths } from "./copied-paths.ts";

test("a stack names a plugin's files by the path that its author knows", () => {
  const copy = "/tmp/utilhub-copies-6420-CYK1DX/hello/13/hello";
  const stack = `Error: boom
    at handler (${copy}/routes/greet.get.ts:11:143)
    at ${copy}/work.ts:2:1
    at runHandler (/srv/hub/core/host/jobs/child.ts:130:29)`;
  expect(shortenCopiedPaths(stack)).toBe(`Error: boom
    at handler (hello/routes/greet.get.ts:11:143)
    at hello/work.ts:2:1
    at runHandler (/srv/hub/core/host/jobs/child.ts:130:29)`);
});

test.each([
  "",
  "Error: no path",
  "at /tmp/utilhub-copies-1-a\n    at /a/b/c",
  "at /tmp/utilhub-copies-1-a/hello",
])("%j is left as it is", (stack) => expect(shortenCopiedPaths(stack)).toBe(stack));
