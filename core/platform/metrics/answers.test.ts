import { expect, test } from "bun:test";
import { Answers, Refusals } from "./answers.ts";

test("undeclared codes are counted together, however many there are", () => {
  const refusals = new Refusals();
  refusals.addCodes(["too_plain"]);
  for (let index = 0; index < 1000; index++) refusals.count(`made_up_${index}`, "sample");
  refusals.count("too_plain", "sample");
  refusals.count("busy", "sample");
  refusals.count("busy");
  expect(refusals.all()).toEqual([
    { service: "sample", code: "other", count: 1000 },
    { service: "sample", code: "too_plain", count: 1 },
    { service: "sample", code: "busy", count: 1 },
    { service: "hub", code: "busy", count: 1 },
  ]);
});

test("half of the service responses were within a bound, without those of the hub itself", () => {
  const answers = new Answers();
  expect(answers.getServiceTotals()).toEqual({ count: 0, halfWithinMs: undefined });
  const times = answers.getTimes({ service: "dev", route: "GET /a" });
  for (const ms of [0.5, 3, 4, 800]) times.observe(ms);
  answers.getTimes({ service: "qr", route: "GET /b" }).observe(4.5);
  answers.getTimes({ service: "hub", route: "GET /c" }).observe(9000);
  expect(answers.getServiceTotals()).toEqual({ count: 5, halfWithinMs: 5 });
});
