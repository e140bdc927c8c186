// The minimum of the hub's start: its router with a schema, and a new database.
import { Database } from "bun:sqlite";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { Elysia, t } from "elysia";

const database = new Database(`${mkdtempSync(`${tmpdir()}/utilhub-bench-`)}/empty.sqlite`);
database.run("PRAGMA journal_mode = WAL");
database.run("CREATE TABLE calls (id INTEGER PRIMARY KEY)");
const app = new Elysia().get("/livez", () => "ok", { query: t.Object({}) });
app.listen({ port: 0, hostname: "127.0.0.1" });
console.log(`http://127.0.0.1:${app.server?.port}`);
