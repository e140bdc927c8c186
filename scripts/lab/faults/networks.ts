import { networkInterfaces } from "node:os";
import { startNameServer } from "../../../core/testing/mod.ts";
import { DATA_FAULTS, WIRE_FAULTS } from "../../../tests/standins/faults.ts";
import { startStandIns } from "../../../tests/standins/server.ts";
import { callInBackground, type Fault, lightPath, withHub } from "./fault.ts";

/** Paths that need the hosts of the stand-ins. */
const asking = [
  "/api/currency/latest?base=EUR",
  "/api/currency/convert?from=EUR&to=USD&amount=10",
  "/api/crypto/prices?ids=bitcoin&ids=ethereum",
  "/api/crypto/markets?per_page=3",
  "/api/crypto/global",
  "/api/ip-geo/lookup/8.8.8.8",
];

/** No endpoint has a longer time limit. In milliseconds. */
const answerMs = 30_000;

/** Calls paths. Returns their statuses and the longest time. An impossible figure counts as `lie`. */
async function requestAll(url: string, key: string, paths: readonly string[]) {
  const begun = performance.now();
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(url + path, {
        headers: { "x-api-key": key },
        signal: AbortSignal.timeout(answerMs),
      });
      const said = await answer.text();
      const isLie = answer.ok && /\bNaN\b|"result":0\b|Infinity/.test(said);
      return isLie ? "lie" : String(answer.status);
    }),
  );
  return { answers, ms: Math.round(performance.now() - begun) };
}

function formatCounts(answers: readonly string[]): string {
  const kinds = [...new Set(answers)].toSorted();
  return kinds
    .map((kind) => `${answers.filter((one) => one === kind).length} x ${kind}`)
    .join(", ");
}

const hosts = [
  ..."127.0.0.1|127.1|2130706433|0x7f000001|0177.0.0.1|0|①②⑦.0.0.1|[::1]|[::]".split("|"),
  ..."[::ffff:127.0.0.1]|[64:ff9b::7f00:1]|[2002:7f00:1::]|localhost|localhost.".split("|"),
  ..."inside.example.com|10.0.0.1|169.254.169.254|user:pass@127.0.0.1".split("|"),
  ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ address, family, internal }) =>
      internal ? [] : family === "IPv6" ? `[${address}]` : address,
    ),
  ),
];

interface AddressInput {
  name: string;
  send(url: string): Request;
}

/** Returns every input in the document whose URL the hub then requests. */
async function listAddressInputs(hub: string, key: string): Promise<AddressInput[]> {
  const document = (await (await fetch(`${hub}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const places: AddressInput[] = [];
  const json = { "x-api-key": key, "content-type": "application/json" };
  const isAddress = (name: string) => /^(?:url|\w+_url)$/.test(name);
  // Samples do the same as their endpoints, but only five times a minute.
  const paths = Object.entries(document.paths).filter(([path]) => !path.startsWith("/try/"));
  for (const [path, item] of paths) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(item)) {
      const given = parameters.flatMap(({ name, example, required }) =>
        name && example !== undefined && required ? [[name, String(example)]] : [],
      );
      for (const { name = "" } of parameters.filter(({ name = "" }) => isAddress(name)))
        places.push({
          name: `${method} ${path} ${name}`,
          send(url) {
            const query = new URLSearchParams(Object.fromEntries([...given, [name, url]]));
            return new Request(`${hub}${path}?${query}`, { headers: { "x-api-key": key } });
          },
        });
      const content = requestBody?.content?.["application/json"];
      const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value ?? {};
      const target = hub + path.replace("{code}", "none");
      for (const name of Object.keys(content?.schema?.properties ?? {}).filter(isAddress))
        places.push({
          name: `${method} ${path} ${name}`,
          send: (url) =>
            new Request(target, {
              method: method.toUpperCase(),
              headers: json,
              body: JSON.stringify({
                ...example,
                html: undefined,
                markdown: undefined,
                [name]: url,
              }),
            }),
        });
    }
  }
  const capture = `${hub}/api/screenshot/capture`;
  const html = (url: string) =>
    `<img src="${url}"><iframe src="${url}"></iframe><link rel=stylesheet href="${url}"><script>fetch("${url}");new WebSocket("${url}".replace("http","ws"));location="${url}"</script>`;
  places.push({
    name: "resources of a page",
    send: (url) =>
      new Request(capture, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ html: html(url) }),
      }),
  });
  places.push({
    name: "X-Webhook-Url",
    send: (url) =>
      new Request(`${hub}/api/qr/batch`, {
        method: "POST",
        headers: { ...json, prefer: "respond-async", "x-webhook-url": encodeURI(url) },
        body: JSON.stringify({ items: [{ data: "a" }] }),
      }),
  });
  return places;
}

interface Operation {
  parameters?: { name?: string; example?: unknown; required?: boolean }[];
  requestBody?: {
    content?: Record<
      string,
      {
        schema?: { properties?: object };
        example?: object;
        examples?: Record<string, { value: object }>;
      }
    >;
  };
}

/** Upstreams that fail or lie, and hosts that the hub must not call. */
export const networks: Fault[] = [
  {
    name: "slow, broken, garbled and wrong upstreams",
    async run({ isShort }) {
      const standIns = await startStandIns();
      const HUB_UPSTREAMS = standIns.setting;
      try {
        const all: string[] = [];
        let [slowest, lightMs] = [0, 0];
        const faults = [...WIRE_FAULTS, ...DATA_FAULTS].filter((_, at) => !isShort || at % 3 === 0);
        for (const fault of faults) {
          for (const folder of ["ecb", "coingecko", "coinpaprika"])
            standIns.misbehave(folder, fault);
          // Each fault has a new hub without cached data.
          await withHub({ HUB_UPSTREAMS }, async ({ key, start }) => {
            const { url } = await start();
            const light = callInBackground(url, key, { count: 1 });
            const { answers, ms } = await requestAll(url, key, asking);
            all.push(...answers);
            slowest = Math.max(slowest, ms);
            lightMs = Math.max(lightMs, (await light.end()).slowest);
          });
        }
        return {
          held: all.every((status) => /^(?:200|502|503|504)$/.test(status)),
          figure: `${faults.length} faults: ${formatCounts(all)}, slowest ${slowest} ms; light calls meanwhile took at most ${lightMs} ms`,
        };
      } finally {
        standIns.stop();
      }
    },
  },
  {
    name: "unreachable name servers",
    run: () =>
      withHub({ HUB_DNS_SERVERS: "127.0.0.1:1" }, async ({ key, start }) => {
        const { url } = await start();
        const { answers, ms } = await requestAll(url, key, [
          "/api/url/metadata?url=https://example.com/",
          "/api/email/validate/ann@example.com",
          "/api/screenshot/capture?url=https://example.com/",
          ...asking,
          lightPath,
        ]);
        const isClear = answers.every((status) => /^(?:200|501|502|503|504)$/.test(status));
        return { held: isClear, figure: `${formatCounts(answers)}, slowest ${ms} ms` };
      }),
  },
  {
    name: "addresses of this machine and its network, in every URL input",
    async run() {
      let contacts = 0;
      const socket = { open: () => void contacts++, data() {} };
      const names = await startNameServer({ "inside.example.com": { A: ["127.0.0.1"] } });
      const inside = Bun.listen({ hostname: "0.0.0.0", port: 0, socket });
      const inside6 = Bun.listen({ hostname: "::1", port: inside.port, socket });
      const env = { HUB_DNS_SERVERS: `${names.hostname}:${names.port}` };
      try {
        return await withHub(env, async ({ key, start }) => {
          const { url } = await start();
          const places = await listAddressInputs(url, key);
          const statuses: string[] = [];
          for (const { send } of places)
            for (const host of hosts) {
              const answer = await fetch(send(`http://${host}:${inside.port}/latest/meta-data/`), {
                signal: AbortSignal.timeout(60_000),
              });
              await answer.bytes();
              statuses.push(String(answer.status));
            }
          await Bun.sleep(3000);
          const seen = contacts;
          await Bun.connect({ hostname: "127.0.0.1", port: inside.port, socket: { data() {} } });
          await Bun.sleep(50);
          const isWatched = contacts === seen + 1;
          const hasFailed = statuses.some((status) => status === "500");
          return {
            held: seen === 0 && isWatched && !hasFailed && places.length > 9,
            figure: `${hosts.length} hosts at ${places.length} places, ${statuses.length} calls: ${seen} contacts; ${formatCounts(statuses)}`,
          };
        });
      } finally {
        inside.stop(true);
        inside6.stop(true);
        names.stop();
      }
    },
  },
];
