import type { Server } from "bun";
import { Call, idleSeconds } from "../../accounts/call.ts";
import { HubError } from "../../contract/errors.ts";
import { headBytesMax, headFlag } from "../../host/handler/handler-input.ts";
import { afterBody } from "../../platform/http/unread-body.ts";
import type { AccessLog } from "../../platform/log/access-log.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { type RefusalOptions, refuse } from "./respond.ts";

/** Something that answers requests, and may ask the server who sent them. */
interface App {
  fetch(request: Request): Response | Promise<Response>;
  server: unknown;
}

/** A port that is listened on. */
export interface Listener {
  readonly server: Server<undefined>;
  readonly port: number;
  /** Whether no more requests are taken. */
  readonly isDraining: boolean;
  /** Has every connection closed behind its next answer, as another process serves in this one's place. */
  leave(): void;
  /** Stops accepting and waits for the answers that are under way, but no longer than this. */
  drain(graceMs: number): Promise<void>;
}

/** Where and how to listen. */
export interface ListenOptions extends Pick<RefusalOptions, "log" | "shapeOf" | "refusals"> {
  port: number;
  host: string;
  reusePort: boolean;
  accessLog?: AccessLog | undefined;
  tracing?: Tracing | undefined;
}

/** Puts an app behind a port. */
export function listen(
  app: App,
  { port, host, reusePort, accessLog, tracing, ...refusing }: ListenOptions,
): Listener {
  let isDraining = false;
  let isLeaving = false;
  const traced = tracing ? tracing.around(answer) : answer;
  allowHeads();
  const server = serve({
    port,
    hostname: host,
    reusePort,
    idleTimeout: idleSeconds,
    // Each endpoint has its own limit and says so; Bun's own refusal would be an empty answer.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    fetch: accessLog ? accessLog.around(traced) : traced,
    error: (error) => refuse(new Call(new Request("http://localhost/"), null), error, refusing),
  });
  app.server = server;

  function answer(request: Request): Response | Promise<Response> {
    if (request.url.startsWith("/")) place(request, `http://localhost:${server.port}`);
    return afterBody(request, answerOnce(request));
  }

  function answerOnce(request: Request): Response | Promise<Response> {
    // Who was sent here by the kernel is answered: there may be no other connection to call again by.
    if (isLeaving) return closing(app.fetch(request));
    return isDraining ? turnAway(request, refusing) : app.fetch(request);
  }

  return {
    server,
    port: server.port ?? port,
    get isDraining() {
      return isDraining;
    },
    leave() {
      isLeaving = true;
    },
    async drain(graceMs) {
      isDraining = true;
      await Promise.race([server.stop(), Bun.sleep(graceMs)]);
      await server.stop(true);
    },
  };
}

/**
 * Says where a request is of which Bun knows only the path: HTTP/1.0 may leave the Host out, as health
 * checks do, or it cannot be read. It stays the same request: it alone has the body, the signal and
 * the peer.
 */
function place(request: Request, origin: string): void {
  const { href } = new URL(origin + request.url);
  Object.defineProperty(request, "url", { value: href });
}

/**
 * Lets heads be as large as the hub says, for which `Bun.serve` has no option. What Node's module sets in its
 * place is heeded as well, but to load that takes ten milliseconds of a start.
 */
function allowHeads(): void {
  if (process.execArgv.includes(headFlag)) return;
  // The types have it as Node does, where it cannot be set.
  Object.assign(process.getBuiltinModule("node:http"), { maxHeaderSize: headBytesMax });
}

function serve(options: Bun.Serve.Options<undefined>): Server<undefined> {
  try {
    return Bun.serve(options);
  } catch (cause) {
    const { port, hostname } = options as { port: number; hostname: string };
    const reason =
      (cause as { code?: string }).code === "EADDRINUSE"
        ? `port ${port} at ${hostname} is in use: set PORT to another port`
        : (cause as Error).message;
    throw new Error(`Cannot listen: ${reason}`, { cause });
  }
}

/** The last answer of a connection. */
async function closing(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  response.headers.set("connection", "close");
  return response;
}

/** A connection that was kept open may still bring a request. */
function turnAway(request: Request, options: RefusalOptions): Response {
  const error = new HubError("draining", "This hub is shutting down: try again in a moment", {
    headers: { connection: "close", "retry-after": "1" },
  });
  return refuse(new Call(request, null), error, options);
}
