import { X509Certificate } from "node:crypto";
import dev from "../plugin.ts";
import { readTime } from "../time/read-time.ts";

interface CertificateOptions {
  host?: string | undefined;
  time: string;
}

interface CheckOptions {
  host: string | undefined;
  /** The time of the check as milliseconds since 1970. */
  time: number;
}

/** Certificates of a bundle. */
const certificatesMax = 20;

const msPerDay = 86_400_000;

/** Describes the certificates of a PEM or DER file, and checks dates, signatures and the host. */
export function describeCertificates(
  bytes: Uint8Array,
  { host: givenHost, time }: CertificateOptions,
  now: number,
) {
  const host = givenHost === undefined ? undefined : readHost(givenHost);
  const text = Buffer.from(bytes).toString("latin1");
  const certificates = readCertificates(bytes, text);
  const { epochMilliseconds } = readTime(time, { zone: "UTC", at: "body.time", now }).time;
  const options = { host, time: epochMilliseconds };
  const [first] = certificates;
  return {
    certificates: certificates.map((one) => describeCertificate(one, certificates, options.time)),
    host_matches: first && host !== undefined ? matchesHost(first, host) : null,
    problems: first ? listProblems(first, options) : [],
    warnings: text.includes("PRIVATE KEY-----")
      ? ["The input has a private key, which was not read: never send one to a service"]
      : [],
  };
}

function readCertificates(bytes: Uint8Array, text: string): X509Certificate[] {
  const blocks = [...splitPem(text)];
  if (blocks.length > certificatesMax)
    throw refuse(`has more than ${certificatesMax} certificates`);
  if (blocks.length === 0) return [parse(bytes, "has no certificate in PEM or DER form")];
  return blocks.map((block, index) =>
    parse(block, `has a bad certificate at position ${index + 1}`),
  );
}

/** Returns the PEM blocks with certificates. Other blocks and the text between them are skipped. */
function* splitPem(text: string): Iterable<string> {
  const begin = "-----BEGIN CERTIFICATE-----";
  const end = "-----END CERTIFICATE-----";
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + 1)) {
    const to = text.indexOf(end, at);
    if (to === -1) throw refuse(`has a certificate without the line "${end}"`);
    yield text.slice(at, to + end.length);
  }
}

function parse(source: Uint8Array | string, problem: string): X509Certificate {
  try {
    return new X509Certificate(source);
  } catch (cause) {
    throw refuse(problem, cause);
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
  const { publicKey, subjectAltName } = certificate;
  const from = new Date(certificate.validFrom).getTime();
  const to = new Date(certificate.validTo).getTime();
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const issuer = all.findIndex((other) => isIssuedBy(certificate, other));
  return {
    subject: certificate.subject.split("\n"),
    issuer: certificate.issuer.split("\n"),
    common_name: readCommonName(certificate.subject),
    alternative_names: splitNames(subjectAltName ?? ""),
    serial: certificate.serialNumber,
    not_before: new Date(from).toISOString(),
    not_after: new Date(to).toISOString(),
    days_left: Math.floor((to - time) / msPerDay),
    is_valid_now: time >= from && time <= to,
    is_ca: certificate.ca,
    is_self_signed: isIssuedBy(certificate, certificate),
    issued_by: issuer === -1 ? null : issuer,
    key_type: publicKey.asymmetricKeyType ?? null,
    key_bits: modulusLength ?? null,
    key_curve: namedCurve ?? null,
    signature_algorithm: certificate.signatureAlgorithm ?? null,
    extended_key_usage: (certificate.keyUsage ?? []).map((id) => usages[id] ?? id),
    sha1: simplifyFingerprint(certificate.fingerprint),
    sha256: simplifyFingerprint(certificate.fingerprint256),
  };
}

function isIssuedBy(certificate: X509Certificate, other: X509Certificate): boolean {
  return certificate.checkIssued(other) && certificate.verify(other.publicKey);
}

/** Purposes of RFC 5280, section 4.2.1.12. */
const usages: Record<string, string> = {
  "1.3.6.1.5.5.7.3.1": "serverAuth",
  "1.3.6.1.5.5.7.3.2": "clientAuth",
  "1.3.6.1.5.5.7.3.3": "codeSigning",
  "1.3.6.1.5.5.7.3.4": "emailProtection",
  "1.3.6.1.5.5.7.3.8": "timeStamping",
  "1.3.6.1.5.5.7.3.9": "OCSPSigning",
};

/** Returns the last common name, without the escapes of RFC 2253. */
function readCommonName(subject: string): string | null {
  const line = subject.split("\n").findLast((part) => part.startsWith("CN="));
  return line ? line.slice(3).replace(/\\(.)/g, "$1") : null;
}

/** Splits a list of names. Names with special characters are JSON strings. */
function splitNames(list: string): string[] {
  return [...list.matchAll(/([\w ]+):("(?:[^"\\]|\\.)*"|[^,]*)/g)].map(([, kind, value = ""]) => {
    const name = value.startsWith('"') ? String(JSON.parse(value)) : value;
    return `${kind?.trim() === "IP Address" ? "IP" : kind?.trim()}:${name}`;
  });
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
  const problems: string[] = [];
  if (time < new Date(validFrom).getTime()) problems.push(`It is not valid before ${validFrom}`);
  if (time > new Date(validTo).getTime()) problems.push(`It expired on ${validTo}`);
  if (host !== undefined && !matchesHost(certificate, host))
    problems.push(`It is not for the host "${host}"`);
  return problems;
}
