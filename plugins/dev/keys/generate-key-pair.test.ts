import { expect, test } from "bun:test";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMissing, json, testHub } from "hub/testing";
import { keyTypes } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const make = async (type: string) =>
  json(await hub.post("/api/dev/keys", { type, comment: "ada@example.com" }));
const types = keyTypes.filter((type) => type !== "rsa-4096");

test.each(types)("the keys of %s belong together in all notations", async (type) => {
  const keys = await make(type);
  const secret = createPrivateKey(keys.private_pem);
  const open = createPublicKey(keys.public_pem);
  expect(secret.export({ format: "jwk" })).toEqual(keys.private_jwk);
  expect(open.export({ format: "jwk" })).toEqual(keys.public_jwk);
  expect(createPublicKey(secret).export({ format: "jwk" })).toEqual(keys.public_jwk);
  if (type === "x25519") expect(keys.ssh_private).toBe(null);
  else
    expect(verify(null, Buffer.from("a"), open, sign(null, Buffer.from("a"), secret))).toBe(true);
});

test.skipIf(isMissing("ssh-keygen", { from: "openssh-client" }))(
  "ssh-keygen reads the private key, and finds the same public key and fingerprint",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "utilhub-keys-"));
    for (const type of types.filter((type) => type !== "x25519")) {
      const keys = await make(type);
      const file = join(dir, type);
      writeFileSync(file, keys.ssh_private);
      chmodSync(file, 0o600);
      writeFileSync(`${file}.pub`, `${keys.ssh_public}\n`);
      const run = (...args: string[]) => Bun.spawnSync(["ssh-keygen", ...args]).stdout.toString();
      expect(run("-y", "-f", file).trim()).toBe(keys.ssh_public);
      expect(run("-l", "-f", `${file}.pub`)).toContain(keys.ssh_fingerprint);
    }
    rmSync(dir, { recursive: true });
  },
);

test("two calls return different keys, and a comment has one line", async () => {
  expect((await make("ed25519")).public_pem).not.toBe((await make("ed25519")).public_pem);
  const answer = await hub.post("/api/dev/keys", { comment: "a\nb" });
  expect(answer.status).toBe(400);
});
