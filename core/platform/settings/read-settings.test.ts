import { describe, expect, test } from "bun:test";
import { readSettings } from "./read-settings.ts";

const description = "A setting";
const settings = {
  PACE: { type: "integer", default: 5, max: 9, unit: "ms", description },
  WORKERS: { type: "integer", min: 1, values: ["auto"], description },
  SHARE: { type: "number", default: "0.5", max: 1, description },
  STRICT: { type: "flag", default: "0", description },
  MODE: { type: "choice", values: ["fast", "safe"], description },
  MODES: { type: "list", values: ["fast", "safe"], description },
  NETWORKS: { type: "list", items: "network", description },
  TIERS: { type: "list", items: "tier", description },
  TOKEN: { type: "secret", min: 8, description },
  SERVER: { type: "url", description },
  BIND: { type: "host", description },
} as const;

test("settings have values of their types, or their defaults", () => {
  const unset = {
    ...{ PACE: 5, WORKERS: undefined, SHARE: 0.5, STRICT: false, MODE: undefined, MODES: [] },
    ...{ NETWORKS: [], TIERS: [], TOKEN: undefined, SERVER: undefined, BIND: undefined },
  };
  expect(readSettings(settings, {}) as object).toEqual(unset);
  expect(readSettings(settings, { PACE: "", MODES: "", TOKEN: "" }) as object).toEqual(unset);
  const env = {
    ...{ PACE: "0", WORKERS: "auto", SHARE: ".25", STRICT: "true", MODE: "safe", TIERS: "gold" },
    ...{ MODES: "safe, fast", NETWORKS: "::1,10.0.0.0/8", TOKEN: "12345678", BIND: "fe80::1%eth0" },
    SERVER: "https://a.example/v1",
  };
  expect(readSettings(settings, env) as object).toEqual({
    ...{ PACE: 0, WORKERS: "auto", SHARE: 0.25, STRICT: true, MODE: "safe", TIERS: ["gold"] },
    ...{ MODES: ["safe", "fast"], NETWORKS: ["::1", "10.0.0.0/8"], TOKEN: "12345678" },
    ...{ BIND: "fe80::1%eth0", SERVER: "https://a.example/v1" },
  });
});

test("a phrase keeps its spaces, because keys depend on them", () => {
  const phrases = { PEPPER: { type: "phrase", description } } as const;
  expect(readSettings(phrases, { PEPPER: " salt and\n" })).toEqual({ PEPPER: " salt and\n" });
});

describe("an error names the setting, its value and what is allowed:", () => {
  test.each([
    [{ PACE: "10" }, 'PACE must be a whole number from 0 to 9 in ms: it is "10"'],
    [{ WORKERS: "0" }, 'WORKERS must be auto or a whole number of at least 1: it is "0"'],
    [{ WORKERS: "autp" }, '(the nearest is "auto")'],
    [{ SHARE: "2" }, 'SHARE must be a number from 0 to 1: it is "2"'],
    [{ STRICT: "yes" }, 'STRICT must be 0 or 1: it is "yes"'],
    [{ MODE: "sfae" }, 'MODE must be fast or safe: it is "sfae" (the nearest is "safe")'],
    [{ MODES: "fast,slow" }, 'MODES must list fast or safe: it has "slow"'],
    [{ MODES: "fast," }, "MODES must not have an empty entry between commas"],
    [{ MODE: "fast " }, "MODE must not begin or end with a space"],
    [{ NETWORKS: "0.0.0.0/0" }, "NETWORKS must list an address or a CIDR range, and not all"],
    [{ TIERS: "gold" }, 'TIERS must list free or pro: it has "gold"'],
    [{ TIERS: "fre" }, '(the nearest is "free")'],
    [{ BIND: "999.1.1.1" }, 'BIND must be a host name or an IP address: it is "999.1.1.1"'],
    [{ SERVER: "a.example" }, "SERVER must be a base address such as"],
  ])("%j", (env, sentence) => {
    expect(() => readSettings(settings, env, { tiers: ["free", "pro"] })).toThrow(sentence);
  });
});

test.each([
  [{ TOKEN: "hushhus" }, "TOKEN must have at least 8 ASCII characters without spaces: it has 7"],
  [{ SERVER: "https://ada:hush@a.example" }, "SERVER must not contain a user or a password"],
])("an error never contains a secret: %#", (env, sentence) => {
  expect(() => readSettings(settings, env)).toThrow(sentence);
  expect(() => readSettings(settings, env)).not.toThrow("hush");
});
