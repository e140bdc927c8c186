import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { Resolver } from "node:dns";
import { type Answer, decode, encode, type Packet, TRUNCATED_RESPONSE } from "dns-packet";
import fc from "fast-check";
import { cases, isFullDepth } from "../../testing/mod.ts";
import { startNameServer } from "../../testing/stand-in-name-server.ts";
import { createResolve } from "./dns.ts";
import { queryServers } from "./dns-question.ts";

const server = await startNameServer({
  "shop.com": { MX: [[10, "MX1.shop.com"]], A: ["198.51.100.7"], NS: ["ns.shop.com"] },
  "mute.com": { MX: [[0, "."]] },
  "alias.com": { CNAME: "other.com" },
  "other.com": { CNAME: "shop.com" },
  "long.com": { TXT: [["v=spf1 ", "include:long.com", " -all"], Array(6).fill("x".repeat(250))] },
  "euro.com": { TXT: ["€"] },
  "lossy.com": { A: ["198.51.100.8"], lost: 1 },
  "late.com": { A: ["198.51.100.11"], late: true },
  "brief.com": { A: ["198.51.100.9"], ttl: 20 },
  "broken.com": "SERVFAIL",
  "closed.com": "REFUSED",
  "silent.com": "silence",
  "garbage.com": "garbage",
});
const another = await startNameServer({ "broken.com": { A: ["198.51.100.10"] } });
afterAll(() => {
  server.stop();
  another.stop();
});
const resolve = createResolve({ servers: [server] });

test("records are returned with their values, and names in lower case", async () => {
  expect(await resolve("Shop.COM", "MX")).toEqual({
    status: "found",
    records: [{ priority: 10, exchange: "mx1.shop.com" }],
  });
  expect(await resolve("shop.com", "A")).toMatchObject({ records: ["198.51.100.7"] });
  expect(await resolve("shop.com", "NS")).toMatchObject({ records: ["ns.shop.com"] });
});

test("a null MX is an empty exchange", async () => {
  expect(await resolve("mute.com", "MX")).toMatchObject({
    records: [{ priority: 0, exchange: "" }],
  });
});

test("an alias is followed to its records", async () => {
  expect(await resolve("alias.com", "A")).toMatchObject({ records: ["198.51.100.7"] });
  expect(await resolve("alias.com", "CNAME")).toMatchObject({ records: ["other.com"] });
});

test("the strings of a TXT record are joined, and a response too long for UDP is fetched over TCP", async () => {
  expect(await resolve("long.com", "TXT")).toEqual({
    status: "found",
    records: ["v=spf1 include:long.com -all", "x".repeat(1500)],
  });
  expect(server.asked).toContain("tcp TXT long.com");
  expect(await resolve("euro.com", "TXT")).toMatchObject({ records: ["€"] });
});

test("a missing name is distinguished from a name without such a record", async () => {
  expect(await resolve("nowhere.com", "MX")).toEqual({ status: "no_such_name" });
  expect(await resolve("shop.com", "AAAA")).toEqual({ status: "no_records" });
  expect(await resolve("com", "MX")).toEqual({ status: "no_records" });
});

test.each([
  ["broken.com", "server_failure"],
  ["closed.com", "refused"],
  ["silent.com", "timeout"],
  ["garbage.com", "timeout"],
] as const)("%s is unavailable for %s", async (name, reason) => {
  // Only unanswered queries need a short time limit.
  const options = reason === "timeout" ? { timeoutMs: 60 } : {};
  expect(await resolve(name, "A", options)).toEqual({ status: "unavailable", reason });
});

test("a port without a listener is unreachable", async () => {
  const closed = await startNameServer({});
  closed.stop();
  const answer = await createResolve({ servers: [closed] })("shop.com", "A");
  expect(answer).toEqual({ status: "unavailable", reason: "unreachable" });
});

test("a lost packet is sent again", async () => {
  expect(await resolve("lossy.com", "A")).toMatchObject({ records: ["198.51.100.8"] });
  expect(server.asked.filter((question) => question === "A lossy.com")).toHaveLength(2);
});

test("a response that arrives after a retry is used", async () => {
  expect(await resolve("late.com", "A")).toMatchObject({ records: ["198.51.100.11"] });
  expect(server.asked.filter((question) => question === "A late.com")).toHaveLength(2);
});

test("another server is queried when one fails", async () => {
  const both = createResolve({ servers: [server, another] });
  expect(await both("broken.com", "A")).toMatchObject({ records: ["198.51.100.10"] });
});

test("a response is cached for its TTL, and concurrent queries are merged", async () => {
  let now = 0;
  const resolve = createResolve({ servers: [server], clock: () => now });
  const askedFor = () => server.asked.filter((question) => question === "A brief.com").length;
  await Promise.all([resolve("brief.com", "A"), resolve("brief.com", "A")]);
  now = 19_999;
  await resolve("brief.com", "A");
  expect(askedFor()).toBe(1);
  now = 20_000;
  await resolve("brief.com", "A");
  expect(askedFor()).toBe(2);
});

test("a missing name is cached for a minute", async () => {
  let now = 0;
  const resolve = createResolve({ servers: [server], clock: () => now });
  const askedFor = () => server.asked.filter((question) => question === "A gone.com").length;
  await resolve("gone.com", "A");
  now = 59_999;
  await resolve("gone.com", "A");
  expect(askedFor()).toBe(1);
  now = 60_000;
  await resolve("gone.com", "A");
  expect(askedFor()).toBe(2);
});

test("an offline hub sends no queries", async () => {
  expect(await offline("offline.com", "A")).toEqual({ status: "unavailable", reason: "offline" });
  expect(server.asked.join()).not.toContain("offline.com");
});

const offline = createResolve({ servers: [server], offline: true });
const label = fc.stringMatching(/^[a-z0-9_-]{1,63}$/);
const isName = (name: string) =>
  offline(name, "A").then(
    ({ status }) => status === "unavailable",
    ({ message }) => {
      expect(message).toBe(`Cannot resolve ${JSON.stringify(name)}: it is not a host name`);
      return false;
    },
  );

test("a name has labels of 1 to 63 characters, and at most 253 characters", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(label, { minLength: 1, maxLength: 8 }), async (labels) => {
      const name = labels.join(".");
      expect(await isName(name)).toBe(name.length <= 253);
    }),
    cases(200),
  );
  const [long, half] = ["a".repeat(63), "a".repeat(61)];
  expect(await isName([long, long, long, half].join("."))).toBe(true);
  expect(await isName([long, long, long, `${half}a`].join("."))).toBe(false);
});

test.each(["", "a..b", "a.", ".a", "münchen.de", `${"a".repeat(64)}.com`])(
  "rejects %j as a name",
  async (name) => {
    expect(await isName(name)).toBe(false);
  },
);

/** Starts a name server whose packets a test scripts, over UDP and TCP. */
async function startScriptedServer({
  udp,
  tcp = () => new Uint8Array(),
}: {
  udp: (query: Packet) => Iterable<Packet | Uint8Array>;
  tcp?: ((query: Packet) => Packet | Uint8Array) | "closed";
}) {
  const toBytes = (packet: Packet | Uint8Array) =>
    packet instanceof Uint8Array ? packet : encode(packet);
  const say = tcp === "closed" ? () => new Uint8Array() : tcp;
  for (;;) {
    const stream = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket, bytes) {
          const query = Buffer.from(bytes);
          const packet = toBytes(say(decode(query.subarray(2, 2 + query.readUInt16BE()))));
          const length = new Uint8Array([packet.length >> 8, packet.length & 255]);
          // Sends extra bytes, which the client must ignore.
          if (packet.length > 0) socket.write(Buffer.concat([length, packet, length]));
          else socket.end();
        },
      },
    });
    const { port } = stream;
    try {
      const packets = await Bun.udpSocket({
        hostname: "127.0.0.1",
        port,
        socket: {
          error() {},
          data(socket, bytes, port, address) {
            for (const packet of udp(decode(Buffer.from(bytes))))
              socket.send(toBytes(packet), port, address);
          },
        },
      });
      if (tcp === "closed") stream.stop(true);
      const close = () => {
        packets.close();
        stream.stop(true);
      };
      return { hostname: "127.0.0.1", port, [Symbol.dispose]: close };
    } catch {
      // Another program uses that UDP port.
      stream.stop(true);
    }
  }
}

/** Returns the response to a query, with these records. */
function reply({ id = 0, questions = [] }: Packet, answers: Answer[], more: Packet = {}): Packet {
  return { type: "response", id, questions, answers, ...more };
}
const a = (name: string, data: string, ttl = 300): Answer => ({ type: "A", name, data, ttl });

describe("responses that don't match the query are ignored:", () => {
  const wrong = (query: Packet) => reply(query, [a("shop.com", "203.0.113.66")]);
  test.each<[string, (query: Packet) => Packet | Uint8Array]>([
    ["another number", (query) => ({ ...wrong(query), id: ((query.id ?? 0) + 1) & 0xffff })],
    ["a question", (query) => ({ ...wrong(query), type: "query" })],
    ["a response to no query", (query) => ({ ...wrong(query), questions: [] })],
    ["another name", (query) => ({ ...wrong(query), questions: [{ type: "A", name: "a.com" }] })],
    [
      "another type",
      (query) => ({ ...wrong(query), questions: [{ type: "NS", name: "shop.com" }] }),
    ],
    ["an invalid packet", () => new Uint8Array([1, 2, 3])],
  ])("%s", async (_, forge) => {
    using server = await startScriptedServer({
      udp: (query) => [forge(query), reply(query, [a("shop.com", "198.51.100.7")])],
    });
    expect(await createResolve({ servers: [server] })("shop.com", "A")).toEqual({
      status: "found",
      records: ["198.51.100.7"],
    });
  });
});

test("the letter case of the name in a response doesn't matter, nor do extra records", async () => {
  using server = await startScriptedServer({
    udp: (query) => [
      reply(query, [a("SHOP.com", "198.51.100.7"), a("other.com", "203.0.113.66")], {
        questions: [{ type: "A", name: "ShOp.CoM" }],
        additionals: [a("shop.com", "203.0.113.67")],
      }),
    ],
  });
  expect(await createResolve({ servers: [server] })("shop.com", "A")).toEqual({
    status: "found",
    records: ["198.51.100.7"],
  });
});

test("a circle of aliases leads to no record", async () => {
  const alias = (name: string, data: string): Answer => ({ type: "CNAME", name, data, ttl: 9 });
  using server = await startScriptedServer({
    udp: (query) => [reply(query, [alias("a.com", "B.com."), alias("b.com", "a.com")])],
  });
  const resolve = createResolve({ servers: [server] });
  expect(await resolve("a.com", "A")).toEqual({ status: "no_records" });
  expect(await resolve("a.com", "CNAME")).toEqual({ status: "found", records: ["b.com"] });
});

describe("after a truncated response, the TCP response counts", () => {
  const cut = (query: Packet) => [reply(query, [], { flags: TRUNCATED_RESPONSE })];
  test.each<[string, ((query: Packet) => Packet | Uint8Array) | "closed", object]>([
    [
      "is used",
      (query) => reply(query, [a("shop.com", "198.51.100.7")]),
      { status: "found", records: ["198.51.100.7"] },
    ],
    [
      "is an error if it contains another's",
      (query) => reply({ ...query, id: (query.id ?? 0) ^ 1 }, [a("shop.com", "203.0.113.66")]),
      { status: "unavailable", reason: "bad_answer" },
    ],
    ["can be empty", () => new Uint8Array(), { status: "unavailable", reason: "unreachable" }],
    ["can be unreachable", "closed", { status: "unavailable", reason: "unreachable" }],
  ])("%s", async (_, tcp, expected) => {
    using server = await startScriptedServer({ udp: cut, tcp });
    expect(await createResolve({ servers: [server] })("shop.com", "A")).toEqual(expected as never);
  });
});

test("a complete response isn't fetched again over TCP", () => {
  expect(server.asked.filter((question) => question.startsWith("tcp "))).toEqual([
    "tcp TXT long.com",
  ]);
});

test("a server that has failed isn't queried again, and the last one's reason is reported", async () => {
  const [one, two] = await Promise.all([
    startNameServer({ "a.com": "SERVFAIL" }),
    startNameServer({ "a.com": "REFUSED" }),
  ]);
  const resolve = createResolve({ servers: [one, two] });
  expect(await resolve("a.com", "A")).toEqual({ status: "unavailable", reason: "refused" });
  expect([one.asked, two.asked]).toEqual([["A a.com"], ["A a.com"]]);
  one.stop();
  two.stop();
});

test("without a server the look-up is unavailable", async () => {
  expect(await queryServers([], { name: "a.com", type: "A" })).toEqual({
    said: { status: "unavailable", reason: "unreachable" },
    seconds: 5,
  });
});

describe("a response is cached", () => {
  const soa = (ttl: number, minimum: number): Answer => ({
    type: "SOA",
    name: "com",
    ttl,
    data: { mname: "a", rname: "b", serial: 1, refresh: 1, retry: 1, expire: 1, minimum },
  });
  test.each<[string, number, Packet]>([
    [
      "for the lowest TTL of its records",
      20,
      { answers: [a("b.com", "", 90), a("b.com", "", 20)] },
    ],
    ["for ten minutes at most", 600, { answers: [a("b.com", "", 601)] }],
    ["not at all with a TTL of 0", 0, { answers: [a("b.com", "", 0)] }],
    ["for a minute if there is none", 60, { authorities: [soa(90, 61)] }],
    ["for the negative TTL of its zone", 30, { authorities: [soa(90, 30)] }],
    ["for the TTL of its zone's own record", 29, { authorities: [soa(29, 30)] }],
    ["for five seconds if it is a failure", 5, { flags: 2 }],
  ])("%s", async (_, seconds, packet) => {
    let asked = 0;
    using server = await startScriptedServer({
      *udp(query) {
        asked++;
        const answers = (packet.answers ?? []).map((answer) => ({ ...answer, data: "192.0.2.1" }));
        yield reply(query, answers as Answer[], { ...packet, answers: answers as Answer[] });
      },
    });
    let now = 0;
    const resolve = createResolve({ servers: [server], clock: () => now });
    await resolve("b.com", "A");
    now = Math.max(0, seconds * 1000 - 1);
    await resolve("b.com", "A");
    expect(asked).toBe(seconds === 0 ? 2 : 1);
    now = seconds * 1000;
    await resolve("b.com", "A");
    expect(asked).toBe(seconds === 0 ? 3 : 2);
  });
});

/** Simulates all name servers on other machines. Each query waits until the test answers it. */
function simulateServers() {
  const state = { open: 0, waiting: [] as { server: string; answer: () => void }[] };
  const real = Bun.udpSocket;
  const spy = spyOn(Bun, "udpSocket").mockImplementation((async (options: PlayedSocket) => {
    const { connect, socket } = options;
    // Queries of earlier tests may still be retried.
    if (connect.hostname === "127.0.0.1") return real(options as never);
    state.open++;
    return {
      send(bytes: Uint8Array) {
        const query = decode(Buffer.from(bytes));
        const [{ name = "" } = {}] = query.questions ?? [];
        const packet = encode(reply(query, [a(name, "192.0.2.1")]));
        const answer = () => socket.data(undefined, packet);
        state.waiting.push({ server: connect.hostname, answer });
      },
      close: () => void state.open--,
    };
  }) as never);
  return Object.assign(state, {
    answerAll: () => {
      for (const { answer } of state.waiting.splice(0)) answer();
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  });
}

interface PlayedSocket {
  connect: { hostname: string };
  socket: { data(socket: unknown, bytes: Uint8Array): void };
}

const [one, two] = ["192.0.2.53", "192.0.2.54"].map((hostname) => ({ hostname, port: 53 }));

test("at most 256 queries are open at once, and the others wait in order", async () => {
  using servers = simulateServers();
  const resolve = createResolve({ servers: [one!] });
  const asked = Array.from({ length: 300 }, (_, index) => resolve(`n${index}.com`, "A"));
  while (servers.waiting.length < 256) await Bun.sleep(1);
  await Bun.sleep(1);
  expect([servers.open, servers.waiting.length]).toEqual([256, 256]);
  servers.answerAll();
  while (servers.waiting.length < 44) await Bun.sleep(1);
  servers.answerAll();
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe("found");
  const last = resolve("last.com", "A");
  while (servers.waiting.length < 1) await Bun.sleep(1);
  servers.answerAll();
  expect((await last).status).toBe("found");
});

test("beyond 10,000 responses only the oldest is evicted", async () => {
  using servers = simulateServers();
  const count = isFullDepth ? 10_000 : 500;
  const fewer = isFullDepth ? {} : { keptMax: count };
  const resolve = createResolve({ servers: [one!], ...fewer });
  const countQueries = async (names: readonly string[]) => {
    let isOpen = true;
    const answers = Promise.all(names.map((name) => resolve(name, "A")));
    void answers.finally(() => {
      isOpen = false;
    });
    for (let asked = 0; ; await new Promise(setImmediate)) {
      asked += servers.waiting.length;
      servers.answerAll();
      if (!isOpen) return asked;
    }
  };
  const names = Array.from({ length: count + 1 }, (_, index) => `n${index}.com`);
  expect(await countQueries(names)).toBe(count + 1);
  expect(await countQueries(["n1.com", "n2.com", `n${count}.com`])).toBe(0);
  expect(await countQueries(["n0.com"])).toBe(1);
  // It evicted the next entry.
  expect(await countQueries(["n2.com"])).toBe(0);
  expect(await countQueries(["n1.com"])).toBe(1);
});

test("no look-up waits for another server once one has responded", async () => {
  using servers = simulateServers();
  const asked = createResolve({ servers: [one!, two!] })("a.com", "A");
  while (servers.waiting.length < 2) await Bun.sleep(5);
  expect(servers.waiting.map(({ server }) => server)).toEqual([one!.hostname, two!.hostname]);
  servers.waiting[0]?.answer();
  expect(await asked).toEqual({ status: "found", records: ["192.0.2.1"] });
  await Bun.sleep(0);
  expect(servers.open).toBe(0);
});

test("the machine's own servers are used by default, with their current configuration", async () => {
  using servers = simulateServers();
  const machine = spyOn(Resolver.prototype, "getServers");
  const resolve = createResolve();
  for (const server of ["192.0.2.1", "2001:db8::1"]) {
    machine.mockReturnValue([server]);
    const answer = resolve(`of-${server.length}.com`, "A");
    while (servers.waiting.length === 0) await Bun.sleep(1);
    expect(servers.waiting.map((question) => question.server)).toEqual([server]);
    servers.answerAll();
    expect((await answer).status).toBe("found");
  }
  machine.mockRestore();
});

test("a query requests recursion, and a response size that fits every network", async () => {
  let query: Packet = {};
  using server = await startScriptedServer({
    udp(asked) {
      query = asked;
      return [reply(asked, [])];
    },
  });
  await createResolve({ servers: [server] })("a.com", "MX");
  expect(query).toMatchObject({
    type: "query",
    flag_rd: true,
    questions: [{ name: "a.com", type: "MX", class: "IN" }],
    additionals: [
      { type: "OPT", name: ".", udpPayloadSize: 1232, extendedRcode: 0, ednsVersion: 0, flags: 0 },
    ],
  });
});
