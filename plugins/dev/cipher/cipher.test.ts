import { describe, expect, test } from "bun:test";
import { type CipherGCM, createCipheriv } from "node:crypto";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const send = (route: "encrypt" | "decrypt", body: object) => hub.post(`/api/dev/${route}`, body);

const blocks =
  "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
const key128 = "2b7e151628aed2a6abf7158809cf4f3c";
const key192 = "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b";
const key256 = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4";
const iv = "000102030405060708090a0b0c0d0e0f";
const counter = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

/** NIST SP 800-38A, appendix F, of which CFB has segments of 128 bits. */
const published: [algorithm: string, key: string, iv: string | undefined, output: string][] = [
  [
    "aes-ecb",
    key128,
    undefined,
    "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4",
  ],
  [
    "aes-ecb",
    key192,
    undefined,
    "bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eefef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e",
  ],
  [
    "aes-ecb",
    key256,
    undefined,
    "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7",
  ],
  [
    "aes-cbc",
    key128,
    iv,
    "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b273bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7",
  ],
  [
    "aes-cbc",
    key192,
    iv,
    "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd",
  ],
  [
    "aes-cbc",
    key256,
    iv,
    "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b",
  ],
  [
    "aes-cfb",
    key128,
    iv,
    "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6",
  ],
  [
    "aes-cfb",
    key192,
    iv,
    "cdc80d6fddf18cab34c25909c99a417467ce7f7f81173621961a2b70171d3d7a2e1e8a1dd59b88b1c8e60fed1efac4c9c05f9f9ca9834fa042ae8fba584b09ff",
  ],
  [
    "aes-cfb",
    key256,
    iv,
    "dc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407bdf10132415e54b92a13ed0a8267ae2f975a385741ab9cef82031623d55b1e471",
  ],
  [
    "aes-ctr",
    key128,
    counter,
    "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
  ],
  [
    "aes-ctr",
    key192,
    counter,
    "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e941e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050",
  ],
  [
    "aes-ctr",
    key256,
    counter,
    "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c52b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6",
  ],
];

test.each(published)("%s of SP 800-38A with the key %s", async (algorithm, key, iv, output) => {
  const options = { algorithm, key, ...(iv !== undefined && { iv }), padding: "none" };
  expect((await json(await send("encrypt", { hex: blocks, ...options }))).hex).toBe(output);
  expect((await json(await send("decrypt", { hex: output, ...options }))).hex).toBe(blocks);
});

const long =
  "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
const gcmKey = "feffe9928665731c6d6a8f9467308308";
const nonce = "cafebabefacedbaddecaf888";
const aad = "feedfacedeadbeeffeedfacedeadbeefabaddad2";

/** McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, and RFC 8439, section 2.8.2. */
const authenticated: [name: string, body: object, output: string][] = [
  [
    "GCM 1",
    { hex: "", key: "0".repeat(32), iv: "0".repeat(24) },
    "58e2fccefa7e3061367f1d57a4e7455a",
  ],
  [
    "GCM 2",
    { hex: "0".repeat(32), key: "0".repeat(32), iv: "0".repeat(24) },
    "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf",
  ],
  [
    "GCM 4",
    { hex: long, key: gcmKey, iv: nonce, aad },
    "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e0915bc94fbc3221a5db94fae95ae7121a47",
  ],
  [
    "GCM 5",
    { hex: long, key: gcmKey, iv: "cafebabefacedbad", aad },
    "61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c742373806900e49f24b22b097544d4896b424989b5e1ebac0f07c23f45983612d2e79e3b0785561be14aaca2fccb",
  ],
  [
    "GCM 13",
    { hex: "", key: "0".repeat(64), iv: "0".repeat(24) },
    "530f8afbc74536b9a963b4f1c4cb738b",
  ],
  [
    "RFC 8439",
    {
      algorithm: "chacha20-poly1305",
      text: "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
      key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
      iv: "070000004041424344454647",
      aad: "50515253c0c1c2c3c4c5c6c7",
    },
    "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691",
  ],
];

test.each(authenticated)("%s has its published tag", async (_, body, output) => {
  expect((await json(await send("encrypt", body))).hex).toBe(output);
  const { text: __, ...rest } = { text: undefined, ...body };
  const opened = await json(await send("decrypt", { ...rest, hex: output }));
  expect(opened.hex).toBe("hex" in body ? body.hex : Buffer.from(String(__)).toString("hex"));
});

test("an encrypted text equals that of OpenSSL, with the padding of PKCS 7", async () => {
  for (let length = 0; length < 34; length++) {
    const input = Buffer.alloc(length, length);
    for (const mode of ["cbc", "ctr", "ecb", "gcm"]) {
      const given = mode === "ecb" ? undefined : mode === "gcm" ? nonce : iv;
      const cipher = createCipheriv(
        `aes-256-${mode}` as "aes-256-gcm",
        Buffer.from(key256, "hex"),
        given === undefined ? null : Buffer.from(given, "hex"),
      );
      const expected = Buffer.concat([cipher.update(input), cipher.final()]).toString("hex");
      const answer = await json(
        await send("encrypt", {
          hex: input.toString("hex"),
          algorithm: `aes-${mode}`,
          key: key256,
          ...(given !== undefined && { iv: given }),
        }),
      );
      expect(answer.hex).toStartWith(expected);
      if (mode === "gcm")
        expect(answer.tag).toBe((cipher as CipherGCM).getAuthTag().toString("hex"));
      else expect(answer.hex).toBe(expected);
    }
  }
});

describe("encrypt", () => {
  test("chooses a random IV, and decrypt returns the text", async () => {
    const body = { key: "my secret key 16", key_encoding: "utf8" };
    const { hex, iv, tag } = await json(await send("encrypt", { text: "héllo", ...body }));
    expect([iv.length, hex.endsWith(tag)]).toEqual([24, true]);
    const opened = await json(await send("decrypt", { hex, iv, ...body }));
    expect([opened.result, opened.warnings]).toEqual(["héllo", []]);
    const apart = await send("decrypt", { hex: hex.slice(0, -32), tag, iv, ...body });
    expect((await json(apart)).result).toBe("héllo");
  });

  test("repeats the key of XOR, and warns", async () => {
    const body = { text: "aabb", algorithm: "xor", key: "01ff" };
    const { hex, warnings } = await json(await send("encrypt", body));
    expect(hex).toBe("609e639d");
    expect(warnings[0]).toContain("easy to break");
  });

  test("returns bytes on request", async () => {
    const answer = await hub.post(
      "/api/dev/encrypt",
      { text: "aabb", algorithm: "xor", key: "01ff" },
      { accept: "application/octet-stream" },
    );
    expect(Buffer.from(await answer.arrayBuffer()).toString("hex")).toBe("609e639d");
  });

  test.each([
    [{ key: "00" }, "body.key must have 16, 24 or 32 bytes for aes-gcm: it has 1"],
    [{ key: "xy" }, "body.key must be hex"],
    [{ key: key128, iv: "00" }, "body.iv must have 12 bytes"],
    [{ key: key128, algorithm: "aes-ecb", iv }, "body.iv must be omitted"],
    [{ key: key128, algorithm: "aes-ctr", iv, aad: "00" }, "body.aad must be omitted"],
    [
      { key: key128, algorithm: "aes-cbc", iv, padding: "none" },
      "body.padding none needs whole blocks",
    ],
    [{ key: key256, algorithm: "chacha20-poly1305", iv }, "body.iv must have 12 bytes"],
  ])("rejects %j and names the field", async (body, message) => {
    const { detail } = await json(await send("encrypt", { text: "a", ...body }));
    expect(detail).toContain(message);
  });
});

describe("decrypt", () => {
  test("fails if the data, the key or the additional data was changed", async () => {
    const body = { key: key128, iv: nonce, aad: "00" };
    const { hex } = await json(await send("encrypt", { text: "hello", ...body }));
    const first = hex.startsWith("0") ? "1" : "0";
    for (const change of [
      { hex: first + hex.slice(1) },
      { key: key128.replace("2", "3") },
      { aad: "01" },
    ]) {
      const refused = await json(await send("decrypt", { hex, ...body, ...change }));
      expect(refused.code).toBe("decryption_failed");
      expect(JSON.stringify(refused)).not.toContain(key128.slice(4, 20));
    }
  });

  test.each([
    [{ hex: "00", key: key128, algorithm: "aes-cbc", iv }, 422],
    [{ hex: "00", key: key128, iv: nonce }, 422],
    [{ hex: "00".repeat(16), key: key128, algorithm: "aes-cbc" }, 400],
    [{ hex: "00", key: key128, algorithm: "aes-ctr", iv, tag: "00" }, 400],
  ])("rejects %j", async (body, status) => {
    expect((await send("decrypt", body)).status).toBe(status);
  });
});
