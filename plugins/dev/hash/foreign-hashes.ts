import { pbkdf2, timingSafeEqual } from "node:crypto";
import { asTable } from "hub";
import dev from "../plugin.ts";
import { secretBytes } from "./secret.ts";
import { computeShaCrypt } from "./sha-crypt.ts";

/** A hash that is verified, but not created: of crypt(3), or of PBKDF2. */
interface ForeignHash {
  algorithm: string;
  costs: { rounds: number };
  matches(password: string): Promise<boolean>;
}

/** Notations of the hashes, for messages. */
export const foreignNotations =
  "sha256crypt ($5$), sha512crypt ($6$), or PBKDF2 of passlib ($pbkdf2-sha256$), Django (pbkdf2_sha256$) or Werkzeug (pbkdf2:sha256:)";

/** Parses a hash of sha256crypt, sha512crypt or PBKDF2. Returns undefined for others. */
export function readForeignHash(text: string): ForeignHash | undefined {
  return readShaCrypt(text) ?? readPbkdf2(text);
}

/** Rounds of sha512crypt that take half a second. */
const cryptRoundsMax = 200_000;

/** Computations of HMAC that take a second or two. */
const hmacsMax = 2_000_000;

/**
 * Splits a hash at its dollar signs. Returns undefined unless each field matches its pattern. The patterns may not allow a
 * dollar sign.
 */
export function splitHash(text: string, patterns: readonly RegExp[]): string[] | undefined {
  const fields = text.split("$");
  const isMatch = patterns.every((pattern, index) => pattern.test(fields[index] ?? ""));
  return isMatch && fields.length === patterns.length ? fields : undefined;
}

const cryptFields = [/^$/, /^[56]$/, /^[^:\r\n]{0,16}$/, /^[./0-9A-Za-z]+$/];

function readShaCrypt(text: string): ForeignHash | undefined {
  const [setting, given] = /^\$[56]\$rounds=([1-9][0-9]{0,8})(?=\$.*\$)/.exec(text) ?? [];
  const plain = setting ? text.slice(0, 2) + text.slice(setting.length) : text;
  const [, version, salt = "", expected] = splitHash(plain, cryptFields) ?? [];
  const hash = version === "5" ? "sha256" : "sha512";
  if (expected?.length !== (hash === "sha256" ? 43 : 86)) return undefined;
  // 1000 is the minimum, which crypt(3) applies silently.
  const rounds = Math.max(given === undefined ? 5000 : Number(given), 1000);
  return {
    algorithm: `${hash}crypt`,
    costs: { rounds },
    async matches(password) {
      checkRounds(rounds, cryptRoundsMax);
      const secret = secretBytes(password, { as: "utf8", at: "body.password" });
      if (secret.includes(0))
        throw dev.error("invalid_input", "body.password must not have a zero character for crypt", {
          at: "body.password",
        });
      const computed = computeShaCrypt(secret, { hash, salt: Buffer.from(salt), rounds });
      return timingSafeEqual(Buffer.from(computed), Buffer.from(expected));
    },
  };
}

interface Pbkdf2Hash {
  hash: string;
  rounds: number;
  salt: Uint8Array;
  expected: Uint8Array;
}

function readPbkdf2(text: string): ForeignHash | undefined {
  const parsed = readPasslib(text) ?? readDjango(text) ?? readWerkzeug(text);
  if (!parsed || parsed.expected.length === 0) return undefined;
  const { hash, rounds, salt, expected } = parsed;
  const blocks = Math.ceil(expected.length / (digestLengths[hash] ?? 1));
  return {
    algorithm: `pbkdf2-${hash}`,
    costs: { rounds },
    async matches(password) {
      checkRounds(rounds, Math.floor(hmacsMax / blocks));
      const secret = secretBytes(password, { as: "utf8", at: "body.password" });
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      pbkdf2(secret, salt, rounds, expected.length, hash, (error, key) =>
        error ? reject(error) : resolve(key),
      );
      return timingSafeEqual(await promise, expected);
    },
  };
}

const digestLengths: Record<string, number> = asTable({
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
});

function checkRounds(rounds: number, maximum: number): void {
  if (rounds > maximum)
    throw dev.error(
      "too_much_work",
      `body.hash costs too much to check: its rounds may be at most ${maximum}, and is ${rounds}`,
      { at: "body.hash" },
    );
}

const roundsField = /^[1-9][0-9]{0,8}$/;
const textSalt = /^[^\r\n]{1,128}$/;
const passlibFields = [
  /^$/,
  /^pbkdf2(?:-sha(?:1|224|256|384|512))?$/,
  roundsField,
  /^[./0-9A-Za-z]{0,200}$/,
  /^[./0-9A-Za-z]{1,300}$/,
];
const djangoFields = [
  /^pbkdf2_sha(?:1|256|512)$/,
  roundsField,
  textSalt,
  /^[+/=0-9A-Za-z]{1,300}$/,
];
const werkzeugFields = [
  /^pbkdf2:sha(?:1|224|256|384|512):[1-9][0-9]{0,8}$/,
  textSalt,
  /^(?:[0-9a-f]{2}){1,128}$/,
];

/** Parses `$pbkdf2-sha256$29000$salt$hash`, in base64 with a dot for the plus and without padding. */
function readPasslib(text: string): Pbkdf2Hash | undefined {
  const [, name, rounds, salt = "", expected = ""] = splitHash(text, passlibFields) ?? [];
  const [, hash = "sha1"] = name?.split("-") ?? [];
  const decode = (digits: string) => decodeBase64(digits.replaceAll(".", "+"));
  const [saltBytes, bytes] = [decode(salt), decode(expected)];
  if (rounds === undefined || !saltBytes || !bytes) return undefined;
  return { hash, rounds: Number(rounds), salt: saltBytes, expected: bytes };
}

/** Parses `pbkdf2_sha256$600000$salt$hash`, whose salt is a text. */
function readDjango(text: string): Pbkdf2Hash | undefined {
  const [name = "", rounds, salt = "", expected = ""] = splitHash(text, djangoFields) ?? [];
  const bytes = decodeBase64(expected);
  if (rounds === undefined || !bytes) return undefined;
  const hash = name.slice("pbkdf2_".length);
  return { hash, rounds: Number(rounds), salt: Buffer.from(salt), expected: bytes };
}

/** Parses `pbkdf2:sha256:600000$salt$hash`, whose salt is a text, and whose hash is hexadecimal. */
function readWerkzeug(text: string): Pbkdf2Hash | undefined {
  const [name, salt = "", expected = ""] = splitHash(text, werkzeugFields) ?? [];
  const [, hash = "", rounds] = name?.split(":") ?? [];
  if (rounds === undefined) return undefined;
  return {
    hash,
    rounds: Number(rounds),
    salt: Buffer.from(salt),
    expected: Buffer.from(expected, "hex"),
  };
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return undefined;
  }
}
