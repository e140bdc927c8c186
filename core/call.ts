import type { Admission } from "./access/access.ts";

interface Server {
  requestIP(request: Request): { address: string } | null;
}

/** One request on its way through the hub: what the gate found out about it. */
export class Call {
  readonly id = nextId();
  readonly request: Request;
  readonly pathname: string;
  /** What the limiter said. None on open paths. */
  admission: Admission | undefined;
  /** What the answer says about limits, a refusal included. */
  headers: Readonly<Record<string, string>> | undefined;
  readonly #server: Server | null;

  constructor(request: Request, server: Server | null) {
    this.request = request;
    this.pathname = new URL(request.url).pathname;
    this.#server = server;
  }

  /** The other end of the connection, which may be a proxy. */
  get peer(): string {
    return this.#server?.requestIP(this.request)?.address ?? "127.0.0.1";
  }
}

const origin = `${Date.now().toString(36)}${process.pid.toString(36)}`;
let count = 0;

/** Unique over processes and restarts, and cheap: every request has one. */
function nextId(): string {
  return `${origin}-${(count++).toString(36)}`;
}
