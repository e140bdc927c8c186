import { describe, expect, test } from "bun:test";
import { json, seededRandom, testHub } from "hub/testing";
import { Draw, generatePasswords, kinds, rateStrength } from "./generate.ts";
import type { PasswordOptions } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const get = async (query: string) => json(await hub.get(`/api/dev/password?${query}`));
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];
const has = (password: string, kind: keyof typeof kinds) =>
  [...password].some((character) => kinds[kind].includes(character));

/** Every upper-case letter but A, every lower-case letter but a and b. */
const allButAab = `${kinds.uppercase.slice(1)}${kinds.lowercase.slice(2)}`;
const smallest: PasswordOptions = {
  mode: "random",
  length: 4,
  count: 1,
  uppercase: true,
  lowercase: true,
  numbers: false,
  symbols: false,
  exclude_ambiguous: false,
  exclude: allButAab,
  require_each: true,
  words: 6,
  separator: "-",
  capitalize: false,
};

describe("password", () => {
  test("returns sixteen characters of every kind by default", async () => {
    const answer = await get("");
    expect(answer.password).toHaveLength(16);
    expect(answer.passwords).toEqual([answer.password]);
    expect(answer).toMatchObject({ length: 16, charset_size: 94, strength: "strong" });
    for (const kind of kindNames) expect(has(answer.password, kind)).toBe(true);
  });

  test("returns the requested number of different passwords", async () => {
    const { passwords } = await get("count=100&length=12");
    expect(new Set(passwords).size).toBe(100);
  });

  test("contains every kind even at the minimum length", async () => {
    const { passwords } = await get("length=4&count=50");
    for (const password of passwords)
      for (const kind of kindNames) expect(has(password, kind)).toBe(true);
  });

  test("generates all passwords that contain each kind with equal probability", async () => {
    const dice = seededRandom(7);
    const seen = new Map<string, number>();
    const options = { ...smallest, count: 6400 };
    for (const password of (await generatePasswords(options, dice)).passwords)
      seen.set(password, (seen.get(password) ?? 0) + 1);
    expect(seen.size).toBe(3 ** 4 - 2 ** 4 - 1);
    const chiSquare = [...seen.values()].reduce((sum, n) => sum + (n - 100) ** 2 / 100, 0);
    expect(chiSquare).toBeLessThan(103.4); // 63 degrees of freedom, one in a thousand
  });

  test("computes entropy from the number of passwords that contain each kind", async () => {
    const { entropy_bits, charset_size } = await generatePasswords(smallest, seededRandom(1));
    expect({ entropy_bits, charset_size }).toEqual({ entropy_bits: 6, charset_size: 3 });
  });

  test("computes entropy from 94 to the power of the length if no kind is required", async () => {
    expect((await get("require_each=false&length=10")).entropy_bits).toBe(65.55);
  });

  test("omits similar characters", async () => {
    const { passwords, charset_size } = await get("exclude_ambiguous=true&count=100&length=64");
    expect(charset_size).toBe(84);
    expect(passwords.join("")).not.toMatch(/[Il1|O0o'`"]/);
  });

  test("omits excluded characters", async () => {
    const { passwords } = await get("exclude=abcXYZ789%25&count=100&length=64");
    expect(passwords.join("")).not.toMatch(/[abcXYZ789%]/);
  });

  test("uses only enabled kinds", async () => {
    const { password } = await get("uppercase=false&symbols=false&length=64");
    expect(password).toMatch(/^[a-z0-9]{64}$/);
  });

  test("fails with 422 if every kind is disabled", async () => {
    const res = await hub.get(
      "/api/dev/password?uppercase=false&lowercase=false&numbers=false&symbols=false",
    );
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({
      code: "empty_alphabet",
      detail: "Cannot make a password: at least one kind of character must be enabled",
    });
  });

  test("fails with 422 if all characters of a required kind are excluded", async () => {
    const res = await hub.get("/api/dev/password?exclude=0123456789");
    expect(res.status).toBe(422);
    expect((await json(res)).detail).toBe("Cannot make a password: no numbers are left");
  });

  test("allows excluding all characters of a kind that isn't required", async () => {
    expect((await get("exclude=0123456789&require_each=false")).charset_size).toBe(84);
  });

  test("fails with 400 for a length over 256", async () => {
    expect((await hub.get("/api/dev/password?length=257")).status).toBe(400);
  });

  test("is never cached", async () => {
    expect((await hub.get("/api/dev/password")).headers.get("cache-control")).toBe("no-store");
  });

  test("returns one password per line to clients that accept text", async () => {
    const res = await hub.get("/api/dev/password?count=3", { accept: "text/plain" });
    expect((await res.text()).split("\n")).toHaveLength(3);
  });

  test("has a trial endpoint without a key", async () => {
    const res = await hub.fetch(new Request("http://localhost/try/password?length=24"));
    expect((await json(res)).length).toBe(24);
  });
});

describe("password in passphrase mode", () => {
  test("joins words from a list of 7776", async () => {
    const answer = await get("mode=passphrase");
    expect(answer.password).toMatch(/^[a-z]+(-[a-z]+){5}$/);
    expect(answer).toMatchObject({ entropy_bits: 77.55, charset_size: 7776 });
  });

  test("supports the number of words, a separator and capitals", async () => {
    const { password } = await get("mode=passphrase&words=3&separator=%20&capitalize=true");
    expect(password).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$/);
  });

  test("draws from a prefix-free word list, so that no separator is needed", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    const sorted = dictionary["diceware-common"].toSorted();
    expect(sorted.some((word, index) => sorted[index + 1]?.startsWith(word))).toBe(false);
  });
});

test("password in pin mode uses digits only", async () => {
  const answer = await get("mode=pin&length=6&exclude=0");
  expect(answer.password).toMatch(/^[1-9]{6}$/);
  expect(answer).toMatchObject({ charset_size: 9, entropy_bits: 19.02, strength: "very_weak" });
});

test("password in pin mode fails with 422 if every digit is excluded", async () => {
  expect((await hub.get("/api/dev/password?mode=pin&exclude=0123456789")).status).toBe(422);
});

test("password in pronounceable mode alternates consonants and vowels", async () => {
  const answer = await get("mode=pronounceable&length=9");
  expect(answer.password).toMatch(/^([b-df-hj-np-tv-xz][aeiouy]){4}[b-df-hj-np-tv-xz]$/);
  expect(answer.entropy_bits).toBe(31.95);
});

test("draws every number with equal probability, whatever the bytes", () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, index) => index);
  const draw = new Draw({ bytes: () => bytes });
  const counts = new Array(94).fill(0);
  for (let drawn = 0; drawn < 2 * 188; drawn++) counts[draw.integer(94)]++;
  expect(new Set(counts)).toEqual(new Set([4]));
});

test("rates the strength of a password by its entropy", () => {
  expect([0, 28, 36, 60, 128].map(rateStrength)).toEqual([
    "very_weak",
    "weak",
    "fair",
    "strong",
    "very_strong",
  ]);
});
