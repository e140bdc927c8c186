import { expect, test } from "bun:test";
import { isAddress } from "./email.ts";
import { parsePayload, payloadText } from "./payload.ts";

const to = ["ada@example.org"];

// RFC 6068, section 6.
test.each([
  [["gorby%kremvax@example.com"], "mailto:gorby%25kremvax@example.com"],
  [["unlikely?address@example.com"], "mailto:unlikely%3Faddress@example.com"],
  [['"not@me"@example.org'], "mailto:%22not%40me%22@example.org"],
  [['"oh\\\\no"@example.org'], "mailto:%22oh%5C%5Cno%22@example.org"],
])("email writes %j as in the standard", (to, uri) => {
  expect(payloadText({ type: "email", to })).toBe(uri);
  expect(parsePayload(uri)).toEqual({ type: "email", to });
});

test("email encodes blanks as %20, and line breaks as %0D%0A", () => {
  const email = { type: "email", to, subject: "café & co", body: "send current\nsend index" };
  expect(payloadText(email as never)).toBe(
    "mailto:ada@example.org?subject=caf%C3%A9%20%26%20co&body=send%20current%0D%0Asend%20index",
  );
  expect(parsePayload(payloadText(email as never))).toEqual(email as never);
});

test("email writes Cc and Bcc recipients", () => {
  const email = { type: "email", to, cc: ["b@c.de", "d+e@f.gh"], bcc: ["i@j.kl"] } as const;
  expect(payloadText(email as never)).toBe(
    "mailto:ada@example.org?cc=b%40c.de%2Cd%2Be%40f.gh&bcc=i%40j.kl",
  );
  expect(parsePayload(payloadText(email as never))).toEqual(email as never);
});

test("email parses recipients in the query", () => {
  expect(parsePayload("MAILTO:?to=joe@example.com&subject=broken%")).toEqual({
    type: "email",
    to: ["joe@example.com"],
    subject: "broken%",
  });
});

test("email parses DoCoMo's MATMSG", () => {
  expect(parsePayload("MATMSG:TO:a@b.de;SUB:Hi\\; you;BODY:x;;")).toEqual({
    type: "email",
    to: ["a@b.de"],
    subject: "Hi; you",
    body: "x",
  });
});

test.each([
  ["ada@example.org", true],
  ["ada.lovelace+x@sub.example.org", true],
  ["用户@例え.jp", true],
  ['"a b"@example.org', true],
  ["ada@localhost", true],
  ["ada", false],
  ["@example.org", false],
  ["ada@", false],
  ["ada@example..org", false],
  ["ada@-example.org", false],
  ["a..b@example.org", false],
  ["a b@example.org", false],
  ["a@b@example.org", false],
  ["a\n@example.org", false],
  [`${"a".repeat(65)}@example.org`, false],
])("%p as an email address: %p", (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});

test("email reports an invalid address by its position", () => {
  expect(() => payloadText({ type: "email", to, cc: ["x@y.zz", "nobody"] })).toThrow(
    'body.payload.cc.1 must be an email address: it is "nobody"',
  );
});
