import { expect, test } from "bun:test";
import { samplePlugin } from "../../testing/sample-plugin.ts";
import { Refusals } from "./answers.ts";

test("a code that nobody has declared is counted among the others, however many there are", () => {
  const refusals = new Refusals();
  refusals.know([samplePlugin]);
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
