import { expect, test } from "bun:test";
import { findEmails, findIps, findTags, findUrls } from "./internet.ts";
import { showFound } from "./show-found.fixture.ts";

test.each([
  ["Mail <Anna.B+x@Example.COM>.", ["Anna.B+x@Example.COM = Anna.B+x@example.com"]],
  ["a@b.co, c@d.e.org!", ["a@b.co = a@b.co", "c@d.e.org = c@d.e.org"]],
  ["@ home: a@b.co", ["a@b.co = a@b.co"]],
  ["'jörg@köln.de'", ["jörg@köln.de = jörg@köln.de"]],
  ["x@xn--kln-sna.xn--p1ai", ["x@xn--kln-sna.xn--p1ai = x@xn--kln-sna.xn--p1ai"]],
  ["a..b@c.de, @c.de, a@c, a@-c.de, a@c-.de, a@c.1, a@c..de", []],
  [`${"a".repeat(64)}@b.de`, [`${"a".repeat(64)}@b.de = ${"a".repeat(64)}@b.de`]],
  [`a@${"b".repeat(63)}.de`, [`a@${"b".repeat(63)}.de = a@${"b".repeat(63)}.de`]],
  [`a@${"b".repeat(64)}.de`, []],
])("email addresses in %j", (text, found) => {
  expect(showFound(text, findEmails(text))).toEqual(found);
});

test.each([
  ["See https://a.example/b?c=d#e.", ["https://a.example/b?c=d#e = https://a.example/b?c=d#e"]],
  ["(www.a.example)", ["www.a.example = https://www.a.example/"]],
  ["(http://a.example/x_(y))", ["http://a.example/x_(y) = http://a.example/x_(y)"]],
  ["**ftp://a.example/f!**", ["ftp://a.example/f = ftp://a.example/f"]],
  [
    "http://localhost/x http://[::1]/",
    ["http://localhost/x = http://localhost/x", "http://[::1]/ = http://[::1]/"],
  ],
  ["http://a https:// xhttp://b.example www. ", []],
])("web addresses in %j", (text, found) => {
  expect(showFound(text, findUrls(text))).toEqual(found);
});

test.each([
  ["from 10.0.0.1.", ["10.0.0.1 = 10.0.0.1"]],
  [
    "to 2001:DB8::1, ::1 and fe80::1",
    ["2001:DB8::1 = 2001:db8::1", "::1 = ::1", "fe80::1 = fe80::1"],
  ],
  ["the host runs version 1.2.3.4", []],
  ["version 2 of the server at 1.2.3.4", ["1.2.3.4 = 1.2.3.4"]],
  ["The version changed. Ping 1.2.3.4", ["1.2.3.4 = 1.2.3.4"]],
  ["v1.2.3.4, §1.2.3.4 and 1.2.3.4 was released", []],
  ["256.1.1.1, 1.2.3, 1.2.3.4.5, 12:30, 1:2:3", []],
])("IP addresses in %j", (text, found) => {
  expect(showFound(text, findIps(text))).toEqual(found);
});

test.each([
  ["#News and #2024 of @Bob_1.", ["#News = #news", "@Bob_1 = @bob_1"]],
  ["a#b &#x20; a@b /@c @d-e.", ["@d-e = @d-e"]],
  ["#für_alle", ["#für_alle = #für_alle"]],
])("tags in %j", (text, found) => {
  expect(showFound(text, findTags(text))).toEqual(found);
});

test("an unambiguous form has a higher confidence", () => {
  const [email] = findEmails("a@b.co");
  const [url] = findUrls("www.a.example");
  const [ip] = findIps("10.0.0.1");
  const [hashtag, mention] = findTags("#a @b");
  const sure = [email, url, ip, hashtag, mention].map((one) => one?.confidence);
  expect(sure).toEqual([0.99, 0.98, 0.95, 0.95, 0.9]);
});
