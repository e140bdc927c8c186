// The program of a job process. It is started by process.ts and communicates only with the hub.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Doors } from "../../contract/doors.ts";
import type { Route } from "../../contract/plugin.ts";
import { Reply } from "../../contract/reply.ts";
import { jsonType, preferType } from "../../platform/http/accept.ts";
import { ChunkedTransfers, isTransfer } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { StreamSender } from "../../platform/ipc/streams.ts";
import { toWireError } from "../../platform/ipc/wire-error.ts";
import { chooseStream } from "../handler/choose-stream.ts";
import type { Values } from "../handler/handler-input.ts";
import type {
  FromJobProcess,
  JobRequest,
  LoadRequest,
  Outcome,
  ToJobProcess,
} from "./job-messages.ts";
import { RemoteDoors } from "./remote-doors.ts";

// Removes variables that Bun adds. The environment may contain only the temporary folder.
for (const name of Object.keys(process.env)) if (name !== "TMPDIR") delete process.env[name];

// Terminals and service managers signal all processes of the hub. Running jobs must finish first.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const loads = new ChunkedTransfers(send);
const remote = new RemoteDoors(send, loads);
/** Memory growth in MB after which a garbage collection is worth its time. */
const gcThresholdMb = 32;
/** Resident memory after the last garbage collection. */
let collectedMb = getResidentMb();
const running = new Map<number, AbortController>();
const sender = new StreamSender((id, bytes) => send({ kind: "streamChunk", id, bytes }));
/** The job that a timer or event belongs to. Rejected promises without a handler have none. */
const jobIds = new AsyncLocalStorage<number>();

// The hub decides which job is responsible: it may not be the running one.
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (thrown: unknown) => {
    send({ kind: "unhandledError", id: jobIds.getStore(), fault: toWireError(thrown) });
  });

process.on("message", (message: ToJobProcess) => {
  if (message.kind === "run") void jobIds.run(message.id, () => runJob(message));
  else if (message.kind === "load") void jobIds.run(message.id, () => loadRoute(message));
  else if (message.kind === "pull") sender.more(message.id);
  else if (message.kind === "abort") running.get(message.id)?.abort();
  else if (isTransfer(message)) loads.receive(message);
  else remote.settle(message);
});
process.on("disconnect", () => process.exit());

function send(message: FromJobProcess): void {
  process.send?.(message);
}

/** Imports the file of a route, so that its jobs can start immediately. */
async function loadRoute({ id, path }: LoadRequest): Promise<void> {
  try {
    await import(path);
    send({ kind: "loaded", id });
  } catch (thrown) {
    sendOutcome(id, createFailure(thrown));
  }
}

async function runJob(request: JobRequest): Promise<void> {
  const abort = new AbortController();
  running.set(request.id, abort);
  const backgroundWork: Promise<unknown>[] = [];
  const later = (work: Promise<unknown>) => void backgroundWork.push(work);
  const doors = remote.open(request, { signal: abort.signal, later });
  const outcome = await runHandler(request, doors).catch(createFailure);
  // Background work must end with the job, because the doors are closed to it afterwards.
  await Promise.allSettled(backgroundWork);
  try {
    if (outcome.kind === "answer" && outcome.streams)
      await sendStream(request.id, outcome, abort.signal);
    else sendOutcome(request.id, outcome);
  } catch (cause) {
    const unsendable = new TypeError(`${request.file} returned a value that a job cannot send`, {
      cause,
    });
    sendOutcome(request.id, createFailure(unsendable));
  }
  running.delete(request.id);
  loads.clear();
}

/** Sends a streamed response: first its head, then one chunk for each request of the hub. */
async function sendStream(
  id: number,
  { body, ...rest }: Extract<Outcome, { kind: "answer" }>,
  signal: AbortSignal,
): Promise<void> {
  send({ id, ...rest, body: null });
  const fault = await sender.run(id, body as ReadableStream<Uint8Array>, signal);
  send({ kind: "streamEnd", id, rssMb: getResidentMb(), fault });
}

function createFailure(thrown: unknown): Outcome {
  return { kind: "failure", fault: toWireError(thrown) };
}

/** Sends the outcome. Collects garbage afterwards if the job has used much memory. */
function sendOutcome(id: number, outcome: Outcome): void {
  const rssMb = getResidentMb();
  if (rssMb <= collectedMb + gcThresholdMb) {
    send({ id, rssMb, ...outcome });
    return;
  }
  send({ id, ...outcome });
  Bun.gc(true);
  collectedMb = getResidentMb();
  send({ kind: "gcDone", id, rssMb: collectedMb });
}

function getResidentMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

async function runHandler(request: JobRequest, doors: Doors): Promise<Outcome> {
  const { plugin, file, isUnchecked, values, accept } = request;
  const { default: route }: { default: Route } = await import(`${plugin.dir}/${file}`);
  const decoded = decode(values, loads) as Values;
  if (isUnchecked) await checkValues(route, decoded);
  const complete = await readLargeBody(route, decoded, request);
  const value = complete && (await route.handler({ ...complete, ...doors }));
  const given = value instanceof Reply ? value : new Reply(value);
  const { body, alternatives, ...rest } = given.buffered ? chooseStream(given, accept) : given;
  const streams = body instanceof ReadableStream;
  return {
    kind: "answer",
    streams,
    body: streams ? body : await encode(body, loads),
    ...rest,
    alternatives:
      alternatives &&
      (await encode(writeAcceptedAlternative(alternatives, rest.type, accept), loads)),
  };
}

/** Parses a large body. Returns nothing if the hub only wants to know whether it is valid. */
async function readLargeBody(
  route: Route,
  values: Values,
  request: JobRequest,
): Promise<Values | undefined> {
  if (!values.unparsed) return values;
  const { completeValues } = await import("../handler/complete-values.ts");
  return completeValues(route, values, remote.admit(request));
}

/** Validates values against the route's schemas. The hub doesn't do that for untrusted schemas. */
async function checkValues({ params, query, body }: Route, values: Values): Promise<void> {
  const { Input } = await import("../handler/input.ts");
  if (params) new Input(params, "path").validate(values.params);
  if (query) new Input(query, "query").validate(values.query);
  if (body && !values.unparsed) new Input(body, "body").validate(values.body);
}

/** Returns the alternative that the caller accepts, if any, and null for the others. */
function writeAcceptedAlternative(
  alternatives: NonNullable<Reply["alternatives"]>,
  type = jsonType,
  accept: string | null | undefined,
): Record<string, string | Uint8Array | null> {
  const chosen = preferType(accept, [type, ...Object.keys(alternatives)]);
  return Object.fromEntries(
    Object.entries(alternatives).map(([type, write]) => {
      const body = type === chosen ? write() : null;
      if (body instanceof ReadableStream)
        throw new TypeError(`Only a buffered reply can have a stream as ${type}`);
      return [type, body];
    }),
  );
}
