import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import pdf from "../plugin.ts";
import { findIssuer } from "./chain.ts";

/** A private key with its certificate and those of its issuers, the signer's first. */
export interface Signer {
  key: KeyObject;
  certificates: readonly X509Certificate[];
  /** The hash of its signatures. */
  hash: "sha256" | "sha384" | "sha512";
}

interface KeyMaterial {
  /** PEM. */
  key?: string | undefined;
  /** PEM, with those of its issuers. */
  certificate?: string | undefined;
  pkcs12?: Uint8Array<ArrayBuffer> | undefined;
  /** The location of `pkcs12` in the request. */
  pkcs12At: string;
  password?: string | undefined;
}

/** Reads the signer of a request. Errors have no cause, so that no log has parts of a key. */
export async function readSigner(material: KeyMaterial): Promise<Signer> {
  const { keys, certificates, at } = material.pkcs12
    ? { ...(await readStore(material.pkcs12, material)), at: material.pkcs12At }
    : { ...readPem(material), at: "body.certificate" };
  for (const key of keys) {
    const own = certificates.find((one) => one.checkPrivateKey(key));
    if (own) return { key, certificates: sortPath(own, certificates), hash: chooseHash(key, at) };
  }
  throw refuse(at, "has no certificate for the private key");
}

async function readStore(bytes: Uint8Array<ArrayBuffer>, { pkcs12At, password }: KeyMaterial) {
  const { readPkcs12 } = await import("hub/pkcs12");
  try {
    const { keys, certificates } = readPkcs12(bytes, password ?? "");
    return { keys, certificates: certificates.map((der) => new X509Certificate(der)) };
  } catch {
    throw refuse(
      pkcs12At,
      "must be a PKCS#12 file that body.key_password opens, with a private key and its certificate",
    );
  }
}

function readPem({ key = "", certificate = "", password }: KeyMaterial) {
  const certificates = parsePem(certificate, "body.certificate");
  try {
    const options = { key, format: "pem" as const };
    const read = createPrivateKey({ ...options, ...(password && { passphrase: password }) });
    return { keys: [read], certificates };
  } catch {
    const isEncrypted = key.includes("ENCRYPTED");
    throw isEncrypted
      ? refuse("body.key_password", "must be the password of the private key in body.key")
      : refuse("body.key", 'must be a private key in PEM: "-----BEGIN PRIVATE KEY-----"');
  }
}

const pemStart = "-----BEGIN CERTIFICATE-----";
const certificatesMax = 100;

/** Parses the certificates of a PEM text. Throws an error with the location `at` if it has no certificate. */
export function parsePem(text: string, at: string): X509Certificate[] {
  const parts = text.split(pemStart).slice(1, certificatesMax + 1);
  if (parts.length === 0) throw refuse(at, `must have certificates in PEM: "${pemStart}"`);
  return parts.map((part, index) => {
    try {
      return new X509Certificate(pemStart + part);
    } catch {
      throw refuse(at, `has a certificate that cannot be read: it is number ${index + 1}`);
    }
  });
}

/** Returns the certificates that lead to a root, without the root: verifiers have their own. */
function sortPath(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const path = [own];
  for (
    let next = findIssuer(own, all);
    next && !path.includes(next);
    next = findIssuer(next, all)
  ) {
    if (next.checkIssued(next)) break;
    path.push(next);
  }
  return path;
}

function chooseHash({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, at: string) {
  const { modulusLength = 0, namedCurve = "" } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === "rsa" && modulusLength >= 2048) return "sha256";
  const hash = ({ prime256v1: "sha256", secp384r1: "sha384", secp521r1: "sha512" } as const)[
    namedCurve
  ];
  if (hash) return hash;
  throw refuse(at, "must be for an RSA key of at least 2048 bits, or for P-256, P-384 or P-521");
}

function refuse(at: string, problem: string) {
  return pdf.error("invalid_key", `${at} ${problem}`, { at });
}
