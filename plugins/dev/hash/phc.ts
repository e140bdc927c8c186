import { type CostName, type Costs, misfit } from "./costs.ts";

/** The hash of a password by Argon2 or scrypt, and all it takes to make it again. */
export interface Phc {
  algorithm: string;
  costs: Costs;
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Writes a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export function writePhc({ algorithm, costs, salt, hash }: Phc): string {
  const list = letters(algorithm).map(([letter, name]) => `${letter}=${costs[name]}`);
  const version = algorithm === "scrypt" ? [] : ["v=19"];
  const bytes = [salt, hash].map((part) => part.toBase64({ omitPadding: true }));
  return ["", algorithm, ...version, list.join(","), ...bytes].join("$");
}

/** Reads a PHC string, or answers undefined where it is none of Argon2 1.3 or scrypt. */
export function readPhc(text: string): Phc | undefined {
  const [begin, algorithm = "", ...fields] = text.split("$");
  if (begin !== "" || !algorithms.includes(algorithm)) return undefined;
  if (algorithm !== "scrypt" && fields.shift() !== "v=19") return undefined;
  const costs = readCosts(fields[0] ?? "", letters(algorithm));
  const salt = readBytes(fields[1] ?? "");
  const hash = readBytes(fields[2] ?? "");
  if (!costs || !salt || !hash || fields.length > 3 || misfit(costs)) return undefined;
  return { algorithm, costs, salt, hash };
}

const algorithms = ["argon2id", "argon2i", "argon2d", "scrypt"];

function letters(algorithm: string): readonly (readonly [letter: string, CostName])[] {
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

function readCosts(list: string, names: ReturnType<typeof letters>): Costs | undefined {
  const pairs = list.split(",");
  const costs: Costs = {};
  for (const [index, [letter, name]] of names.entries()) {
    const [, value] = /^[a-z]{1,2}=([1-9][0-9]{0,9})$/.exec(pairs[index] ?? "") ?? [];
    if (value === undefined || !pairs[index]!.startsWith(`${letter}=`)) return undefined;
    costs[name] = Number(value);
  }
  return pairs.length === names.length ? costs : undefined;
}

/** What OpenSSL and RFC 9106 take at least for a salt serves for the hash, too. */
const bytesMin = 8;

function readBytes(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text);
    return bytes.length >= bytesMin ? bytes : undefined;
  } catch {
    return undefined;
  }
}
