import { constants, verify } from "node:crypto";
import { RsaSaPssParams } from "@peculiar/asn1-rsa";
import type { AlgorithmIdentifier, SubjectPublicKeyInfo } from "@peculiar/asn1-x509";
import { decode, nameObject } from "./asn1.ts";
import { readKey } from "./key.ts";

/** A signature, and the bytes that it signs. */
interface Signed {
  algorithm: AlgorithmIdentifier;
  data: ArrayBuffer | undefined;
  signature: ArrayBuffer;
}

/** Returns the name of a signature's algorithm. */
export function nameAlgorithm({ algorithm }: AlgorithmIdentifier): string {
  return nameObject(algorithm).long;
}

/** Verifies a signature. Returns null if the runtime does not support the algorithm or the key. */
export function verifySignature(
  info: SubjectPublicKeyInfo,
  { algorithm, data, signature }: Signed,
): boolean | null {
  const key = readKey(info);
  const name = nameAlgorithm(algorithm);
  const isPss = name === "rsassaPss";
  const keyType = findKeyType(name);
  if (!key || !data || !keyType) return null;
  if (keyType !== key.asymmetricKeyType) return false;
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
  try {
    return verify(
      isPss ? readPssHash(algorithm) : (/(?:sha|md)\d+/i.exec(name)?.[0] ?? null),
      new Uint8Array(data),
      { key, ...(isPss && { padding, saltLength }) },
      new Uint8Array(signature),
    );
  } catch {
    return null;
  }
}

/** Returns the type of the keys of an algorithm, or undefined if the runtime cannot verify it. */
function findKeyType(name: string): string | undefined {
  if (name === "ED25519") return "ed25519";
  if (name.startsWith("ecdsa-with-")) return "ec";
  return /^rsassaPss$|^(?:sha|md5).*WithRSAEncryption$/.test(name) ? "rsa" : undefined;
}

function readPssHash({ parameters }: AlgorithmIdentifier): string {
  // RFC 4055, section 3.1: SHA-1 is the default.
  const { hashAlgorithm } = parameters ? decode(parameters, RsaSaPssParams) : new RsaSaPssParams();
  return nameAlgorithm(hashAlgorithm);
}
