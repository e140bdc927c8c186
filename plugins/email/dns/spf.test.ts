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

test.each(["v=spf10 -all", "v=spf2.0/pra -all", "spf1 -all", ""])(
  "%j isn't an SPF record",
  (text) => {
    expect(findSpf([text])).toEqual({ record: null, all: null, redirect: null, problem: null });
  },
);

test("two SPF records invalidate each other", () => {
  expect(findSpf(["v=spf1 -all", "v=spf1 +all"]).problem).toBe("several_records");
});
