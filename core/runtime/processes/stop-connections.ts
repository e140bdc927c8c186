import { dlopen, FFIType, ptr } from "bun:ffi";
import { readdirSync } from "node:fs";

/*
 * A listening socket that is closed takes with it the connections that the kernel has completed, or is
 * about to, and that nobody has accepted: their callers see a reset. What Linux offers against that
 * (net.ipv4.tcp_migrate_req) is the administrator's. So the socket first gets a filter that drops the first
 * packet of new connections: their callers send it again within a second, to whoever listens then.
 */

const solSocket = 1;
const soAttachFilter = 26;
const soAcceptConn = 30;

/** In the kernel's classic filter language: of TCP's flags, SYN without ACK is dropped, all else passes. */
const dropSyn: readonly (readonly [
  code: number,
  whenTrue: number,
  whenFalse: number,
  value: number,
])[] = [
  [0x30, 0, 0, 13], // load the byte of flags
  [0x54, 0, 0, 0x12], // and with SYN | ACK
  [0x15, 0, 1, 0x02], // SYN alone?
  [0x06, 0, 0, 0], // then nothing of it
  [0x06, 0, 0, 0xffffffff],
];

/** Has no new connection come to this process at a port. Answers whether that could be done: on Linux. */
export function stopConnections(port: number): boolean {
  const symbols = process.platform === "linux" ? openLibc() : undefined;
  if (!symbols) return false;

  const program = new Uint8Array(8 * dropSyn.length);
  const instructions = new DataView(program.buffer);
  for (const [index, [code, whenTrue, whenFalse, value]] of dropSyn.entries()) {
    instructions.setUint16(8 * index, code, true);
    instructions.setUint8(8 * index + 2, whenTrue);
    instructions.setUint8(8 * index + 3, whenFalse);
    instructions.setUint32(8 * index + 4, value, true);
  }
  const filter = new DataView(new ArrayBuffer(16));
  filter.setUint16(0, dropSyn.length, true);
  filter.setBigUint64(8, BigInt(ptr(program)), true);

  const listens = (descriptor: number) => {
    const flag = new Int32Array(1);
    const length = new Uint32Array([4]);
    if (symbols.getsockopt(descriptor, solSocket, soAcceptConn, ptr(flag), ptr(length)) !== 0)
      return false;
    const name = new Uint8Array(128);
    const nameLength = new Uint32Array([name.length]);
    if (symbols.getsockname(descriptor, ptr(name), ptr(nameLength)) !== 0) return false;
    return flag[0] === 1 && new DataView(name.buffer).getUint16(2) === port;
  };
  const sockets = readdirSync("/proc/self/fd").map(Number).filter(listens);
  const done = sockets.map(
    (descriptor) =>
      symbols.setsockopt(descriptor, solSocket, soAttachFilter, ptr(filter), 16) === 0,
  );
  return done.length > 0 && done.every(Boolean);
}

/** The functions of the C library; nothing where that is not GNU's. */
function openLibc() {
  try {
    return dlopen("libc.so.6", {
      setsockopt: {
        args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32],
        returns: FFIType.i32,
      },
      getsockopt: {
        args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr],
        returns: FFIType.i32,
      },
      getsockname: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
    }).symbols;
  } catch {
    return undefined;
  }
}
