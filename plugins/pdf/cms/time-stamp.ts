import type { X509Certificate } from "node:crypto";
import { createHash } from "node:crypto";
import { Integer, OctetString } from "asn1js";
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from "pkijs";
import { findAlgorithm, getOid } from "./algorithms.ts";
import { checkSignature, readSignature, type Verdict } from "./signed-data.ts";

/** Builds the request for a time stamp (RFC 3161). */
export function buildTimeStampQuery(message: Uint8Array, nonce: Uint8Array) {
  const algorithmId = getOid("digest", { name: "sha256", hash: "sha256" });
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId }),
      hashedMessage: new OctetString({
        valueHex: createHash("sha256").update(message).digest(),
      }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return new Uint8Array(query.toSchema().toBER());
}

/** Returns the token (DER) of a reply. Throws if the reply has no token, or answers another query. */
export function readTimeStampReply(
  reply: Uint8Array<ArrayBuffer>,
  { message, nonce }: { message: Uint8Array; nonce: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const { status, timeStampToken } = TimeStampResp.fromBER(reply);
  if (!timeStampToken) throw new Error(`The server's status is ${status.status}`);
  const token = new Uint8Array(timeStampToken.toSchema().toBER());
  const { verdict, sentNonce } = readTimeStamp(token, message);
  if (!verdict.isValid) throw new Error(verdict.reason);
  if (!sentNonce || !Buffer.from(sentNonce).equals(nonce))
    throw new Error("The time stamp is for another query");
  return token;
}

/** A time stamp, and whether it is one of the message. */
export interface TimeStamp {
  time: Date;
  signer: X509Certificate | undefined;
  certificates: readonly X509Certificate[];
  verdict: Verdict;
  sentNonce: Uint8Array | undefined;
}

const purpose = "1.3.6.1.5.5.7.3.8";

/** Reads a token (DER) and checks that it is for the message. Throws if it isn't a token. */
export function readTimeStamp(
  token: Uint8Array<ArrayBuffer>,
  message: Uint8Array | readonly Uint8Array[],
): TimeStamp {
  const signature = readSignature(token);
  const { content = new Uint8Array(), signer, certificates } = signature;
  const { genTime, nonce, messageImprint } = TSTInfo.fromBER(content);
  const hash = findAlgorithm(messageImprint.hashAlgorithm.algorithmId, "digest")?.name;
  const common = { time: genTime, signer, certificates };
  const sentNonce = nonce && new Uint8Array(nonce.valueBlock.valueHexView);
  const check = (): Verdict => {
    if (!hash) return { isValid: null, reason: "The hash of the time stamp is unknown" };
    const digest = createHash(hash);
    for (const part of message instanceof Uint8Array ? [message] : message) digest.update(part);
    if (!digest.digest().equals(Buffer.from(messageImprint.hashedMessage.getValue())))
      return { isValid: false, reason: "The time stamp is for other bytes" };
    if (signer && !signer.keyUsage?.includes(purpose))
      return { isValid: false, reason: "The certificate of the time stamp is for another purpose" };
    return checkSignature(signature, [content]);
  };
  return { ...common, verdict: check(), sentNonce };
}
