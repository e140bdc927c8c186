import { HubError } from "../../contract/errors.ts";

/** A request to parse JSON. */
export interface ParseRequest {
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
  valuesMax: number;
}

/** The parsed value, or why the body is invalid. */
export type ParseResult =
  | { id: number; value: unknown }
  | { id: number; fault: { code: string; message: string } };

/** The time after which an idle thread ends. */
const idleMs = 10_000;

let thread: Worker | undefined;
let idleTimer: Timer | undefined;
let count = 0;
const pending = new Map<number, PromiseWithResolvers<unknown>>();

/** Parses JSON in another thread, which keeps the hub responsive. Takes the memory of the bytes. */
export function parseInThread(bytes: Uint8Array<ArrayBuffer>, valuesMax: number): Promise<unknown> {
  clearTimeout(idleTimer);
  thread ??= startThread();
  const parsing = Promise.withResolvers<unknown>();
  const request: ParseRequest = { id: count++, bytes, valuesMax };
  pending.set(request.id, parsing);
  thread.postMessage(request, [bytes.buffer]);
  return parsing.promise;
}

function startThread(): Worker {
  const worker = new Worker(new URL("parse-worker.ts", import.meta.url));
  worker.unref();
  worker.onmessage = ({ data }: MessageEvent<ParseResult>) => {
    const parsing = pending.get(data.id);
    pending.delete(data.id);
    if (pending.size === 0) idleTimer = setTimeout(endThread, idleMs).unref();
    if ("value" in data) parsing?.resolve(data.value);
    else parsing?.reject(new HubError(data.fault.code, data.fault.message, { at: "body" }));
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of pending.values()) reject(new Error(message));
    pending.clear();
    endThread();
  };
  return worker;
}

function endThread(): void {
  thread?.terminate();
  thread = undefined;
}
