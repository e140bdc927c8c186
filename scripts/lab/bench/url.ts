import { testHub } from "../../../core/testing/mod.ts";
import { hubData } from "./hub-data.ts";
import { load, median } from "./load.ts";
import { hubCommand, startPeer, startServer } from "./server.ts";

const rounds = 7;
const seconds = 3;
const pages = 30;

/** Measures a short link against a minimal server, and reading a page of 400 KB. */
export async function benchUrl(): Promise<Record<string, string>> {
  const { env, keys } = await hubData(1);
  const bare = await startPeer(["bare-redirect.ts"]);
  const hub = await startServer(hubCommand, env);
  await fetch(`${hub.url}/api/url/shorten`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": keys[0] ?? "" },
    body: JSON.stringify({ url: "https://example.com/spring", code: "bench" }),
  });
  const speeds: { bare: number; hub: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const speed = async ({ url }: { url: string }) => {
      const { requestsPerSecond, failures } = await load(url, { path: "/s/bench", keys, seconds });
      if (failures > 0) throw new Error(`${url} rejected ${failures} calls`);
      return requestsPerSecond;
    };
    const result = { bare: await speed(bare), hub: await speed(hub) };
    // The first round warms up.
    if (round > 0) speeds.push(result);
  }
  await Promise.all([bare.stop(), hub.stop()]);
  return {
    "bare Bun.serve": `${Math.round(median(speeds.map(({ bare }) => bare)))} redirects/s`,
    "the hub": `${Math.round(median(speeds.map(({ hub }) => hub)))} redirects/s`,
    "hub / bare (at least 0.6)": median(speeds.map(({ bare, hub }) => hub / bare)).toFixed(2),
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
