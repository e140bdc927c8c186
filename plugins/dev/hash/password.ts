import { argon2, scrypt, timingSafeEqual } from "node:crypto";
import dev from "../plugin.ts";
import {
  type AskedCosts,
  type Costs,
  checkCosts,
  costsOf,
  misfit,
  type PasswordAlgorithm,
  passwordAlgorithms,
  workOf,
} from "./costs.ts";
import { type Phc, readPhc, writePhc } from "./phc.ts";
import { secretBytes } from "./secret.ts";

export interface PasswordOptions extends AskedCosts {
  password: string;
  algorithm?: PasswordAlgorithm | undefined;
}

/** Hashes a password for keeping. */
export async function hashPassword(
  { password, algorithm = "argon2id", ...asked }: PasswordOptions,
  { random }: { random: { bytes(length: number): Uint8Array } },
) {
  const params = costsOf(algorithm, asked);
  const answer = { verified: null, algorithm, params, needs_rehash: null };
  if (algorithm === "bcrypt") {
    checkBcrypt(password);
    // Bun takes the salt from the system's dice: it lets nobody else give one.
    const hash = await Bun.password.hash(forBcrypt(password), { algorithm, cost: params.cost! });
    return { ...answer, hash };
  }
  const fault = misfit(params);
  if (fault)
    throw dev.error("invalid_input", `body.${fault.name} ${fault.why}`, {
      at: `body.${fault.name}`,
    });
  const salt = random.bytes(16);
  const hash = await derive(password, { algorithm, costs: params, salt, hash: new Uint8Array(32) });
  return { ...answer, hash: writePhc({ algorithm, costs: params, salt, hash }) };
}

/** Tells whether a hash is that of a password, and whether it should be made anew. */
export async function verifyPassword({
  password,
  hash,
  algorithm,
  ...asked
}: PasswordOptions & { hash: string }) {
  const { algorithm: own, costs, matches } = read(hash);
  const wanted = algorithm ?? passwordAlgorithms.find((name) => name === own) ?? "argon2id";
  const params = costsOf(wanted, asked);
  checkCosts(costs);
  return {
    hash: null,
    verified: await matches(password),
    algorithm: own,
    params: costs,
    needs_rehash: own !== wanted || workOf(costs) < workOf(params),
  };
}

interface Read {
  algorithm: string;
  costs: Costs;
  matches(password: string): Promise<boolean>;
}

function read(hash: string): Read {
  const phc = readPhc(hash);
  if (phc)
    return {
      ...phc,
      async matches(password) {
        return timingSafeEqual(await derive(password, phc), phc.hash);
      },
    };
  const [, cost] = bcryptHash.exec(hash) ?? [];
  if (cost === undefined)
    throw dev.error(
      "invalid_input",
      "body.hash must be a hash of bcrypt ($2a$, $2b$, $2y$), or a PHC string of Argon2 1.3 or scrypt",
      { at: "body.hash" },
    );
  return {
    algorithm: "bcrypt",
    costs: { cost: Number(cost) },
    matches(password) {
      checkBcrypt(password);
      return Bun.password.verify(forBcrypt(password), hash, "bcrypt");
    },
  };
}

/**
 * The last digit of the salt holds two bits, and that of the hash four. `$2x$` is left out: it marks
 * hashes made with a fault of crypt_blowfish.
 */
const bcryptHash =
  /^\$2[aby]\$(0[4-9]|[12][0-9]|3[01])\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/;

/** The bytes that take the place of `hash`, as many as it has. */
function derive(password: string, { algorithm, costs, salt, hash }: Phc): Promise<Buffer> {
  const secret = secretBytes(password, { as: "utf8", at: "body.password" });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const settle = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
  if (algorithm === "scrypt") {
    const { ln = 0, r = 0, p = 0 } = costs;
    const memory = 128 * r * (2 ** ln + p);
    // Node's own limit is 32 MiB; what it counts besides is less than 1 MiB.
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
 * Bun hashes no empty password, and verifies none. bcrypt repeats a password and its closing zero up to
 * the length of a key, so that a zero and nothing are one key.
 */
function forBcrypt(password: string): string {
  return password === "" ? "\0" : password;
}

/**
 * Refuses what bcrypt cannot hash: it reads 72 bytes, up to the first that is zero. Bun hashes a
 * longer one by SHA-512 first, which no other program does.
 */
function checkBcrypt(password: string): void {
  const { length } = secretBytes(password, { as: "utf8", at: "body.password" });
  const refuse = (why: string) =>
    dev.error("invalid_input", `body.password must ${why}`, { at: "body.password" });
  if (length > 72) throw refuse(`have at most 72 bytes of UTF-8 for bcrypt: it has ${length}`);
  if (password.includes("\0")) throw refuse("not have a zero character for bcrypt");
}
