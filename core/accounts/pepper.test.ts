import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pepperProof, settlePepper } from "./pepper.ts";

const root = mkdtempSync(`${tmpdir()}/utilhub-pepper-`);
afterAll(() => rmSync(root, { recursive: true }));

/** Settles the pepper of records with this number of working keys, hashed with this pepper. */
async function settle(
  { workingKeys = 0, with: before }: { workingKeys?: number; with?: Uint8Array } = {},
  { dir = mkdtempSync(`${root}/`), given }: { dir?: string; given?: string } = {},
) {
  let proof: string | undefined;
  const records = {
    async settlePepper(_: number, settle: (known: object) => string) {
      proof = settle({ workingKeys, proof: before && pepperProof(before) });
    },
  };
  const pepper = await settlePepper(records as never, { dir, given, now: 0 });
  return { pepper, proof, dir, file: `${dir}/pepper` };
}
const bytes = (text: string) => new TextEncoder().encode(text);

test("the first start creates a secret of 32 bytes that other users cannot read, and later starts use it", async () => {
  const { pepper, proof, dir, file } = await settle();
  expect([pepper.length, statSync(file).mode & 0o777]).toEqual([32, 0o600]);
  expect(readFileSync(file)).toEqual(Buffer.from(pepper));
  expect(proof).toBe(pepperProof(pepper));
  const next = await settle({ workingKeys: 2, with: pepper }, { dir });
  expect(next.pepper).toEqual(pepper);
});

test("a configured secret is used, and no file is created", async () => {
  const { pepper, file } = await settle({}, { given: "given by hand" });
  expect(pepper).toEqual(bytes("given by hand"));
  expect(() => statSync(file)).toThrow("ENOENT");
});

test("a missing secret isn't recreated while working keys depend on it", async () => {
  const with1 = { workingKeys: 1, with: bytes("lost") };
  await expect(settle(with1)).rejects.toThrow(/is missing. Without it, 1 key would stop working/);
  await expect(settle({ ...with1, workingKeys: 2 })).rejects.toThrow("2 keys would stop");
  const many = { ...with1, workingKeys: 1000 };
  await expect(settle(many)).rejects.toThrow("1000 or more keys would stop");
  expect((await settle({ with: bytes("lost") })).pepper.length).toBe(32);
});

test("rejects a secret that differs from that of the working keys, from any source", async () => {
  const others = { workingKeys: 2, with: bytes("another") };
  const last = { ...others, workingKeys: 1 };
  await expect(settle(last, { given: "given by hand" })).rejects.toThrow("the pepper of 1 key,");
  await expect(settle(others, { given: "given by hand" })).rejects.toThrow(
    /^HUB_KEY_PEPPER does not match the pepper of 2 keys/,
  );
  const { dir, file } = await settle();
  await expect(settle(others, { dir })).rejects.toThrow(`The pepper file "${file}" does not match`);
  // Keys from before the pepper was verified are assumed to use it.
  expect((await settle({ workingKeys: 2 }, { dir })).pepper.length).toBe(32);
});

test("rejects a secret of less than 16 bytes as truncated", async () => {
  const { dir, file } = await settle();
  writeFileSync(file, "x".repeat(15));
  await expect(settle({}, { dir })).rejects.toThrow(
    `The pepper file "${file}" is damaged: it must have at least 16 bytes, and it has 15`,
  );
  writeFileSync(file, "x".repeat(16));
  expect((await settle({}, { dir })).pepper.length).toBe(16);
});
