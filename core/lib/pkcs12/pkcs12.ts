import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  type KeyObject,
  pbkdf2Sync,
} from "node:crypto";
import { ContentInfo } from "@peculiar/asn1-cms";
import {
  AuthenticatedSafe,
  CertBag,
  id_x509Certificate,
  MacData,
  PFX,
  PKCS12Attribute,
  SafeBag,
  SafeContents,
} from "@peculiar/asn1-pfx";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import * as asn1 from "asn1js";
import { openTable } from "../data-file.ts";

const readAlgorithms = openTable(new URL("./algorithms.tsv", import.meta.url), {
  oid: "text",
  use: ["prf", "cipher", "old-cipher"],
  name: "text",
  keyBytes: "number",
});

const oids = {
  data: "1.2.840.113549.1.7.1",
  encryptedData: "1.2.840.113549.1.7.6",
  keyBag: "1.2.840.113549.1.12.10.1.1",
  encryptedKeyBag: "1.2.840.113549.1.12.10.1.2",
  certificateBag: "1.2.840.113549.1.12.10.1.3",
  passwordScheme: "1.2.840.113549.1.5.13",
  friendlyName: "1.2.840.113549.1.9.20",
  localKeyId: "1.2.840.113549.1.9.21",
};

/** Upper bound of the rounds that a file may ask for: about a second. Programs write at most 600,000. */
const roundsMax = 1_000_000;

/** Reads the keys and certificates (DER) of a PKCS#12 file. Throws if it or the password is wrong. */
export function readPkcs12(bytes: Uint8Array, password: string) {
  const keys: KeyObject[] = [];
  const certificates: Uint8Array[] = [];
  const { authSafe } = AsnConvert.parse(bytes, PFX);
  for (const part of AsnConvert.parse(readOctets(authSafe.content), AuthenticatedSafe))
    for (const { bagId, bagValue } of AsnConvert.parse(readSafe(part, password), SafeContents))
      if (bagId === oids.keyBag || bagId === oids.encryptedKeyBag) {
        const key = Buffer.from(bagValue);
        keys.push(createPrivateKey({ key, format: "der", type: "pkcs8", passphrase: password }));
      } else if (bagId === oids.certificateBag)
        certificates.push(readOctets(AsnConvert.parse(bagValue, CertBag).certValue));
  return { keys, certificates };
}

function readSafe({ contentType, content }: ContentInfo, password: string): Uint8Array {
  if (contentType !== oids.encryptedData) return readOctets(content);
  const [, algorithm, encrypted] = readParts(readParts(asn1.fromBER(content).result)[1]);
  const [scheme, parameters] = readParts(algorithm);
  const [salt, rounds] = readParts(parameters);
  const { name, key, iv } = isAlgorithm(scheme, oids.passwordScheme)
    ? deriveNew([salt, rounds], password)
    : deriveOld(scheme, { salt: getOctets(salt), rounds: getRounds(rounds), password });
  const bytes =
    encrypted instanceof asn1.Primitive
      ? encrypted.valueBlock.valueHexView
      : Buffer.concat(readParts(encrypted).map(getOctets));
  const decipher = createDecipheriv(name, key, iv);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

type Part = asn1.BaseBlock | undefined;

function readParts(part: Part): Part[] {
  return part instanceof asn1.Constructed ? part.valueBlock.value : [];
}

/** Returns the bytes of an octet string, which may have parts. */
function getOctets(part: Part): Uint8Array {
  if (!(part instanceof asn1.OctetString)) throw new Error("Cannot find an octet string");
  return new Uint8Array(part.getValue());
}

function readOctets(der: ArrayBuffer): Uint8Array {
  return getOctets(asn1.fromBER(der).result);
}

function getRounds(part: Part): number {
  const rounds = part instanceof asn1.Integer ? Number(part.toBigInt()) : 0;
  if (rounds < 1 || rounds > roundsMax) throw new Error(`Cannot derive a key in ${rounds} rounds`);
  return rounds;
}

function isAlgorithm(part: Part, oid: string): boolean {
  return part instanceof asn1.ObjectIdentifier && part.getValue() === oid;
}

function findAlgorithm(part: Part, use: "prf" | "cipher" | "old-cipher") {
  const found = readAlgorithms().find((row) => row.use === use && isAlgorithm(part, row.oid));
  if (!found) throw new Error("Cannot decrypt with this algorithm");
  return found;
}

/** Derives the key of PBES2 (RFC 8018). */
function deriveNew([derivation, encryption]: Part[], password: string) {
  const [cipherId, iv] = readParts(encryption);
  const [salt, rounds, ...options] = readParts(readParts(derivation)[1]);
  // The length of the key may stand before the function.
  const [prf] = readParts(options.find((option) => option instanceof asn1.Sequence));
  const { name, keyBytes } = findAlgorithm(cipherId, "cipher");
  const hash = prf ? findAlgorithm(prf, "prf").name : "sha1";
  const key = pbkdf2Sync(password, getOctets(salt), getRounds(rounds), keyBytes, hash);
  return { name, key, iv: getOctets(iv) };
}

interface OldOptions {
  salt: Uint8Array;
  password: string;
  rounds: number;
}

/** Derives the key of PKCS#12's own schemes (RFC 7292, appendix B), which Windows and macOS use. */
function deriveOld(id: Part, options: OldOptions) {
  const { name, keyBytes } = findAlgorithm(id, "old-cipher");
  return {
    name,
    key: expand(options, { use: 1, length: keyBytes, hash: "sha1" }),
    iv: expand(options, { use: 2, length: 8, hash: "sha1" }),
  };
}

const blockBytes = 64;

function expand(
  { salt, password, rounds }: OldOptions,
  { use, length, hash }: { use: number; length: number; hash: string },
): Buffer {
  const fill = (bytes: Uint8Array) =>
    Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes, bytes);
  // Big-endian UTF-16 with a zero at its end.
  const input = Buffer.concat([fill(salt), fill(Buffer.from(`${password}\0`, "utf16le").swap16())]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length; made += parts.at(-1)?.length ?? 0) {
    let digest = createHash(hash).update(Buffer.alloc(blockBytes, use)).update(input).digest();
    for (let round = 1; round < rounds; round++) digest = createHash(hash).update(digest).digest();
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

interface Pkcs12Content {
  keys: readonly KeyObject[];
  /** DER. */
  certificates: readonly Uint8Array[];
  password: string;
  /** A random salt. */
  salt: Uint8Array;
  /** The name that programs display. */
  name: string;
}

const writtenRounds = 10_000;

/**
 * Writes a PKCS#12 file. Keys are encrypted with AES-256, and a code proves that nothing was changed. Certificates are
 * public and not encrypted. The first key belongs to the first certificate.
 */
export function writePkcs12({ keys, certificates, password, salt, name }: Pkcs12Content): Buffer {
  const cipher = { cipher: "aes-256-cbc", passphrase: password };
  const bags = [
    ...keys.map((key, index) => ({
      bagId: oids.encryptedKeyBag,
      bagValue: toBuffer(key.export({ type: "pkcs8", format: "der", ...cipher })),
      bagAttributes: index === 0 ? nameFirst(name) : [],
    })),
    ...certificates.map((der, index) => ({
      bagId: oids.certificateBag,
      bagValue: AsnConvert.serialize(
        new CertBag({ certId: id_x509Certificate, certValue: wrap(der) }),
      ),
      bagAttributes: index === 0 && keys.length > 0 ? nameFirst(name) : [],
    })),
  ];
  const contents = AsnConvert.serialize(new SafeContents(bags.map((bag) => new SafeBag(bag))));
  const safe = AsnConvert.serialize(new AuthenticatedSafe([wrapData(contents)]));
  const options = { salt, password, rounds: writtenRounds };
  const key = expand(options, { use: 3, length: 32, hash: "sha256" });
  const mac = new MacData({ macSalt: new OctetString(salt), iterations: writtenRounds });
  mac.mac.digestAlgorithm.algorithm = "2.16.840.1.101.3.4.2.1";
  mac.mac.digest = new OctetString(createHmac("sha256", key).update(new Uint8Array(safe)).digest());
  return Buffer.from(AsnConvert.serialize(new PFX({ authSafe: wrapData(safe), macData: mac })));
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function wrap(bytes: Uint8Array): ArrayBuffer {
  return new asn1.OctetString({ valueHex: toBuffer(bytes) }).toBER();
}

function wrapData(bytes: ArrayBuffer): ContentInfo {
  return new ContentInfo({ contentType: oids.data, content: wrap(new Uint8Array(bytes)) });
}

/** Names a key and its certificate, and links them. */
function nameFirst(name: string): PKCS12Attribute[] {
  return [
    buildAttribute(oids.friendlyName, new asn1.BmpString({ value: name }).toBER()),
    buildAttribute(oids.localKeyId, wrap(new Uint8Array([1]))),
  ];
}

function buildAttribute(attrId: string, value: ArrayBuffer): PKCS12Attribute {
  // Its constructor ignores values.
  return Object.assign(new PKCS12Attribute(), { attrId, attrValues: [value] });
}
