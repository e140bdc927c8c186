import { createHash, type X509Certificate } from "node:crypto";
import { HubError, type Net } from "hub";
import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFNumber,
  type PDFObject,
  type PDFRef,
  PDFString,
} from "pdf-lib";
import { getName } from "../cms/chain.ts";
import { signDigest } from "../cms/signed-data.ts";
import { readSigner, type Signer } from "../cms/signer.ts";
import { buildTimeStampQuery, readTimeStampReply } from "../cms/time-stamp.ts";
import { openDocument, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { appendChanges, findSignatureLock, isAppendable, takeSnapshot } from "../forms/signed.ts";
import { decodeBase64, openPdf, type Source } from "../input/open.ts";
import {
  dictEntry,
  entry,
  listDicts,
  nameEntry,
  numberEntry,
  pdfName,
  textEntry,
} from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { drawSignature } from "./appearance.ts";
import type { SignBody } from "./request.ts";

interface SignDoors {
  clock: () => number;
  random: { bytes(length: number): Uint8Array };
  net: Net;
}

/** Signs a PDF. The signature is written after the bytes of the file. */
export async function signPdf(body: SignBody, { clock, random, net }: SignDoors) {
  const signer = await readSigner(await readMaterial(body));
  const source = await openPdf(body, { readsOnly: true });
  const { bytes, document } = await openBase(source);
  const before = takeSnapshot(document);
  const now = new Date(Math.floor(clock() / 1000) * 1000);
  const own = signer.certificates[0] as X509Certificate;
  const name = body.name ?? getName(own);
  const url = body.timestamp_url;
  const room = computeRoom(signer, { isStamped: url !== undefined });
  const dict = buildSignature(document, { body, name, now, room });
  const field = await addField(document, { body, dict, lines: listLines(body, name, now), source });
  const file = Buffer.from(appendChanges(bytes, { document, before }));
  const { start, end, digest } = fixByteRange(file, {
    from: bytes.length,
    room,
    hash: signer.hash,
  });
  const stamp = url === undefined ? undefined : createStamper(url, { net, random });
  const signature = await signDigest(digest, { signer, stamp });
  if (2 * signature.length > end - start - 2)
    throw pdf.error("timestamp_failed", "The time stamp is too large", {
      at: "body.timestamp_url",
    });
  file.write(Buffer.from(signature).toString("hex"), start + 1, "latin1");
  return answerFile(
    {
      bytes: new Uint8Array(file),
      pages: source.pages.length,
      engine: pdfLibName,
      input: source,
      suffix: "signed",
      facts: { field, signer: getName(own), timestamped: url !== undefined },
    },
    body,
  );
}

async function readMaterial({ key, certificate, pkcs12, pkcs12_base64, key_password }: SignBody) {
  const given = [key ?? certificate, pkcs12, pkcs12_base64].filter((one) => one !== undefined);
  const isPair = (key === undefined) === (certificate === undefined);
  if (given.length !== 1 || !isPair)
    throw pdf.error(
      "invalid_input",
      "body must have key and certificate, or one of pkcs12 and pkcs12_base64",
      { at: "body" },
    );
  const pkcs12At = pkcs12 ? "body.pkcs12" : "body.pkcs12_base64";
  const encoded = pkcs12_base64 === undefined ? undefined : decodeBase64(pkcs12_base64, pkcs12At);
  const store = pkcs12 ? await pkcs12.bytes() : encoded;
  return { key, certificate, pkcs12: store, pkcs12At, password: key_password };
}

/** Opens the bytes to sign. An unsigned file with an unusual structure is rewritten first. */
async function openBase(source: Source) {
  const { bytes, original, isSigned, wasEncrypted } = source;
  const refuse = (code: "pdf_signed" | "signature_impossible", reason: string) =>
    pdf.error(code, `Cannot sign the PDF: ${reason}`, { at: "body" });
  if (wasEncrypted)
    throw refuse("signature_impossible", "it is encrypted; remove its protection with unlock");
  const document = await openSource(source);
  // Readers of a hybrid file see other objects, depending on which of its tables they read.
  const isHybrid = !isSigned && Buffer.from(bytes).includes("/XRefStm");
  const isUsable = isAppendable(bytes) && bytes === original && !isHybrid;
  if (isSigned && !isUsable)
    throw refuse("pdf_signed", "it is signed, and has a structure to which nothing can be added");
  const lock = findSignatureLock(document, []);
  if (lock) throw refuse("pdf_signed", lock);
  if (isUsable) return { bytes, document };
  const saved = await saveDocument(document);
  return { bytes: saved, document: await openDocument(saved) };
}

/** Returns the number of bytes to reserve for a signature. */
function computeRoom({ certificates }: Signer, { isStamped }: { isStamped: boolean }): number {
  const sizes = certificates.reduce((sum, { raw }) => sum + raw.length, 0);
  return sizes + 2048 + (isStamped ? 24_576 : 0);
}

/** Placeholder of the offsets in a byte range. */
const offsetMax = 9_999_999_999;

interface SignatureOptions {
  body: SignBody;
  name: string;
  now: Date;
  room: number;
}

function buildSignature(
  { context }: PDFDocument,
  { body, name, now, room }: SignatureOptions,
): PDFDict {
  const entries: Record<string, PDFObject | undefined> = {
    Type: pdfName("Sig"),
    Filter: pdfName("Adobe.PPKLite"),
    SubFilter: pdfName("ETSI.CAdES.detached"),
    ByteRange: context.obj([0, offsetMax, offsetMax, offsetMax]),
    Contents: PDFHexString.of("0".repeat(2 * room)),
    M: PDFString.fromDate(now),
    Name: PDFHexString.fromText(name),
    Reason: body.reason === undefined ? undefined : PDFHexString.fromText(body.reason),
    Location: body.place === undefined ? undefined : PDFHexString.fromText(body.place),
  };
  const dict = context.obj({});
  for (const [key, value] of Object.entries(entries)) if (value) dict.set(pdfName(key), value);
  return dict;
}

function listLines({ reason, place }: SignBody, name: string, now: Date): string[] {
  const date = `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return [name, reason, place, date].filter((line) => line !== undefined);
}

interface FieldOptions {
  body: SignBody;
  dict: PDFDict;
  lines: readonly string[];
  source: Source;
}

const flags = { printAndLock: 132, signaturesExist: 3 };

/** Puts a signature into its field. Returns the name of the field. */
async function addField(
  document: PDFDocument,
  { body, dict, lines, source }: FieldOptions,
): Promise<string> {
  const { context, catalog } = document;
  const existing = entry(catalog, "AcroForm", PDFArray)
    ? undefined
    : dictEntry(catalog, "AcroForm");
  const form = existing ?? context.obj({});
  if (!existing) catalog.set(pdfName("AcroForm"), context.register(form));
  const fields = entry(form, "Fields", PDFArray) ?? context.obj([]);
  form.set(pdfName("Fields"), form.get(pdfName("Fields")) ?? fields);
  const named = findField(fields, body.field);
  const appearance = await drawSignature(document, { body, lines, pages: source.pages });
  const field = named ?? context.obj({ FT: "Sig" });
  field.set(pdfName("V"), context.register(dict));
  form.set(
    pdfName("SigFlags"),
    PDFNumber.of((numberEntry(form, "SigFlags") ?? 0) | flags.signaturesExist),
  );
  if (appearance) field.set(pdfName("AP"), context.obj({ N: appearance.form }));
  if (named) {
    if (appearance) field.set(pdfName("Rect"), context.obj([...appearance.rect]));
    return body.field ?? "";
  }
  const name = body.field ?? chooseName(fields);
  const page = pageLeaves(document)[(body.box?.page ?? 1) - 1];
  const entries = { T: PDFHexString.fromText(name), Rect: context.obj([0, 0, 0, 0]) };
  for (const [key, value] of Object.entries(entries)) field.set(pdfName(key), value);
  field.set(pdfName("Type"), pdfName("Annot"));
  field.set(pdfName("Subtype"), pdfName("Widget"));
  field.set(pdfName("F"), PDFNumber.of(flags.printAndLock));
  if (appearance) field.set(pdfName("Rect"), context.obj([...appearance.rect]));
  if (page?.ref) field.set(pdfName("P"), page.ref);
  const ref = context.register(field);
  fields.push(ref);
  if (page) addAnnotation(page.dict, ref);
  return name;
}

function addAnnotation(page: PDFDict, ref: PDFRef): void {
  const list = entry(page, "Annots", PDFArray);
  if (list) list.push(ref);
  else page.set(pdfName("Annots"), page.context.obj([ref]));
}

/** Finds the empty signature field with this name. Undefined if no field has it. */
function findField(fields: PDFArray, name: string | undefined): PDFDict | undefined {
  const found =
    name === undefined ? undefined : listDicts(fields).find((one) => textEntry(one, "T") === name);
  if (!found) return undefined;
  const at = "body.field";
  if (nameEntry(found, "FT") !== "Sig")
    throw pdf.error("invalid_input", `${at} must be a signature field: "${name}" is another one`, {
      at,
    });
  if (dictEntry(found, "V"))
    throw pdf.error("invalid_input", `${at} must be an empty field: "${name}" is signed`, { at });
  return found;
}

function chooseName(fields: PDFArray): string {
  const names = new Set(listDicts(fields).map((one) => textEntry(one, "T")));
  let number = 1;
  while (names.has(`Signature${number}`)) number++;
  return `Signature${number}`;
}

interface RangeOptions {
  /** The offset from which the placeholders are searched. */
  from: number;
  room: number;
  hash: string;
}

/** Writes the byte range, and returns the offsets of the signature and the digest around it. */
function fixByteRange(file: Buffer, { from, room, hash }: RangeOptions) {
  const start = file.indexOf(`<${"0".repeat(2 * room)}>`, from, "latin1");
  const end = start + 2 * room + 2;
  const at = file.indexOf(`${offsetMax}`, from, "latin1");
  const close = file.indexOf("]", at, "latin1");
  if (start < 0 || at < 0 || close < 0) throw new Error("Cannot find the place of the signature");
  const range = `${start} ${end} ${file.length - end}`;
  file.write(range.padEnd(close - at), at, "latin1");
  const digest = createHash(hash).update(file.subarray(0, start)).update(file.subarray(end));
  return { start, end, digest: new Uint8Array(digest.digest()) };
}

const replyBytesMax = 1_000_000;

/** Returns the function that gets the time stamp of a signature. */
function createStamper(url: string, { net, random }: Pick<SignDoors, "net" | "random">) {
  const at = "body.timestamp_url";
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw pdf.error(
      "invalid_input",
      `${at} must be a URL that starts with http:// or https://: it is "${url}"`,
      { at },
    );
  return async (message: Uint8Array) => {
    // A positive number without leading zeros.
    const nonce = Uint8Array.from(random.bytes(9), (byte, index) => (index === 0 ? 1 : byte));
    const fail = (reason: string, cause?: unknown) =>
      pdf.error("timestamp_failed", `Cannot get a time stamp from "${url}": ${reason}`, {
        at,
        cause,
      });
    const response = await net(url, {
      method: "POST",
      headers: {
        "content-type": "application/timestamp-query",
        accept: "application/timestamp-reply",
      },
      body: buildTimeStampQuery(message, nonce),
      bodyBytesMax: replyBytesMax,
    }).catch((cause) => {
      if (cause instanceof HubError && cause.code === "address_not_allowed")
        throw pdf.error("address_not_allowed", cause.message, { at, cause });
      throw fail(cause instanceof HubError ? cause.message : "the request failed", cause);
    });
    if (!response.ok) throw fail(`the server responded with ${response.status}`);
    const reply = new Uint8Array(await response.arrayBuffer());
    try {
      return readTimeStampReply(reply, { message, nonce });
    } catch (cause) {
      throw fail("the response has no valid time stamp for this signature", cause);
    }
  };
}
