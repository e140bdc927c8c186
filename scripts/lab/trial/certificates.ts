import { X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeCertificates } from "../../../plugins/dev/certificate/describe-certificates.ts";
import { requireProgram } from "./kit/judges.ts";
import type { Measurement, Row } from "./kit/row.ts";
import { SkippedError } from "./kit/row.ts";

const runtime = "X509Certificate of the runtime";
const debianFolder = "/usr/share/ca-certificates/mozilla";

export default {
  engine: "dev/certificate",
  ours: ["plugins/dev/certificate/{asn1,extensions,names,key}.ts"],
  theirs: [{ name: runtime, licence: "MIT" }],
  async measure() {
    requireProgram("openssl", "apt install openssl");
    return [
      compare("certificates of Debian's ca-certificates; openssl is the judge", listDebian()),
      compare("certificates of 13 kinds of keys with each extension and rare names", makeAll()),
    ];
  },
} satisfies Row;

/** A certificate by the values that OpenSSL prints. */
type Fields = Record<string, string>;

function compare(set: string, pems: string[]): Measurement {
  const count = { inputs: 0, ours: 0, theirs: 0 };
  for (const pem of pems) {
    const right = readWithOpenssl(pem);
    const ours = readOurs(pem);
    const theirs = readRuntime(pem);
    for (const [field, value] of Object.entries(right)) {
      count.inputs++;
      if (ours[field] === value) count.ours++;
      if (theirs[field] === value) count.theirs++;
    }
  }
  return {
    set,
    inputs: count.inputs,
    figure: "equal fields",
    ours: count.ours,
    theirs: { [runtime]: count.theirs },
  };
}

function openssl(args: string[], input = ""): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["openssl", ...args], {
    stdin: Buffer.from(input),
  });
  if (exitCode !== 0) throw new Error(`openssl ${args.join(" ")}: ${stderr.toString()}`);
  return stdout.toString();
}

function readWithOpenssl(pem: string): Fields {
  const nameOptions = "esc_2253,esc_ctrl,sep_multiline,sname,utf8";
  const names = openssl(
    [
      "x509",
      "-noout",
      "-subject",
      "-issuer",
      "-serial",
      "-dates",
      "-fingerprint",
      "-sha256",
      "-nameopt",
      nameOptions,
    ],
    pem,
  );
  const text = openssl(["x509", "-noout", "-text", "-nameopt", nameOptions], pem);
  const find = (pattern: RegExp) => pattern.exec(text)?.[1]?.trim() ?? "";
  const block = (name: string) =>
    (names.split(`${name}=\n`)[1] ?? "")
      .split("\n")
      .slice(
        0,
        names
          .split(`${name}=\n`)[1]
          ?.split("\n")
          .findIndex((line) => !line.startsWith("    ")),
      )
      .map((line) => line.trim())
      .join("\n");
  const print = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(names)?.[1] ?? "";
  return {
    subject: block("subject"),
    issuer: block("issuer"),
    serial: print("serial"),
    not_before: new Date(print("notBefore")).toISOString(),
    not_after: new Date(print("notAfter")).toISOString(),
    key_bits: /RSA|rsa/.test(find(/Public Key Algorithm: (.*)/))
      ? find(/Public-Key: \((\d+) bit\)/)
      : "",
    key_curve: find(/ASN1 OID: (.*)/),
    signature_algorithm: find(/Signature Algorithm: (.*)/),
    sha256: print("sha256 Fingerprint").replaceAll(":", "").toLowerCase(),
    ...readExtensionText(text),
  };
}

/** Returns the lines of each extension by its name, and whether it is critical. */
function readExtensionText(text: string): Fields {
  const [, rest = ""] = text.split("X509v3 extensions:\n");
  const [section = ""] = rest.split(/^ {0,11}\S/m);
  return Object.fromEntries(
    section.split(/^ {12}(?=\S)/m).flatMap((block) => {
      const [head = "", ...lines] = block.split("\n");
      const [, name = "", critical] = /^(.*): ?(critical)?$/.exec(head) ?? [];
      if (name === "") return [];
      const isCritical = [`critical ${name}`, String(critical !== undefined)];
      return isDumped(name, lines) ? [isCritical] : [isCritical, [name, normalize(lines)]];
    }),
  );
}

/** Returns whether OpenSSL dumps the bytes of the extension, or prints nothing of a text in UTF-16. */
function isDumped(name: string, lines: string[]): boolean {
  return unread.test(name) || lines.some((line) => line.endsWith("Explicit Text: "));
}

/** Extensions whose bytes OpenSSL dumps, and those that it alone decodes. */
const unread =
  /^(?:\d|Netscape (?!C)|CT Pre|X509v3 Subject Dir|Proxy|qcSt|S\/MIME Cap|Microsoft|setCext)/;

/** Writes names, addresses and times in one spelling, of which OpenSSL has two or more. */
function normalize(lines: string[]): string {
  return lines
    .join("\n")
    .replace(/ {8,}/g, "\n")
    .replaceAll("IP Address:", "IP:")
    .replace(/othername: ?/g, "othername:")
    .replace(/(othername:[^:,]*)::/g, "$1:")
    .replace(
      /DirName:\/?([^\n]*?)(?=$|\n|, othername| *, [A-Z]+:)/g,
      (_, name: string) =>
        `DirName:${name
          .replaceAll("/", ",")
          .replaceAll(" = ", "=")
          .replace(/\\?, ?/g, ",")}`,
    )
    .replaceAll(" = ", "=")
    .replace(
      /IP:([\d.]+|[\dA-F:]+)\/([\d.]+|[\dA-Fa-f:]+)/g,
      (_, address: string, mask: string) => `IP:${address}/${countMask(mask)}`,
    )
    .replace(
      /(Not (?:Before|After)): ([A-Z].{3,30}GMT)/g,
      (_, label: string, time: string) => `${label}: ${new Date(time).toISOString()}`,
    )
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function countMask(mask: string): string {
  if (!mask.includes(".") && !mask.includes(":")) return mask;
  const groups = mask
    .split(/[.:]/)
    .map((group) => Number.parseInt(group, mask.includes(".") ? 10 : 16));
  return String(
    groups.reduce((sum, group) => sum + group.toString(2).replaceAll("0", "").length, 0),
  );
}

function readOurs(pem: string): Fields {
  try {
    const [one] = describeCertificates(Buffer.from(pem), { time: "now" }, Date.now()).certificates;
    if (!one) return {};
    return {
      ...Object.fromEntries(
        Object.entries(one).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join("\n") : String(value ?? ""),
        ]),
      ),
      key_bits: one.key_type.startsWith("rsa") ? String(one.key_bits) : "",
      ...Object.fromEntries(
        one.extensions.flatMap(({ name, is_critical, value }) => [
          [`critical ${name}`, String(is_critical)],
          [name, normalize(value ?? [])],
        ]),
      ),
    };
  } catch {
    return {};
  }
}

function readRuntime(pem: string): Fields {
  const one = new X509Certificate(pem);
  return {
    subject: one.subject,
    issuer: one.issuer,
    serial: one.serialNumber,
    not_before: new Date(one.validFrom).toISOString(),
    not_after: new Date(one.validTo).toISOString(),
    signature_algorithm: one.signatureAlgorithm ?? "",
    sha1: one.fingerprint.replaceAll(":", "").toLowerCase(),
    sha256: one.fingerprint256.replaceAll(":", "").toLowerCase(),
    "X509v3 Subject Alternative Name": normalize([one.subjectAltName ?? ""]),
  };
}

function listDebian(): string[] {
  try {
    return readdirSync(debianFolder).map((file) => readFileSync(join(debianFolder, file), "utf8"));
  } catch {
    throw new SkippedError("no ca-certificates: apt install ca-certificates");
  }
}

const keys = [
  "rsa:1024",
  "rsa:2048",
  "rsa:3072",
  "rsa-pss -pkeyopt rsa_keygen_bits:2048",
  "ec -pkeyopt ec_paramgen_curve:P-256",
  "ec -pkeyopt ec_paramgen_curve:P-384",
  "ec -pkeyopt ec_paramgen_curve:P-521",
  "ec -pkeyopt ec_paramgen_curve:secp256k1",
  "ec -pkeyopt ec_paramgen_curve:brainpoolP256r1",
  "ec -pkeyopt ec_paramgen_curve:SM2",
  "ed25519",
  "ed448",
  "ec -pkeyopt ec_paramgen_curve:P-224",
];

/** Configurations of OpenSSL, separated by empty lines. */
const parts = readFileSync(join(import.meta.dir, "certificates.txt"), "utf8").split(/^=== .*\n/m);
const [extensions = [], subjects = []] = parts.slice(1).map((part) => part.trimEnd().split("\n\n"));

const serials = ["1", "0x80", "0xABCDEF0123456789", "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"];
const dates = ["-days 1", "-days 36500", "-days 9999"];

/** Makes certificates with each key, extension, subject, serial number and length. */
function makeAll(): string[] {
  const folder = mkdtempSync(join(tmpdir(), "certificates-"));
  try {
    return [
      ...keys.map((key) => make(folder, { key })),
      ...keys.map((key) => make(folder, { key, extension: extensions[2], subject: subjects[1] })),
      ...extensions.map((extension) => make(folder, { extension })),
      ...extensions.map((extension) => make(folder, { extension, key: keys[5] })),
      ...subjects.map((subject) => make(folder, { subject })),
      ...subjects.map((subject) => make(folder, { subject, string: "default" })),
      ...serials.map((serial) => make(folder, { serial })),
      ...dates.map((date) => make(folder, { date })),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Make {
  key?: string | undefined;
  extension?: string | undefined;
  subject?: string | undefined;
  serial?: string;
  date?: string;
  string?: string;
}

function make(folder: string, options: Make): string {
  const { key = "ed25519", extension = "", subject = "CN=a", serial = "7" } = options;
  const config = `[req]
distinguished_name=dn
x509_extensions=e
prompt=no
utf8=yes
string_mask=${options.string ?? "utf8only"}
[dn]
${subject}
[e]
${extension}
${parts[3]}`;
  writeFileSync(join(folder, "config"), config);
  return openssl([
    ..."req -x509 -nodes -batch -keyout /dev/null".split(" "),
    ...["-config", join(folder, "config"), "-set_serial", serial],
    ...(options.date ?? "-days 30").split(" "),
    ...["-newkey", ...key.split(" ")],
  ]);
}
