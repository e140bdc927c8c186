import { expect, test } from "bun:test";
import { Call } from "../../accounts/call.ts";
import { holdRequest } from "./held-call.ts";

test.each([
  ["/a", "/a"],
  ["/a?x=1&api_key=secret", "/a?x=1"],
  ["/a?api_key=secret", "/a"],
  ["/a?key=secret&x=1&y=key", "/a?x=1&y=key"],
  ["/a?%6bey=secret&x", "/a?x"],
  ["/a?keys=1&x=a%20b", "/a?keys=1&x=a%20b"],
])("%s is stored without its key", async (path, stored) => {
  const call = new Call(new Request(`http://hub.test${path}`), null);
  call.keyParameter = "key";
  expect((await holdRequest(call, 100)).url).toBe(`http://hub.test${stored}`);
});

test("a parameter of another API isn't a key without its alias", async () => {
  const call = new Call(new Request("http://hub.test/a?key=x"), null);
  expect((await holdRequest(call, 100)).url).toBe("http://hub.test/a?key=x");
});
