import { Agent, type AgentOptions } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { connect, type NetConnectOpts, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectSecurely } from "node:tls";

/** Maximum size of the head of a response. Larger ones are passed to the parser, which rejects them. */
const headBytesMax = 65_536;

/** Options of an agent for one request. */
interface AgentChoices {
  /** Whether to remove repeated Content-Length headers with the same value. */
  isLenient: boolean;
  /** An open connection to use. Default: the agent connects. */
  tunnel: Socket | undefined;
}

/** Creates an agent for one request whose response has to be corrected, or that uses an open connection. */
export function createAgent({ protocol }: URL, { isLenient, tunnel }: AgentChoices): Agent {
  const isSecure = protocol === "https:";
  const agent = isSecure ? new SecureAgent() : new Agent();
  agent.createConnection = (options: AgentOptions & object) => {
    if (isSecure) {
      const given = tunnel && { socket: tunnel };
      const socket = connectSecurely({ ...(options as ConnectionOptions), ...given });
      return new CorrectedSocket(socket, "secureConnect", isLenient);
    }
    const socket = tunnel ?? connect(options as NetConnectOpts);
    const wrapped = new CorrectedSocket(socket, "connect", isLenient);
    if (tunnel) setImmediate(() => wrapped.emit("connect"));
    return wrapped;
  };
  return agent;
}

/** A connection whose first response head is corrected, if it is lenient. */
class CorrectedSocket extends Duplex {
  readonly #socket: Socket;
  /** Bytes of the head so far. Undefined after the head. */
  #head: Buffer | undefined = Buffer.alloc(0);

  constructor(socket: Socket, connected: "connect" | "secureConnect", isLenient: boolean) {
    super();
    this.#socket = socket;
    if (!isLenient) this.#head = undefined;
    socket.on(connected, () => this.emit(connected));
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => {
      if (this.#head?.length) this.push(this.#head);
      this.push(null);
    });
    socket.on("error", (error) => this.destroy(error));
  }

  #receive(chunk: Buffer): void {
    if (this.#head) this.#receiveHead(Buffer.concat([this.#head, chunk]));
    else if (!this.push(chunk)) this.#socket.pause();
  }

  #receiveHead(bytes: Buffer): void {
    this.#head = bytes;
    const end = bytes.indexOf("\r\n\r\n");
    if (end === -1 && bytes.length < headBytesMax) return;
    this.#head = undefined;
    const size = end === -1 ? 0 : end;
    const head = removeRepeatedLengths(bytes.toString("latin1", 0, size));
    this.push(Buffer.concat([Buffer.from(head, "latin1"), bytes.subarray(size)]));
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}

/** Removes repeated Content-Length headers. Different values remain, and the parser rejects them. */
function removeRepeatedLengths(head: string): string {
  const seen = new Set<string>();
  const lines = head.split("\r\n").filter((line) => {
    const [name = "", value = ""] = line.split(":", 2);
    if (name.toLowerCase() !== "content-length") return true;
    return seen.size < seen.add(value.trim()).size;
  });
  return lines.join("\r\n");
}
