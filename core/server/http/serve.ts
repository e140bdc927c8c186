import type { Server } from "bun";
import { Call, idleSeconds } from "../../accounts/call.ts";
import { HubError } from "../../contract/errors.ts";
import { headBytesMax, headFlag } from "../../host/handler/handler-input.ts";
import { afterBody } from "../../platform/http/unread-body.ts";
import type { AccessLog } from "../../platform/log/access-log.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { type RefusalOptions, refuse } from "./respond.ts";

/** A request handler with access to the server. */
interface App {
  fetch(request: Request): Response | Promise<Response>;
  server: unknown;
}

/** A listening server. */
export interface Listener {
  readonly server: Server<undefined>;
  readonly port: number;
  /** Whether the server has stopped accepting requests. */
  readonly isDraining: boolean;
  /** Closes each connection after its next response, because another process takes over. */
  stopAccepting(): void;
  /** Stops accepting requests and waits for pending responses, up to a time limit. */
  drain(graceMs: number): Promise<void>;
}

/** Options for listening. */
export interface ListenOptions extends Pick<RefusalOptions, "log" | "findShape" | "refusals"> {
  port: number;
  host: string;
  reusePort: boolean;
  accessLog?: AccessLog | undefined;
  tracing?: Tracing | undefined;
}

/** Serves an app on a port. */
export function listen(
  app: App,
  { port, host, reusePort, accessLog, tracing, ...refusing }: ListenOptions,
): Listener {
  let isDraining = false;
  let isLeaving = false;
  const traced = tracing ? tracing.around(answer) : answer;
  setHeaderLimit();
  const server = serve({
    port,
    hostname: host,
    reusePort,
    idleTimeout: idleSeconds,
    // Each endpoint has its own limit with an error message. Bun's own rejection would have an empty body.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    fetch: accessLog ? accessLog.around(traced) : traced,
    error: (error) => refuse(new Call(new Request("http://localhost/"), null), error, refusing),
  });
  app.server = server;

  function answer(request: Request): Response | Promise<Response> {
    if (request.url.startsWith("/")) setUrl(request, `http://localhost:${server.port}`);
    const response = answerOnce(request);
    return request.body === null ? response : afterBody(request, response);
  }

  function answerOnce(request: Request): Response | Promise<Response> {
    // Requests that the kernel assigned to this process are served: the client may have no other connection to retry on.
    if (isLeaving) return closeAfter(app.fetch(request));
    return isDraining ? rejectRequest(request, refusing) : app.fetch(request);
  }

  return {
    server,
    port: server.port ?? port,
    get isDraining() {
      return isDraining;
    },
    stopAccepting() {
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
 * Sets the full URL of a request for which Bun knows only the path: HTTP/1.0 health checks omit the Host, or
 * it may be invalid. The request object stays the same, because only it has the body, signal and peer.
 */
function setUrl(request: Request, origin: string): void {
  const { href } = new URL(origin + request.url);
  Object.defineProperty(request, "url", { value: href });
}

/**
 * Sets the maximum header size, for which `Bun.serve` has no option. Node's `http` module could set it too, but
 * loading it takes ten milliseconds at startup.
 */
function setHeaderLimit(): void {
  if (process.execArgv.includes(headFlag)) return;
  // Node's types declare it read-only.
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
        : `HOST must be an address of this machine: it is "${hostname}" (${(cause as Error).message})`;
    throw new Error(`Cannot listen: ${reason}`, { cause });
  }
}

/** Marks a response as the last one of its connection. */
async function closeAfter(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer;
  response.headers.set("connection", "close");
  return response;
}

/** Rejects requests that arrive on kept-alive connections during shutdown. */
function rejectRequest(request: Request, options: RefusalOptions): Response {
  const error = new HubError("draining", "This hub is shutting down: try again in a moment", {
    headers: { connection: "close", "retry-after": "1" },
  });
  return refuse(new Call(request, null), error, options);
}
