import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { fromBER } from "asn1js";
import { PDFArray, type PDFDict, type PDFDocument } from "pdf-lib";
import { buildChain, getName } from "../cms/chain.ts";
import { checkSignature, readSignature, type Verdict } from "../cms/signed-data.ts";
import { parsePem } from "../cms/signer.ts";
import { readTimeStamp, type TimeStamp } from "../cms/time-stamp.ts";
import { openSource } from "../engines/pdf-lib.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { findSignatureLock } from "../forms/signed.ts";
import { openBytes, openPdf, type Source } from "../input/open.ts";
import {
  dictEntry,
  entry,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  textEntry,
  walkNodes,
} from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import pdf from "../plugin.ts";
import { parseDate } from "../text/pdf-date.ts";
import { type Change, listChanges } from "./changes.ts";
import type { VerifyBody } from "./request.ts";

/** Verifies all signatures of a PDF. */
export async function verifyPdf(body: VerifyBody, { clock }: { clock: () => number }) {
  const source = await openPdf(body, { readsOnly: true });
  const document = await openSource(source);
  const found = listSignatures(document);
  const { signaturesMax } = pdf.limits;
  if (found.length > signaturesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `The PDF must have at most ${signaturesMax} signatures: it has ${found.length}`,
      { members: { limit: "signatures", max: signaturesMax } },
    );
  const roots = body.roots
    ? parsePem(body.roots, "body.roots")
    : rootCertificates.map((pem) => new X509Certificate(pem));
  const now = new Date(clock());
  const common = { body, source, document, roots, now };
  const signatures = [];
  for (const one of found) signatures.push(await verifySignature(one, common));
  return {
    signed: signatures.length > 0,
    sound: judgeAll(signatures),
    signatures,
    roots: body.roots ? ("request" as const) : ("mozilla" as const),
  };
}

/** Returns whether all signatures are valid, and no change goes beyond what they allow. */
function judgeAll(all: readonly { valid: boolean | null; changes_allowed: boolean | null }[]) {
  const parts = all.flatMap(({ valid, changes_allowed }) => [valid, changes_allowed]);
  if (parts.includes(false)) return false;
  return parts.length === 0 || parts.includes(null) ? null : true;
}

/** A signature in the last revision of a document. */
interface FoundSignature {
  field: string;
  range: readonly number[];
  /** The end of the signed bytes. */
  end: number;
}

function listSignatures(document: PDFDocument): FoundSignature[] {
  const fields = listDicts(entry(dictEntry(document.catalog, "AcroForm"), "Fields", PDFArray));
  return [...walkNodes(fields)]
    .flatMap(({ node, parents }) => {
      const dict = dictEntry(node, "V");
      const type = [node, ...parents].map((one) => nameEntry(one, "FT")).find(Boolean);
      if (type !== "Sig" || !dict) return [];
      const names = [...parents, node].flatMap((one) => textEntry(one, "T") ?? []);
      const range = readRange(dict);
      const end = (range[2] ?? 0) + (range[3] ?? 0);
      return [{ field: names.join("."), range, end }];
    })
    .sort((a, b) => a.end - b.end);
}

function readRange(dict: PDFDict): number[] {
  return listItems(entry(dict, "ByteRange", PDFArray)).map((item) => Number(String(item)));
}

interface VerifyOptions {
  body: VerifyBody;
  source: Source;
  document: PDFDocument;
  roots: readonly X509Certificate[];
  now: Date;
}

async function verifySignature(found: FoundSignature, options: VerifyOptions) {
  const { source, body, document, now } = options;
  const file = source.original;
  const isWhole = found.end <= file.length && isBlank(file.subarray(found.end));
  const revision = isWhole
    ? { source, document }
    : await openRevision(file.slice(0, found.end), body).catch(() => undefined);
  const dict = revision && findDict(revision.document, found);
  const { signature, stamp, verdict } = checkBytes(found, { file, dict });
  const pool = [
    ...(signature?.certificates ?? []),
    ...(stamp?.certificates ?? []),
    ...readStoredCertificates(document),
  ];
  const trust = { ...options, pool };
  const provenAt = stamp && judgeStamp(stamp, trust);
  const isProven = provenAt?.valid === true && provenAt.trusted === true;
  const signer = signature?.signer;
  const chain = signer
    ? judgeChain(signer, { ...trust, now: isProven ? new Date(provenAt.time) : now, isProven })
    : noChain;
  const changes = await findChanges(found, { isWhole, revision, options });
  const isTimestamp = nameEntry(dict, "SubFilter") === "ETSI.RFC3161";
  return {
    field: found.field,
    kind: getKind(dict, isTimestamp),
    ...judgeParts(verdict, provenAt),
    name: textEntry(dict, "Name") ?? null,
    stated_reason: textEntry(dict, "Reason") ?? null,
    place: textEntry(dict, "Location") ?? null,
    claimed_time: parseDate(textEntry(dict, "M")) ?? signature?.time?.toISOString() ?? null,
    timestamp: provenAt ?? null,
    hash: signature?.hash ?? null,
    format: nameEntry(dict, "SubFilter") ?? "unknown",
    ...chain,
    revoked: null,
    covers_whole_file: isWhole,
    ...changes,
  };
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 10 || byte === 13 || byte === 32);
}

/** A broken time stamp makes a signature invalid: its unsigned part was changed. */
function judgeParts(verdict: Verdict, stamp: { valid: boolean | null } | undefined) {
  if (!verdict.isValid) return { valid: verdict.isValid, reason: verdict.reason };
  if (!stamp || stamp.valid) return { valid: true };
  return { valid: stamp.valid, reason: "The time stamp is not valid" };
}

function getKind(dict: PDFDict | undefined, isTimestamp: boolean) {
  if (isTimestamp) return "timestamp" as const;
  return getCertifiedLevel(dict) === undefined
    ? ("signature" as const)
    : ("certification" as const);
}

/** Returns which changes a certification allows: 1 for none, 2 for forms, 3 for annotations as well. */
function getCertifiedLevel(dict: PDFDict | undefined): number | undefined {
  const rule = listDicts(entry(dict, "Reference", PDFArray)).find(
    (one) => nameEntry(one, "TransformMethod") === "DocMDP",
  );
  return rule && (numberEntry(dictEntry(rule, "TransformParams"), "P") ?? 2);
}

async function openRevision(bytes: Uint8Array<ArrayBuffer>, { password }: VerifyBody) {
  const options = { at: "body", password, passwordAt: "body.password", allowsSigned: true };
  const source = await openBytes(bytes, options);
  return { source, document: await openSource(source) };
}

type Revision = Awaited<ReturnType<typeof openRevision>>;

/** Finds the signature in the revision that it signs: a later one may give it another text. */
function findDict(document: PDFDocument, { range }: FoundSignature): PDFDict | undefined {
  const fields = listDicts(entry(dictEntry(document.catalog, "AcroForm"), "Fields", PDFArray));
  for (const { node } of walkNodes(fields)) {
    const dict = dictEntry(node, "V");
    if (dict && String(readRange(dict)) === String(range)) return dict;
  }
  return undefined;
}

interface CheckedBytes {
  signature?: ReturnType<typeof readSignature>;
  stamp?: TimeStamp | undefined;
  verdict: Verdict;
}

/** Checks the signature over its byte range. */
function checkBytes(
  { range, end }: FoundSignature,
  { file, dict }: { file: Uint8Array<ArrayBuffer>; dict: PDFDict | undefined },
): CheckedBytes {
  const no = (reason: string, isValid: false | null = false) => ({ verdict: { isValid, reason } });
  const [start = -1, length = -1, next = -1, rest = -1] = range;
  const isOrdered = start === 0 && length > 0 && next > length && rest >= 0 && end <= file.length;
  if (range.length !== 4 || !isOrdered)
    return no("The signature does not say which bytes of the file it signs");
  if (!dict) return no("The signature is not part of the revision that it signs", null);
  const der = readGap(Buffer.from(file.subarray(length, next)).toString("latin1"));
  if (!der) return no("The signature leaves out more of the file than its own value");
  const content = [file.subarray(0, length), file.subarray(next, end)];
  const format = nameEntry(dict, "SubFilter");
  try {
    const parsed = fromBER(der);
    if (parsed.offset < 0 || !der.subarray(parsed.offset).every((byte) => byte === 0))
      return no("The value of the signature is damaged");
    const value = der.slice(0, parsed.offset);
    const signature = readSignature(value);
    if (format === "ETSI.RFC3161") {
      const stamp = readTimeStamp(value, content);
      return { signature, stamp, verdict: stamp.verdict };
    }
    const stamp = signature.token && readTimeStamp(signature.token, signature.value);
    const isNested = format === "adbe.pkcs7.sha1";
    const verdict = isNested ? checkNested(signature, content) : checkSignature(signature, content);
    return { signature, stamp, verdict };
  } catch {
    return no(`The value of the signature cannot be read, whose format is "${format}"`, null);
  }
}

/** Checks a signature of the SHA-1 of the bytes, as old programs wrote it. */
function checkNested(
  signature: ReturnType<typeof readSignature>,
  content: readonly Uint8Array[],
): Verdict {
  const digest = new Bun.CryptoHasher("sha1");
  for (const part of content) digest.update(part);
  const signed = signature.content ?? new Uint8Array();
  if (digest.digest().equals(Buffer.from(signed))) return checkSignature(signature, [signed]);
  const reason = "The signed bytes were changed: their hash differs from the signed one";
  return { isValid: false, reason };
}

/** Reads the hexadecimal digits between the signed bytes. Undefined if there is anything else. */
function readGap(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!(text.startsWith("<") && text.endsWith(">"))) return undefined;
  try {
    return Uint8Array.fromHex(text.slice(1, -1));
  } catch {
    return undefined;
  }
}

/** Reads the certificates that the document stores for verification. */
function readStoredCertificates({ catalog }: PDFDocument): X509Certificate[] {
  return listItems(entry(dictEntry(catalog, "DSS"), "Certs", PDFArray)).flatMap((stream) => {
    try {
      return [new X509Certificate(streamBytes(stream) ?? new Uint8Array())];
    } catch {
      return [];
    }
  });
}

interface TrustOptions {
  pool: readonly X509Certificate[];
  roots: readonly X509Certificate[];
  now: Date;
  isProven?: boolean;
}

const noChain = {
  trusted: null,
  trust_reason: "There is no signer",
  trusted_root: null,
  chain: [],
};

function judgeChain(leaf: X509Certificate, { isProven = false, ...options }: TrustOptions) {
  const { path, isTrusted, reason } = buildChain(leaf, { ...options, isProven });
  const root = path.at(-1);
  return {
    trusted: isTrusted,
    ...(reason !== undefined && { trust_reason: reason }),
    trusted_root: isTrusted && root ? getName(root) : null,
    chain: path.map((one) => ({
      name: getName(one),
      subject: one.subject.replaceAll("\n", ", "),
      issuer: one.issuer.replaceAll("\n", ", "),
      serial: one.serialNumber,
      sha256: one.fingerprint256.replaceAll(":", "").toLowerCase(),
      valid_from: new Date(one.validFrom).toISOString(),
      valid_to: new Date(one.validTo).toISOString(),
    })),
  };
}

function judgeStamp({ time, signer, verdict }: TimeStamp, options: TrustOptions) {
  // The certificate must have been valid when the server used it.
  const { chain: _, ...trust } = signer
    ? judgeChain(signer, { ...options, now: time, isProven: true })
    : noChain;
  return {
    time: time.toISOString(),
    valid: verdict.isValid,
    ...(!verdict.isValid && { reason: verdict.reason }),
    authority: signer ? getName(signer) : null,
    ...trust,
  };
}

interface ChangesOptions {
  isWhole: boolean;
  revision: Revision | undefined;
  options: VerifyOptions;
}

/** Finds what was changed after a signature, and whether the signature allows it. */
async function findChanges(found: FoundSignature, { isWhole, revision, options }: ChangesOptions) {
  if (isWhole) return { changes: [], changes_allowed: true };
  const unknown = (changes_reason: string) => ({
    changes: null,
    changes_reason,
    changes_allowed: null,
  });
  if (!revision) return unknown("The signed bytes alone cannot be read as a PDF");
  const { source, document } = options;
  try {
    const changes = listChanges(revision.document, document);
    // Readers that follow the tables of a file may see other objects than those that read it in order.
    const [before, after] = await Promise.all(
      [revision.source, source].map(async ({ bytes, pages }) =>
        openSource({ bytes: await rewrite(bytes), pages }),
      ),
    );
    if (before && after)
      for (const one of listChanges(before, after))
        if (!changes.some((other) => Bun.deepEquals(one, other))) changes.push(one);
    if (changes.length === 0) {
      const bytes = source.original.length - found.end;
      changes.push({ kind: "unread_bytes", what: `${bytes} bytes without effect` });
    }
    return { changes, changes_allowed: isAllowed(changes, { revision, found }) };
  } catch {
    return unknown("The revisions of the file cannot be compared");
  }
}

function rewrite(bytes: Uint8Array<ArrayBuffer>) {
  const args = ["--object-streams=disable", "--stream-data=preserve", "/in.pdf"];
  return qpdfOutput(args, { files: { "in.pdf": bytes } });
}

const allowedKinds = new Set<Change["kind"]>([
  "form_values",
  "signatures",
  "validation_data",
  "metadata",
]);

function isAllowed(
  changes: readonly Change[],
  { revision: { document }, found }: { revision: Revision; found: FoundSignature },
): boolean {
  const level = getCertifiedLevel(findDict(document, found));
  if (level === 1) return changes.every(({ kind }) => kind === "validation_data");
  const isWithin = changes.every(
    ({ kind }) => allowedKinds.has(kind) || (level === 3 && kind === "annotations"),
  );
  const filled = changes.flatMap(({ kind, what }) =>
    kind === "form_values" ? what.slice('the field "'.length, -1) : [],
  );
  return isWithin && (filled.length === 0 || !findSignatureLock(document, filled));
}
