import type { NameServer } from "../doors/name-server.ts";
import type { OutboundProxy } from "../doors/outbound-proxy.ts";
import type { Mirrors } from "../upstreams/mirror.ts";

/** Settings of the browser. */
export interface BrowserSettings {
  /** Path of the program. Found automatically if undefined. */
  program: string | undefined;
  /** Whether Chromium's sandbox is on. `"auto"` turns it on if the system supports it. */
  sandbox: boolean | "auto";
  /** Maximum number of open pages, and of waiting calls. One account can have half of the waiting calls. */
  pages: number;
  queueMax: number;
  /** A separate folder for the program, fonts and profiles. */
  folder: string;
  /** Replacement addresses for hosts, set by the operator. They may be private. */
  hosts: Mirrors;
  /** The proxy for outgoing connections. */
  proxy?: OutboundProxy | undefined;
  /** DNS servers. Those of the system if empty. */
  nameServers: readonly NameServer[];
  /** Whether connections to other machines are forbidden. */
  offline: boolean;
  /** The allowed ports of other hosts. */
  ports: readonly number[];
  /** Number of pictures after which a browser is replaced. */
  shotsMax: number;
  /** Maximum memory of a browser with all its processes, in MB. */
  memoryMbMax: number;
}

/** The default ports of HTTP and HTTPS, and those of common test servers. */
export const webPorts: readonly number[] = [80, 443, 8080, 8443];
