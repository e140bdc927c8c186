import { BitString, OctetString } from "@peculiar/asn1-schema";
import {
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  CertificatePolicies,
  CRLDistributionPoints,
  type DistributionPoint,
  ExtendedKeyUsage,
  type Extension,
  type GeneralName,
  GeneralNames,
  type GeneralSubtree,
  InvalidityDate,
  IssuingDistributionPoint,
  NameConstraints,
  type NoticeReference,
  PolicyConstraints,
  type PolicyInformation,
  PolicyMappings,
  PrivateKeyUsagePeriod,
  UserNotice,
} from "@peculiar/asn1-x509";
import { asTable } from "hub";
import { openTable } from "hub/data-file";
import {
  DerError,
  decode,
  formatHex,
  formatSerial,
  nameObject,
  readIntegers,
  readText,
} from "./asn1.ts";
import { formatGeneralName, formatNames } from "./names.ts";

type Extensions = readonly Extension[] | undefined;

/** Describes the extensions that name and restrict a certificate or request, and lists all of them. */
export function readExtensions(extensions: Extensions) {
  const find = <T>(id: string, read: (value: ArrayBuffer) => T): T | null => {
    const extension = extensions?.find(({ extnID }) => extnID === id);
    return extension ? attempt(read, extension.extnValue.buffer) : null;
  };
  const constraints = find("2.5.29.19", (value) => decode(value, BasicConstraints));
  const listNames = (value: ArrayBuffer) => decode(value, GeneralNames).map(formatGeneralName);
  return {
    alternative_names: find("2.5.29.17", listNames) ?? [],
    is_ca: constraints?.cA ?? false,
    path_length: constraints?.pathLenConstraint ?? null,
    key_usage: (find("2.5.29.15", readUsage) ?? []).map(({ name }) => name),
    extended_key_usage: (find("2.5.29.37", readPurposes) ?? []).map(({ short }) => short),
    extensions: describeExtensions(extensions),
  };
}

/** Lists extensions in their order. The lines of a value are those that OpenSSL prints. */
export function describeExtensions(extensions: Extensions = []) {
  return extensions.map(({ extnID: id, critical, extnValue: { buffer } }) => {
    const read = readers[id];
    return {
      id,
      name: nameObject(id).long,
      is_critical: critical,
      value: read ? attempt(read, buffer) : null,
      hex: formatHex(buffer),
    };
  });
}

/** Returns whether the value of an extension of a known type cannot be read. */
export function isDamaged({ id, value }: ReturnType<typeof describeExtensions>[number]): boolean {
  return value === null && id in readers;
}

/** Returns null for a damaged value. */
function attempt<T>(read: (value: ArrayBuffer) => T, value: ArrayBuffer): T | null {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

const readUsage = (value: ArrayBuffer) => listFlags("usage", value);
const readPurposes = (value: ArrayBuffer) => decode(value, ExtendedKeyUsage).map(nameObject);

type Reader = (value: ArrayBuffer) => string[];

const readers: Record<string, Reader> = asTable<Reader>({
  "2.5.29.14": (value) => [formatId(formatHex(decode(value, OctetString).buffer))],
  "2.5.29.15": (value) => [joinFlags("usage", value)],
  "2.5.29.16": (value) => [formatPeriod(decode(value, PrivateKeyUsagePeriod))],
  "2.5.29.17": readNames,
  "2.5.29.18": readNames,
  "2.5.29.19": (value) => [formatConstraints(decode(value, BasicConstraints))],
  "2.5.29.20": (value) => readIntegers(value),
  "2.5.29.21": (value) => [nameFlag("reason", Number(readIntegers(value)[0]))],
  "2.5.29.24": (value) => [decode(value, InvalidityDate).value.toISOString()],
  "2.5.29.27": (value) => readIntegers(value),
  "2.5.29.28": readIssuingPoint,
  "2.5.29.30": readNameConstraints,
  "2.5.29.31": readPoints,
  "2.5.29.32": (value) => decode(value, CertificatePolicies).flatMap(describePolicy),
  "2.5.29.33": (value) => [
    decode(value, PolicyMappings)
      .map((one) => `${one.issuerDomainPolicy}:${one.subjectDomainPolicy}`)
      .join(", "),
  ],
  "2.5.29.35": (value) => describeAuthority(decode(value, AuthorityKeyIdentifier)),
  "2.5.29.36": readPolicyConstraints,
  "2.5.29.37": (value) => [
    readPurposes(value)
      .map(({ long }) => long)
      .join(", "),
  ],
  "2.5.29.46": readPoints,
  "2.5.29.54": (value) => readIntegers(value),
  "1.3.6.1.5.5.7.1.1": readAccess,
  "1.3.6.1.5.5.7.1.11": readAccess,
  "1.3.6.1.5.5.7.1.24": (value) => [
    readIntegers(value)
      .map((number) => nameFlag("features", Number(number)))
      .join(", "),
  ],
  "1.3.6.1.5.5.7.48.1.5": () => [],
  "2.16.840.1.113730.1.1": (value) => [joinFlags("types", value)],
  "2.16.840.1.113730.1.13": (value) => [readText(value) ?? formatHex(value)],
});

const readFlags = openTable(
  new URL("./flags.tsv", import.meta.url),
  {
    kind: ["usage", "reasons", "types", "features", "reason"],
    number: "number",
    name: "text",
    text: "text",
  },
  { unique: ["kind", "number"] },
);

type Kind = ReturnType<typeof readFlags>[number]["kind"];

/** Returns the flags that are set in a bit string, whose first bit has the number 0. */
function listFlags(kind: Kind, value: ArrayBuffer) {
  const bits = new Uint8Array(decode(value, BitString).value);
  const isSet = (number: number) => ((bits[number >> 3] ?? 0) << (number & 7)) & 0x80;
  return readFlags().filter((flag) => flag.kind === kind && isSet(flag.number));
}

function joinFlags(kind: Kind, value: ArrayBuffer): string {
  return listFlags(kind, value)
    .map(({ text }) => text)
    .join(", ");
}

function nameFlag(kind: Kind, number: number): string {
  const flag = readFlags().find((one) => one.kind === kind && one.number === number);
  return flag?.text ?? String(number);
}

function formatId(hex: string): string {
  return hex.toUpperCase().replace(/..(?=.)/g, "$&:");
}

function formatPeriod({ notBefore, notAfter }: PrivateKeyUsagePeriod): string {
  return [
    ...(notBefore ? [`Not Before: ${notBefore.toISOString()}`] : []),
    ...(notAfter ? [`Not After: ${notAfter.toISOString()}`] : []),
  ].join(", ");
}

function formatConstraints({ cA, pathLenConstraint }: BasicConstraints): string {
  const length = pathLenConstraint === undefined ? "" : `, pathlen:${pathLenConstraint}`;
  return `CA:${cA ? "TRUE" : "FALSE"}${length}`;
}

function readNames(value: ArrayBuffer): string[] {
  return [decode(value, GeneralNames).map(formatGeneralName).join(", ")];
}

function readAccess(value: ArrayBuffer): string[] {
  return decode(value, AuthorityInfoAccessSyntax).map(
    ({ accessMethod, accessLocation }) =>
      `${nameObject(accessMethod).long} - ${formatGeneralName(accessLocation)}`,
  );
}

/** Returns a heading and indented lines, or nothing without lines. */
function indent(heading: string, lines: readonly string[] = []): string[] {
  return lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`)] : [];
}

function describeNames(heading: string, names: readonly GeneralName[] | undefined): string[] {
  return indent(heading, names?.map(formatGeneralName));
}

function readPoints(value: ArrayBuffer): string[] {
  return decode(value, CRLDistributionPoints).flatMap((point) => [
    ...describePoint(point),
    ...(point.reasons
      ? indent("Reasons:", [joinFlags("reasons", point.reasons.toASN().toBER())])
      : []),
    ...describeNames("CRL Issuer:", point.cRLIssuer),
  ]);
}

function describePoint({
  distributionPoint,
}: Pick<DistributionPoint, "distributionPoint">): string[] {
  const { fullName, nameRelativeToCRLIssuer: relative } = distributionPoint ?? {};
  return [
    ...describeNames("Full Name:", fullName),
    ...indent("Relative Name:", relative && formatNames([relative])),
  ];
}

function readIssuingPoint(value: ArrayBuffer): string[] {
  const point = decode(value, IssuingDistributionPoint);
  return [
    ...describePoint(point),
    ...(point.onlyContainsUserCerts ? ["Only User Certificates"] : []),
    ...(point.onlyContainsCACerts ? ["Only CA Certificates"] : []),
    ...(point.indirectCRL ? ["Indirect CRL"] : []),
    ...(point.onlySomeReasons
      ? indent("Only Some Reasons:", [joinFlags("reasons", point.onlySomeReasons.toASN().toBER())])
      : []),
    ...(point.onlyContainsAttributeCerts ? ["Only Attribute Certificates"] : []),
  ];
}

function readNameConstraints(value: ArrayBuffer): string[] {
  const { permittedSubtrees, excludedSubtrees } = decode(value, NameConstraints);
  const describe = (heading: string, trees?: readonly GeneralSubtree[]) =>
    describeNames(
      heading,
      trees?.map(({ base }) => base),
    );
  return [...describe("Permitted:", permittedSubtrees), ...describe("Excluded:", excludedSubtrees)];
}

function describePolicy({
  policyIdentifier: id,
  policyQualifiers = [],
}: PolicyInformation): string[] {
  const lines = policyQualifiers.flatMap(({ policyQualifierId, qualifier }) => {
    if (policyQualifierId === "1.3.6.1.5.5.7.2.1") return [`CPS: ${readText(qualifier)}`];
    if (policyQualifierId !== "1.3.6.1.5.5.7.2.2")
      return [`Unknown Qualifier: ${policyQualifierId}`];
    const { noticeRef, explicitText } = decode(qualifier, UserNotice);
    return indent("User Notice:", [
      ...(noticeRef ? describeNotice(noticeRef) : []),
      ...(explicitText ? [`Explicit Text: ${explicitText}`] : []),
    ]);
  });
  return [`Policy: ${nameObject(id).long}`, ...lines.map((line) => `  ${line}`)];
}

function describeNotice({ organization, noticeNumbers }: NoticeReference): string[] {
  const label = noticeNumbers.length > 1 ? "Numbers" : "Number";
  return [`Organization: ${organization}`, `${label}: ${noticeNumbers.join(", ")}`];
}

function describeAuthority(authority: AuthorityKeyIdentifier): string[] {
  const { keyIdentifier, authorityCertIssuer, authorityCertSerialNumber: serial } = authority;
  const isLong = authorityCertIssuer !== undefined || serial !== undefined;
  return [
    ...(keyIdentifier
      ? [`${isLong ? "keyid:" : ""}${formatId(formatHex(keyIdentifier.buffer))}`]
      : []),
    ...(authorityCertIssuer?.map(formatGeneralName) ?? []),
    ...(serial ? [`serial:${formatId(formatSerial(serial))}`] : []),
  ];
}

function readPolicyConstraints(value: ArrayBuffer): string[] {
  const { requireExplicitPolicy: explicit, inhibitPolicyMapping: mapping } = decode(
    value,
    PolicyConstraints,
  );
  return [
    [
      ...(explicit ? [`Require Explicit Policy:${readCount(explicit)}`] : []),
      ...(mapping ? [`Inhibit Policy Mapping:${readCount(mapping)}`] : []),
    ].join(", "),
  ];
}

function readCount(content: ArrayBuffer): number {
  return Number(`0x${formatHex(content)}`);
}
