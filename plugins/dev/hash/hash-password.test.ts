import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

function post(body: object) {
  return hub.post("/api/dev/hash/password", body);
}

async function answer(body: object) {
  return json(await post(body));
}

const cheap = { memory_kib: 64, iterations: 1 };

describe("hash/password", () => {
  test("makes an argon2id hash with OWASP's parameters by default", async () => {
    const { hash, ...rest } = await answer({ password: "correct horse" });
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(rest).toEqual({
      success: true,
      verified: null,
      algorithm: "argon2id",
      params: { memory_kib: 19456, iterations: 2, parallelism: 1 },
      needs_rehash: null,
    });
  });

  test.each([
    [
      { algorithm: "argon2id", memory_kib: 32, iterations: 1, parallelism: 4 },
      /^\$argon2id\$v=19\$m=32,t=1,p=4\$/,
    ],
    [{ algorithm: "bcrypt", cost: 4 }, /^\$2b\$04\$[./\w]{53}$/],
    [{ algorithm: "scrypt", ln: 4, r: 8, p: 1 }, /^\$scrypt\$ln=4,r=8,p=1\$/],
  ])("makes and verifies a hash of %j", async (options, shape) => {
    const { hash } = await answer({ password: "pässwörd 😀", ...options });
    expect(hash).toMatch(shape);
    expect(await answer({ password: "pässwörd 😀", hash, ...options })).toMatchObject({
      hash: null,
      verified: true,
      algorithm: options.algorithm,
      needs_rehash: false,
    });
    expect((await answer({ password: "pässwörd", hash })).verified).toBe(false);
  });

  test.each([
    ["argon2id", cheap],
    ["bcrypt", { cost: 4 }],
    ["scrypt", { ln: 4 }],
  ])("hashes an empty password with %s", async (algorithm, costs) => {
    const { hash } = await answer({ password: "", algorithm, ...costs });
    expect((await answer({ password: "", hash })).verified).toBe(true);
    expect((await answer({ password: " ", hash })).verified).toBe(false);
  });

  test("salts: the same password has a different hash each time", async () => {
    const hashes = [
      await answer({ password: "a", ...cheap }),
      await answer({ password: "a", ...cheap }),
    ];
    expect(hashes[0].hash).not.toBe(hashes[1].hash);
  });

  // OpenBSD's bcrypt through crypt(3), PHP's prefix, argon2's own test.c, and RFC 7914.
  test.each([
    ["U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "bcrypt"],
    ["U*U", "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "bcrypt"],
    ["", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy", "bcrypt"],
    ["correct horse", "$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2", "bcrypt"],
    [
      "password",
      "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "argon2id",
    ],
    [
      "password",
      "$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E",
      "argon2i",
    ],
    [
      "pleaseletmein",
      "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw",
      "scrypt",
    ],
  ])("verifies %j against a hash from other software: %s", async (password, hash, algorithm) => {
    expect(await answer({ password, hash })).toMatchObject({ verified: true, algorithm });
    expect((await answer({ password: `${password}.`, hash })).verified).toBe(false);
  });

  test.each([
    [{ cost: 4 }, {}, true],
    [{ cost: 4 }, { cost: 4 }, false],
    [{ cost: 5 }, { algorithm: "bcrypt", cost: 4 }, false],
    [{ cost: 4 }, { algorithm: "argon2id", ...cheap }, true],
  ])(
    "for a bcrypt hash with %j and the request %j, needs_rehash is %p",
    async (made, wanted, weak) => {
      const { hash } = await answer({ password: "a", algorithm: "bcrypt", ...made });
      expect((await answer({ password: "a", hash, ...wanted })).needs_rehash).toBe(weak);
    },
  );

  test("rates an Argon2 hash with fewer passes over more memory as equally strong", async () => {
    const { hash } = await answer({ password: "a", memory_kib: 128, iterations: 1 });
    const check = { password: "a", hash, memory_kib: 64, iterations: 2 };
    expect((await answer(check)).needs_rehash).toBe(false);
  });

  test.each([
    [
      { password: "a".repeat(73), algorithm: "bcrypt" },
      "body.password must have at most 72 bytes of UTF-8 for bcrypt: it has 73",
    ],
    [
      { password: "é".repeat(37), algorithm: "bcrypt" },
      "body.password must have at most 72 bytes of UTF-8 for bcrypt: it has 74",
    ],
    [
      { password: "a\0b", algorithm: "bcrypt" },
      "body.password must not have a zero character for bcrypt",
    ],
    [{ password: "\ud800" }, "body.password must be utf8: the first error is at position 0"],
    [{ password: "a", cost: 10 }, "body.cost is for bcrypt: the algorithm is argon2id"],
    [
      { password: "a", algorithm: "bcrypt", cost: 13 },
      "body.cost must be a whole number from 4 to 12: it is 13",
    ],
    [
      { password: "a", memory_kib: 65_537 },
      "body.memory_kib must be a whole number from 8 to 65536: it is 65537",
    ],
    [
      { password: "a", memory_kib: 31, parallelism: 4 },
      "body.memory_kib must be at least 32 for 4 lanes: it is 31",
    ],
    [
      { password: "a", algorithm: "scrypt", ln: 16, r: 1 },
      "body.ln must be less than 16 for an r of 1: it is 16",
    ],
    [
      { password: "a".repeat(1025) },
      "body.password must have at most 1024 characters: it has 1025",
    ],
  ])("rejects %j", async (body, detail) => {
    const res = await post(body);
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toBe(detail);
  });

  test.each([
    "$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    "$2b$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    `$2b$05$${"a".repeat(53)}`,
    "$argon2id$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    "$argon2id$v=19$m=8,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    "$argon2id$v=19$m=256,t=0,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    "$argon2id$v=19$m=256,p=2,t=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    "$argon2id$v=19$m=256,t=2,p=2$c2FsdA$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    "$scrypt$ln=4,r=8,p=1$c29tZXNhbHQ$",
    "$scrypt$ln=16,r=1,p=1$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA",
    "5f4dcc3b5aa765d61d8327deb882cf99",
    "$",
  ])("doesn't accept %s as a password hash", async (hash) => {
    const res = await post({ password: "a", hash });
    expect(res.status).toBe(400);
    expect((await json(res)).errors[0].location).toBe("body.hash");
  });

  test.each([
    [
      "$2b$13$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "cost may be at most 12, and is 13",
    ],
    [
      "$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "cost may be at most 12, and is 31",
    ],
    [
      "$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA",
      "memory_kib may be at most 65536, and is 4194304",
    ],
    [
      "$argon2i$v=19$m=8,t=4294967295,p=1$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA",
      "iterations may be at most 4, and is 4294967295",
    ],
    ["$scrypt$ln=30,r=8,p=1$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA", "ln may be at most 17, and is 30"],
    [
      "$scrypt$ln=4,r=9999999,p=1$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA",
      "r may be at most 8, and is 9999999",
    ],
  ])("rejects %s, which is too expensive to verify", async (hash, excess) => {
    const res = await post({ password: "a", hash });
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({
      code: "too_much_work",
      detail: `body.hash costs too much to check: its ${excess}`,
    });
  });

  test("doesn't echo the password or allow caching", async () => {
    const res = await post({ password: "gLorpWhistle", ...cheap });
    expect(await res.text()).not.toContain("gLorp");
    expect(res.headers.get("cache-control")).toBe("no-store");
  });
});
