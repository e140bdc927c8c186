// The system call filter of a sandboxed process, as a classic BPF program for seccomp(2). Landlock guards
// files. This filter blocks the other ways out.

import { openTable } from "../../lib/data-file.ts";

/** The numbers of a system call on x86-64 and arm64. -1 if the processor doesn't have it. */
type Numbers = Readonly<Record<Processor, number>>;

/** The processor that a filter is built for. */
export type Processor = "x64" | "arm64";

/** System calls that sandboxed code doesn't need and Landlock doesn't cover. */
const readDenied = openTable(new URL("./denied-calls.tsv", import.meta.url), {
  name: "text",
  x64: "number",
  arm64: "number",
});

/** System calls that create a process. */
const forks: readonly Numbers[] = [
  { x64: 57, arm64: -1 },
  { x64: 58, arm64: -1 },
];
const clone: Numbers = { x64: 56, arm64: 220 };
const clone3: Numbers = { x64: 435, arm64: 435 };

/** System calls whose first argument is a process id. A process may only pass its own. */
const processCalls: readonly Numbers[] = [
  // kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo
  { x64: 62, arm64: 129 },
  { x64: 234, arm64: 131 },
  { x64: 129, arm64: 138 },
  { x64: 297, arm64: 240 },
];
/** The same, but 0 means the calling process: prlimit64, sched_setaffinity. */
const processOrZeroCalls: readonly Numbers[] = [
  { x64: 302, arm64: 261 },
  { x64: 203, arm64: 122 },
];
const ioctl: Numbers = { x64: 16, arm64: 29 };
/** TIOCSTI and TIOCLINUX inject input into the terminal. */
const terminalInjection = [0x5412, 0x541c];

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

const [EPERM, EACCES, ENOSYS] = [1, 13, 38];
const CLONE_THREAD = 0x10000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, and NEWTIME. */
const newNamespaces = 0x7e020080;

/** Opcodes of classic BPF: load a word, compare it, return a verdict. */
const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const allow = 0x7fff0000;
const denyWith = (errno: number) => 0x00050000 | errno;
/**
 * Offsets in the kernel's data: the call's number, its architecture, and the lower halves of its arguments.
 */
const numberAt = 0;
const architectureAt = 4;
const argumentAt = (index: number) => 16 + 8 * index;

/**
 * Returns the bytes of a filter for the process with this id, which `execve` keeps. Denied calls fail with
 * EACCES or EPERM. `clone3` fails with ENOSYS, because a filter can't see its flags: libc then falls back
 * to `clone`.
 */
export function writeFilter({
  processor,
  pid,
  mayFork,
}: {
  processor: Processor;
  pid: number;
  mayFork: boolean;
}): Uint8Array {
  const program: Instruction[] = [
    [LOAD, architectureAt],
    // Other architectures have different numbers, and x32 sets an extra bit in them.
    [EQUAL, architectures[processor], 1, 0],
    [RETURN, denyWith(EPERM)],
    [LOAD, numberAt],
  ];
  if (processor === "x64") program.push([AT_LEAST, 0x40000000, 0, 1], [RETURN, denyWith(EPERM)]);

  /** Adds instructions that run if the call has this number. */
  const addRule = (numbers: Numbers, instructions: readonly Instruction[]) => {
    const number = numbers[processor];
    if (number >= 0) program.push([EQUAL, number, 0, instructions.length], ...instructions);
  };
  for (const numbers of readDenied()) addRule(numbers, [[RETURN, denyWith(EACCES)]]);
  addRule(clone3, [[RETURN, denyWith(ENOSYS)]]);
  if (!mayFork) for (const numbers of forks) addRule(numbers, [[RETURN, denyWith(EPERM)]]);
  addRule(clone, [
    [LOAD, argumentAt(0)],
    [ANY_BIT, newNamespaces, 2, 0],
    [ANY_BIT, mayFork ? 0xffffffff : CLONE_THREAD, 0, 1],
    [RETURN, allow],
    [RETURN, denyWith(EPERM)],
  ]);
  addRule(ioctl, [
    [LOAD, argumentAt(1)],
    [EQUAL, terminalInjection[0] ?? 0, 2, 0],
    [EQUAL, terminalInjection[1] ?? 0, 1, 0],
    [RETURN, allow],
    [RETURN, denyWith(EPERM)],
  ]);
  // A process that may start others may also end them. Landlock blocks signals to processes outside.
  const onlyOwn = (orZero: boolean): Instruction[] => [
    [LOAD, argumentAt(0)],
    [EQUAL, pid, orZero ? 1 : 0, orZero ? 0 : 1],
    ...(orZero ? ([[EQUAL, 0, 0, 1]] as Instruction[]) : []),
    [RETURN, allow],
    [RETURN, denyWith(EPERM)],
  ];
  if (!mayFork) for (const numbers of processCalls) addRule(numbers, onlyOwn(false));
  for (const numbers of processOrZeroCalls) addRule(numbers, onlyOwn(true));
  program.push([RETURN, allow]);
  return assemble(program);
}

/** An opcode, its operand, and the number of instructions to skip if it is true or false. */
type Instruction = readonly [code: number, value: number, ifSo?: number, ifNot?: number];

function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 * program.length));
  for (const [index, [code, value, ifSo = 0, ifNot = 0]] of program.entries()) {
    bytes.setUint16(8 * index, code, true);
    bytes.setUint8(8 * index + 2, ifSo);
    bytes.setUint8(8 * index + 3, ifNot);
    bytes.setUint32(8 * index + 4, value >>> 0, true);
  }
  return new Uint8Array(bytes.buffer);
}
