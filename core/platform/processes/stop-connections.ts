import { dlopen, FFIType, ptr } from "bun:ffi";
import { readdirSync } from "node:fs";

/*
 * Closing a listening socket resets the connections that the kernel has completed, or is about to complete,
 * but that were not accepted. Linux has net.ipv4.tcp_migrate_req against that, but only an administrator
 * can set it; the same goes for packet filters on some systems. So the socket first accepts only packets
 * with the maximum hop limit, which clients don't send. Their kernel retransmits the first packet of a
 * connection within a second, and then reaches the new listener.
 */

const solSocket = 1;
const soAcceptConn = 30;
/** The socket options for the minimum hop limit, as level and option, for IPv4 and IPv6. */
const minHopOptions = [
  [0, 21],
  [41, 73],
] as const;
const hopsMax = 255;

/**
 * Stops new connections to this process at a port, on Linux. Connections in progress have `ms` to be
 * accepted and to send a request.
 */
export async function stopConnections(port: number, ms: number): Promise<void> {
  const libc = process.platform === "linux" ? openLibc() : undefined;
  if (!libc) return Bun.sleep(ms);
  for (const socket of libc.sockets())
    if (libc.isListening(socket) && libc.getPort(socket) === port) libc.setMinHops(socket, hopsMax);
  await Bun.sleep(ms / 2);
  // Connections established in the meantime inherited the option from the listening socket, and would
  // receive no packets.
  for (const socket of libc.sockets()) if (!libc.isListening(socket)) libc.setMinHops(socket, 0);
  await Bun.sleep(ms / 2);
}

/** Opens the socket functions of glibc. Returns nothing if the C library is another one. */
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
      /** Returns all file descriptors. Calls on those that are no internet sockets fail. */
      sockets: () => readdirSync("/proc/self/fd").map(Number),
      isListening(socket: number): boolean {
        const flag = new Int32Array(1);
        const length = new Uint32Array([flag.byteLength]);
        symbols.getsockopt(socket, solSocket, soAcceptConn, ptr(flag), ptr(length));
        return flag[0] === 1;
      },
      getPort(socket: number): number {
        const name = new Uint8Array(128);
        const length = new Uint32Array([name.length]);
        symbols.getsockname(socket, ptr(name), ptr(length));
        return new DataView(name.buffer).getUint16(2);
      },
      setMinHops(socket: number, hops: number): void {
        const value = new Int32Array([hops]);
        for (const [level, option] of minHopOptions)
          symbols.setsockopt(socket, level, option, ptr(value), value.byteLength);
      },
    };
  } catch {
    return undefined;
  }
}
