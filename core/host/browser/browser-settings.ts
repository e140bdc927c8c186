import type { NameServer } from "../doors/name-server.ts";
import type { Mirrors } from "../upstreams/mirror.ts";

/** How the operator wants the browser. */
export interface BrowserSettings {
  /** The program; found by itself where there is none. */
  program: string | undefined;
  /** Whether Chromium locks up what runs pages; "auto" is where the system lets it. */
  sandbox: boolean | "auto";
  /** Most pages at once, and most calls that wait for one, of which one account's may be half. */
  pages: number;
  queueMax: number;
  /** A folder of its own for the program, fonts and profiles. */
  folder: string;
  /** Where to go in place of hosts that pages name, whatever their addresses: the operator's word. */
  hosts: Mirrors;
  /** Whom to ask for names; the operating system's resolver where there are none. */
  nameServers: readonly NameServer[];
  /** Whether nothing may leave this machine. */
  offline: boolean;
  /** The ports that pages may reach on other hosts. */
  ports: readonly number[];
  /** How many pictures a browser takes before a fresh one takes its place. */
  shotsMax: number;
  /** How much memory a browser may have with all its processes, in MB. */
  memoryMbMax: number;
}

/** The ports that the web is at, and the two that its test servers are. */
export const webPorts: readonly number[] = [80, 443, 8080, 8443];
