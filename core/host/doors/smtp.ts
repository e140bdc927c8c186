import { createConnection, type Socket } from "node:net";
import { HubError } from "../../contract/errors.ts";
import type { Smtp, SmtpAnswer, SmtpProbe, SmtpReply } from "../../contract/smtp-door.ts";
import { areAllowed, type HostAddressOptions, resolveByOs } from "./host-addresses.ts";
import type { OutboundProxy } from "./outbound-proxy.ts";
import type { ResolvedAddress } from "./resolved-address.ts";

interface SmtpOptions extends HostAddressOptions {
  offline?: boolean;
  clock(): number;
  /** The proxy for outgoing connections. */
  proxy?: OutboundProxy | undefined;
  /** Default: 25. Tests use the port of their own server. */
  port?: number;
}

const timeoutMsDefault = 10_000;
const recipientsMax = 5;
const minuteMs = 60_000;
/** Conversations with one server within a minute, so that none has to block the hub. */
const perMinute = 6;
/** Number of servers whose conversations are counted. */
const serversMax = 10_000;

/**
 * Creates the door for mail servers. It connects only to public addresses on port 25, has one conversation with a server
 * at a time, and never sends DATA.
 */
export function createSmtp({
  offline = false,
  resolve = resolveByOs,
  isAllowed,
  clock,
  proxy: given,
  port = 25,
}: SmtpOptions): Smtp {
  // By address, because many domains can name one server.
  const recent = new Map<string, number[]>();
  const active = new Set<string>();

  /** Takes a conversation with a server, or throws `busy`. */
  function take(address: string, host: string): void {
    const since = clock() - minuteMs;
    const times = (recent.get(address) ?? []).filter((time) => time > since);
    if (active.has(address) || times.length >= perMinute)
      throw new HubError(
        "busy",
        `Cannot ask the mail server "${host}" now: the hub limits itself`,
        {
          headers: { "retry-after": "60" },
        },
      );
    if (recent.size >= serversMax) recent.clear();
    recent.set(address, [...times, clock()]);
    active.add(address);
  }

  return async (name, probe) => {
    if (offline)
      throw new HubError(
        "upstream_unavailable",
        "This hub has no network access because of HUB_OFFLINE=1",
      );
    const host = name.toLowerCase();
    checkProbe(probe);
    const addresses = await resolve(host).catch(() => []);
    // Few machines have IPv6 and a name for that address, without which servers reject mail.
    const address = addresses.find(({ family }) => family === 4) ?? addresses[0];
    if (!address) throw new HubError("address_failed", `Cannot find the mail server "${host}"`);
    if (!areAllowed(addresses, isAllowed))
      throw new HubError(
        "address_not_allowed",
        `Cannot reach the mail server "${host}": it is not on the public internet`,
      );
    take(address.address, host);
    try {
      const { chooseProxy } = await import("./outbound-proxy.ts");
      const proxy = chooseProxy(given, { host, port, addresses });
      return await converse({ host, address, port, proxy }, probe);
    } finally {
      active.delete(address.address);
    }
  };
}

/** Throws if a text could end a command or add another one. */
function checkProbe({ helo, from, recipients }: SmtpProbe): void {
  if (recipients.length > recipientsMax)
    throw new RangeError(`A probe must have at most ${recipientsMax} recipients`);
  for (const text of [helo, from, ...recipients])
    if (!/^[\x21-\x3b\x3d\x3f-\x7e]{1,320}$/.test(text))
      throw new HubError(
        "invalid_input",
        `Cannot ask a mail server about ${JSON.stringify(text)}: it must be ASCII without spaces and angle brackets`,
      );
}

interface Server {
  host: string;
  address: ResolvedAddress;
  port: number;
  proxy: OutboundProxy | undefined;
}

async function converse(
  { host, address, port, proxy }: Server,
  { helo, from, recipients, timeoutMs = timeoutMsDefault }: SmtpProbe,
): Promise<SmtpAnswer> {
  const socket = proxy
    ? await tunnelTo(proxy, { host, address, port })
    : createConnection({ host: address.address, port });
  const deadline = setTimeout(() => socket.destroy(new DeadlineError()), timeoutMs);
  const replies = readReplies(socket);

  async function hear(): Promise<SmtpReply> {
    const { value, done } = await replies.next();
    if (done) throw new Error("The connection ended");
    return value;
  }
  async function say(command: string): Promise<SmtpReply> {
    socket.write(`${command}\r\n`);
    return hear();
  }

  try {
    const answer: SmtpAnswer = { greeting: await hear(), recipients: [] };
    if (!isAccepted(answer.greeting)) return answer;
    answer.hello = await say(`EHLO ${helo}`);
    // Servers that don't know EHLO (RFC 5321 §4.1.4).
    if (answer.hello.code >= 500) answer.hello = await say(`HELO ${helo}`);
    if (!isAccepted(answer.hello)) return answer;
    answer.from = await say(`MAIL FROM:<${from}>`);
    if (!isAccepted(answer.from)) return answer;
    for (const recipient of recipients) {
      const reply = await say(`RCPT TO:<${recipient}>`);
      answer.recipients.push(reply);
      // The server is closing the connection.
      if (reply.code === 421) return answer;
    }
    await checkOrder(say("QUIT"));
    return answer;
  } catch (cause) {
    if (cause instanceof DeadlineError)
      throw new HubError("address_timeout", `The mail server "${host}" did not respond in time`, {
        cause,
      });
    throw new HubError("address_failed", `Cannot talk to the mail server "${host}"`, {
      cause,
    });
  } finally {
    clearTimeout(deadline);
    socket.end("QUIT\r\n");
    socket.destroySoon();
    socket.on("error", () => {});
  }
}

async function tunnelTo(
  proxy: OutboundProxy,
  { host, address, port }: Omit<Server, "proxy">,
): Promise<Socket> {
  const { openTunnel } = await import("./outbound-proxy.ts");
  return openTunnel(proxy, address, port).catch((cause) => {
    throw new HubError("address_failed", `Cannot talk to the mail server "${host}"`, { cause });
  });
}

class DeadlineError extends Error {}

/** Maximum wait for the reply to QUIT, without which the others are valid. */
const quitMsMax = 2000;

/**
 * Throws if the reply to QUIT is that to another command: a server that sent an unexpected reply shifts all others, so
 * that one about a recipient would count for the next.
 */
async function checkOrder(quit: Promise<SmtpReply>): Promise<void> {
  const reply = await Promise.race([quit.catch(() => undefined), Bun.sleep(quitMsMax)]);
  if (reply && reply.code !== 221 && reply.code !== 421)
    throw new Error("The replies do not match the commands");
}

function isAccepted({ code }: SmtpReply): boolean {
  return code >= 200 && code < 300;
}

/** Maximum length of all replies. */
const repliesMax = 16_384;

/** Reads replies, each with one or several lines (RFC 5321 §4.2.1). */
async function* readReplies(socket: Socket): AsyncGenerator<SmtpReply> {
  socket.setEncoding("latin1");
  let text = "";
  let length = 0;
  let lines: string[] = [];
  let first = "";
  for await (const chunk of socket) {
    length += chunk.length;
    if (length > repliesMax) throw new Error("The replies are too long");
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end).trimEnd();
      text = text.slice(end + 1);
      const [, code, separator, rest = ""] = /^([2-5]\d\d)([ -]?)(.*)$/.exec(line) ?? [];
      if (code === undefined) throw new Error("The reply is not one of SMTP");
      if (lines.length > 0 && code !== first) throw new Error("The lines have different codes");
      first = code;
      lines.push(rest);
      if (separator === "-") continue;
      yield { code: Number(code), text: lines.join(" ") };
      lines = [];
    }
  }
}
