import { afterAll, expect, test } from "bun:test";
import { json, seededRandom, startNameServer, testHub, waitMs } from "hub/testing";
import { DATA_FAULTS, type Fault, WIRE_FAULTS } from "./standins/faults.ts";
import { invented, swing } from "./standins/invented.ts";
import { startStandIns } from "./standins/server.ts";

/** Faults that only cost time: the tests of upstreams cover them. */
const slow: readonly Fault[] = ["slow", "hang", "huge"];
const faults = [...WIRE_FAULTS, ...DATA_FAULTS].filter((fault) => !slow.includes(fault));
const hour = 3_600_000;
/** A Wednesday, on which every bank publishes. */
const start = Date.UTC(2026, 4, 6);
const stepMs = hour / 2;

const world = { now: start };
const clock = () => world.now;
const standIns = await startStandIns({ clock });
afterAll(() => standIns.stop());
const services = `${import.meta.dir}/../plugins`;
const options = { upstreams: standIns.upstreams, clock };

/** Changes the faults of these upstreams at random. Returns those that answer, perhaps with impossible values. */
function changeFaults(folders: readonly string[], random: ReturnType<typeof seededRandom>) {
  return folders.filter((folder) => {
    const fault = random.integer(2) === 0 ? faults[random.integer(faults.length)] : undefined;
    standIns.misbehave(folder, fault);
    return !WIRE_FAULTS.some((one) => one === fault);
  });
}

/** Runs a day in steps of half an hour. Returns what `check` reports. */
async function runDay(folders: readonly string[], check: (working: string[]) => Promise<string[]>) {
  const random = seededRandom(1);
  for (const folder of folders) standIns.misbehave(folder);
  const claims: string[] = [];
  for (world.now = start; world.now < start + 24 * hour; world.now += stepMs)
    claims.push(...(await check(changeFaults(folders, random))));
  return claims;
}

interface Origin {
  source: string;
  date: string;
  stale: boolean;
  indicative: boolean;
  via: string | null;
}

/** Returns the rate that a source published on a day, in units per euro. */
function findPublished(code: string, { source, date, via }: Origin): number {
  const time = Date.parse(date);
  const atBank = (name: string) =>
    Number(swing(name, { middle: 10 ** (invented(name) * 3 - 2), time }).toFixed(6));
  if (source !== "ecb") return atBank("EUR") / (via === null ? 1 : atBank(code));
  return Number(swing(code, { middle: 10 ** (invented(code) * 4 - 0.5), time }).toFixed(4));
}

/** The currencies to which the law ties others. */
const anchors: ReadonlySet<string> = new Set(["EUR", "GBP", "HKD", "INR", "SGD", "USD", "ZAR"]);

/** Returns the last day whose rates of the ECB were out by a time, with its delay of at most 90 minutes. */
function findDueDay(now: number): string {
  return new Date(now - 15.5 * hour).toISOString().slice(0, 10);
}

test(
  "in a day of outages, no rate is another than its source published, or older than it says",
  async () => {
    const hub = await testHub(`${services}/currency`, options);
    const seen = new Set<string>();
    /** The parities of currencies that the law ties to another one. */
    const parities = new Map<string, number>();
    const claims = await runDay(
      ["ecb", "nbp", "norges-bank", "cnb", "bnr", "nbu", "cbr"],
      async () => {
        const response = await hub.get("/api/currency/latest?sources=all&precision=full");
        const answer = await json(response);
        await hub.settled();
        const at = new Date(world.now).toISOString();
        const origins = Object.entries<Origin>(answer.origins ?? {});
        const problems = origins.flatMap(([code, origin]) => {
          const { source, date, stale, indicative } = origin;
          seen.add(source);
          if (source === "law") return [];
          const rate = answer.rates[code];
          if (!(rate > 0)) return [`${at} ${code} is ${rate}`];
          if (date > at.slice(0, 10) && source !== "currency-api")
            return [`${at} ${code} is of the future day ${date}`];
          if (source === "currency-api")
            return stale && indicative ? [] : [`${at} ${code} is a market rate without a mark`];
          if (source === "ecb" && !stale && date < findDueDay(world.now))
            return [`${at} ${code} of ${date} isn't marked as stale`];
          if (origin.via && anchors.has(origin.via)) {
            const parity = rate / (origin.via === "EUR" ? 1 : answer.rates[origin.via]);
            const known = parities.get(code) ?? parity;
            parities.set(code, known);
            return Math.abs(parity / known - 1) < 1e-9
              ? []
              : [`${at} ${code} is ${parity} for 1 ${origin.via}: it was ${known}`];
          }
          const published = findPublished(code, origin);
          return Math.abs(rate / published - 1) < 1e-9
            ? []
            : [`${at} ${code} is ${rate}: ${source} published ${published} on ${date}`];
        });
        const isStale = origins.some(([, { stale }]) => stale);
        const isMarked = answer.stale === true || !isStale;
        return [
          ...(response.status === 200 ? [] : [`${at} the status is ${response.status}`]),
          ...(isMarked ? [] : [`${at} the answer isn't marked as stale`]),
          ...problems,
        ];
      },
    );
    expect(claims).toEqual([]);
    expect([...seen].sort()).toEqual([
      "bnr",
      "cbr",
      "cnb",
      "currency-api",
      "ecb",
      "law",
      "nbp",
      "nbu",
      "norges-bank",
    ]);
  },
  waitMs(120_000),
);

test(
  "in a day of outages, no price is newer than its provider's last answer, or a hidden old one",
  async () => {
    const hub = await testHub(`${services}/crypto`, options);
    const providers = ["coingecko", "coinpaprika"];
    let workedAt = 0;
    let answered = 0;
    const claims = await runDay(providers, async (working) => {
      if (working.length > 0) workedAt = world.now;
      const response = await hub.get("/api/crypto/price/bitcoin");
      const answer = await json(response);
      await hub.settled();
      const at = new Date(world.now).toISOString();
      if (response.status !== 200)
        return working.length > 0 && response.status < 500
          ? [`${at} the status is ${response.status}`]
          : [];
      answered++;
      const asOf = Date.parse(answer.as_of);
      const { current_price_usd: price } = answer.coin.market_data;
      return [
        ...(price > 0 ? [] : [`${at} the price is ${price}`]),
        ...(asOf <= world.now ? [] : [`${at} the price is of ${answer.as_of}`]),
        ...(answer.stale || world.now - asOf <= 2 * 60_000 ? [] : [`${at} an old price is fresh`]),
        ...(answer.source === "currency-api" || asOf <= workedAt
          ? []
          : [`${at} a price of ${answer.as_of} came while no provider answered`]),
      ];
    });
    expect(claims).toEqual([]);
    expect(answered).toBeGreaterThan(24);
  },
  waitMs(120_000),
);

/** The last sound list that a publisher returned. */
interface PublishedList {
  at: number;
  addresses: readonly string[];
}

const watched = ["1.1.1.1", "8.8.4.4", "9.9.9.9", "185.220.101.1"];
/** Always on the lists, since a list that loses half of its addresses is refused. */
const others = Array.from({ length: 20 }, (_, index) => `93.184.216.${index}`);

/** The days on which no list can be downloaded. */
const outage = { from: 10, to: 45 };

/** Creates a publisher of addresses. Half of its responses are faults, and all of them in the outage. */
function publishList(random: ReturnType<typeof seededRandom>) {
  const published: { last?: PublishedList } = {};
  const respond = () => {
    const day = (world.now - start) / (24 * hour);
    const isOut = day >= outage.from && day < outage.to;
    const fault = brokenLists[random.integer(isOut ? brokenLists.length : 2 * brokenLists.length)];
    if (fault) return fault();
    const addresses = [...others, ...watched.filter(() => random.integer(2) === 0)];
    published.last = { at: world.now, addresses };
    return new Response(`${addresses.join("\n")}\n`);
  };
  return { published, respond };
}

const brokenLists = [
  () => new Response("no", { status: 503 }),
  ...["<html>Sorry</html>", "# Nothing here\n", ""].map((text) => () => new Response(text)),
];

test(
  "in two months of outages, an address is only denied to be a Tor exit by the last list, if it isn't old",
  async () => {
    const random = seededRandom(2);
    const tor = publishList(random);
    const vpn = publishList(random);
    const hub = await testHub(`${services}/ip-geo`, {
      clock,
      net: {
        "check.torproject.org": tor.respond,
        "raw.githubusercontent.com": vpn.respond,
        "mask-api.icloud.com": () => new Response("", { status: 503 }),
        "download.db-ip.com": () => new Response("", { status: 404 }),
      },
    });
    const claims: string[] = [];
    const answers = new Set<unknown>();
    for (world.now = start; world.now < start + 60 * 24 * hour; world.now += 12 * hour) {
      await hub.get(`/api/ip-geo/lookup/${watched[0]}`);
      await hub.settled();
      for (const ip of watched) {
        const { is_tor, is_vpn, is_relay } = await json(await hub.get(`/api/ip-geo/lookup/${ip}`));
        answers.add(is_tor);
        const { last } = tor.published;
        const isListed = last?.addresses.includes(ip) ?? null;
        const isOld = last === undefined || world.now - last.at >= 31 * 24 * hour;
        if (is_tor !== null && (isOld || is_tor !== isListed))
          claims.push(`${ip} is_tor is ${is_tor}, but the list says ${isListed}`);
        if (is_tor === null && !isOld && world.now - last.at < 24 * hour)
          claims.push(`${ip} is_tor is unknown, but the list says ${isListed}`);
        if (is_vpn === false) claims.push(`${ip} isn't in a VPN by an incomplete list`);
        if (is_relay !== null) claims.push(`${ip} is_relay is ${is_relay} without any list`);
      }
    }
    expect(claims).toEqual([]);
    expect(answers).toEqual(new Set([true, false, null]));
  },
  waitMs(120_000),
);

test(
  "in a day of outages, no domain is denied by a name server that doesn't answer",
  async () => {
    const random = seededRandom(3);
    const domains = ["shop.com", "bank.com", "news.com"];
    const zone: Parameters<typeof startNameServer>[0] = { com: { NS: ["ns.com"] } };
    const names = await startNameServer(zone);
    const hub = await testHub(`${services}/email`, { clock, nameServers: [names] });
    const claims: string[] = [];
    for (world.now = start; world.now < start + 24 * hour; world.now += stepMs)
      for (const domain of domains) {
        const [state, host] = [random.integer(3), random.integer(3)];
        delete zone[domain];
        delete zone[`mx.${domain}`];
        if (state === 1) zone[domain] = "SERVFAIL";
        if (state === 2) zone[domain] = { MX: [[1, `mx.${domain}`]], TXT: ["v=spf1 -all"] };
        if (state === 2 && host === 1) zone[`mx.${domain}`] = "SERVFAIL";
        if (state === 2 && host === 2) zone[`mx.${domain}`] = { A: ["8.8.8.8"] };
        const accepts = state === 2 ? [false, null, true][host] : [false, null][state];
        const answer = await json(await hub.get(`/api/email/validate/ann@${domain}`));
        const claimed = [answer.domain_exists, answer.has_mx_records, answer.has_spf, answer.valid];
        const known = [[false, null, true][state], accepts, [false, null, true][state], accepts];
        if (!Bun.deepEquals(claimed, known))
          claims.push(
            `${domain} is ${JSON.stringify(claimed)} instead of ${JSON.stringify(known)}`,
          );
        // The domain isn't on the list, but its mail servers can be.
        const isKnown = answer.mx_records !== null || answer.domain_exists === false;
        if (answer.is_disposable !== (isKnown ? false : null))
          claims.push(`${domain}: disposable is ${answer.is_disposable}`);
      }
    names.stop();
    expect(claims).toEqual([]);
  },
  waitMs(120_000),
);

test(
  "in a day of outages, only a missing page is a dead link",
  async () => {
    const random = seededRandom(4);
    let status = 200;
    const hub = await testHub(`${services}/url`, {
      clock,
      net: { "page.com": () => new Response("<title>Page</title>", { status }) },
    });
    const claims: string[] = [];
    for (world.now = start; world.now < start + 24 * hour; world.now += stepMs) {
      status = [200, 401, 404, 410, 429, 500, 503][random.integer(7)] ?? 200;
      const answer = await json(await hub.get("/api/url/metadata?url=https://page.com/"));
      const isDead = status === 404 || status === 410;
      const expected = isDead || (status === 200 ? false : null);
      if (answer.dead_link !== expected) claims.push(`${status}: dead is ${answer.dead_link}`);
      if (status === 200 && answer.title !== "Page") claims.push(`The title is ${answer.title}`);
    }
    expect(claims).toEqual([]);
  },
  waitMs(120_000),
);
