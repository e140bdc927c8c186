import { afterEach, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { json } from "hub/testing";
import { freePort } from "../../testing/free-port.ts";
import { type HubProcess, startProcess } from "../../testing/hub-process.ts";
import { startObjectStore } from "../../testing/object-store.ts";
import { lacksPostgres, startPostgres } from "../../testing/postgres-server.ts";
import { lacksRedis, startRedis } from "../../testing/redis-server.ts";

const lacksOpenssl = Bun.which("openssl") === null;
const folders: string[] = [];
const hubs: HubProcess[] = [];
afterEach(async () => {
  for (const { child } of hubs.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function createFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/utilhub-tls-`);
  folders.push(folder);
  return folder;
}

/** Creates a self-signed certificate for this machine. */
async function createCertificate() {
  const dir = createFolder();
  const [key, cert] = [`${dir}/key.pem`, `${dir}/cert.pem`];
  const names = "subjectAltName=DNS:localhost,IP:127.0.0.1";
  await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${cert} -days 2 -subj /CN=localhost -addext ${names}`.quiet();
  chmodSync(dir, 0o755);
  return { dir, key, cert };
}

async function startHub(env: Record<string, string>): Promise<HubProcess> {
  const hub = await startProcess({ HUB_DATA: createFolder(), ...env });
  hubs.push(hub);
  return hub;
}

test.skipIf(lacksRedis || lacksOpenssl)(
  "rediss:// accepts a trusted certificate only",
  async () => {
    const { key, cert } = await createCertificate();
    const port = freePort();
    const files = ["--tls-cert-file", cert, "--tls-key-file", key, "--tls-ca-cert-file", cert];
    const server = await startRedis({
      args: ["--tls-port", String(port), ...files, "--tls-auth-clients", "no"],
    });
    const env = { HUB_REDIS_URL: `rediss://127.0.0.1:${port}`, HUB_REDIS_TIMEOUT_MS: "2000" };
    const readState = async ({ url }: HubProcess) =>
      (await json(await fetch(`${url}/readyz`))).redis;
    const trusting = await startHub({ ...env, NODE_EXTRA_CA_CERTS: cert });
    while ((await readState(trusting)) !== "ok") await Bun.sleep(50);
    const strict = await startHub(env);
    expect(await readState(strict)).toBe("failing");
    await server.stop();
  },
);

test.skipIf(lacksPostgres || lacksOpenssl)(
  "sslmode=verify-full accepts a trusted certificate only",
  async () => {
    const { key, cert } = await createCertificate();
    const server = await startPostgres();
    const database = await server.createDatabase();
    // The server refuses the key of another user.
    if (server.owner) chownSync(key, ...server.owner);
    chmodSync(key, 0o600);
    for (const setting of [`ssl_cert_file = '${cert}'`, `ssl_key_file = '${key}'`, "ssl = on"])
      await server.run(database, `ALTER SYSTEM SET ${setting}`);
    await server.run(database, "SELECT pg_reload_conf()");
    const url = `${database}?sslmode=verify-full`;
    const hub = await startHub({ HUB_DATABASE_URL: url, NODE_EXTRA_CA_CERTS: cert });
    expect((await fetch(`${hub.url}/readyz`)).status).toBe(200);
    const [row] = await server.run(
      database,
      "SELECT count(*)::int AS count FROM pg_stat_ssl WHERE ssl",
    );
    expect(row?.count).toBeGreaterThan(0);
    await expect(startHub({ HUB_DATABASE_URL: url })).rejects.toThrow();
    await server.stop();
  },
);

test.skipIf(lacksOpenssl)(
  "https:// of object storage accepts a trusted certificate only",
  async () => {
    const { key, cert } = await createCertificate();
    const store = startObjectStore({ key: Bun.file(key), cert: Bun.file(cert) });
    const startJob = async ({ url }: HubProcess) => {
      const body = JSON.stringify({ email: "a@example.com" });
      const headers = { "content-type": "application/json" };
      const { api_key } = await json(
        await fetch(`${url}/api-key`, { method: "POST", headers, body }),
      );
      const job = await fetch(`${url}/api/qr/batch`, {
        method: "POST",
        headers: { ...headers, "x-api-key": api_key, prefer: "respond-async" },
        body: JSON.stringify({ items: [{ data: "a" }] }),
      });
      return job.status;
    };
    const env = { HUB_OBJECTS_URL: store.url };
    expect(await startJob(await startHub({ ...env, NODE_EXTRA_CA_CERTS: cert }))).toBe(202);
    expect(store.objects.size).toBeGreaterThan(0);
    expect(await startJob(await startHub(env))).toBe(503);
    await store.stop();
  },
);
