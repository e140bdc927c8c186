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
  test("answers sixteen characters of every kind unless told otherwise", async () => {
    const answer = await get("");
    expect(answer.password).toHaveLength(16);
    expect(answer.passwords).toEqual([answer.password]);
    expect(answer).toMatchObject({ length: 16, charset_size: 94, strength: "strong" });
    for (const kind of kindNames) expect(has(answer.password, kind)).toBe(true);
  });

  test("answers as many as asked for, all different", async () => {
    const { passwords } = await get("count=100&length=12");
    expect(new Set(passwords).size).toBe(100);
  });

  test("holds every kind even where there is room for one of each only", async () => {
    const { passwords } = await get("length=4&count=50");
    for (const password of passwords)
      for (const kind of kindNames) expect(has(password, kind)).toBe(true);
  });

  test("makes all passwords that hold each kind equally likely", async () => {
    const dice = seededRandom(7);
    const seen = new Map<string, number>();
    const options = { ...smallest, count: 6400 };
    for (const password of (await generatePasswords(options, dice)).passwords)
      seen.set(password, (seen.get(password) ?? 0) + 1);
    expect(seen.size).toBe(3 ** 4 - 2 ** 4 - 1);
    const chiSquare = [...seen.values()].reduce((sum, n) => sum + (n - 100) ** 2 / 100, 0);
    expect(chiSquare).toBeLessThan(103.4); // 63 degrees of freedom, one in a thousand
  });

  test("counts its bits over the passwords that hold each kind", async () => {
    const { entropy_bits, charset_size } = await generatePasswords(smallest, seededRandom(1));
    expect({ entropy_bits, charset_size }).toEqual({ entropy_bits: 6, charset_size: 3 });
  });

  test("counts 94 to the power of the length where nothing is required", async () => {
    expect((await get("require_each=false&length=10")).entropy_bits).toBe(65.55);
  });

  test("leaves out the characters that look alike", async () => {
    const { passwords, charset_size } = await get("exclude_ambiguous=true&count=100&length=64");
    expect(charset_size).toBe(84);
    expect(passwords.join("")).not.toMatch(/[Il1|O0o'`"]/);
  });

  test("leaves out the characters it is told to", async () => {
    const { passwords } = await get("exclude=abcXYZ789%25&count=100&length=64");
    expect(passwords.join("")).not.toMatch(/[abcXYZ789%]/);
  });

  test("takes only the kinds that are switched on", async () => {
    const { password } = await get("uppercase=false&symbols=false&length=64");
    expect(password).toMatch(/^[a-z0-9]{64}$/);
  });

  test("answers 422 when every kind is switched off", async () => {
    const res = await hub.get(
      "/api/dev/password?uppercase=false&lowercase=false&numbers=false&symbols=false",
    );
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({
      code: "empty_alphabet",
      detail: "Cannot make a password: at least one kind of character must be enabled",
    });
  });

  test("answers 422 when a required kind is excluded whole", async () => {
    const res = await hub.get("/api/dev/password?exclude=0123456789");
    expect(res.status).toBe(422);
    expect((await json(res)).detail).toBe("Cannot make a password: no numbers are left");
  });

  test("does without an excluded kind that is not required", async () => {
    expect((await get("exclude=0123456789&require_each=false")).charset_size).toBe(84);
  });

  test("answers 400 for a length beyond 256", async () => {
    expect((await hub.get("/api/dev/password?length=257")).status).toBe(400);
  });

  test("is never kept by a cache", async () => {
    expect((await hub.get("/api/dev/password")).headers.get("cache-control")).toBe("no-store");
  });

  test("answers one password a line to those who accept text", async () => {
    const res = await hub.get("/api/dev/password?count=3", { accept: "text/plain" });
    expect((await res.text()).split("\n")).toHaveLength(3);
  });

  test("has a trial that needs no key", async () => {
    const res = await hub.fetch(new Request("http://localhost/try/password?length=24"));
    expect((await json(res)).length).toBe(24);
  });
});

describe("password in the mode passphrase", () => {
  test("joins words of a list of 7776", async () => {
    const answer = await get("mode=passphrase");
    expect(answer.password).toMatch(/^[a-z]+(-[a-z]+){5}$/);
    expect(answer).toMatchObject({ entropy_bits: 77.55, charset_size: 7776 });
  });

  test("takes the number of words, their separator and capitals", async () => {
    const { password } = await get("mode=passphrase&words=3&separator=%20&capitalize=true");
    expect(password).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$/);
  });

  test("draws from words of which none begins another, so that no separator is needed", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    const sorted = dictionary["diceware-common"].toSorted();
    expect(sorted.some((word, index) => sorted[index + 1]?.startsWith(word))).toBe(false);
  });
});

test("password in the mode pin takes digits alone", async () => {
  const answer = await get("mode=pin&length=6&exclude=0");
  expect(answer.password).toMatch(/^[1-9]{6}$/);
  expect(answer).toMatchObject({ charset_size: 9, entropy_bits: 19.02, strength: "very_weak" });
});

test("password in the mode pin answers 422 when every digit is excluded", async () => {
  expect((await hub.get("/api/dev/password?mode=pin&exclude=0123456789")).status).toBe(422);
});

test("password in the mode pronounceable takes consonants and vowels in turns", async () => {
  const answer = await get("mode=pronounceable&length=9");
  expect(answer.password).toMatch(/^([b-df-hj-np-tv-xz][aeiouy]){4}[b-df-hj-np-tv-xz]$/);
  expect(answer.entropy_bits).toBe(31.95);
});

test("a draw favours no number, whatever the bytes", () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, index) => index);
  const draw = new Draw({ bytes: () => bytes });
  const counts = new Array(94).fill(0);
  for (let drawn = 0; drawn < 2 * 188; drawn++) counts[draw.integer(94)]++;
  expect(new Set(counts)).toEqual(new Set([4]));
});

test("the strength of a password is told by its bits", () => {
  expect([0, 28, 36, 60, 128].map(rateStrength)).toEqual([
    "very_weak",
    "weak",
    "fair",
    "strong",
    "very_strong",
  ]);
});
