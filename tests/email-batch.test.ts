import { afterAll, expect, test } from "bun:test";
import { json, waitMs } from "hub/testing";
import { runHub } from "../core/testing/running-hub.ts";

const hub = await runHub({ HUB_OFFLINE: "1", HUB_TIERS: "free=1000/20000" });
afterAll(() => hub.stop());
const count = 10_000;

/** Polls until the job has ended, as its `Retry-After` says. */
async function waitFor(url: string, headers: Record<string, string>) {
  for (;;) {
    const status = await json(await hub.get(url, headers));
    if (status.status !== "queued" && status.status !== "running") return status;
    await Bun.sleep(100);
  }
}

test(
  "10,000 rows are checked in the background, returned as CSV, and cost a unit each",
  async () => {
    const headers = { "x-api-key": await hub.key() };
    const rows = Array.from({ length: count }, (_, i) => `${i},u${i}@mail${i % 50}.com`);
    const accepted = await hub.post(
      "/api/email/validate/batch?format=csv",
      ["id,email", ...rows].join("\n"),
      { ...headers, "content-type": "text/csv", prefer: "respond-async" },
    );
    expect(accepted.status, await accepted.clone().text()).toBe(202);
    const { pathname } = new URL(accepted.headers.get("location") ?? "", hub.url);
    const job = await waitFor(pathname, headers);
    expect(job).toMatchObject({ status: "succeeded" });
    const result = await hub.get(`${pathname}/result`, headers);
    const lines = (await result.text()).trim().split("\r\n");
    expect(lines).toHaveLength(count + 1);
    // Without a network, nothing is claimed about the domain.
    expect(lines.at(-1)).toStartWith("u9999@mail49.com,,unknown,dns_unavailable,");
    expect(lines.at(-1)).toEndWith(",10001,9999,u9999@mail49.com");
    const { used_today } = await json(await hub.get("/api-key", headers));
    expect(used_today).toBe(count);
  },
  waitMs(60_000),
);
