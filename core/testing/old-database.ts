import { Database } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPendingMigrations } from "../platform/store/migrations.ts";

/** The schema version of hub 0.1.0. */
const releasedVersion = 2;

/** Creates a database as left by hub 0.1.0, with an account and a key per entry. For tests. */
export function writeOldDatabase(
  path: string,
  people: readonly { email: string; tier?: string; hash?: string }[],
): void {
  const db = new Database(path, { create: true, strict: true });
  for (const migration of findPendingMigrations("sqlite", 0).slice(0, releasedVersion))
    db.run(migration);
  db.run(`PRAGMA user_version = ${releasedVersion}`);
  for (const [index, { email, tier = "pro", hash = `hash ${index + 1}` }] of people.entries()) {
    const id = index + 1;
    db.query("INSERT INTO accounts VALUES (?, ?, ?, 1)").run(id, email, tier);
    const key = db.query("INSERT INTO keys VALUES (?, ?, ?, 'hub_x', NULL, 1, NULL, NULL, NULL)");
    key.run(`k${id}`, id, hash);
  }
  db.close();
}

/** The contents of a data folder of hub 0.1.0. */
interface OldFolder {
  email: string;
  /** A key of the account, in plain text. */
  key: string;
  /** The number of today's calls, all of one route. */
  calls: number;
  /** A short link, and the number of today's clicks. */
  link: { code: string; url: string; clicks: number };
}

/** Creates a data folder as left by hub 0.1.0: database, pepper and counters. For tests. */
export function writeOldFolder(folder: string, { email, key, calls, link }: OldFolder): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pepper = crypto.getRandomValues(new Uint8Array(32));
  writeFileSync(join(folder, "pepper"), pepper, { mode: 0o600 });
  const hash = new Bun.CryptoHasher("sha256", pepper).update(key).digest("base64");
  const path = join(folder, "hub.sqlite");
  writeOldDatabase(path, [{ email, tier: "free", hash }]);
  const now = Date.now();
  const db = new Database(path, { strict: true });
  db.query("INSERT INTO usage VALUES (?, 'k1', 'dev', 'GET /api/dev/uuid', '2xx', ?)").run(
    Math.floor(now / 86_400_000),
    calls,
  );
  const insert = db.query("INSERT INTO kv VALUES ('url', ?, ?, NULL)");
  insert.run(`claim:${link.code}`, "1");
  insert.run(`link:${link.code}`, JSON.stringify(createOldLink(link, now)));
  const clicks = {
    ...{ clicks: link.clicks, unique: 1, bots: 0, last: now, referrers: { "": link.clicks } },
    ...{ browsers: { Firefox: link.clicks }, systems: { Linux: link.clicks }, countries: {} },
  };
  const day = new Date(now).toISOString().slice(0, 10);
  insert.run(`clicks:${link.code}:${day}:6avZDqrQOJAD`, JSON.stringify(clicks));
  db.close();
  // A signature, the layout version and the entry size in bytes. The rest consists of counters.
  for (const [name, entry] of Object.entries({ "16-0": 16, "128-0": 128, "1024-0": 1024 })) {
    const counters = new Uint8Array(entry * 1028);
    counters.set([0x43, 0x42, 0x55, 0x48, 1, 0, 0, 0]);
    new DataView(counters.buffer).setUint32(8, entry, true);
    writeFileSync(join(folder, `${name}.counters`), counters, { mode: 0o600 });
  }
}

function createOldLink({ code, url }: OldFolder["link"], now: number): object {
  return {
    ...{ custom: true, owner: "account_1", url, title: null, tags: [], forward_query: false },
    ...{ expires_at: null, max_clicks: null, password: null, enabled: true },
    ...{ created_at: now, updated_at: now, code },
  };
}
