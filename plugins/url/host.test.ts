import { expect, test } from "bun:test";
import { describeHost } from "./host.ts";

test.each([
  ["example.com", "example.com", []],
  ["192.0.2.1", "192.0.2.1", []],
  ["bücher.example", "bücher.example", ["international_host"]],
  ["例え.example", "例え.example", ["international_host"]],
  ["пример.example", "пример.example", ["international_host"]],
  ["аррӏе.com", "аррӏе.com", ["international_host", "lookalike_host"]],
  ["pаypal.com", "pаypal.com", ["international_host", "mixed_scripts", "lookalike_host"]],
  ["googlе-почта.com", "googlе-почта.com", ["international_host", "mixed_scripts"]],
])("%s is read as %s, with %p", (host, name, warnings) => {
  const { hostname } = new URL(`https://${host}/`);
  expect(describeHost(hostname)).toEqual({ name, warnings } as never);
});

test("a name that is no Punycode is shown as it is", () => {
  expect(describeHost("xn--zzzzzz-9999999.example").name).toBe("xn--zzzzzz-9999999.example");
});
