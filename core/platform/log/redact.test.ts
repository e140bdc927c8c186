import { expect, test } from "bun:test";
import { listSecrets, redact } from "./redact.ts";

test("secrets of an environment are recognised by their names, unless they are too short to search for", () => {
  const env = {
    OPENAI_API_KEY: "sk-12345",
    HUB_KEY_PEPPER: "peppercorn",
    A_TOKEN: "a",
    PORT: "30000",
  };
  expect(listSecrets(env)).toEqual(["peppercorn", "sk-12345"]);
});

test("texts without secrets are unchanged", () => {
  for (const text of [
    "body.token must be at most 5 characters: it is long",
    "https://api.example/x?size=5#part",
    "The hub_key was revoked",
    "Basic authentication is not known",
  ])
    expect(redact(text, ["secret-value"])).toBe(text);
});

test("a text of any length and content is scanned in one pass", () => {
  for (const part of ["//", "Bearer ", "hub_", "token=", "//a", "api_key", "@"])
    expect(redact(part.repeat(100_000)).length).toBeLessThan(100_000);
});
