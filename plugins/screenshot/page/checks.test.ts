import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { checkBackground, checkHeaders, checkLocale, checkZone, readAddress } from "./checks.ts";

test.each([
  ["https://EXAMPLE.com", "https://example.com/"],
  ["http://example.com:8080/a?b#c", "http://example.com:8080/a?b#c"],
  ["https://exämple.com/ü", "https://xn--exmple-cua.com/%C3%BC"],
])("the URL %s is %s", (given, address) => {
  expect(readAddress(given, "query.url")).toBe(address);
});

test("the error of a URL with an invalid port names the port", () => {
  expect(() => readAddress("http://example.com:99999/", "query.url")).toThrow(
    'query.url must have a valid host and port: it is "http://example.com:99999/"',
  );
});

test.each([
  "example.com",
  "//example.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://example.com/",
  "https://",
  "https://user@example.com/",
  "https://:secret@example.com/",
  " https://example.com/",
  "https://example.com/\u0000",
  "java\tscript:alert(1)",
])("the URL %j is rejected, naming its field", (given) => {
  expect(() => readAddress(given, "query.url")).toThrow(/^query\.url must /);
});

test.each([
  "red",
  "#f06a",
  "rgb(10% 20% 30% / 50%)",
  "linear-gradient(45deg, #f06 10%, color-mix(in oklab, red, blue))",
  "RADIAL-GRADIENT(circle, red, blue)",
])("the background %j is accepted", (given) => {
  expect(checkBackground(given)).toBe(given);
});

test.each([
  "url(x)",
  "URL (x)",
  "image-set(a)",
  "cross-fade(red, blue)",
  "var(--x)",
  "red;color:blue",
  "red}",
  "red</style>",
  "u\\72l(x)",
  'image("x")',
  "@import x",
])("the background %j is rejected", (given) => {
  expect(() => checkBackground(given)).toThrow(/^body\.background must be a CSS colour/);
});

test("no accepted background can escape its rule or fetch anything", () => {
  const part = fc.constantFrom(
    "red",
    "url",
    "(",
    ")",
    ";",
    "}",
    "{",
    "<",
    "\\",
    '"',
    "/*",
    "rgb",
    " ",
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const given = parts.join("");
      try {
        checkBackground(given);
      } catch {
        return;
      }
      expect(given).not.toMatch(/[;{}<>\\"'@]|url\s*\(/i);
    }),
    cases(300),
  );
});

test("accepts headers unchanged, up to twenty", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, "v"]));
  expect(checkHeaders({ Accept: "a/b", "X-Tab": "a\tb" })).toEqual({
    Accept: "a/b",
    "X-Tab": "a\tb",
  });
  expect(checkHeaders(many(20))).toEqual(many(20));
  expect(() => checkHeaders(many(21))).toThrow("at most 20 fields: it has 21");
  expect(() => checkHeaders({ A: "x".repeat(4097) })).toThrow(
    "body.headers.A must have at most 4096",
  );
});

test.each([
  "Host",
  "CONNECTION",
  "cookie",
  "Sec-Fetch-Mode",
  "Proxy-Authorization",
  "X-Hub-Anything",
  "Content-Length",
])("the header %s is left to the browser", (name) => {
  expect(() => checkHeaders({ [name]: "x" })).toThrow(
    `body.headers.${name} must be set by the browser only`,
  );
});

test.each([
  ["", "x"],
  ["a b", "x"],
  ["a:b", "x"],
  ["ä", "x"],
  ["A", "é"],
  ["A", "\0"],
])("the header %j with the value %j is rejected", (name, value) => {
  expect(() => checkHeaders({ [name]: value })).toThrow(/^body\.headers/);
});

test("normalizes time zones and languages to the form of the runtime", () => {
  expect(checkZone("europe/berlin", "query.timezone")).toBe("Europe/Berlin");
  expect(checkLocale("DE-ch", "query.locale")).toBe("de-CH");
  expect(checkLocale("zh-hant-tw", "query.locale")).toBe("zh-Hant-TW");
  expect(() => checkZone("Mars/Base", "query.timezone")).toThrow('it is "Mars/Base"');
  expect(() => checkLocale("de_CH", "query.locale")).toThrow('it is "de_CH"');
});
