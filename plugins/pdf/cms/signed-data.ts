import { createHash, sign, verify, X509Certificate } from "node:crypto";
import {
  type BaseBlock,
  Constructed,
  Set as DerSet,
  EndOfContent,
  fromBER,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  RSASSAPSSParams,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import { findAlgorithm, getOid } from "./algorithms.ts";
import type { Signer } from "./signer.ts";

/** Object identifiers of contents and attributes (RFC 5652, RFC 5035, RFC 3161). */
const oids = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  timeStamp: "1.2.840.113549.1.9.16.2.14",
};

interface SignOptions {
  signer: Signer;
  /** Returns the time-stamp token (DER) of a signature. */
  stamp?: ((signature: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}

/** Signs a digest as PAdES requires it: a detached signature with the hash of the certificate. */
export async function signDigest(
  digest: Uint8Array<ArrayBuffer>,
  { signer: { key, certificates, hash }, stamp }: SignOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const parsed = certificates.map(({ raw }) => Certificate.fromBER(raw));
  const [own] = parsed;
  const [first] = certificates;
  if (!own || !first) throw new Error("Cannot sign without a certificate");
  const hashId = new AlgorithmIdentifier({
    algorithmId: getOid("digest", { name: hash, hash }),
  });
  const certificateHash = new OctetString({
    valueHex: createHash(hash).update(first.raw).digest(),
  });
  const certificateId = new Sequence({ value: [hashId.toSchema(), certificateHash] });
  const attributes = [
    buildAttribute(oids.contentType, new ObjectIdentifier({ value: oids.data })),
    buildAttribute(oids.messageDigest, new OctetString({ valueHex: digest })),
    buildAttribute(
      oids.signingCertificateV2,
      new Sequence({ value: [new Sequence({ value: [certificateId] })] }),
    ),
  ].sort((a, b) => Buffer.compare(encode(a), encode(b)));
  const set = new DerSet({ value: attributes.map((one) => one.toSchema()) });
  const signature = sign(hash, new Uint8Array(set.toBER()), key);
  const token = await stamp?.(signature);
  const name = key.asymmetricKeyType === "rsa" ? "rsa" : "ec";
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: hashId,
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: new AlgorithmIdentifier({
      algorithmId: getOid("signature", { name, hash }),
      ...(name === "rsa" && { algorithmParams: new Null() }),
    }),
    signature: new OctetString({ valueHex: signature }),
    ...(token && {
      unsignedAttrs: new SignedAndUnsignedAttributes({
        type: 1,
        attributes: [buildAttribute(oids.timeStamp, ContentInfo.fromBER(token).toSchema())],
      }),
    }),
  });
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [hashId],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: parsed,
    signerInfos: [info],
  });
  const content = signed.toSchema(true);
  return encode(new ContentInfo({ contentType: oids.signedData, content }));
}

function buildAttribute(type: string, value: BaseBlock): Attribute {
  return new Attribute({ type, values: [value] });
}

function encode(part: { toSchema(): BaseBlock }): Uint8Array<ArrayBuffer> {
  return new Uint8Array(part.toSchema().toBER());
}

/** A signature that was read, with its certificates. */
export interface ReadSignature {
  certificates: readonly X509Certificate[];
  signer: X509Certificate | undefined;
  /** The hash of its digest, such as `sha256`. Undefined if the algorithm is unknown. */
  hash: string | undefined;
  /** The content that the signature contains itself. */
  content: Uint8Array<ArrayBuffer> | undefined;
  /** The value of the signature, which time stamps are for. */
  value: Uint8Array<ArrayBuffer>;
  /** The time that the signer claims. */
  time: Date | undefined;
  /** The time-stamp token (DER). */
  token: Uint8Array<ArrayBuffer> | undefined;
  data: SignedData;
  info: SignerInfo;
}

/** Reads a signature. Throws if it isn't one. */
export function readSignature(der: Uint8Array<ArrayBuffer>): ReadSignature {
  const { result } = fromBER(der);
  refuseDamage(result, der);
  const container = new ContentInfo({ schema: result });
  if (container.contentType !== oids.signedData)
    throw new Error("Cannot read the signature: its container has no signed data");
  const data = new SignedData({ schema: container.content });
  if (![1, 3, 4, 5].includes(data.version))
    throw new Error(`Cannot read the signature: its version is ${data.version}`);
  const [info, ...others] = data.signerInfos;
  if (!info || others.length > 0) throw new Error("Cannot read the signature: not one signer");
  const certificates = (data.certificates ?? []).flatMap((one) =>
    one instanceof Certificate ? new X509Certificate(encode(one)) : [],
  );
  const { eContent } = data.encapContentInfo;
  const token = findAttribute(info.unsignedAttrs, oids.timeStamp)?.[0];
  const time = findAttribute(info.signedAttrs, oids.signingTime)?.[0];
  return {
    certificates,
    signer: certificates[(data.certificates ?? []).findIndex((one) => isSigner(one, info))],
    hash: findAlgorithm(info.digestAlgorithm.algorithmId, "digest")?.name,
    content: eContent && new Uint8Array(eContent.getValue()),
    value: new Uint8Array(info.signature.getValue()),
    time: time && "toDate" in time ? (time as { toDate(): Date }).toDate() : undefined,
    token: token && new Uint8Array(token.toBER()),
    data,
    info,
  };
}

/** Throws if a container isn't written as its parts are, or its lengths reach into the zeros that fill its place. */
function refuseDamage(result: BaseBlock, der: Uint8Array): void {
  const written = Buffer.from(result.toBER());
  const isEqual = written.equals(der.subarray(0, written.length));
  if (!isEqual || hasFiller(result))
    throw new Error("Cannot read the signature: its container is damaged");
}

function hasFiller(block: BaseBlock): boolean {
  if (block instanceof Constructed) return block.valueBlock.value.some(hasFiller);
  return block instanceof EndOfContent;
}

function findAttribute(list: SignedAndUnsignedAttributes | undefined, type: string) {
  return list?.attributes.find((one) => one.type === type)?.values as BaseBlock[] | undefined;
}

function isSigner(one: unknown, { sid }: SignerInfo): boolean {
  if (!(one instanceof Certificate)) return false;
  if (sid instanceof IssuerAndSerialNumber)
    return sid.serialNumber.isEqual(one.serialNumber) && sid.issuer.isEqual(one.issuer);
  const key = one.extensions?.find(({ extnID }) => extnID === "2.5.29.14");
  const id = sid.valueBlock?.valueHexView as Uint8Array | undefined;
  return !!key && !!id && Buffer.from(key.extnValue.getValue()).subarray(-id.length).equals(id);
}

/** Whether a signature is valid. `isValid` is null if that can't be determined. */
export type Verdict = { isValid: true } | { isValid: false | null; reason: string };

/** Checks a signature over a content, without its certificates. */
export function checkSignature(
  { data, info, signer, hash, value }: ReadSignature,
  content: readonly Uint8Array[],
): Verdict {
  const no = (reason: string): Verdict => ({ isValid: false, reason });
  const unknown = (reason: string): Verdict => ({ isValid: null, reason });
  if (!hash) return unknown("The hash of the signature is unknown");
  if (!signer) return unknown("The file lacks the certificate of the signer");
  if (!data.digestAlgorithms.some((one) => one.isEqual(info.digestAlgorithm)))
    return no("The signature names different hashes");
  const digest = createHash(hash);
  for (const part of content) digest.update(part);
  const expected = digest.digest();
  const signed = info.signedAttrs;
  if (!signed) return checkValue(Buffer.concat(content), { info, signer, hash, value });
  const [type] = findAttribute(signed, oids.contentType) ?? [];
  const [found] = findAttribute(signed, oids.messageDigest) ?? [];
  if (!(type instanceof ObjectIdentifier && found instanceof OctetString))
    return no("The signature lacks its digest");
  if (type.getValue() !== data.encapContentInfo.eContentType)
    return no("The signature is for another type of content");
  if (!expected.equals(Buffer.from(found.getValue())))
    return no("The signed bytes were changed: their hash differs from the signed one");
  if (!isNamed(signed, signer)) return no("The signature is for another certificate");
  return checkValue(new Uint8Array(signed.encodedValue), { info, signer, hash, value });
}

type SignatureValue = Pick<ReadSignature, "info" | "value"> & {
  signer: X509Certificate;
  hash: string;
};

function checkValue(
  attributes: Uint8Array,
  { info: { signatureAlgorithm }, signer, hash, value }: SignatureValue,
): Verdict {
  const algorithm = findAlgorithm(signatureAlgorithm.algorithmId, "signature");
  if (!algorithm) return { isValid: null, reason: "The algorithm of the signature is unknown" };
  const { algorithmParams } = signatureAlgorithm;
  if (algorithm.hash && algorithm.hash !== hash)
    return { isValid: false, reason: "The signature names different hashes" };
  const isPss = algorithm.name === "rsa-pss";
  const saltLength = isPss && new RSASSAPSSParams({ schema: algorithmParams }).saltLength;
  const padding = { padding: 6, saltLength: saltLength || 20 };
  try {
    const key = signer.publicKey;
    const kind = key.asymmetricKeyType;
    if (kind !== algorithm.name && !(isPss && kind === "rsa"))
      return { isValid: false, reason: "The signature is for another kind of key" };
    const method = algorithm.name === "ed25519" ? null : hash;
    if (verify(method, attributes, isPss ? { key, ...padding } : key, value))
      return { isValid: true };
  } catch {
    return { isValid: null, reason: "The key of the signer cannot be read" };
  }
  return { isValid: false, reason: "The signature does not belong to the certificate" };
}

/** Returns whether the signed attributes name the certificate, if they name one. */
function isNamed(signed: SignedAndUnsignedAttributes, { raw }: X509Certificate): boolean {
  for (const [type, standard] of [
    [oids.signingCertificate, "sha1"],
    [oids.signingCertificateV2, "sha256"],
  ] as const) {
    const [list] = findAttribute(signed, type) ?? [];
    const id = getChild(getChild(list));
    if (!id) continue;
    const parts = id.valueBlock.value;
    const digest = parts.find((part): part is OctetString => part instanceof OctetString);
    const named = parts[0] instanceof Sequence ? getChild(parts[0]) : undefined;
    const hash =
      named instanceof ObjectIdentifier
        ? findAlgorithm(named.getValue(), "digest")?.name
        : standard;
    if (!digest || !hash) return false;
    if (!createHash(hash).update(raw).digest().equals(Buffer.from(digest.getValue()))) return false;
  }
  return true;
}

function getChild(block: BaseBlock | undefined): Sequence | undefined {
  return block instanceof Sequence ? (block.valueBlock.value[0] as Sequence) : undefined;
}
