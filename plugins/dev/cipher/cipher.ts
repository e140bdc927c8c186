import { cbc, cfb, ctr, ecb, gcm } from "@noble/ciphers/aes.js";
import { chacha20, chacha20poly1305, xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { decodeUtf8 } from "../encoding/bytes.ts";
import { secretBytes } from "../hash/secret.ts";
import dev from "../plugin.ts";
import { type CipherName, type CipherOptions, getCipherFacts, tagBytes } from "./request.ts";

/** The random source of the hub. */
interface RandomSource {
  bytes(length: number): Uint8Array;
}

interface Parameters {
  key: Uint8Array;
  iv: Uint8Array;
  aad: Uint8Array | undefined;
  disablePadding: boolean;
}

interface Cipher {
  encrypt(bytes: Uint8Array): Uint8Array;
  decrypt(bytes: Uint8Array): Uint8Array;
}

const openers: Record<CipherName, (parameters: Parameters) => Cipher> = {
  "aes-gcm": ({ key, iv, aad }) => gcm(key, iv, aad),
  "aes-cbc": ({ key, iv, disablePadding }) => cbc(key, iv, { disablePadding }),
  "aes-ctr": ({ key, iv }) => ctr(key, iv),
  "aes-cfb": ({ key, iv }) => cfb(key, iv),
  "aes-ecb": ({ key, disablePadding }) => ecb(key, { disablePadding }),
  "chacha20-poly1305": ({ key, iv, aad }) => chacha20poly1305(key, iv, aad),
  "xchacha20-poly1305": ({ key, iv, aad }) => xchacha20poly1305(key, iv, aad),
  chacha20: ({ key, iv }) => createStream((bytes) => chacha20(key, iv, bytes)),
  xor: ({ key }) => createStream((bytes) => xor(bytes, key)),
};

/** Creates a cipher that decrypts as it encrypts. */
function createStream(apply: (bytes: Uint8Array) => Uint8Array): Cipher {
  return { encrypt: apply, decrypt: apply };
}

function xor(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => byte ^ (key[index % key.length] ?? 0));
}

/** Encrypts bytes. The IV is random unless the caller gives one. */
export function encrypt(bytes: Uint8Array, options: CipherOptions, random: RandomSource) {
  const facts = getCipherFacts(options.algorithm);
  const iv = options.iv === undefined && facts.iv > 0 ? random.bytes(facts.iv) : undefined;
  const parameters = readParameters(options, iv);
  if (facts.isBlocked && parameters.disablePadding && bytes.length % 16 !== 0)
    throw invalid("padding", `none needs whole blocks of 16 bytes: the input has ${bytes.length}`);
  const content = openers[options.algorithm](parameters).encrypt(bytes);
  return {
    content,
    ...describeBytes(content),
    iv: facts.iv > 0 ? parameters.iv.toHex() : null,
    tag: facts.hasTag ? content.subarray(-tagBytes).toHex() : null,
    warnings: listWarnings(options.algorithm),
  };
}

/** Decrypts bytes. Throws `decryption_failed` if the key is wrong or they were changed, as far as the cipher can tell. */
export function decrypt(bytes: Uint8Array, options: CipherOptions & { tag?: string | undefined }) {
  const { algorithm, tag } = options;
  const facts = getCipherFacts(algorithm);
  if (options.iv === undefined && facts.iv > 0)
    throw invalid("iv", `is required for ${algorithm}: it must have ${facts.iv} bytes`);
  if (tag !== undefined && !facts.hasTag) throw invalid("tag", `must be omitted for ${algorithm}`);
  const input =
    tag === undefined
      ? bytes
      : Buffer.concat([bytes, secretBytes(tag, { as: "hex", at: "body.tag" })]);
  const cipher = openers[algorithm](readParameters(options, undefined));
  let content: Uint8Array;
  try {
    content = cipher.decrypt(input);
  } catch (cause) {
    const reasons = facts.hasTag
      ? "the key, the IV, the additional data or the tag is wrong, or the data was changed"
      : "the key or the IV is wrong, or the data is incomplete or has another padding";
    throw dev.error("decryption_failed", `Cannot decrypt the input: ${reasons}`, {
      at: "body",
      cause,
    });
  }
  return { content, ...describeBytes(content), warnings: listWarnings(algorithm) };
}

function readParameters(options: CipherOptions, iv: Uint8Array | undefined): Parameters {
  const { algorithm, aad } = options;
  const facts = getCipherFacts(algorithm);
  const key = secretBytes(options.key, { as: options.key_encoding, at: "body.key" });
  if (key.length === 0) throw invalid("key", "must have at least one byte");
  if (facts.keys.length > 0 && !facts.keys.includes(key.length))
    throw invalid(
      "key",
      `must have ${listLengths(facts.keys)} for ${algorithm}: it has ${key.length}`,
    );
  if (options.iv !== undefined && facts.iv === 0)
    throw invalid("iv", `must be omitted for ${algorithm}`);
  const given = iv ?? secretBytes(options.iv ?? "", { as: options.iv_encoding, at: "body.iv" });
  const isLongEnough = algorithm === "aes-gcm" ? given.length >= 8 : given.length === facts.iv;
  if (!isLongEnough)
    throw invalid("iv", `must have ${facts.iv} bytes for ${algorithm}: it has ${given.length}`);
  if (aad !== undefined && !facts.hasTag) throw invalid("aad", `must be omitted for ${algorithm}`);
  return {
    key,
    iv: given,
    aad:
      aad === undefined
        ? undefined
        : secretBytes(aad, { as: options.aad_encoding, at: "body.aad" }),
    disablePadding: options.padding === "none",
  };
}

function listLengths(lengths: readonly number[]): string {
  return `${lengths.join(", ").replace(/, (\d+)$/, " or $1")} bytes`;
}

function invalid(field: string, fault: string) {
  const at = `body.${field}`;
  return dev.error("invalid_input", `${at} ${fault}`, { at });
}

/** Describes a result of bytes. */
function describeBytes(content: Uint8Array) {
  return {
    result: decodeUtf8(content),
    hex: content.toHex(),
    data_base64: content.toBase64(),
    bytes: content.length,
  };
}

function listWarnings(algorithm: CipherName): string[] {
  if (algorithm === "xor") return ["XOR with a repeated key is no encryption: it is easy to break"];
  if (algorithm === "aes-ecb")
    return ["ECB encrypts equal blocks equally, so patterns stay visible"];
  if (getCipherFacts(algorithm).hasTag) return [];
  return [`${algorithm} does not detect changes: prefer aes-gcm or chacha20-poly1305`];
}
