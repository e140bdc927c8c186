import { dlopen, FFIType, ptr } from "bun:ffi";
import { readdirSync } from "node:fs";

/*
 * A listening socket that is closed takes with it the connections that the kernel has completed, or is
 * about to, and that nobody has accepted: their callers see a reset. What Linux offers against that
 * (net.ipv4.tcp_migrate_req) is the administrator's, and on some systems so are packet filters. So the
 * socket first takes only packets that may go on over as many hops as there can be, which callers do not
 * send: they send the first packet of a connection again within a second, to whoever listens then.
 */

const solSocket = 1;
const soAcceptConn = 30;
/** How many hops a packet must have left at least: the level and the option of IPv4, and those of IPv6. */
const hopsLeft = [
  [0, 21],
  [41, 73],
] as const;
const hopsMax = 255;

/**
 * Has no new connection come to this process at a port, where the kernel is Linux. Those that have begun
 * have this long to be accepted and to ask.
 */
export async function stopConnections(port: number, ms: number): Promise<void> {
  const libc = process.platform === "linux" ? openLibc() : undefined;
  if (!libc) return Bun.sleep(ms);
  for (const socket of libc.sockets())
    if (libc.isListening(socket) && libc.portOf(socket) === port) libc.demand(socket, hopsMax);
  await Bun.sleep(ms / 2);
  // What was established meanwhile has it from the socket that it came by, and hears nothing so far.
  for (const socket of libc.sockets()) if (!libc.isListening(socket)) libc.demand(socket, 0);
  await Bun.sleep(ms / 2);
}

/** What is done to sockets by the C library; nothing where that is not GNU's. */
function openLibc() {
  try {
    const { symbols } = dlopen("libc.so.6", {
      setsockopt: {
        args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32],
        returns: FFIType.i32,
      },
      getsockopt: {
        args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr],
        returns: FFIType.i32,
      },
      getsockname: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
    });
    return {
      /** All descriptors: what is no socket of the internet refuses the rest. */
      sockets: () => readdirSync("/proc/self/fd").map(Number),
      isListening(socket: number): boolean {
        const flag = new Int32Array(1);
        const length = new Uint32Array([flag.byteLength]);
        symbols.getsockopt(socket, solSocket, soAcceptConn, ptr(flag), ptr(length));
        return flag[0] === 1;
      },
      portOf(socket: number): number {
        const name = new Uint8Array(128);
        const length = new Uint32Array([name.length]);
        symbols.getsockname(socket, ptr(name), ptr(length));
        return new DataView(name.buffer).getUint16(2);
      },
      demand(socket: number, hops: number): void {
        const value = new Int32Array([hops]);
        for (const [level, option] of hopsLeft)
          symbols.setsockopt(socket, level, option, ptr(value), value.byteLength);
      },
    };
  } catch {
    return undefined;
  }
}
