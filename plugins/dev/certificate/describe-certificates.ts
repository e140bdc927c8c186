import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import dev from "../plugin.ts";
import { readTime } from "../time/read-time.ts";
import { DerError, parseElements, readChildren, readObjectId, tags } from "./der.ts";
import {
  describeRequest,
  findCommonName,
  formatNames,
  readExtensions,
  readNames,
} from "./describe-request.ts";
import { describeKey } from "./key.ts";
import { purposes } from "./purposes.ts";
import { listWeaknesses } from "./weaknesses.ts";

interface CertificateOptions {
  host?: string | undefined;
  time: string;
}

interface CheckOptions {
  host: string | undefined;
  /** The time of the check as milliseconds since 1970. */
  time: number;
}

/** Maximum number of certificates and requests in one file. */
const certificatesMax = 20;

const msPerDay = 86_400_000;

/** Describes the certificates and requests of a PEM or DER file, and checks dates, signatures and the host. */
export function describeCertificates(
  bytes: Uint8Array,
  { host: givenHost, time }: CertificateOptions,
  now: number,
) {
  const host = givenHost === undefined ? undefined : readHost(givenHost);
  const text = Buffer.from(bytes).toString("latin1");
  const { certificates, requests } = readInput(bytes, text);
  const { epochMilliseconds } = readTime(time, { zone: "UTC", at: "body.time", now }).time;
  const options = { host, time: epochMilliseconds };
  const [first] = certificates;
  if (host !== undefined && !first)
    throw dev.error("invalid_input", "body.host needs a certificate: the body has only requests", {
      at: "body.host",
    });
  return {
    certificates: certificates.map((one) => describeCertificate(one, certificates, options.time)),
    requests,
    host_matches: first && host !== undefined ? matchesHost(first, host) : null,
    problems: first ? listProblems(first, options) : listRequestProblems(requests),
    warnings: listWarnings(text, certificates, requests),
  };
}

/** The certificates and requests of a PEM file, or the one of a DER file. */
interface CertificateFile {
  certificates: X509Certificate[];
  requests: Request[];
}

type Request = ReturnType<typeof describeRequest>;

function readInput(bytes: Uint8Array, text: string): CertificateFile {
  const blocks = [...splitPem(text)];
  const input: CertificateFile = { certificates: [], requests: [] };
  if (blocks.length > certificatesMax)
    throw refuse(`has more than ${certificatesMax} certificates and requests`);
  if (blocks.length === 0) {
    refuseOtherBlocks(text);
    return readDer(bytes);
  }
  for (const [index, { kind, pem, content }] of blocks.entries()) {
    const problem = `has a bad ${kind} at position ${index + 1}`;
    if (kind === "certificate") input.certificates.push(parseCertificate(pem, problem));
    else if (kind === "bundle")
      input.certificates.push(...readBundle(Buffer.from(content, "base64"), problem));
    else input.requests.push(parseRequest(Buffer.from(content, "base64"), problem));
  }
  if (input.certificates.length + input.requests.length === 0)
    throw refuse("has a PKCS 7 file without certificates");
  if (input.certificates.length > certificatesMax)
    throw refuse(`has more than ${certificatesMax} certificates and requests`);
  return input;
}

/** Reads the certificates of PKCS 7 (RFC 2315, section 9.1), as Windows and Java export chains. */
function readBundle(bytes: Uint8Array, problem: string): X509Certificate[] {
  try {
    const [type, wrapped] = readChildren(parseElements(bytes)[0], tags.sequence);
    if (readObjectId(type) !== "1.2.840.113549.1.7.2" || !wrapped)
      throw new DerError("no signed data");
    const parts = readChildren(parseElements(wrapped.content)[0], tags.sequence);
    const list = parts.find(({ tag }) => tag === 0xa0);
    return list ? parseElements(list.content).map((one) => new X509Certificate(one.bytes)) : [];
  } catch (cause) {
    throw refuse(problem, cause);
  }
}

/** Throws if a PEM file has other blocks than certificates and requests. */
function refuseOtherBlocks(text: string): void {
  const [, label] = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text) ?? [];
  if (label?.endsWith("PRIVATE KEY")) throw refuse(privateKeyProblem);
  if (label) throw refuse(`has no certificate or certificate request: it has "${label}"`);
}

const privateKeyProblem = "has a private key and no certificate: never send one to a service";

function isPrivateKey(bytes: Uint8Array): boolean {
  return (["pkcs8", "pkcs1", "sec1"] as const).some((type) => {
    try {
      return createPrivateKey({ key: Buffer.from(bytes), format: "der", type }).type === "private";
    } catch {
      return false;
    }
  });
}

function readDer(bytes: Uint8Array): CertificateFile {
  const problem = isPrivateKey(bytes)
    ? privateKeyProblem
    : "has no certificate or certificate request in PEM or DER form";
  try {
    return { certificates: [new X509Certificate(bytes)], requests: [] };
  } catch {
    // The object identifier of signed data follows two headers.
    if (Buffer.from(bytes.subarray(0, 24)).includes(signedData))
      return { certificates: readBundle(bytes, "has a bad PKCS 7 file"), requests: [] };
    return { certificates: [], requests: [parseRequest(bytes, problem)] };
  }
}

const signedData = Buffer.from("06092a864886f70d010702", "hex");

const pemLabels: ReadonlyMap<string, "certificate" | "request" | "bundle"> = new Map([
  ["CERTIFICATE", "certificate"],
  ["PKCS7", "bundle"],
  ["CMS", "bundle"],
  ["CERTIFICATE REQUEST", "request"],
  ["NEW CERTIFICATE REQUEST", "request"],
]);

/** Returns the PEM blocks in their order. Other blocks and the text between them are skipped. */
function* splitPem(text: string) {
  for (const { 0: begin, 1: label, index } of text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----/g)) {
    const kind = pemLabels.get(label ?? "");
    if (!kind) continue;
    const end = `-----END ${label}-----`;
    const to = text.indexOf(end, index);
    if (to === -1) throw refuse(`has a ${kind} without the line "${end}"`);
    const content = text.slice(index + begin.length, to);
    yield { kind, pem: begin + content + end, content };
  }
}

function parseCertificate(source: string, problem: string): X509Certificate {
  try {
    return new X509Certificate(source);
  } catch (cause) {
    throw refuse(problem, cause);
  }
}

function parseRequest(bytes: Uint8Array, problem: string): Request {
  try {
    return describeRequest(bytes);
  } catch (cause) {
    if (cause instanceof DerError) throw refuse(problem, cause);
    throw cause;
  }
}

function refuse(problem: string, cause?: unknown) {
  return dev.error("syntax_error", `The body ${problem}`, { at: "body", cause });
}

function describeCertificate(
  certificate: X509Certificate,
  all: readonly X509Certificate[],
  time: number,
) {
  const from = new Date(certificate.validFrom).getTime();
  const to = new Date(certificate.validTo).getTime();
  const content = readContent(certificate);
  const { serialNumber } = certificate;
  const issuer = all.findIndex((other) => isIssuedBy(certificate, other));
  return {
    subject: content ? formatNames(content.subject) : certificate.subject.split("\n"),
    issuer: content ? formatNames(content.issuer) : certificate.issuer.split("\n"),
    common_name: content ? findCommonName(content.subject) : null,
    alternative_names: content?.alternative_names ?? [],
    serial: serialNumber.padStart(serialNumber.length + (serialNumber.length % 2), "0"),
    not_before: new Date(from).toISOString(),
    not_after: new Date(to).toISOString(),
    days_left: Math.floor((to - time) / msPerDay),
    is_valid_now: time >= from && time <= to,
    is_ca: certificate.ca,
    is_self_signed: isSelfSigned(certificate),
    issued_by: issuer === -1 ? null : issuer,
    ...describeKey(readKey(certificate)),
    signature_algorithm: certificate.signatureAlgorithm ?? null,
    key_usage: content?.key_usage ?? [],
    extended_key_usage: (certificate.keyUsage ?? []).map((id) => purposes[id] ?? id),
    sha1: simplifyFingerprint(certificate.fingerprint),
    sha256: simplifyFingerprint(certificate.fingerprint256),
  };
}

/** Returns the names and extensions of a certificate, or undefined if they are damaged. */
function readContent({ raw }: X509Certificate) {
  try {
    const [content] = readChildren(parseElements(raw)[0], tags.sequence);
    const parts = readChildren(content, tags.sequence);
    const wrapped = parts.find(({ tag }) => tag === 0xa3);
    // The version is left out in certificates of version 1.
    const [, , issuer, , subject] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts;
    if (!issuer || !subject) throw new DerError("no issuer or subject");
    return {
      issuer: readNames(issuer),
      subject: readNames(subject),
      ...readExtensions(wrapped && parseElements(wrapped.content)[0]),
    };
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/** Returns whether a certificate's own key signed it, or null if the runtime can't check its signature. */
function isSelfSigned(certificate: X509Certificate): boolean | null {
  if (!certificate.checkIssued(certificate)) return false;
  if (isIssuedBy(certificate, certificate)) return true;
  return canVerify(certificate) ? false : null;
}

/** Returns whether the runtime checks signatures by this key and algorithm. */
function canVerify(certificate: X509Certificate): boolean {
  const type = readKey(certificate)?.asymmetricKeyType;
  const isRsa = type === "rsa" && /^(?:sha\d+WithRSA|RSA-SHA)/i.test(getAlgorithm(certificate));
  return (
    isRsa || type === "ed25519" || (type === "ec" && /^ecdsa/i.test(getAlgorithm(certificate)))
  );
}

function getAlgorithm({ signatureAlgorithm = "" }: X509Certificate): string {
  return signatureAlgorithm;
}

function isIssuedBy(certificate: X509Certificate, other: X509Certificate): boolean {
  const key = readKey(other);
  return key !== undefined && certificate.checkIssued(other) && certificate.verify(key);
}

/** Returns undefined for keys that the runtime does not support, such as those of secp256k1. */
function readKey(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}

function simplifyFingerprint(fingerprint: string): string {
  return fingerprint.replaceAll(":", "").toLowerCase();
}

/** Returns a host as certificates name it: international names in ASCII, and without a dot at the end. */
function readHost(host: string): string {
  const url = URL.parse(`http://${host.includes(":") ? `[${host}]` : host}/`);
  const name = url?.hostname.replace(/^\[|[\].]$/g, "") ?? "";
  if (!/[\s/?#@\\]/.test(host) && name.split(".").every((label) => label !== "")) return name;
  const detail = `body.host must be a host name or an IP address: it is ${JSON.stringify(host)}`;
  throw dev.error("invalid_input", detail, { at: "body.host" });
}

function matchesHost(certificate: X509Certificate, host: string): boolean {
  return /:|^\d+(?:\.\d+){3}$/.test(host)
    ? certificate.checkIP(host) !== undefined
    : certificate.checkHost(host) !== undefined;
}

function listProblems(certificate: X509Certificate, { host, time }: CheckOptions): string[] {
  const { validFrom, validTo } = certificate;
  const problems = listCertificateWeaknesses(certificate).map((weakness) => `It has ${weakness}`);
  if (time < new Date(validFrom).getTime()) problems.push(`It is not valid before ${validFrom}`);
  if (time > new Date(validTo).getTime()) problems.push(`It expired on ${validTo}`);
  if (host !== undefined && !matchesHost(certificate, host))
    problems.push(`It is not for the host "${host}"`);
  return problems;
}

function listCertificateWeaknesses(certificate: X509Certificate): string[] {
  return listWeaknesses(readKey(certificate)?.asymmetricKeyDetails?.modulusLength ?? null, {
    algorithm: getAlgorithm(certificate),
    isSelfSigned: isSelfSigned(certificate),
  });
}

function listRequestProblems([request]: Request[]): string[] {
  if (!request) return [];
  const { key_bits, signature_algorithm: algorithm, is_signature_valid: isValid } = request;
  const weaknesses = listWeaknesses(key_bits, { algorithm, isSelfSigned: isValid });
  return [
    ...(isValid === false ? ["Its signature is not from its key"] : []),
    ...weaknesses.map((weakness) => `It has ${weakness}`),
  ];
}

function listWarnings(
  text: string,
  certificates: X509Certificate[],
  requests: Request[],
): string[] {
  const warnings = certificates.flatMap((certificate, index) =>
    readKey(certificate)
      ? []
      : `The key of certificate ${index} has an unsupported type, so signatures with it were not verified`,
  );
  for (const [index, certificate] of certificates.entries()) {
    if (!readContent(certificate))
      warnings.push(`The names and extensions of certificate ${index} cannot be read`);
    if (index > 0)
      for (const weakness of listCertificateWeaknesses(certificate))
        warnings.push(`Certificate ${index} has ${weakness}`);
  }
  for (const [index, { is_signature_valid }] of requests.entries())
    if (is_signature_valid === null)
      warnings.push(
        `The signature of request ${index} was not verified: its algorithm is not supported`,
      );
  if (text.includes("PRIVATE KEY-----"))
    warnings.push("The input has a private key, which was not read: never send one to a service");
  return warnings;
}
