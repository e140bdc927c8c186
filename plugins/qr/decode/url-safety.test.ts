import { expect, test } from "bun:test";
import { urlSafety } from "./url-safety.ts";

test("a plain https URL has no warnings", () => {
  expect(urlSafety("https://example.com/path?q=1")).toEqual({
    scheme: "https",
    host: "example.com",
    warnings: [],
  });
});

test.each([
  ["http://example.com", ["no_tls"]],
  ["https://paypal.com@evil.example/", ["credentials"]],
  ["https://93.184.216.34/", ["ip_host"]],
  ["https://0x5db8d822/", ["ip_host"]],
  ["https://[2606:2800:220:1::]/", ["ip_host"]],
  ["http://192.168.1.1/admin", ["no_tls", "ip_host", "local_host"]],
  ["https://[::1]/", ["ip_host", "local_host"]],
  ["https://printer.local/", ["local_host"]],
  ["https://example.com:8443/", ["unusual_port"]],
  ["https://bücher.example/", ["punycode"]],
  ["https://xn--bcher-kva.example/", ["punycode"]],
  // The word apple in Cyrillic letters only, and mixed with Latin ones.
  ["https://xn--80ak6aa92e.com/", ["punycode", "lookalike"]],
  ["https://аррle.com/", ["punycode", "mixed_scripts", "lookalike"]],
  ["https://bit.ly/3x", ["shortener"]],
  ["https://www.tinyurl.com/x", ["shortener"]],
  ["https://example.com/\u202egpj.exe", ["invisible_characters"]],
  ["ftp://example.com/x", ["not_http"]],
  ["myapp://open/x", ["not_http"]],
  ["javascript:alert(1)", ["not_http", "runs_code"]],
  ["data:text/html,<script>", ["not_http", "runs_code"]],
  ["intent://scan/#Intent;scheme=zxing;end", ["not_http", "runs_code"]],
])("%s: %j", (text, warnings) => {
  expect(urlSafety(text)?.warnings).toEqual(warnings as never);
});

test.each(["Hello", "Note: milk", "12:30", "https://", "urn:isbn:0451450523", ""])(
  "%j isn't a URL",
  (text) => {
    expect(urlSafety(text)).toBeNull();
  },
);
