import { expect, test } from "bun:test";
import { describeHost } from "./host-name.ts";

test.each([
  ["example.com", "example.com", []],
  ["192.0.2.1", "192.0.2.1", []],
  ["bücher.example", "bücher.example", ["punycode"]],
  ["例え.example", "例え.example", ["punycode"]],
  ["пример.example", "пример.example", ["punycode"]],
  ["аррӏе.com", "аррӏе.com", ["punycode", "lookalike"]],
  ["pаypal.com", "pаypal.com", ["punycode", "mixed_scripts", "lookalike"]],
  ["wıkipedia.org", "wıkipedia.org", ["punycode", "lookalike"]],
  ["kızılay.org.tr", "kızılay.org.tr", ["punycode"]],
  ["ɡoogle.com", "ɡoogle.com", ["punycode", "lookalike"]],
  ["հօսո.com", "հօսո.com", ["punycode", "lookalike"]],
  ["հայաստան.com", "հայաստան.com", ["punycode"]],
  ["googlе-почта.com", "googlе-почта.com", ["punycode", "mixed_scripts"]],
])("%s is parsed as %s, with %p", (host, name, warnings) => {
  const { hostname } = new URL(`https://${host}/`);
  expect(describeHost(hostname)).toEqual({ name, warnings } as never);
});

test("a name with invalid Punycode is shown unchanged", () => {
  expect(describeHost("xn--zzzzzz-9999999.example").name).toBe("xn--zzzzzz-9999999.example");
});
