import { asTable, oneOf, type Static, t } from "hub";
import { secretEncodings } from "../hash/hmac-options.ts";

/** A cipher: the lengths of its keys and of its IV in bytes. */
interface CipherFacts {
  keys: readonly number[];
  /** Length of the IV. 0 if it has none. */
  iv: number;
  /** Whether it detects changes, and authenticates additional data. */
  hasTag?: boolean;
  /** Whether it encrypts whole blocks only. */
  isBlocked?: boolean;
}

const aesKeys = [16, 24, 32];

/** The ciphers by name. */
const ciphers = {
  "aes-gcm": { keys: aesKeys, iv: 12, hasTag: true },
  "aes-cbc": { keys: aesKeys, iv: 16, isBlocked: true },
  "aes-ctr": { keys: aesKeys, iv: 16 },
  "aes-cfb": { keys: aesKeys, iv: 16 },
  "aes-ecb": { keys: aesKeys, iv: 0, isBlocked: true },
  "chacha20-poly1305": { keys: [32], iv: 12, hasTag: true },
  "xchacha20-poly1305": { keys: [32], iv: 24, hasTag: true },
  chacha20: { keys: [32], iv: 12 },
  xor: { keys: [], iv: 0 },
} as const satisfies Record<string, CipherFacts>;

export type CipherName = keyof typeof ciphers;
const cipherNames = Object.keys(ciphers) as CipherName[];

/** Returns the facts about a cipher. */
export function getCipherFacts(name: CipherName): CipherFacts {
  return asTable<CipherFacts>(ciphers)[name] as CipherFacts;
}

/** The length of a tag, which follows the encrypted bytes. */
export const tagBytes = 16;

const encoding = (name: string) =>
  oneOf(secretEncodings, { default: "hex", description: `Encoding of \`${name}\`` });
const bytes = (description: string) => t.Optional(t.String({ maxLength: 8192, description }));

/** Options of both directions. */
export const cipherOptions = t.Object({
  algorithm: oneOf(cipherNames, {
    default: "aes-gcm",
    description: "The cipher. The length of the key chooses between AES-128, AES-192 and AES-256",
  }),
  key: t.String({ minLength: 1, maxLength: 8192, description: "The secret key" }),
  key_encoding: encoding("key"),
  iv: bytes("The initialization vector or nonce. Default for encryption: random"),
  iv_encoding: encoding("iv"),
  aad: bytes("Additional data that is authenticated and not encrypted, for AES-GCM and Poly1305"),
  aad_encoding: encoding("aad"),
  padding: oneOf(["pkcs7", "none"], {
    default: "pkcs7",
    description: "Padding of the last block, for AES-CBC and AES-ECB",
  }),
});

export type CipherOptions = Static<typeof cipherOptions>;

/** The fields of a result of bytes. */
export const bytesFields = {
  result: t.Union([t.String(), t.Null()], {
    description: "The bytes as text; null if they are not valid UTF-8",
  }),
  hex: t.String({ description: "The bytes as hexadecimal digits" }),
  data_base64: t.String({ description: "The bytes as base64" }),
  bytes: t.Integer({ description: "Number of bytes" }),
};
