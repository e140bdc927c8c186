import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../../testing/mod.ts";
import { writeFilter } from "./seccomp.ts";

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const pid = 4321;

interface SystemCall {
  number: number;
  args?: readonly number[];
  architecture?: number;
}

/**
 * Runs a filter as the kernel does (Documentation/userspace-api/seccomp_filter.rst). Returns the name of its verdict.
 */
function judge(filter: Uint8Array, { number, args = [], architecture }: SystemCall): string {
  const program = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, architecture ?? 0, true);
  for (const [index, arg] of args.entries()) data.setBigUint64(16 + 8 * index, BigInt(arg), true);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const value = program.getUint32(8 * at + 4, true);
    const [ifSo, ifNot] = [program.getUint8(8 * at + 2), program.getUint8(8 * at + 3)];
    switch (program.getUint16(8 * at, true)) {
      case 0x20:
        accumulator = data.getUint32(value, true);
        break;
      case 0x15:
        at += accumulator === value ? ifSo : ifNot;
        break;
      case 0x35:
        at += accumulator >= value ? ifSo : ifNot;
        break;
      case 0x45:
        at += (accumulator & value) !== 0 ? ifSo : ifNot;
        break;
      case 0x06:
        return value === 0x7fff0000 ? "allowed" : `errno ${value & 0xffff}`;
      default:
        throw new Error("There is no such instruction in these filters");
    }
  }
  throw new Error("The filter ends without an answer, and the kernel refuses it");
}

describe.each(["x64", "arm64"] as const)("on %s", (processor) => {
  const architecture = architectures[processor];
  const x64 = processor === "x64";
  const job = writeFilter({ processor, pid, mayFork: false });
  const program = writeFilter({ processor, pid, mayFork: true });
  const evaluateFilter = (filter: Uint8Array, number: number, ...args: number[]) =>
    judge(filter, { number, args, architecture });

  /** Numbers of the kernel's own tables, independent of the filter's. */
  const calls = x64
    ? { read: 0, write: 1, mmap: 9, openat: 257, execve: 59, clone: 56, kill: 62, ioctl: 16 }
    : { read: 63, write: 64, mmap: 222, openat: 56, execve: 221, clone: 220, kill: 129, ioctl: 29 };

  test("necessary system calls are allowed", () => {
    for (const number of [calls.read, calls.write, calls.mmap, calls.openat, calls.execve])
      for (const filter of [job, program]) expect(evaluateFilter(filter, number)).toBe("allowed");
  });

  test.each(
    x64
      ? [41, 46, 101, 165, 272, 308, 310, 311, 321, 425, 90, 268, 280]
      : [198, 211, 117, 40, 97, 268, 270, 271, 280, 425, 52, 53, 88],
  )("call %d is denied, to programs too", (number) => {
    for (const filter of [job, program]) expect(evaluateFilter(filter, number)).toBe("errno 13");
  });

  test("a job starts threads but no processes, a program both, and neither a namespace", () => {
    const [thread, child, namespace] = [0x3d0f00, 17, 0x10000000];
    expect(evaluateFilter(job, calls.clone, thread)).toBe("allowed");
    expect(evaluateFilter(job, calls.clone, child)).toBe("errno 1");
    expect(evaluateFilter(program, calls.clone, child)).toBe("allowed");
    for (const filter of [job, program])
      for (const flags of [namespace, namespace | thread, 0x40000000 | thread, 0x20000 | child])
        expect(evaluateFilter(filter, calls.clone, flags)).toBe("errno 1");
    for (const filter of [job, program])
      expect(evaluateFilter(filter, 435, 0, 88)).toBe("errno 38");
  });

  test("a job can only signal itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: -70_000, max: 70_000 }), (other) => {
        const target = BigInt.asUintN(64, BigInt(other));
        const answer = judge(job, {
          number: calls.kill,
          args: [Number(target & 0xffffffffn)],
          architecture,
        });
        expect(answer).toBe(other === pid ? "allowed" : "errno 1");
      }),
      cases(200),
    );
    expect(evaluateFilter(job, calls.kill, pid)).toBe("allowed");
    expect(evaluateFilter(program, calls.kill, 1)).toBe("allowed");
  });

  test("terminal input cannot be injected", () => {
    for (const request of [0x5412, 0x541c])
      expect(evaluateFilter(program, calls.ioctl, 0, request)).toBe("errno 1");
    expect(evaluateFilter(job, calls.ioctl, 0, 0x5401)).toBe("allowed");
  });

  test("every call is denied on another architecture", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(0xffffffff), (number, other) => {
        fc.pre(other !== architecture);
        expect(judge(job, { number, architecture: other })).toBe("errno 1");
      }),
      cases(200),
    );
  });

  test("every call has a verdict", () => {
    fc.assert(
      fc.property(
        fc.nat(0xffffffff),
        fc.array(fc.nat(0xffffffff), { maxLength: 6 }),
        (number, args) => {
          for (const filter of [job, program])
            expect(judge(filter, { number, args, architecture })).toMatch(/^(allowed|errno \d+)$/);
        },
      ),
      cases(500),
    );
  });

  test.if(x64)("x32 calls don't bypass the filter", () => {
    for (const number of [41, 59, 0])
      expect(evaluateFilter(job, 0x40000000 | number)).toBe("errno 1");
  });
});
