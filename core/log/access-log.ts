import type { Reply } from "../reply.ts";
import type { LogFormat, LogOutput } from "./log.ts";

/** What the hub knows of a call beside its answer. */
interface Note {
  /** The path as its route has it, so that nothing is told that a caller put into it. */
  route: string;
  /** The account, by an id that says nothing else. */
  account: string | undefined;
  /** The reply of its handler, where there is one. */
  reply?: Reply;
}

/** Notes beyond this are of calls that came to no end here. */
const notesMax = 10_000;

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * A line for each answer: which route, whose account, how it went, how long it took and how much was
 * sent. No address, no e-mail, no path and no query is among it.
 */
export class AccessLog {
  readonly #output: LogOutput;
  readonly #format: LogFormat;
  readonly #notes = new Map<string, Note>();

  constructor(output: LogOutput, format: LogFormat) {
    this.#output = output;
    this.#format = format;
  }

  /** Remembers whose call a request is, by its id. */
  note(id: string, note: Note): void {
    if (this.#notes.size >= notesMax) this.#notes.clear();
    this.#notes.set(id, note);
  }

  /** Remembers what the handler of a call has replied. */
  replied(id: string, reply: Reply): void {
    const note = this.#notes.get(id);
    if (note) note.reply = reply;
  }

  /** The same answers, each of which is told. A stream is told at its end. */
  around(fetch: Fetch): Fetch {
    return async (request) => {
      const begin = performance.now();
      const response = await fetch(request);
      const id = response.headers.get("x-request-id") ?? "";
      const note = this.#notes.get(id);
      this.#notes.delete(id);
      const tell = (bytes: number, isCut = false) =>
        this.#tell({ request, response, id, note, ms: performance.now() - begin, bytes, isCut });
      const known = request.method === "HEAD" ? 0 : sizeOf(response, note?.reply);
      if (known !== undefined) {
        tell(known);
        return response;
      }
      const { status, headers } = response;
      if (note?.reply?.body instanceof ReadableStream && response.body)
        return new Response(counted(response.body, tell), { status, headers });
      const body = await response.blob();
      tell(body.size);
      return new Response(body, { status, headers });
    };
  }

  #tell(answer: {
    request: Request;
    response: Response;
    id: string;
    note: Note | undefined;
    ms: number;
    bytes: number;
    isCut: boolean;
  }): void {
    const { id, bytes, note } = answer;
    const { route = "unknown", account } = note ?? {};
    const { method } = answer.request;
    const { status } = answer.response;
    const time = new Date().toISOString();
    const ms = Math.round(answer.ms * 100) / 100;
    const cut = answer.isCut ? { cut: true } : undefined;
    const told = { request_id: id, method, route, status, ms, bytes, account: account ?? null };
    const line =
      this.#format === "json"
        ? JSON.stringify({ time, level: "info", message: "request", ...told, ...cut })
        : `${time} info  ${method} ${route} ${status} ${ms} ms ${bytes} B${cut ? " cut off" : ""} ${account ?? "-"} ${id}`;
    this.#output.write(line, { later: true });
  }
}

/** How much is sent, where that is known without a look at it. */
function sizeOf({ status, headers }: Response, reply: Reply | undefined): number | undefined {
  if (status === 204 || status === 304) return 0;
  if (!(reply?.body instanceof Uint8Array) || status !== reply.status) return undefined;
  // Another media type, or a coding, may have been chosen for this caller.
  const isAsReplied =
    headers.get("content-type") === reply.type && headers.get("content-encoding") === null;
  return isAsReplied ? reply.body.byteLength : undefined;
}

/** The same stream, which tells at its end how much it was, and whether it was cut off. */
function counted(
  stream: ReadableStream<Uint8Array>,
  tell: (bytes: number, isCut?: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          tell(bytes);
          controller.close();
          return;
        }
        bytes += value.byteLength;
        controller.enqueue(value);
      } catch (error) {
        tell(bytes, true);
        throw error;
      }
    },
    async cancel(reason) {
      tell(bytes, true);
      await reader.cancel(reason);
    },
  });
}
