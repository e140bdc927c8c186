import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { removeOrphans } from "./orphans.ts";

test("removes the folders of processes that have ended, and no others", async () => {
  const parent = mkdtempSync(`${tmpdir()}/utilhub-orphans-`);
  const ended = Bun.spawn([process.execPath, "--version"], { stdout: "ignore" });
  await ended.exited;
  const stay = [`a-${process.pid}-x`, "a-1-x", `b-${ended.pid}-x`, "a-x", "a-"];
  for (const name of [...stay, `a-${ended.pid}-x`])
    mkdirSync(`${parent}/${name}/in`, { recursive: true });
  removeOrphans(parent, "a-");
  expect(readdirSync(parent).toSorted()).toEqual(stay.toSorted());
  rmSync(parent, { recursive: true });
});
