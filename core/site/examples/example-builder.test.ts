import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { quietLog } from "../../platform/log/log.ts";
import { samplePlugin } from "../../testing/sample-plugin.ts";
import { captureByProcess, ExampleBuilder } from "./example-builder.ts";
import { ownExamplesFile, readExamples } from "./response-examples.ts";

const other: LoadedPlugin = { ...samplePlugin, name: "other" };

/** Creates a builder whose delays end when the test says so. */
function createBuilder({ known = [] as string[], plugins = [samplePlugin, other] } = {}) {
  const delays: (() => void)[] = [];
  const captured: string[] = [];
  const warnings: string[] = [];
  const failing = new Set<string>();
  const builder = new ExampleBuilder({
    examples: { hasAny: ({ path }) => known.includes(path) },
    plugins: () => plugins,
    async capture(service) {
      captured.push(service);
      if (failing.has(service)) throw new Error("No memory");
      return service === "other"
        ? ["The example of other/routes/a.get.ts fails with 500: Why"]
        : [];
    },
    log: { ...quietLog, warn: (message) => warnings.push(message) },
    later(work, ms) {
      expect(ms).toBeGreaterThanOrEqual(60_000);
      delays.push(work);
      return () => delays.splice(delays.indexOf(work), 1);
    },
  });
  /** Lets the delay end, and waits for the work that then starts. */
  async function elapse() {
    for (const work of delays.splice(0)) work();
    await Bun.sleep(0);
  }
  return { builder, captured, delays, elapse, failing, warnings };
}

const all = [...samplePlugin.routes, ...samplePlugin.open];
const allPaths = all.map(({ path }) => path);

describe("the background capture", () => {
  test("starts after a delay, and captures each service once", async () => {
    const { builder, captured, elapse } = createBuilder();
    builder.schedule();
    expect(captured).toEqual([]);
    await elapse();
    expect(captured).toEqual([samplePlugin.name, "other"]);
    builder.schedule();
    await elapse();
    expect(captured).toHaveLength(2);
  });

  test("has nothing to do if the installation has all examples", async () => {
    const { builder, captured, elapse } = createBuilder({ known: allPaths });
    builder.schedule();
    await elapse();
    expect(captured).toEqual([]);
  });

  test("captures a service again whose schema has changed since", async () => {
    const { builder, captured, delays, elapse } = createBuilder({
      known: allPaths,
      plugins: [samplePlugin],
    });
    const [changed] = all;
    if (!changed) throw new Error("The sample has no route");
    builder.report(changed);
    builder.report(changed);
    expect(delays).toHaveLength(1);
    await elapse();
    expect(captured).toEqual([samplePlugin.name]);
    builder.report(changed);
    expect(delays).toEqual([]);
  });

  test("logs failures, and continues with the next service", async () => {
    const { builder, captured, elapse, failing, warnings } = createBuilder();
    failing.add(samplePlugin.name);
    builder.schedule();
    await elapse();
    expect(captured).toEqual([samplePlugin.name, "other"]);
    expect(warnings).toEqual([
      `Cannot capture the response examples of "${samplePlugin.name}"`,
      "The example of other/routes/a.get.ts fails with 500: Why",
    ]);
  });

  test("doesn't start in a hub that is closed", async () => {
    const { builder, captured, delays, elapse } = createBuilder();
    builder.schedule();
    await builder.close();
    expect(delays).toEqual([]);
    builder.schedule();
    await elapse();
    expect(captured).toEqual([]);
  });
});

test("a child process captures a service into the data folder, without secrets in its environment", async () => {
  const data = mkdtempSync(`${tmpdir()}/utilhub-examples-`);
  const capture = captureByProcess({ data, env: { HUB_TIERS: "unreadable" } });
  const [, refused] = await Promise.allSettled(
    ["crypto", "no-such-service"].map((name) => capture(name, new AbortController().signal)),
  );
  const found = Object.entries(readExamples(ownExamplesFile(data)));
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(([, example]) => example?.type !== "application/json")).toEqual([]);
  expect(String(refused?.status === "rejected" && refused.reason)).toContain("no-such-service");
  rmSync(data, { recursive: true });
});
