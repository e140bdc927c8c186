import { expect, test } from "bun:test";
import { findSpf } from "./spf.ts";

test.each([
  ["v=spf1 mx -all", { all: "fail" }],
  ["v=spf1 ~ALL", { all: "softfail" }],
  ["V=SPF1 ?all", { all: "neutral" }],
  ["v=spf1 +all", { all: "pass" }],
  ["v=spf1 all", { all: "pass" }],
  ["v=spf1", { all: null, redirect: null }],
  ["v=spf1 redirect=_spf.example.com", { all: null, redirect: "_spf.example.com" }],
  ["v=spf1 redirect=_spf.example.com -all", { all: "fail", redirect: null }],
])("parses the SPF record %s", (record, expected) => {
  expect(findSpf(["google-site-verification=x", record])).toMatchObject({ record, ...expected });
});

test.each(["v=spf10 -all", "v=spf2.0/pra -all", "spf1 -all", " v=spf1 -all", ""])(
  "%j isn't an SPF record",
  (text) => {
    expect(findSpf([text])).toMatchObject({ record: null, all: null, problem: null });
  },
);

test("two SPF records invalidate each other", () => {
  expect(findSpf(["v=spf1 -all", "v=spf1 +all"])).toMatchObject({
    problem: "several_records",
    all: null,
  });
});

test.each(["v=spf1 ipv4:192.0.2.1 -all", "v=spf1 ip4 redirect=_spf.example.com"])(
  "%s has no result for other senders, because receivers ignore it",
  (record) => {
    expect(findSpf([record])).toMatchObject({
      record,
      all: null,
      redirect: null,
      problem: "syntax_error",
    });
  },
);

// The examples of RFC 7208 §5 to §8 and its appendix A.
test.each([
  "v=spf1 +all",
  "v=spf1 a -all",
  "v=spf1 a:example.org/30 a:mx.example.org//64 a/24//96 -all",
  "v=spf1 mx/30 mx:example.org/30 -all",
  "v=spf1 ptr -all",
  "v=spf1 ip4:192.0.2.128/28 ip6:2001:db8::cd30 ip6:2001:db8::/32 -all",
  "v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d} -all",
  "v=spf1 include:%{ir}.%{v}._spf.%{d2} ~include:_spf.example.com. ?all",
  "v=spf1 mx redirect=_spf.%{d}",
  "v=spf1 mx -all exp=explain._spf.%{d} unknown-modifier=anything:1 moo.cow-far_out=man:dog/cat",
  "v=spf1",
])("accepts %s", (record) => {
  expect(findSpf([record])).toMatchObject({ problem: null, problem_detail: null });
});

test.each([
  ["v=spf1 ipv4:192.0.2.1 -all", "ipv4:192.0.2.1"],
  ["v=spf1 ip4:192.0.2.256 -all", "ip4:192.0.2.256"],
  ["v=spf1 ip4:192.0.2.0/33 -all", "ip4:192.0.2.0/33"],
  ["v=spf1 ip4 -all", "ip4"],
  ["v=spf1 ip6:192.0.2.1 -all", "ip6:192.0.2.1"],
  ["v=spf1 include -all", "include"],
  ["v=spf1 include: -all", "include:"],
  ["v=spf1 include:localhost -all", "include:localhost"],
  ["v=spf1 include:a..example.com -all", "include:a..example.com"],
  ["v=spf1 a:example.com/33 -all", "a:example.com/33"],
  ["v=spf1 a: -all", "a:"],
  ["v=spf1 exists:%{x}.example.com -all", "exists:%{x}.example.com"],
  ["v=spf1 exists:100%.example.com -all", "exists:100%.example.com"],
  ["v=spf1 -all:example.com", "-all:example.com"],
  ["v=spf1 mx, -all", "mx,"],
  ["v=spf1 - all", "-"],
  ["v=spf1 include=_spf.example.com: 1x=2", "1x=2"],
  ["v=spf1 redirect=", "redirect="],
  ["v=spf1 a:%{d}/x -all", "a:%{d}/x"],
])("%s has a syntax error", (record, term) => {
  expect(findSpf([record])).toMatchObject({
    problem: "syntax_error",
    problem_detail: `"${term}" is not an SPF term`,
  });
});

test("a modifier that appears twice is a syntax error", () => {
  const record = "v=spf1 redirect=a.example.com redirect=b.example.com";
  expect(findSpf([record]).problem).toBe("syntax_error");
});

test("more than ten lookups are too many, but not those after all", () => {
  const includes = (count: number) =>
    Array.from({ length: count }, (_, at) => `include:s${at}.example.com`).join(" ");
  expect(findSpf([`v=spf1 ${includes(10)} -all`]).problem).toBeNull();
  expect(findSpf([`v=spf1 ${includes(9)} a mx -all`])).toMatchObject({
    problem: "too_many_lookups",
    problem_detail: "The record needs 11 DNS lookups, and at most 10 are allowed",
  });
  expect(findSpf([`v=spf1 ${includes(10)} redirect=a.example.com`]).problem).toBe(
    "too_many_lookups",
  );
  expect(findSpf([`v=spf1 -all ${includes(11)} redirect=a.example.com`]).problem).toBeNull();
});
