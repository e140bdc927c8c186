// The program of a job process. It is started by process.ts and speaks with nobody but the hub.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Doors } from "../../contract/doors.ts";
import type { Route } from "../../contract/plugin.ts";
import { Reply } from "../../contract/reply.ts";
import { jsonType, preferType } from "../../platform/http/accept.ts";
import { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { StreamSender } from "../../platform/ipc/streams.ts";
import { toWireError } from "../../platform/ipc/wire-error.ts";
import type { Values } from "../handler/handler-input.ts";
import type {
  FromJobProcess,
  JobRequest,
  LoadRequest,
  Outcome,
  ToJobProcess,
} from "./job-messages.ts";
import { RemoteDoors } from "./remote-doors.ts";

// Bun leaves its own switches in the environment, which was promised to say but where to put files.
for (const name of Object.keys(process.env)) if (name !== "TMPDIR") delete process.env[name];

// A terminal and a service manager tell all processes of the hub to stop: what runs is waited for.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const loads = new ChunkedTransfers(send);
const remote = new RemoteDoors(send, loads);
/** How much its memory may grow before it is worth the time to collect the garbage. */
const untidyMb = 64;
/** Its memory when there was no garbage. */
let tidyMb = residentMb();
const running = new Map<number, AbortController>();
const sender = new StreamSender((id, bytes) => send({ kind: "part", id, bytes }));
/** Which order a timer or an event belongs to. Of a promise that nobody awaits it tells nothing. */
const orders = new AsyncLocalStorage<number>();

// The hub decides: whoever is at work now need not be whose fault it is.
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (thrown: unknown) => {
    send({ kind: "late", id: orders.getStore(), fault: toWireError(thrown) });
  });

process.on("message", (message: ToJobProcess) => {
  if (message.kind === "order") void orders.run(message.id, () => fulfil(message));
  else if (message.kind === "load") void orders.run(message.id, () => loadRoute(message));
  else if (message.kind === "more") sender.more(message.id);
  else if (message.kind === "abort") running.get(message.id)?.abort();
  else if (message.kind === "chunk" || message.kind === "receipt") loads.receive(message);
  else remote.settle(message);
});
process.on("disconnect", () => process.exit());

function send(message: FromJobProcess): void {
  process.send?.(message);
}

/** Imports the file of a route, so that a job of that route begins with its handler. */
async function loadRoute({ id, path }: LoadRequest): Promise<void> {
  try {
    await import(path);
    send({ kind: "loaded", id });
  } catch (thrown) {
    finish(id, failure(thrown));
  }
}

async function fulfil(order: JobRequest): Promise<void> {
  const abort = new AbortController();
  running.set(order.id, abort);
  const works: Promise<unknown>[] = [];
  const later = (work: Promise<unknown>) => void works.push(work);
  const doors = remote.open(order, { signal: abort.signal, later });
  const outcome = await answer(order, doors).catch(failure);
  // Nothing goes on behind a job: another's doors would be closed to it.
  await Promise.allSettled(works);
  try {
    if (outcome.kind === "answer" && outcome.streams) await flow(order.id, outcome, abort.signal);
    else finish(order.id, outcome);
  } catch (cause) {
    const unsendable = new TypeError(`${order.file} answered with what no job can`, {
      cause,
    });
    finish(order.id, failure(unsendable));
  }
  running.delete(order.id);
  loads.clear();
}

/** Sends an answer whose parts follow, one for each time that the hub asks. */
async function flow(
  id: number,
  { body, ...said }: Extract<Outcome, { kind: "answer" }>,
  signal: AbortSignal,
): Promise<void> {
  send({ id, ...said, body: null });
  const fault = await sender.run(id, body as ReadableStream<Uint8Array>, signal);
  send({ kind: "ended", id, rssMb: residentMb(), fault });
}

function failure(thrown: unknown): Outcome {
  return { kind: "failure", fault: toWireError(thrown) };
}

/** Sends the outcome, and tidies up behind it where a job has left much lying about. */
function finish(id: number, outcome: Outcome): void {
  const rssMb = residentMb();
  if (rssMb <= tidyMb + untidyMb) {
    send({ id, rssMb, ...outcome });
    return;
  }
  send({ id, ...outcome });
  Bun.gc(true);
  tidyMb = residentMb();
  send({ kind: "tidied", id, rssMb: tidyMb });
}

function residentMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

async function answer(
  { plugin, file, isUnchecked, values, accept }: JobRequest,
  doors: Doors,
): Promise<Outcome> {
  const { default: route }: { default: Route } = await import(`${plugin.dir}/${file}`);
  const given = decode(values, loads) as Values;
  if (isUnchecked) await checkValues(route, given);
  const value = await route.handler({ ...given, ...doors });
  const { body, alternatives, ...said } = value instanceof Reply ? value : new Reply(value);
  const streams = body instanceof ReadableStream;
  return {
    kind: "answer",
    streams,
    body: streams ? body : await encode(body, loads),
    ...said,
    alternatives:
      alternatives && (await encode(writeChosen(alternatives, said.type, accept), loads)),
  };
}

/** Holds values to the route's own schemas, as the hub would if it trusted them. */
async function checkValues({ params, query, body }: Route, values: Values): Promise<void> {
  const { Input } = await import("../handler/input.ts");
  if (params) new Input(params, "path").take(values.params);
  if (query) new Input(query, "query").take(values.query);
  if (body) new Input(body, "body").take(values.body);
}

/** The one alternative that the caller has chosen, if any, and null in place of the others. */
function writeChosen(
  alternatives: NonNullable<Reply["alternatives"]>,
  type = jsonType,
  accept: string | null | undefined,
): Record<string, string | Uint8Array | null> {
  const chosen = preferType(accept, [type, ...Object.keys(alternatives)]);
  return Object.fromEntries(
    Object.entries(alternatives).map(([type, write]) => [type, type === chosen ? write() : null]),
  );
}
