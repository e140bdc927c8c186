import { testHub } from "../../../core/testing/mod.ts";
import { hubData } from "./hub-data.ts";
import { load, median } from "./load.ts";
import { needPrograms } from "./need-programs.ts";
import { hubCommand, startPeer, startServer } from "./server.ts";

const rounds = 7;
const seconds = 3;
const pages = 30;

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Measures short links against minimal servers, and reading a page of 400 KB. */
export async function benchUrl(): Promise<Record<string, string>> {
  needPrograms({ nginx: "nginx" });
  const { env, keys } = await hubData(1);
  const bare = await startPeer(["bare-redirect.ts"]);
  const nginx = await startPeer(["nginx-redirect.ts"]);
  const hub = await startServer(hubCommand, env);
  for (const link of [{ code: "bench" }, { code: "limited", max_clicks: 1_000_000 }])
    await fetch(`${hub.url}/api/url/shorten`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": keys[0] ?? "" },
      body: JSON.stringify({ url: "https://example.com/spring", ...link }),
    });
  const measured = {
    "bare Bun.serve": `${bare.url}/s/bench`,
    nginx: `${nginx.url}/s/bench`,
    "the hub": `${hub.url}/s/bench`,
    "the hub, with a click limit": `${hub.url}/s/limited`,
  };
  type Name = keyof typeof measured;
  const speeds: Record<Name, number>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const speed = {} as Record<Name, number>;
    for (const name of Object.keys(measured) as Name[]) {
      const { origin, pathname: path } = new URL(measured[name]);
      const headers = { "User-Agent": browser };
      const { requestsPerSecond, failures } = await load(origin, { path, keys, seconds, headers });
      if (failures > 0) throw new Error(`${name} rejected ${failures} calls`);
      speed[name] = requestsPerSecond;
    }
    // The first round warms up.
    if (round > 0) speeds.push(speed);
  }
  await Promise.all([bare, nginx, hub].map((server) => server.stop()));
  const rate = (name: Name) => Math.round(median(speeds.map((speed) => speed[name])));
  const ratio = (one: Name, other: Name) =>
    median(speeds.map((speed) => speed[one] / speed[other])).toFixed(2);
  return {
    ...Object.fromEntries(
      (Object.keys(measured) as Name[]).map((name) => [name, `${rate(name)} redirects/s`]),
    ),
    "hub / bare (at least 0.85)": ratio("the hub", "bare Bun.serve"),
    "hub / nginx (at least 0.75)": ratio("the hub", "nginx"),
    "with a click limit / without (at least 0.5)": ratio("the hub, with a click limit", "the hub"),
    "CPU for the metadata of 400 KB (at most 30 ms)": `${(await metadataMs()).toFixed(1)} ms`,
  };
}

async function metadataMs(): Promise<number> {
  const bytes = new TextEncoder().encode(page());
  const hub = await testHub(`${import.meta.dir}/../../../plugins/url`, {
    net: {
      "a.example": () => new Response(bytes, { headers: { "content-type": "text/html" } }),
    },
  });
  const times: number[] = [];
  for (let count = 0; count < pages; count++) {
    const begin = process.cpuUsage();
    await hub.get("/api/url/metadata?url=https://a.example/");
    const { user, system } = process.cpuUsage(begin);
    times.push((user + system) / 1000);
  }
  return median(times);
}

function page(): string {
  const tags = Array.from(
    { length: 40 },
    (_, index) => `<meta property="og:x${index}" content="&quot;${index}&quot;">`,
  );
  const item = `<div class="item" data-x='1'><a href="/p?a=1&amp;b=2">Link</a><p>Lorem <b>ipsum</b>.</p><script>if (a < 3) f("<div>");</script></div>\n`;
  const head = `<!doctype html><html lang="en"><head><title>Tom &amp; Jerry</title>${tags.join("")}</head><body>`;
  return head + item.repeat(Math.ceil((400_000 - head.length) / item.length));
}
