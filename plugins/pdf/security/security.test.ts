import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { hostileFiles, signedPdf } from "../hostile.fixture.ts";
import { encrypt, unrestricted } from "../input/restrictions.ts";
import { protectedSample, sampleBase64 } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";

// Engines are slow on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const protect = (body: object) =>
  hub.post("/api/pdf/protect", { file_base64: sampleBase64, ...body });
const unlock = (body: object) => hub.post("/api/pdf/unlock", body);

async function protectPdf(body: object): Promise<Uint8Array> {
  const res = await protect(body);
  expect(res.status, await res.clone().text()).toBe(200);
  return res.bytes();
}

/** Returns the permissions of users: the flags of ISO 32000-2, table 22, as pdf.js lists them. */
async function permissions(bytes: Uint8Array, password?: string) {
  const { document } = await readBack(bytes, password);
  return document.getPermissions();
}

describe("a user password opens", () => {
  test.each([
    ["aes256", "pass"],
    ["aes256", "--Grüße 🙂 "],
    ["aes128", "pass"],
    ["aes128", "--encrypt"],
  ])("%s with %j", async (algorithm, user_password) => {
    const bytes = await protectPdf({ user_password, algorithm });
    expect((await readBack(bytes, user_password)).texts[0]).toBe("Invoice No 1");
    expect(readBack(bytes, "other")).rejects.toThrow("Incorrect Password");
    expect(readBack(bytes)).rejects.toThrow("No password given");
  });
});

test("treats full-width digits in a password like plain ones", async () => {
  const file_base64 = (await protectPdf({ user_password: "１２３４" })).toBase64();
  expect((await unlock({ file_base64, password: "１２３４" })).status).toBe(200);
  expect((await unlock({ file_base64, password: "1234", remove: ["password"] })).status).toBe(200);
  expect((await unlock({ file_base64, password: "１２３４", remove: ["password"] })).status).toBe(
    200,
  );
});

test("with only an owner password, anyone can open the file within its restrictions", async () => {
  const bytes = await protectPdf({
    owner_password: "boss",
    permissions: { print: "none", copy: false },
  });
  // Modify, annotate, fill in and assemble. Reading aloud is always allowed.
  expect(await permissions(bytes)).toEqual([8, 32, 256, 512, 1024]);
});

describe("allows everything that isn't forbidden:", () => {
  const held: [held: object, expected: number[]][] = [
    [{}, [4, 8, 16, 32, 256, 512, 1024, 2048]],
    [{ print: "low" }, [4, 8, 16, 32, 256, 512, 1024]],
    [{ modify: false }, [4, 16, 32, 256, 512, 1024, 2048]],
    [{ annotate: false }, [4, 8, 16, 256, 512, 1024, 2048]],
    [{ fill_forms: false }, [4, 8, 16, 32, 512, 1024, 2048]],
    [{ assemble: false }, [4, 8, 16, 32, 256, 512, 2048]],
    [{ copy: false }, [4, 8, 32, 256, 512, 1024, 2048]],
  ];
  test.each(sampleCases(held, 4))("%j", async (held, expected) => {
    const bytes = await protectPdf({
      user_password: "user",
      owner_password: "boss",
      permissions: held,
    });
    expect(await permissions(bytes, "user")).toEqual(expected);
  });
});

test("keeps the title readable without encrypt_metadata", async () => {
  const described = await hub.post("/api/pdf/organize", {
    file_base64: sampleBase64,
    ops: [{ op: "metadata", set: { title: "Visible" } }],
  });
  const file_base64 = (await described.bytes()).toBase64();
  const bytes = await protectPdf({ file_base64, user_password: "u", encrypt_metadata: false });
  expect(Buffer.from(bytes).toString("latin1")).toContain("/EncryptMetadata false");
});

describe("rejects protecting", () => {
  test.each([
    [{}, 400, "invalid_input"],
    [{ user_password: "" }, 400, "invalid_input"],
    [{ permissions: { print: "none" } }, 422, "permissions_need_password"],
    [
      { user_password: "a", owner_password: "a", permissions: { copy: false } },
      422,
      "permissions_need_password",
    ],
    [{ user_password: "short", require_strong: true }, 422, "weak_password"],
    [{ user_password: "aaaaaaaaaaaaaaaaaaaaaaaa", require_strong: true }, 422, "weak_password"],
    [{ user_password: "ü", algorithm: "aes128" }, 400, "invalid_input"],
    [{ user_password: "ü".repeat(64) }, 400, "invalid_input"],
    [{ user_password: "a", algorithm: "rc4" }, 400, "invalid_input"],
    [{ user_password: "a", permissions: { accessibility: false } }, 400, "invalid_input"],
  ])("%j", async (body, status, code) => {
    const res = await protect(body);
    expect([res.status, (await json(res)).code]).toEqual([status, code]);
  });
});

test("accepts a strong password", async () => {
  expect(
    (await protect({ user_password: "correct Horse 7 battery", require_strong: true })).status,
  ).toBe(200);
});

test("unlocking removes the password", async () => {
  const res = await unlock({ file_base64: protectedSample, password: "sesame" });
  expect([res.status, res.headers.get("x-was-encrypted")]).toEqual([200, "true"]);
  expect((await readBack(await res.bytes())).texts).toEqual(["Sample"]);
});

test("unlocking removes restrictions from a file that opens without a password", async () => {
  const file = await protectPdf({ owner_password: "boss", permissions: { copy: false } });
  const res = await unlock({ file_base64: file.toBase64() });
  expect(await permissions(await res.bytes())).toBeNull();
});

test("removes only the requested kinds of protection", async () => {
  const both = { user_password: "user", owner_password: "boss", permissions: { copy: false } };
  const file_base64 = (await protectPdf(both)).toBase64();
  const open = await unlock({ file_base64, password: "user", remove: ["password"] });
  expect(await permissions(await open.bytes())).toEqual([4, 8, 32, 256, 512, 1024, 2048]);
  const free = await unlock({ file_base64, password: "user", remove: ["restrictions"] });
  const bytes = await free.bytes();
  expect(await permissions(bytes, "user")).toContain(16);
  expect(readBack(bytes)).rejects.toThrow("No password given");
});

test("removes the restrictions of a signature on request", async () => {
  const body = { file_base64: signedPdf.toBase64() };
  const res = await unlock({ ...body, remove: ["signatures"] });
  expect([res.status, res.headers.get("x-was-signed")]).toEqual([200, "true"]);
  expect(Buffer.from(await res.bytes()).toString("latin1")).not.toContain("/ByteRange");
  expect((await json(await unlock(body))).code).toBe("pdf_signed");
});

describe("rejects unlocking", () => {
  test.each([
    [{ file_base64: protectedSample }, 422, "pdf_password_required"],
    [{ file_base64: protectedSample, password: "x" }, 422, "pdf_password_incorrect"],
    [{ file_base64: sampleBase64 }, 409, "pdf_not_encrypted"],
    [{ file_base64: sampleBase64, remove: ["signatures"] }, 409, "pdf_not_encrypted"],
  ])("%#", async (body, status, code) => {
    const res = await unlock(body);
    expect([res.status, (await json(res)).code]).toEqual([status, code]);
  });
});

test("with lenient, returns a file without a password unchanged", async () => {
  const res = await unlock({ file_base64: sampleBase64, lenient: true });
  expect([res.status, res.headers.get("x-was-encrypted")]).toEqual([200, "false"]);
  expect((await res.bytes()).toBase64()).toBe(sampleBase64);
});

test("scans an encrypted file after decryption", async () => {
  const { bytes } = hostileFiles["two gigabytes of content"]!;
  const locked = await encrypt(bytes, {
    user: "u",
    owner: "o",
    algorithm: "aes256",
    permissions: unrestricted,
    encryptMetadata: true,
  });
  const said = await json(await unlock({ file_base64: locked.toBase64(), password: "u" }));
  expect([said.code, said.limit]).toEqual(["pdf_limit_exceeded", "inflation_ratio"]);
});

test("no response repeats a password", async () => {
  const res = await protect({
    user_password: "s3cret",
    owner_password: "s3cret",
    permissions: { copy: false },
  });
  expect(await res.text()).not.toContain("s3cret");
});
