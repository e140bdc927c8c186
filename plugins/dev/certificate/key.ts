import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { RSAPublicKey } from "@peculiar/asn1-rsa";
import { AsnConvert } from "@peculiar/asn1-schema";
import type { SubjectPublicKeyInfo } from "@peculiar/asn1-x509";
import { asTable } from "hub";
import { decode, formatHex, nameObject, readText } from "./asn1.ts";

const types: Record<string, string> = asTable({
  rsaEncryption: "rsa",
  rsassaPss: "rsa-pss",
  dsaEncryption: "dsa",
  "id-ecPublicKey": "ec",
});

/** Describes a public key, which the runtime may not support. */
export function describeKey(info: SubjectPublicKeyInfo) {
  const { algorithm, parameters } = info.algorithm;
  const name = nameObject(algorithm).long;
  const type = types[name] ?? name.toLowerCase();
  const curve = type === "ec" && parameters ? readText(parameters) : undefined;
  return {
    key_type: type,
    key_bits: type.startsWith("rsa")
      ? countBits(decode(info.subjectPublicKey, RSAPublicKey).modulus)
      : (readKey(info)?.asymmetricKeyDetails?.modulusLength ?? null),
    key_curve: curve === undefined ? null : nameObject(curve).short,
    key_sha256: createHash("sha256").update(exportKey(info)).digest("hex"),
  };
}

function countBits(integer: ArrayBuffer): number {
  return BigInt(`0x${formatHex(integer)}`).toString(2).length;
}

function exportKey(info: SubjectPublicKeyInfo): Buffer {
  return Buffer.from(AsnConvert.serialize(info));
}

/** Returns undefined for keys that the runtime does not support, such as those of secp256k1. */
export function readKey(info: SubjectPublicKeyInfo): KeyObject | undefined {
  try {
    return createPublicKey({ key: exportKey(info), format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}
