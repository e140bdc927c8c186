import { expect, test } from "bun:test";
import { parseRefresh } from "./refresh.ts";

// https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps
test.each([
  ["0;url=/a", "/a"],
  ["0; URL = '/a b' x", "/a b"],
  ['5,url="/a"', "/a"],
  ["0 url=/a", "/a"],
  ["0;/a", "/a"],
  ["0.5; url=a", "a"],
  ["1;url='a", "a"],
  [" 0 ;\n url=a ", "a"],
])("%j leads to %s", (content, target) => {
  expect(parseRefresh(content)).toBe(target);
});

test.each(["", "0", "5;", "11;url=/a", "url=/a", "x;url=/a", "-1;url=/a", "0;url="])(
  "%j isn't a redirect",
  (content) => {
    expect(parseRefresh(content)).toBeUndefined();
  },
);
