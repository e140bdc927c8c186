// Starts the hub in a folder by the command of its README, and calls an endpoint of each service:
// `bun scripts/start-and-call.ts FOLDER`. Upstreams are played, so that no network is needed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startStandIns } from "../tests/standins/server.ts";

const installMs = 300_000;
const party = (name: string) => ({ name, address: "London" });
const invoice = {
  ...{ invoice_number: "1", from: party("A"), to: party("B") },
  items: [{ description: "Work", quantity: 1, unit_price: 1 }],
};
/** What a service is asked, and what its answer begins with. */
const calls: Record<string, { path: string; body?: object; starts: string | RegExp }> = {
  ai: { path: "sentiment", body: { text: "I love it" }, starts: /^{.*"positive"/ },
  crypto: { path: "price/bitcoin", starts: '{"success":true' },
  currency: { path: "latest", starts: '{"success":true' },
  dev: { path: "uuid", starts: '{"success":true' },
  email: { path: "validate?email=somebody@gmial.com", starts: /^{.*gmail\.com/ },
  image: { path: "og?title=Hello", starts: "\x89PNG" },
  invoice: { path: "generate", body: invoice, starts: "%PDF-" },
  "ip-geo": { path: "lookup/8.8.8.8", starts: /^{.*"United States"/ },
  pdf: { path: "info", body: {}, starts: '{"success":true' },
  qr: { path: "generate?data=hello", starts: "\x89PNG" },
  screenshot: { path: "capture", body: { html: "<h1>Hello</h1>" }, starts: "\x89PNG" },
  tts: { path: "speak", body: { text: "Hello" }, starts: /^(ID3|\xff[\xe0-\xff])/ },
  url: { path: "shorten", body: { url: "https://example.com/" }, starts: '{"success":true' },
};

const folder = resolve(process.argv[2] ?? ".");
const readme = await Bun.file(join(folder, "README.md")).text();
const command = /^npx .* run start$/m.exec(readme)?.[0];
if (!command) throw new Error(`Cannot find the command that starts the hub in ${folder}/README.md`);
const data = mkdtempSync(join(tmpdir(), "utilhub-start-"));
const standIns = await startStandIns();
const port = await freePort();
// In a group of its own, so that all that the command starts ends together.
const hub = Bun.spawn(command.split(" "), {
  cwd: folder,
  env: {
    ...process.env,
    ...{ PORT: String(port), HOST: "127.0.0.1", HUB_DATA: data, HUB_TIERS: "free=100/1000" },
    HUB_UPSTREAMS: Object.entries(standIns.upstreams)
      .map(([host, base]) => `${host}=${base}`)
      .join(","),
  },
  stdio: ["ignore", Bun.file(join(data, "log")), Bun.file(join(data, "log.errors"))],
  detached: true,
});
