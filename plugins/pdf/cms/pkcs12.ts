import type { KeyObject } from "node:crypto";
import { createDecipheriv, createHash, createPrivateKey, pbkdf2Sync } from "node:crypto";
import { OctetString } from "asn1js";
import {
  type AlgorithmIdentifier,
  AuthenticatedSafe,
  CertBag,
  type ContentInfo,
  EncryptedData,
  PBES2Params,
  PBKDF2Params,
  PFX,
  SafeContents,
} from "pkijs";
import { findAlgorithm } from "./algorithms.ts";

const oids = {
  encryptedData: "1.2.840.113549.1.7.6",
  keyBag: "1.2.840.113549.1.12.10.1.1",
  encryptedKeyBag: "1.2.840.113549.1.12.10.1.2",
  passwordScheme: "1.2.840.113549.1.5.13",
};

/** Reads the keys and certificates (DER) of a PKCS#12 file. Throws if it or the password is wrong. */
export function readPkcs12(bytes: Uint8Array<ArrayBuffer>, password: string) {
  const keys: KeyObject[] = [];
  const certificates: Uint8Array[] = [];
  const safe = AuthenticatedSafe.fromBER(readOctets(PFX.fromBER(bytes).authSafe.content));
  for (const part of safe.safeContents)
    for (const { bagId, bagValue } of SafeContents.fromBER(readSafe(part, password)).safeBags)
      if (bagId === oids.keyBag || bagId === oids.encryptedKeyBag) {
        const key = Buffer.from(bagValue.toSchema().toBER());
        keys.push(createPrivateKey({ key, format: "der", type: "pkcs8", passphrase: password }));
      } else if (bagValue instanceof CertBag)
        certificates.push(readOctets(bagValue.certValue as OctetString));
  return { keys, certificates };
}

function readSafe({ contentType, content }: ContentInfo, password: string) {
  if (contentType !== oids.encryptedData) return readOctets(content);
  const { encryptedContentInfo } = new EncryptedData({ schema: content });
  const encrypted = new Uint8Array(encryptedContentInfo.getEncryptedContent());
  return decrypt(encrypted, { scheme: encryptedContentInfo.contentEncryptionAlgorithm, password });
}

/** Returns the bytes of an octet string, which may have parts. */
function readOctets(value: unknown): Uint8Array<ArrayBuffer> {
  if (!(value instanceof OctetString)) throw new Error("Cannot find an octet string");
  return new Uint8Array(value.getValue());
}

function decrypt(
  bytes: Uint8Array,
  { scheme, password }: { scheme: AlgorithmIdentifier; password: string },
): Uint8Array<ArrayBuffer> {
  const isNew = scheme.algorithmId === oids.passwordScheme;
  const { name, key, iv } = isNew ? deriveNew(scheme, password) : deriveOld(scheme, password);
  const decipher = createDecipheriv(name, key, iv);
  return new Uint8Array(Buffer.concat([decipher.update(bytes), decipher.final()]));
}

const keyLengths = new Map([
  ["aes-128-cbc", 16],
  ["aes-192-cbc", 24],
  ["aes-256-cbc", 32],
  ["des-ede3-cbc", 24],
  ["rc2-cbc", 16],
  ["rc2-40-cbc", 5],
]);

/** Derives the key of PBES2 (RFC 8018). */
function deriveNew({ algorithmParams }: AlgorithmIdentifier, password: string) {
  const scheme = new PBES2Params({ schema: algorithmParams });
  const { algorithmId, algorithmParams: iv } = scheme.encryptionScheme;
  const kdf = new PBKDF2Params({ schema: scheme.keyDerivationFunc.algorithmParams });
  const cipher = findAlgorithm(algorithmId, "cipher");
  const hash = kdf.prf ? findAlgorithm(kdf.prf.algorithmId, "prf")?.hash : "sha1";
  const length = cipher && keyLengths.get(cipher.name);
  if (!cipher || !length || !hash) throw new Error("Cannot decrypt with this algorithm");
  const salt = new Uint8Array(kdf.salt.getValue());
  const key = pbkdf2Sync(password, salt, kdf.iterationCount, length, hash);
  return { name: cipher.name, key, iv: readOctets(iv) };
}

/** Derives the key of PKCS#12's own schemes (RFC 7292, appendix B), which Windows and macOS use. */
function deriveOld({ algorithmId, algorithmParams }: AlgorithmIdentifier, password: string) {
  const cipher = findAlgorithm(algorithmId, "old-cipher");
  const length = cipher && keyLengths.get(cipher.name);
  if (!cipher || !length) throw new Error("Cannot decrypt with this algorithm");
  const [salt, iterations] = algorithmParams.valueBlock.value;
  const options = {
    salt: readOctets(salt),
    iterations: Number(iterations.toBigInt()),
    // Big-endian UTF-16 with a zero at its end.
    password: Buffer.from(`${password}\0`, "utf16le").swap16(),
  };
  return {
    name: cipher.name,
    key: expand(options, { use: 1, length }),
    iv: expand(options, { use: 2, length: 8 }),
  };
}

interface OldOptions {
  salt: Uint8Array;
  password: Uint8Array;
  iterations: number;
}

const blockBytes = 64;

function expand(
  { salt, password, iterations }: OldOptions,
  { use, length }: { use: number; length: number },
): Buffer {
  const diversifier = Buffer.alloc(blockBytes, use);
  const fill = (bytes: Uint8Array) =>
    Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes, bytes);
  const input = Buffer.concat([fill(salt), fill(password)]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length; made += 20) {
    let digest = createHash("sha1").update(diversifier).update(input).digest();
    for (let round = 1; round < iterations; round++)
      digest = createHash("sha1").update(digest).digest();
    parts.push(digest);
    addToBlocks(input, Buffer.alloc(blockBytes, digest));
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** Adds a number and one to each block, as numbers of 512 bits. */
function addToBlocks(blocks: Buffer, number: Buffer): void {
  for (let end = blocks.length; end > 0; end -= blockBytes) {
    let carry = 1;
    for (let at = 1; at <= blockBytes; at++) {
      carry += blocks.readUInt8(end - at) + number.readUInt8(blockBytes - at);
      blocks.writeUInt8(carry & 255, end - at);
      carry >>= 8;
    }
  }
}
