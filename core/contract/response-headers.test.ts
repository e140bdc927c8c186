import { expect, test } from "bun:test";
import { checkHeaders, isHeaderName, isInterpreted, toHeaderText } from "./response-headers.ts";

test("a value is Latin-1 text without control characters, except tabs", () => {
  for (let code = 0; code < 0x200; code++) {
    const isAllowed = code === 9 || (code >= 0x20 && code !== 0x7f && code <= 0xff);
    const check = () => checkHeaders({ "x-a": `a${String.fromCharCode(code)}b` });
    if (isAllowed) expect(check, code.toString(16)).not.toThrow();
    else expect(check, code.toString(16)).toThrow('Cannot send the header "x-a" with the value');
  }
  expect(() => checkHeaders({ a: 1 as unknown as string })).toThrow('with the value "1"');
});

test("any text can be sent, with what isn't Latin-1 in percent-encoding", () => {
  expect(toHeaderText("Größe 5 €")).toBe("Größe 5 %E2%82%AC");
  expect(toHeaderText("a\ud800b\n")).toBe("a%EF%BF%BDb%0A");
  for (let code = 0; code <= 0xffff; code += 7)
    expect(() => checkHeaders({ "x-a": toHeaderText(String.fromCharCode(code)) })).not.toThrow();
});

test("a name is a token", () => {
  for (const name of ["x-a", "X_B", "a.b", "!#$%&'*+^`|~"])
    expect(() => checkHeaders({ [name]: "a" })).not.toThrow();
  for (const name of ["", "a b", "a:b", "ä", "a\n"])
    expect(() => checkHeaders({ [name]: "a" })).toThrow("Cannot send a header with the name");
});

test("a manifest names headers in lower case that don't frame a message", () => {
  expect(["x-a", "0a", "x-1-b"].map(isHeaderName)).toEqual([true, true, true]);
  const wrong = ["X-A", "-a", "a_b", "", 1, undefined, "date", "location", "upgrade"];
  expect(wrong.filter(isHeaderName)).toEqual([]);
});

test("headers that browsers and proxies act on are known by name or prefix", () => {
  for (const name of [
    "set-cookie",
    "content-security-policy",
    "sec-fetch-mode",
    "x-accel-redirect",
  ])
    expect(isInterpreted(name), name).toBe(true);
  for (const name of ["x-pages", "my-sec-", "pages"]) expect(isInterpreted(name), name).toBe(false);
});
