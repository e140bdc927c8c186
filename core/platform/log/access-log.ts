import type { LogFormat, LogOutput } from "./log.ts";

/** The response body, if it is sent unchanged. */
type SentBody = string | Uint8Array | ReadableStream | undefined;

/** The details of a call that its response doesn't contain. */
interface CallDetails {
  /** The route's path pattern, so that nothing from the caller is logged. */
  route: string;
  /** The account, by an opaque id. */
  account: string | undefined;
  /** The response and its body, if it is sent unchanged. */
  response?: Response;
  sent?: SentBody;
}

/** The maximum number of pending entries. More of them belong to calls that never finished here: all are discarded. */
const notesMax = 10_000;

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Logs a line for each response: route, account, status, duration and size. It never logs IP addresses,
 * email addresses, paths or queries.
 */
export class AccessLog {
  readonly #output: LogOutput;
  readonly #format: LogFormat;
  readonly #notes = new Map<string, CallDetails>();

  constructor(output: LogOutput, format: LogFormat) {
    this.#output = output;
    this.#format = format;
  }

  /** Stores the details of a call by its request id. */
  recordCall(id: string, note: CallDetails): void {
    if (this.#notes.size >= notesMax) this.#notes.clear();
    this.#notes.set(id, note);
  }

  /** Stores the response of a call. */
  recordResponse({ id, sent }: { id: string; sent: SentBody }, response: Response): void {
    const note = this.#notes.get(id);
    if (!note) return;
    note.sent = sent;
    note.response = response;
  }

  /** Wraps a handler to log each response. Streams are logged when they end. */
  around(fetch: Fetch): Fetch {
    return (request) => {
      const startedAt = performance.now();
      const answer = fetch(request);
      return answer instanceof Promise
        ? answer.then((response) => this.#follow(request, response, startedAt))
        : this.#follow(request, answer, startedAt);
    };
  }

  #follow(request: Request, response: Response, startedAt: number): Response | Promise<Response> {
    const id = response.headers.get("x-request-id") ?? "";
    const note = this.#notes.get(id);
    this.#notes.delete(id);
    const log = (bytes: number, isCut = false) =>
      this.#writeLine({
        request,
        response,
        id,
        note,
        ms: performance.now() - startedAt,
        bytes,
        isCut,
      });
    // The response may have been replaced since, for example by a page.
    const sent = note?.response === response ? note.sent : undefined;
    const known = request.method === "HEAD" ? 0 : getSize(response, sent);
    if (known !== undefined) {
      log(known);
      return response;
    }
    const { status, headers } = response;
    if (sent instanceof ReadableStream && response.body)
      return new Response(countBytes(response.body, log), { status, headers });
    return response.blob().then((body) => {
      log(body.size);
      return new Response(body, { status, headers });
    });
  }

  #writeLine({ request, response, id, note, ms, bytes, isCut }: LoggedCall): void {
    const entry = {
      time: new Date().toISOString(),
      level: "info",
      message: "request",
      request_id: id,
      method: request.method,
      route: note?.route ?? "unknown",
      status: response.status,
      ms: Math.round(ms * 100) / 100,
      bytes,
      account: note?.account ?? null,
      cut: isCut || undefined,
    };
    const line = this.#format === "json" ? JSON.stringify(entry) : formatTextLine(entry);
    this.#output.write(line, { later: true });
  }
}

interface LoggedCall {
  request: Request;
  response: Response;
  id: string;
  note: CallDetails | undefined;
  ms: number;
  bytes: number;
  isCut: boolean;
}

function formatTextLine(entry: Readonly<Record<string, unknown>>): string {
  const { time, method, route, status, ms, bytes, cut, account, request_id } = entry;
  return `${time} info  ${method} ${route} ${status} ${ms} ms ${bytes} B${cut ? " cut off" : ""} ${account ?? "-"} ${request_id}`;
}

/** Returns the size of the body, or nothing if it isn't known without reading it. */
function getSize({ status }: Response, sent: SentBody): number | undefined {
  if (status === 204 || status === 304) return 0;
  if (typeof sent === "string") return Buffer.byteLength(sent);
  return sent instanceof Uint8Array ? sent.byteLength : undefined;
}

/** Returns the same stream. Calls `onEnd` with its size, and whether it was cut off. */
function countBytes(
  stream: ReadableStream<Uint8Array>,
  onEnd: (bytes: number, isCut?: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          onEnd(bytes);
          controller.close();
          return;
        }
        bytes += value.byteLength;
        controller.enqueue(value);
      } catch (error) {
        onEnd(bytes, true);
        throw error;
      }
    },
    async cancel(reason) {
      onEnd(bytes, true);
      await reader.cancel(reason);
    },
  });
}
