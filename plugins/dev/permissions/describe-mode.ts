import { asTable } from "hub";
import dev from "../plugin.ts";

interface ModeOptions {
  mode: string;
  from: string;
  umask: string;
  directory: boolean;
}

/** The setuid, setgid and sticky bits, and the permissions. */
const allBits = 0o7777;
const setIds = 0o6000;

/** Describes permissions, or applies changes to them as chmod of GNU coreutils does. */
export function describeMode({ mode, from, umask, directory }: ModeOptions) {
  const text = mode.trim();
  const options = {
    umask: readOctal(umask.trim(), "query.umask", 0o777),
    isDirectory: directory || text.startsWith("d"),
  };
  const bits = readMode(text, { ...options, start: readStart(from.trim()) });
  const symbolic = formatSymbolic(bits);
  const describeTriple = (shift: number) => ({
    read: hasBit(bits, 4 << shift),
    write: hasBit(bits, 2 << shift),
    execute: hasBit(bits, 1 << shift),
  });
  return {
    octal: bits.toString(8).padStart(4, "0"),
    symbolic,
    listing: (options.isDirectory ? "d" : "-") + symbolic,
    clauses: formatClauses(bits),
    owner: describeTriple(6),
    group: describeTriple(3),
    others: describeTriple(0),
    setuid: hasBit(bits, 0o4000),
    setgid: hasBit(bits, 0o2000),
    sticky: hasBit(bits, 0o1000),
    warnings: listRisks(bits, options.isDirectory),
  };
}

function hasBit(bits: number, bit: number): boolean {
  return (bits & bit) !== 0;
}

function readStart(text: string): number {
  return parseListing(text) ?? readOctal(text, "query.from", allBits);
}

function readOctal(text: string, at: string, maximum: number): number {
  const value = /^[0-7]{1,5}$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
  if (value <= maximum) return value;
  throw refuse(
    at,
    `must be an octal number from 0 to ${maximum.toString(8)}: it is ${JSON.stringify(text)}`,
  );
}

interface Start {
  start: number;
  umask: number;
  isDirectory: boolean;
}

function readMode(text: string, options: Start): number {
  const { start, isDirectory } = options;
  const listed = parseListing(text);
  if (listed !== undefined) return listed;
  if (!/^[0-9]/.test(text))
    return text.split(",").reduce((bits, clause) => applyClause(bits, clause, options), start);
  const bits = readOctal(text, "query.mode", allBits);
  // Directories retain the setuid and setgid bits, unless there are five digits.
  return isDirectory && text.length < 5 ? bits | (start & setIds) : bits;
}

const LISTING = /^[-dlbcps]?([r-][w-][-xsS])([r-][w-][-xsS])([r-][w-][-xtT])[.+@]?$/;

/** Parses permissions as `ls -l` prints them, with or without the type of the file. */
function parseListing(text: string): number | undefined {
  const [, ...triples] = LISTING.exec(text) ?? [];
  if (triples.length === 0) return undefined;
  return triples.reduce((bits, triple, index) => {
    const last = triple[2] ?? "";
    const special = /[sStT]/.test(last) ? 0o4000 >> index : 0;
    const permissions =
      (triple[0] === "r" ? 4 : 0) | (triple[1] === "w" ? 2 : 0) | (/[xst]/.test(last) ? 1 : 0);
    return bits | special | (permissions << (6 - 3 * index));
  }, 0);
}

/** The bits that a class of users covers. */
const classes: Record<string, number> = asTable({ u: 0o4700, g: 0o2070, o: 0o1007, a: allBits });

/** The bits of a permission in all classes. */
const permissions: Record<string, number> = asTable({
  r: 0o444,
  w: 0o222,
  x: 0o111,
  X: 0,
  s: setIds,
  t: 0o1000,
});

/** Applies a clause such as `u+x`, `go=r-w` or `-022`. */
function applyClause(bits: number, clause: string, options: Start): number {
  const [, sign, digits] = /^([-+=])([0-7]+)$/.exec(clause) ?? [];
  if (sign !== undefined && digits !== undefined)
    return applyOctal(bits, sign, readOctal(digits, "query.mode", allBits));
  const [, who, actions] = /^([ugoa]*)((?:[-+=](?:[ugo]|[rwxXst]*))+)$/.exec(clause) ?? [];
  if (who === undefined || actions === undefined)
    throw refuse(
      "query.mode",
      `must be an octal number such as 755, permissions such as rwxr-xr-x, or changes such as u+x,go-w: it has ${JSON.stringify(clause)}`,
    );
  const affected = [...who].reduce((sum, letter) => sum | (classes[letter] ?? 0), 0);
  return [...actions.matchAll(/([-+=])([a-zA-Z]*)/g)].reduce(
    (before, [, operator = "", list = ""]) =>
      applyAction(before, { ...options, affected, operator, list }),
    bits,
  );
}

function applyOctal(bits: number, operator: string, change: number): number {
  if (operator === "+") return bits | change;
  return operator === "-" ? bits & ~change : change;
}

interface Action extends Start {
  /** The bits of the classes; 0 if the clause names none. */
  affected: number;
  operator: string;
  list: string;
}

function applyAction(
  bits: number,
  { affected, operator, list, umask, isDirectory }: Action,
): number {
  const isCopy = /^[ugo]$/.test(list);
  const given = [...list].reduce((sum, letter) => sum | (permissions[letter] ?? 0), 0);
  const value = isCopy ? copyClass(bits, list) : given;
  const hasAnyExecute = list.includes("X") && (isDirectory || hasBit(bits, 0o111));
  const mentioned = isCopy ? 0 : affected ? affected & value : value;
  const retained = isDirectory ? setIds & ~mentioned : 0;
  const change = (value | (hasAnyExecute ? 0o111 : 0)) & (affected || ~umask) & ~retained & allBits;
  const others = bits & ((affected ? ~affected : 0) | retained);
  return applyOctal(bits, operator, operator === "=" ? others | change : change);
}

/** Returns the permissions of a class for all classes. */
function copyClass(bits: number, letter: string): number {
  const shift = { u: 6, g: 3, o: 0 }[letter] ?? 0;
  return ((bits >> shift) & 7) * 0o111;
}

function formatSymbolic(bits: number): string {
  return [6, 3, 0]
    .map((shift, index) => {
      const isSpecial = hasBit(bits, 0o4000 >> index);
      const special = index === 2 ? "t" : "s";
      const last = hasBit(bits, 1 << shift)
        ? isSpecial
          ? special
          : "x"
        : isSpecial
          ? special.toUpperCase()
          : "-";
      return (hasBit(bits, 4 << shift) ? "r" : "-") + (hasBit(bits, 2 << shift) ? "w" : "-") + last;
    })
    .join("");
}

function formatClauses(bits: number): string {
  return ["u", "g", "o"]
    .map((letter, index) => {
      const triple = bits >> (6 - 3 * index);
      const special = hasBit(bits, 0o4000 >> index) ? (letter === "o" ? "t" : "s") : "";
      const rights = ["r", "w", "x"].filter((_, place) => hasBit(triple, 4 >> place)).join("");
      return `${letter}=${rights}${special}`;
    })
    .join(",");
}

function listRisks(bits: number, isDirectory: boolean): string[] {
  const warnings: string[] = [];
  if (hasBit(bits, 0o002) && !(isDirectory && hasBit(bits, 0o1000)))
    warnings.push(
      isDirectory
        ? "Everyone can add, rename and delete files in the directory"
        : "Everyone can change the file",
    );
  if (!isDirectory && hasBit(bits, 0o4000) && hasBit(bits, 0o111))
    warnings.push("The program runs with the rights of its owner");
  if (!isDirectory && hasBit(bits, 0o2000) && hasBit(bits, 0o010))
    warnings.push("The program runs with the rights of its group");
  return warnings;
}

function refuse(at: string, problem: string) {
  return dev.error("invalid_input", `${at} ${problem}`, { at });
}
