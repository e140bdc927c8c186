import type { Metric, ProcessNumbers } from "../metrics/exposition.ts";
import type { FromHub, ToHub } from "./messages.ts";

/** What a hub does that one of its kind, or the supervisor, wants it to. */
interface SiblingWork {
  /** Its own numbers. */
  numbers(): readonly Metric[];
  drain(isDraining: boolean): void;
  reload(): void;
}

/** One of several hubs that a supervisor has started, as that hub sees the others. */
export class Sibling {
  #lastId = 0;
  readonly #asked = new Map<number, (numbers: readonly ProcessNumbers[]) => void>();
  work: SiblingWork | undefined;

  /** `end` is called once: by the supervisor, or when that is gone. */
  constructor(end: (how: "retire" | "stop") => void) {
    process.on("message", (message: ToHub) => this.#hear(message, end));
    process.on("disconnect", () => end("stop"));
  }

  /** The numbers of all processes, this one's included. */
  async numbers(): Promise<readonly ProcessNumbers[]> {
    const id = ++this.#lastId;
    const told = Promise.withResolvers<readonly ProcessNumbers[]>();
    this.#asked.set(id, told.resolve);
    send({ kind: "ask for numbers", id });
    return told.promise;
  }

  /** Lets the supervisor know that calls are answered. */
  serves(port: number): void {
    send({ kind: "serves", port });
  }

  /** Has the others do what the operator has told this one to. */
  tellOthers(message: Extract<FromHub, { kind: "drain" | "reload" }>): void {
    send(message);
  }

  #hear(message: ToHub, end: (how: "retire" | "stop") => void): void {
    switch (message.kind) {
      case "retire":
      case "stop":
        end(message.kind);
        break;
      case "numbers":
        send({ kind: "numbers", id: message.id, metrics: this.work?.numbers() ?? [] });
        break;
      case "all numbers":
        this.#asked.get(message.id)?.(message.numbers);
        this.#asked.delete(message.id);
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
