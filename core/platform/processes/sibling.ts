import type { OwnNumbers, ProcessNumbers } from "../metrics/exposition.ts";
import type { FromHub, ToHub } from "./messages.ts";

/** Handlers for requests of the supervisor or of other hubs. */
interface SiblingWork {
  /** Returns this process's metrics and the results of its components. */
  numbers(): OwnNumbers;
  drain(isDraining: boolean): void;
  reload(): void;
}

/** A supervised hub's connection to its supervisor and the other hubs. */
export class Sibling {
  #lastId = 0;
  readonly #pendingRequests = new Map<number, (numbers: readonly ProcessNumbers[]) => void>();
  work: SiblingWork | undefined;

  /** Calls `end` once: at the supervisor's request, or when the supervisor is gone. */
  constructor(end: (how: "retire" | "stop") => void) {
    process.on("message", (message: ToHub) => this.#receive(message, end));
    process.on("disconnect", () => end("stop"));
  }

  /** Returns the metrics of all processes, including this one. */
  async numbers(): Promise<readonly ProcessNumbers[]> {
    const id = ++this.#lastId;
    const response = Promise.withResolvers<readonly ProcessNumbers[]>();
    this.#pendingRequests.set(id, response.resolve);
    send({ kind: "ask for numbers", id });
    return response.promise;
  }

  /** Reports that the hub serves. */
  serves(port: number): void {
    send({ kind: "serves", port });
  }

  /** Forwards an operator's command to the other hubs. */
  notifySiblings(message: Extract<FromHub, { kind: "drain" | "reload" }>): void {
    send(message);
  }

  #receive(message: ToHub, end: (how: "retire" | "stop") => void): void {
    switch (message.kind) {
      case "retire":
      case "stop":
        end(message.kind);
        break;
      case "numbers":
        if (this.work) send({ kind: "numbers", id: message.id, numbers: this.work.numbers() });
        break;
      case "all numbers":
        this.#pendingRequests.get(message.id)?.(message.numbers);
        this.#pendingRequests.delete(message.id);
        break;
      case "drain":
        this.work?.drain(message.isDraining);
        break;
      case "reload":
        this.work?.reload();
        break;
    }
  }
}

function send(message: FromHub): void {
  process.send?.(message);
}
