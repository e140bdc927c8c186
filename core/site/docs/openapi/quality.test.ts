import { expect, test } from "bun:test";
import { describeQuality } from "./quality.ts";

test("figures of one set share its name and date", () => {
  const text = describeQuality("ai/redact.post") ?? "";
  expect(text).toStartWith("Measured quality. ");
  expect(text.match(/presidio-research/g)).toHaveLength(1);
});

test("an endpoint that no trial measures states no quality", () => {
  expect(describeQuality("tts/voices.get")).toBeUndefined();
});
