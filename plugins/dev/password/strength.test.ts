import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { rateStrength } from "./strength.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const rate = async (body: object) => json(await hub.post("/api/dev/password/strength", body));

describe("password/strength", () => {
  test("recognizes a common password in any case", async () => {
    const answer = await rate({ password: "PassWord" });
    expect(answer).toMatchObject({ score: 0, common_rank: 2 });
    expect(answer.patterns).toMatchObject([
      { pattern: "dictionary", dictionary: "passwords-common", rank: 2, start: 0, end: 8 },
    ]);
    expect(answer.warning).toBeString();
    expect(answer.suggestions).not.toBeEmpty();
  });

  test("recognizes a word with digits instead of letters", async () => {
    const { patterns, common_rank } = await rate({ password: "p4ssw0rd" });
    expect(patterns[0]).toMatchObject({ l33t: true, rank: 2 });
    expect(common_rank).toBeNumber();
  });

  test("rates a passphrase highest", async () => {
    const answer = await rate({ password: "correct horse battery staple" });
    expect(answer).toMatchObject({ score: 4, common_rank: null, warning: null });
    expect(answer.crack_times.offline_fast_hash.seconds).toBe(answer.guesses / 1e10);
    expect(answer.crack_times.online_throttled.display).toBe("centuries");
  });

  test("computes entropy from the number of guesses", async () => {
    const { guesses, entropy_bits } = await rate({ password: "kX9#vQ" });
    expect(entropy_bits).toBeCloseTo(Math.log2(guesses), 2);
  });

  // The scores of zxcvbn 4.4.2 are upper bounds, except for what only other languages know.
  test.each([
    ["Tr0ub4dour&3", 2],
    ["contraseña123", 1],
    ["Deutschland2024", 2],
    ["motdepasse!", 1],
    ["Passwort2024", 1],
    ["tequiero1", 1],
    ["wachtwoord1", 1],
    ["salasana1", 1],
    ["пароль123", 1],
    ["lösenord2024", 1],
    ["şifre2024", 1],
    ["jelszó2024", 1],
    ["κωδικός1", 1],
    ["パスワード123", 1],
    ["비밀번호123", 1],
    ["סיסמה123", 1],
    ["mậtkhẩu123", 1],
    ["katasandi123", 1],
    ["йцукен123", 1],
    ["фывапролдж", 1],
    ["1qaz2wsx", 0],
    ["welcome1", 0],
    ["p0k3m0n", 0],
    ["google01011990", 1],
    ["Liverpool2024!", 2],
  ])("rates %s at most %d", async (password, score) => {
    expect((await rateStrength(password, [])).score).toBeLessThanOrEqual(score);
  });

  test("names the language of a word", async () => {
    const { patterns } = await rateStrength("contraseña", []);
    expect(patterns).toMatchObject([{ pattern: "dictionary", dictionary: "words-es" }]);
  });

  test("gives a lower score to information about the user", async () => {
    const stranger = await rate({ password: "Zanzabukuru7" });
    const known = await rate({ password: "Zanzabukuru7", user_inputs: ["zanzabukuru"] });
    expect(known.score).toBeLessThan(stranger.score);
    expect(known.patterns[0].dictionary).toBe("userInputs");
  });

  test("doesn't echo the password", async () => {
    const secret = "gLorpWhistle!92";
    const answer = await hub.post("/api/dev/password/strength", { password: secret });
    const text = await answer.text();
    for (const part of ["gLorp", "Whistle", "glorp", "whistle"]) expect(text).not.toContain(part);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("rates an empty password as the weakest", async () => {
    expect(await rate({ password: "" })).toMatchObject({ score: 0, entropy_bits: 0, patterns: [] });
  });

  test("returns the bare score to clients that accept text", async () => {
    const res = await hub.post(
      "/api/dev/password/strength",
      { password: "123456" },
      { accept: "text/plain" },
    );
    expect(await res.text()).toBe("0");
  });

  test("fails with 400 for a password of 257 characters or 21 inputs", async () => {
    for (const body of [
      { password: "a".repeat(257) },
      { password: "a", user_inputs: Array(21).fill("b") },
    ])
      expect((await hub.post("/api/dev/password/strength", body)).status).toBe(400);
  });
});

test("strength returns finite numbers for names of Object.prototype and for 256 random characters", async () => {
  const noise = Array.from({ length: 256 }, (_, index) => "ǂʘ†‡§"[(index * index) % 5]).join("");
  for (const password of ["__proto__", "constructor", noise]) {
    const { guesses, score } = await rateStrength(password, ["__proto__", "constructor"]);
    expect({ guesses, score }).toEqual({ guesses: expect.any(Number), score: expect.any(Number) });
    expect(Number.isFinite(guesses)).toBe(true);
  }
});
