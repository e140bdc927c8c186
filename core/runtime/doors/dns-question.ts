import type { Packet, Question } from "dns-packet";
import type { RecordType, Resolved } from "../../contract/net-door.ts";
import { ask, NoAnswer } from "./dns-exchange.ts";
import { recordsOf, secondsToKeep } from "./dns-records.ts";
import type { NameServer } from "./name-server.ts";

/** What was said, and for how many seconds it may be repeated. */
export interface Answered {
  said: Resolved<RecordType>;
  seconds: number;
}

/** How long to wait before each further try: packets are lost now and then, and servers are slow at times. */
const patienceMs = [800, 1200, 2000];

/** RFC 9520 §3.2: who asks again at once would ask in vain, and burden the servers. */
const secondsToKeepFailure = 5;

type Asked = { name: string; type: RecordType };

/**
 * Asks the servers in turn until one knows the answer. A further try takes nothing from those before
 * it: whichever is answered first counts, as a slow server is as slow the second time.
 */
export async function askInTurn(
  servers: readonly NameServer[],
  question: Asked,
): Promise<Answered> {
  const over = new AbortController();
  const tries: Promise<Answered>[] = [];
  let fault: NoAnswer | undefined;
  let leftMs = patienceMs.reduce((sum, ms) => sum + ms, 0);
  try {
    for (const [attempt, waitMs] of patienceMs.entries()) {
      const server = servers[attempt % servers.length];
      // A lost packet may be sent again, but a server that has refused has said its word.
      if (!server || (attempt >= servers.length && fault && fault.reason !== "timeout")) break;
      const tried = askOnce(server, question, { timeoutMs: leftMs, signal: over.signal });
      tries.push(tried);
      leftMs -= waitMs;
      const outcome = await Promise.race([
        Promise.any(tries).catch(() => undefined),
        tried.catch(faultOf),
        passed(waitMs, over.signal),
      ]);
      if (outcome && "said" in outcome) return outcome;
      fault = outcome;
    }
    return await Promise.any(tries);
  } catch (error) {
    const last = error instanceof AggregateError ? error.errors.at(-1) : error;
    const { reason } = last === undefined ? new NoAnswer("unreachable") : faultOf(last);
    return { said: { status: "unavailable", reason }, seconds: secondsToKeepFailure };
  } finally {
    over.abort();
  }
}

/** Asks one server. Throws `NoAnswer`. */
async function askOnce(
  server: NameServer,
  question: Asked,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<Answered> {
  const packet = await ask(server, { ...question, class: "IN" } as Question, options);
  const said = read(packet, question);
  return { said, seconds: secondsToKeep(packet, said) };
}

/** What a try failed of. Anything but a server's silence or refusal is a fault of the hub's own. */
function faultOf(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}

function passed(ms: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return promise;
}

/** Reads what a server says of a name. Throws `NoAnswer` where that is nothing. */
function read(packet: Packet, { name, type }: Asked): Resolved<RecordType> {
  // The package's types leave out what its decoder puts there.
  const { rcode } = packet as Packet & { rcode: string };
  switch (rcode) {
    case "NOERROR":
    case "NXDOMAIN": {
      const records = recordsOf(packet, { name, type });
      if (records.length > 0) return { status: "found", records };
      return { status: rcode === "NXDOMAIN" ? "no_such_name" : "no_records" };
    }
    case "SERVFAIL":
      throw new NoAnswer("server_failure");
    case "REFUSED":
      throw new NoAnswer("refused");
    default:
      throw new NoAnswer("bad_answer");
  }
}
