import { expect, test } from "bun:test";
import { findNearest } from "./nearest.ts";

const names = ["crypto", "currency", "HUB_SIGNUP", "HUB_SMTP_URL", "net", "env"];

test.each([
  ["crpyto", "crypto"],
  ["curency", "currency"],
  ["hub_signup", "HUB_SIGNUP"],
  ["HUB_SINGUP", "HUB_SIGNUP"],
  ["HUB_SMTPURL", "HUB_SMTP_URL"],
  ["nte", "net"],
])("%s is corrected to %s", (word, meant) => {
  expect(findNearest(word, names)).toBe(meant);
});

test("a word that resembles no known one has no suggestion", () => {
  expect(findNearest("somethingelse", names)).toBeUndefined();
  expect(findNearest("x", [])).toBeUndefined();
});
