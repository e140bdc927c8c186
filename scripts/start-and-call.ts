// Starts the hub in a folder with the command from its README, and calls an endpoint of each service:
// `bun scripts/start-and-call.ts FOLDER [--packed | --debian]`. --packed starts the npm package with npx in an
// empty folder, --debian the unpacked Debian package. Upstreams are mocked: only package downloads need a network.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../core/testing/free-port.ts";
import { startStandIns } from "../tests/standins/server.ts";
import { exitOnHelp } from "./help.ts";
import { sampleCalls } from "./sample-calls.ts";

/** Time limit for the start, which may install packages first. */
const startMs = 300_000;
/** Time limit for the shutdown. */
const endMs = 20_000;
exitOnHelp(
  "Usage: bun scripts/start-and-call.ts FOLDER [--packed | --debian]\n  start the hub of a folder and call an endpoint of each service",
);
const folder = resolve(process.argv[2] ?? ".");
const services = readdirSync(join(folder, "plugins")).sort();
const untried = services.filter((service) => !(service in sampleCalls));
if (untried.length > 0)
  throw new Error(
    `Cannot test ${untried.join(", ")}: add a sample call to scripts/sample-calls.ts`,
  );
const data = mkdtempSync(join(tmpdir(), "utilhub-start-"));
const isPacked = process.argv.includes("--packed");
const isDebian = process.argv.includes("--debian");
const command = isPacked ? await pack() : isDebian ? await unpack() : await commandOfReadme();
const log = join(data, "log.txt");
const standIns = await startStandIns();
const port = freePort();
// In its own process group, so that all its processes can be stopped together.
const hub = Bun.spawn(["sh", "-c", `${command} >${log} 2>&1`], {
  cwd: isPacked ? data : folder,
  env: {
    ...process.env,
    // Dependencies of the package are installed there.
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
  const startedAt = performance.now();
  const key = await firstKey(startedAt + startMs);
  console.log(`Ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after "${command}"`);
  for (const service of services) if (await answers(service, key)) failed--;
  console.log(`${services.length - failed} of ${services.length} services passed`);
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

/** Packs the folder. Returns the command that starts the package. */
async function pack(): Promise<string> {
  const name = await Bun.$`npm pack --silent --pack-destination ${data}`.cwd(folder).text();
  return `npx -y file:${join(data, name.trim())}`;
}

/** Builds and unpacks the Debian package. Returns the command of its service. */
async function unpack(): Promise<string> {
  await Bun.$`${process.execPath} ${folder}/scripts/deb.ts ${data} --fast`.quiet();
  const [file = ""] = readdirSync(data).filter((name) => name.endsWith(".deb"));
  await Bun.$`dpkg-deb -x ${join(data, file)} ${data}/root`;
  const home = join(data, "root/usr/lib/utilhub");
  // Read-only, like an installed package.
  await Bun.$`chmod -R a-w ${home}`;
  return `cd ${home} && bin/bun core/main.ts`;
}

/** Signs up as soon as the hub serves. */
async function firstKey(deadline: number): Promise<string> {
  while (performance.now() < deadline && hub.exitCode === null) {
    const answer = await sendRequest("/api-key", { email: "somebody@example.com" }).catch(
      () => undefined,
    );
    if (answer?.ok) return ((await answer.json()) as { api_key: string }).api_key;
    await Bun.sleep(200);
  }
  throw new Error(`Cannot start a hub with "${command}"`);
}

async function answers(service: string, key: string): Promise<boolean> {
  const { path, body, answer } = sampleCalls[service] ?? { path: "", answer: /^/ };
  const response = await sendRequest(`/api/${service}/${path}`, body, { "x-api-key": key });
  const text = Buffer.from(await response.bytes()).toString("latin1");
  if (response.ok && answer.test(text)) return true;
  console.log(`${response.status} /api/${service}/${path}: ${text.slice(0, 500)}`);
  return false;
}

/** Returns true if the package contains response examples. A hub only captures its own after a minute. */
async function hasExamples(): Promise<boolean> {
  const { paths } = (await (await sendRequest("/openapi.json")).json()) as {
    paths: Record<string, Record<string, { responses: { 200: { content: object } } }>>;
  };
  return "example" in Object(paths["/version"]?.get?.responses[200].content)["application/json"];
}

function sendRequest(path: string, body?: object, headers: Record<string, string> = {}) {
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...sent,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
  });
}

/** Stops a process group, and waits until all its processes have ended. */
async function endGroup(leader: number): Promise<void> {
  try {
    process.kill(-leader, "SIGTERM");
    for (let waited = 0; waited < endMs; waited += 50) {
      await Bun.sleep(50);
      process.kill(-leader, 0);
    }
    process.kill(-leader, "SIGKILL");
  } catch {
    // No process is left.
  }
}
