import type { LogFormat, LogOutput } from "./log.ts";

/** The body of an answer, if it is sent as it is. */
type SentBody = string | Uint8Array | ReadableStream | undefined;

/** What the hub knows of a call beside its answer. */
interface Note {
  /** The path as its route has it, so that nothing is told that a caller put into it. */
  route: string;
  /** The account, by an id that says nothing else. */
  account: string | undefined;
  /** The answer and its body, where that is sent as it is. */
  response?: Response;
  sent?: SentBody;
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

  /** Remembers what a call is answered with. */
  noteAnswer({ id, sent }: { id: string; sent: SentBody }, response: Response): void {
    const note = this.#notes.get(id);
    if (!note) return;
    note.sent = sent;
    note.response = response;
  }

  /** The same answers, each of which is told. A stream is told at its end. */
  around(fetch: Fetch): Fetch {
    return (request) => {
      const begin = performance.now();
      const answer = fetch(request);
      return answer instanceof Promise
        ? answer.then((response) => this.#follow(request, response, begin))
        : this.#follow(request, answer, begin);
    };
  }

  #follow(request: Request, response: Response, begin: number): Response | Promise<Response> {
    const id = response.headers.get("x-request-id") ?? "";
    const note = this.#notes.get(id);
    this.#notes.delete(id);
    const tell = (bytes: number, isCut = false) =>
      this.#tell({ request, response, id, note, ms: performance.now() - begin, bytes, isCut });
    // Another answer may have been made of it on its way, such as a page.
    const sent = note?.response === response ? note.sent : undefined;
    const known = request.method === "HEAD" ? 0 : sizeOf(response, sent);
    if (known !== undefined) {
      tell(known);
      return response;
    }
    const { status, headers } = response;
    if (sent instanceof ReadableStream && response.body)
      return new Response(countBytes(response.body, tell), { status, headers });
    return response.blob().then((body) => {
      tell(body.size);
      return new Response(body, { status, headers });
    });
  }

  #tell({ request, response, id, note, ms, bytes, isCut }: Told): void {
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
    const line = this.#format === "json" ? JSON.stringify(entry) : textLine(entry);
    this.#output.write(line, { later: true });
  }
}

interface Told {
  request: Request;
  response: Response;
  id: string;
  note: Note | undefined;
  ms: number;
  bytes: number;
  isCut: boolean;
}

function textLine(entry: Readonly<Record<string, unknown>>): string {
  const { time, method, route, status, ms, bytes, cut, account, request_id } = entry;
  return `${time} info  ${method} ${route} ${status} ${ms} ms ${bytes} B${cut ? " cut off" : ""} ${account ?? "-"} ${request_id}`;
}

/** How much is sent, where that is known without reading it. */
function sizeOf({ status }: Response, sent: SentBody): number | undefined {
  if (status === 204 || status === 304) return 0;
  if (typeof sent === "string") return Buffer.byteLength(sent);
  return sent instanceof Uint8Array ? sent.byteLength : undefined;
}

/** The same stream, which tells at its end how much it was, and whether it was cut off. */
function countBytes(
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
