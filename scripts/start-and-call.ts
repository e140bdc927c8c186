// Starts the hub in a folder by the command of its README, and calls an endpoint of each service:
// `bun scripts/start-and-call.ts FOLDER [--packed | --debian]`. Packed it starts as npm's package does, by npx
// in an empty folder, and as Debian's from what dpkg unpacks. Upstreams are played, so that no network is needed but that of the packages.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../core/testing/free-port.ts";
import { startStandIns } from "../tests/standins/server.ts";
import { exitOnHelp } from "./help.ts";
import { sampleCalls } from "./sample-calls.ts";

/** What the command may take, as it installs packages first. */
const startMs = 300_000;
/** What it may take to end. */
const endMs = 20_000;
exitOnHelp(
  "Usage: bun scripts/start-and-call.ts FOLDER [--packed | --debian]\n  starts the hub of a folder and calls an endpoint of each service",
);
const folder = resolve(process.argv[2] ?? ".");
const services = readdirSync(join(folder, "plugins")).sort();
const untried = services.filter((service) => !(service in sampleCalls));
if (untried.length > 0) throw new Error(`No call is known for ${untried.join(", ")}`);
const data = mkdtempSync(join(tmpdir(), "utilhub-start-"));
const isPacked = process.argv.includes("--packed");
const isDebian = process.argv.includes("--debian");
const command = isPacked ? await pack() : isDebian ? await unpack() : await commandOfReadme();
const log = join(data, "log.txt");
const standIns = await startStandIns();
const port = freePort();
// In a group of its own, so that all that the command starts ends together.
const hub = Bun.spawn(["sh", "-c", `${command} >${log} 2>&1`], {
  cwd: isPacked ? data : folder,
  env: {
    ...process.env,
    // Where what a package needs is installed.
    ...(isPacked && { XDG_CACHE_HOME: join(data, "cache") }),
    PORT: String(port),
    HOST: "127.0.0.1",
    HUB_DATA: join(data, "data"),
    HUB_TIERS: "free=100/1000",
    HUB_UPSTREAMS: standIns.setting,
  },
  stdio: ["ignore", "inherit", "inherit"],
  detached: true,
});
let failed = services.length;
try {
  const begun = performance.now();
  const key = await firstKey(begun + startMs);
  console.log(`Serves ${((performance.now() - begun) / 1000).toFixed(1)} s after "${command}"`);
  for (const service of services) if (await answers(service, key)) failed--;
  console.log(`${services.length - failed} of ${services.length} services answer`);
  if ((isPacked || isDebian) && !(await hasExamples())) {
    console.log("The OpenAPI document of the package has no response examples");
    failed++;
  }
} catch (error) {
  console.log((error as Error).message);
} finally {
  await endGroup(hub.pid);
  if (failed > 0) console.log((await Bun.file(log).text()).slice(-8000));
  standIns.stop();
  if (isDebian) await Bun.$`chmod -R u+w ${data}`;
  rmSync(data, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);

async function commandOfReadme(): Promise<string> {
  const readme = await Bun.file(join(folder, "README.md")).text();
  const [line] = /^npx .* run start$/m.exec(readme) ?? [];
  if (line === undefined) throw new Error(`${folder}/README.md has no command that starts the hub`);
  return line;
}

/** Packs the folder, and answers the command that starts the package. */
async function pack(): Promise<string> {
  const name = await Bun.$`npm pack --silent --pack-destination ${data}`.cwd(folder).text();
  return `npx -y file:${join(data, name.trim())}`;
}

/** Makes the Debian package and unpacks it, and answers what its service runs. */
async function unpack(): Promise<string> {
  await Bun.$`${process.execPath} ${folder}/scripts/deb.ts ${data}`.quiet();
  const [file = ""] = readdirSync(data).filter((name) => name.endsWith(".deb"));
  await Bun.$`dpkg-deb -x ${join(data, file)} ${data}/root`;
  const home = join(data, "root/usr/lib/utilhub");
  // What the system's package installs nobody else may change: it runs as it is.
  await Bun.$`chmod -R a-w ${home}`;
  return `cd ${home} && bin/bun core/main.ts`;
}

/** Signs up as soon as the hub serves. */
async function firstKey(deadline: number): Promise<string> {
  while (performance.now() < deadline && hub.exitCode === null) {
    const answer = await ask("/api-key", { email: "somebody@example.com" }).catch(() => undefined);
    if (answer?.ok) return ((await answer.json()) as { api_key: string }).api_key;
    await Bun.sleep(200);
  }
  throw new Error(`"${command}" does not start a hub`);
}

async function answers(service: string, key: string): Promise<boolean> {
  const { path, body, answer } = sampleCalls[service] ?? { path: "", answer: /^/ };
  const response = await ask(`/api/${service}/${path}`, body, { "x-api-key": key });
  const text = Buffer.from(await response.bytes()).toString("latin1");
  if (response.ok && answer.test(text)) return true;
  console.log(`${response.status} /api/${service}/${path}: ${text.slice(0, 500)}`);
  return false;
}

/** Whether the package brought its response examples: a hub captures its own after a minute. */
async function hasExamples(): Promise<boolean> {
  const { paths } = (await (await ask("/openapi.json")).json()) as {
    paths: Record<string, Record<string, { responses: { 200: { content: object } } }>>;
  };
  return "example" in Object(paths["/version"]?.get?.responses[200].content)["application/json"];
}

function ask(path: string, body?: object, headers: Record<string, string> = {}) {
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...sent,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
  });
}

/** Ends a command with all that it started, and waits until the last of it is gone. */
async function endGroup(leader: number): Promise<void> {
  try {
    process.kill(-leader, "SIGTERM");
    for (let waited = 0; waited < endMs; waited += 50) {
      await Bun.sleep(50);
      process.kill(-leader, 0);
    }
    process.kill(-leader, "SIGKILL");
  } catch {
    // There is none left.
  }
}
