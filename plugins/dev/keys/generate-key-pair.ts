import { createHash, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { KeyType } from "./request.ts";

type Options = { modulusLength?: number; namedCurve?: string };

const generate = promisify(generateKeyPair) as unknown as (
  type: string,
  options: Options,
) => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>;

const kinds: Record<KeyType, { type: string; options: Options; ssh?: string }> = {
  ed25519: { type: "ed25519", options: {}, ssh: "ssh-ed25519" },
  x25519: { type: "x25519", options: {} },
  "ec-p256": { type: "ec", options: { namedCurve: "P-256" }, ssh: "nistp256" },
  "ec-p384": { type: "ec", options: { namedCurve: "P-384" }, ssh: "nistp384" },
  "ec-p521": { type: "ec", options: { namedCurve: "P-521" }, ssh: "nistp521" },
  "rsa-2048": { type: "rsa", options: { modulusLength: 2048 }, ssh: "ssh-rsa" },
  "rsa-3072": { type: "rsa", options: { modulusLength: 3072 }, ssh: "ssh-rsa" },
  "rsa-4096": { type: "rsa", options: { modulusLength: 4096 }, ssh: "ssh-rsa" },
};

/** Generates a key pair in the notations of PEM, JWK and OpenSSH. */
export async function generateKeys({ type, comment }: { type: KeyType; comment: string }) {
  const { type: kind, options, ssh } = kinds[type];
  const { publicKey, privateKey } = await generate(kind, options);
  const jwk = privateKey.export({ format: "jwk" });
  const keys = ssh === undefined ? undefined : writeOpenSsh({ ...jwk }, { name: ssh, comment });
  return {
    type,
    private_pem: String(privateKey.export({ format: "pem", type: "pkcs8" })),
    public_pem: String(publicKey.export({ format: "pem", type: "spki" })),
    private_jwk: { ...jwk },
    public_jwk: { ...publicKey.export({ format: "jwk" }) },
    ssh_private: keys?.privateKey ?? null,
    ssh_public: keys?.publicKey ?? null,
    ssh_fingerprint: keys?.fingerprint ?? null,
  };
}

/** Writes both keys as OpenSSH stores them: PROTOCOL.key, without a passphrase. */
function writeOpenSsh(
  jwk: Record<string, unknown>,
  { name, comment }: { name: string; comment: string },
) {
  const part = (field: string) => Buffer.from(String(jwk[field] ?? ""), "base64url");
  const point = () => Buffer.concat([Buffer.from([4]), part("x"), part("y")]);
  const isEc = name.startsWith("nist");
  const algorithm = isEc ? `ecdsa-sha2-${name}` : name;
  const seed = name === "ssh-ed25519" ? Buffer.concat([part("d"), part("x")]) : undefined;
  const fields = isEc
    ? [Buffer.from(name), point()]
    : seed
      ? [part("x")]
      : [writeInteger(part("e")), writeInteger(part("n"))];
  const secrets = isEc
    ? [...fields, writeInteger(part("d"))]
    : seed
      ? [...fields, seed]
      : (["n", "e", "d", "qi", "p", "q"] as const).map((field) => writeInteger(part(field)));
  const publicBlob = writeStrings([Buffer.from(algorithm), ...fields]);
  // The two equal numbers show whether a passphrase was right.
  const check = createHash("sha256").update(publicBlob).digest().subarray(0, 4);
  const body = Buffer.concat([
    ...[check, check, writeStrings([Buffer.from(algorithm), ...secrets, Buffer.from(comment)])],
  ]);
  const padding = Buffer.from(
    Array.from({ length: (8 - (body.length % 8)) % 8 }, (_, at) => at + 1),
  );
  const none = Buffer.from("none");
  const file = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    writeStrings([none, none, Buffer.alloc(0)]),
    Buffer.from([0, 0, 0, 1]),
    writeStrings([publicBlob, Buffer.concat([body, padding])]),
  ]);
  const lines = file.toString("base64").match(/.{1,70}/g) ?? [];
  const digest = createHash("sha256").update(publicBlob).digest("base64").replace(/=+$/, "");
  return {
    publicKey: `${algorithm} ${publicBlob.toString("base64")}${comment && ` ${comment}`}`,
    privateKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join("\n")}\n-----END OPENSSH PRIVATE KEY-----\n`,
    fingerprint: `SHA256:${digest}`,
  };
}

/** Writes a number as RFC 4251 does: without zeros in front, except one before a sign bit. */
function writeInteger(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const digits = bytes.subarray(start);
  return (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits;
}

function writeStrings(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
}
