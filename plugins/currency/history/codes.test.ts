import { expect, test } from "bun:test";
import { requireCode, requireCodes } from "./codes.ts";
import { History } from "./history.ts";

const days = [{ date: "2026-01-01", rates: { USD: "1.1" } }];
const history = new History(days);
const read = (input: string, own = history) =>
  requireCode(input, { history: own, at: "query.from" });

test.each(["eur", "usd", "DEM", "trl"])("%s is a currency with rates", (input) => {
  expect(read(input)).toBe(input.toUpperCase());
});

test("an unsupported currency is refused with all that are supported", () => {
  expect(() => read("xxx")).toThrow(/^query\.from must be one of ATS, .*EUR, .*USD: it is "xxx"$/);
});

test("a currency in use can be one of a source that wasn't asked", () => {
  const evidence = (wasAsked: boolean) => [
    {
      ...{ value: null, source: "nbp", isComplete: true, wasAsked, ageMs: null },
      reason: "Not yet",
    },
  ];
  const unasked = new History(days, { evidence: evidence(false) });
  expect(() => read("AED", unasked)).toThrow('Cannot find a rate of "AED": Not yet');
  expect(() => read("XXX", unasked)).toThrow("query.from must be one of");
  expect(() => read("AED", new History(days, { evidence: evidence(true) }))).toThrow(
    "must be one of",
  );
});

test("codes are returned once, and the path of a refusal has the index", () => {
  const at = "query.symbols";
  expect(requireCodes(["usd", "USD", "eur"], { history, at })).toEqual(["USD", "EUR"]);
  expect(() => requireCodes(["usd", "xxx"], { history, at })).toThrow("query.symbols.1 must be");
});
