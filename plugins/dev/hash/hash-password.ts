import { argon2, scrypt, timingSafeEqual } from "node:crypto";
import dev from "../plugin.ts";
import {
  type CostName,
  type CostOptions,
  type Costs,
  checkCosts,
  computeWork,
  findMisfit,
  type PasswordAlgorithm,
  passwordAlgorithms,
  resolveCosts,
} from "./costs.ts";
import { foreignNotations, readForeignHash, splitHash } from "./foreign-hashes.ts";
import { secretBytes } from "./secret.ts";

interface PasswordOptions extends CostOptions {
  password: string;
  algorithm?: PasswordAlgorithm | undefined;
}

/** Hashes a password for storage. */
export async function hashPassword(
  { password, algorithm = "argon2id", ...requested }: PasswordOptions,
  { random }: { random: { bytes(length: number): Uint8Array } },
) {
  const params = resolveCosts(algorithm, requested);
  const answer = { verified: null, algorithm, params, needs_rehash: null };
  if (algorithm === "bcrypt") {
    checkBcrypt(password);
    // Bun generates the bcrypt salt from the system's random source and accepts no other. All cost parameters of the
    // algorithm are in `params`.
    const hash = await Bun.password.hash(toBcryptInput(password), {
      algorithm,
      cost: params.cost!,
    });
    return { ...answer, hash };
  }
  const conflict = findMisfit(params);
  if (conflict)
    throw dev.error("invalid_input", `body.${conflict.name} ${conflict.problem}`, {
      at: `body.${conflict.name}`,
    });
  const salt = random.bytes(16);
  const hash = await derive(password, { algorithm, costs: params, salt, hash: new Uint8Array(32) });
  return { ...answer, hash: writePhc({ algorithm, costs: params, salt, hash }) };
}

/** Verifies a password against a hash, and reports whether the hash should be replaced. */
export async function verifyPassword({
  password,
  hash,
  algorithm,
  ...requested
}: PasswordOptions & { hash: string }) {
  const { algorithm: own, costs, matches } = readHash(hash);
  const target = algorithm ?? passwordAlgorithms.find((name) => name === own) ?? "argon2id";
  const params = resolveCosts(target, requested);
  checkCosts(costs);
  return {
    hash: null,
    verified: await matches(password),
    algorithm: own,
    params: costs,
    needs_rehash: own !== target || computeWork(costs) < computeWork(params),
  };
}

interface PasswordHash {
  algorithm: string;
  costs: Costs;
  matches(password: string): Promise<boolean>;
}

function readHash(hash: string): PasswordHash {
  const phc = readPhc(hash);
  if (phc)
    return {
      ...phc,
      async matches(password) {
        return timingSafeEqual(await derive(password, phc), phc.hash);
      },
    };
  const foreign = readForeignHash(hash);
  if (foreign) return foreign;
  const [, , cost] = splitHash(hash, bcryptFields) ?? [];
  if (cost === undefined)
    throw dev.error(
      "invalid_input",
      `body.hash must be a hash of bcrypt ($2a$, $2b$, $2y$), a PHC string of Argon2 1.3 or scrypt, ${foreignNotations}`,
      { at: "body.hash" },
    );
  return {
    algorithm: "bcrypt",
    costs: { cost: Number(cost) },
    matches(password) {
      checkBcrypt(password);
      return Bun.password.verify(toBcryptInput(password), hash, "bcrypt");
    },
  };
}

/**
 * The last digit of the salt encodes two bits, that of the hash four. `$2x$` is excluded: it marks hashes from a bug
 * in crypt_blowfish.
 */
const bcryptFields = [
  /^$/,
  /^2[aby]$/,
  /^(?:0[4-9]|[12][0-9]|3[01])$/,
  /^[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/,
];

/** Derives a key as long as `hash`, which it is compared with. */
function derive(password: string, { algorithm, costs, salt, hash }: Phc): Promise<Buffer> {
  const secret = secretBytes(password, { as: "utf8", at: "body.password" });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const settle = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
  if (algorithm === "scrypt") {
    const { ln = 0, r = 0, p = 0 } = costs;
    const memory = 128 * r * (2 ** ln + p);
    // Node's default limit is 32 MiB. Its own overhead is below 1 MiB.
    const limits = { N: 2 ** ln, r, p, maxmem: memory + 2 ** 20 };
    scrypt(secret, salt, hash.length, limits, settle);
  } else {
    const { memory_kib: memory = 0, iterations: passes = 0, parallelism = 1 } = costs;
    const parameters = { message: secret, nonce: salt, memory, passes, parallelism };
    argon2(algorithm as "argon2id", { ...parameters, tagLength: hash.length }, settle);
  }
  return promise;
}

/**
 * Replaces an empty password, which Bun neither hashes nor verifies. bcrypt repeats a password and its terminating
 * zero up to the key length, so "\0" gives the same key.
 */
function toBcryptInput(password: string): string {
  return password === "" ? "\0" : password;
}

/**
 * Throws if bcrypt cannot hash the password: it reads 72 bytes, up to the first zero. Bun hashes longer passwords
 * with SHA-512 first, which no other program does.
 */
function checkBcrypt(password: string): void {
  const { length } = secretBytes(password, { as: "utf8", at: "body.password" });
  const createError = (problem: string) =>
    dev.error("invalid_input", `body.password must ${problem}`, { at: "body.password" });
  if (length > 72) throw createError(`have at most 72 bytes of UTF-8 for bcrypt: it has ${length}`);
  if (password.includes("\0")) throw createError("not have a zero character for bcrypt");
}

/** An Argon2 or scrypt hash and everything needed to compute it again. */
interface Phc {
  algorithm: string;
  costs: Costs;
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Formats a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
function writePhc({ algorithm, costs, salt, hash }: Phc): string {
  const list = getParameterLetters(algorithm).map(([letter, name]) => `${letter}=${costs[name]}`);
  const version = algorithm === "scrypt" ? [] : ["v=19"];
  const bytes = [salt, hash].map((part) => part.toBase64({ omitPadding: true }));
  return ["", algorithm, ...version, list.join(","), ...bytes].join("$");
}

/** Parses a PHC string. Returns undefined unless it is an Argon2 1.3 or scrypt hash. */
function readPhc(text: string): Phc | undefined {
  const [begin, algorithm = "", ...fields] = text.split("$");
  if (begin !== "" || !algorithms.includes(algorithm)) return undefined;
  if (algorithm !== "scrypt" && fields.shift() !== "v=19") return undefined;
  const costs = readCosts(fields[0] ?? "", getParameterLetters(algorithm));
  const salt = readBytes(fields[1] ?? "");
  const hash = readBytes(fields[2] ?? "");
  if (!costs || !salt || !hash || fields.length > 3 || findMisfit(costs)) return undefined;
  return { algorithm, costs, salt, hash };
}

const algorithms = ["argon2id", "argon2i", "argon2d", "scrypt"];

function getParameterLetters(algorithm: string): readonly (readonly [letter: string, CostName])[] {
  return algorithm === "scrypt"
    ? [
        ["ln", "ln"],
        ["r", "r"],
        ["p", "p"],
      ]
    : [
        ["m", "memory_kib"],
        ["t", "iterations"],
        ["p", "parallelism"],
      ];
}

function readCosts(list: string, names: ReturnType<typeof getParameterLetters>): Costs | undefined {
  const pairs = list.split(",");
  const costs: Costs = {};
  for (const [index, [letter, name]] of names.entries()) {
    const [, key, value] = /^([a-z]{1,2})=([1-9][0-9]{0,9})$/.exec(pairs[index] ?? "") ?? [];
    if (value === undefined || key !== letter) return undefined;
    costs[name] = Number(value);
  }
  return pairs.length === names.length ? costs : undefined;
}

/** Minimum salt length of OpenSSL and RFC 9106. It is used for the hash, too. */
const bytesMin = 8;

function readBytes(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text);
    return bytes.length >= bytesMin ? bytes : undefined;
  } catch {
    return undefined;
  }
}
