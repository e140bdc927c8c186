import { describe, expect, test } from "bun:test";
import { sampleCases, testHub } from "hub/testing";
import type { Route } from "../core/contract/plugin.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { buildMinimalExample } from "../core/site/examples/sample-call.ts";

const root = `${import.meta.dir}/..`;
const { plugins } = await loadAll([`${root}/plugins`], { strict: true, aliases: "all" });

/** The promised number of endpoints per service. */
const promised = {
  ai: 13,
  crypto: 9,
  currency: 6,
  dev: 69,
  email: 3,
  image: 12,
  invoice: 5,
  "ip-geo": 5,
  pdf: 25,
  qr: 8,
  screenshot: 4,
  tts: 6,
  url: 8,
};

test("there are thirteen services, 173 endpoints and fifteen samples without a key", () => {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const samples = plugins.map(({ plugin }) => Object.keys(plugin.manifest.try ?? {}).length);
  expect([plugins.length, sum(Object.values(promised)), sum(samples)]).toEqual([13, 173, 15]);
});

test("each service has the promised endpoints", () => {
  expect(Object.fromEntries(plugins.map(({ name, routes }) => [name, routes.length]))).toEqual(
    promised,
  );
});

test("each service starts with its main endpoint", () => {
  const led = plugins.map(({ plugin, routes }) => [
    `${plugin.manifest.first?.[0]}.ts`,
    routes[0]?.file,
  ]);
  expect(led.filter(([named, file]) => named !== file)).toEqual([]);
});

describe.each(plugins)("$name responds to the example of", (plugin) => {
  // A plain run calls one endpoint of each service, and a run of all properties calls all.
  test.each(sampleCases(plugin.routes, 1).map(({ file }) => file))("%s", async (file) => {
    const answer = await (await testHub(plugin)).example(file);
    expect([200, 201, 202, 204], await answer.clone().text()).toContain(answer.status);
  });
});

describe.each(plugins)("$name responds to the shortest request of", (plugin) => {
  const routes = plugin.routes.map((loaded) => {
    const example = buildMinimalExample(loaded.route);
    return { ...loaded, route: { ...loaded.route, example } };
  });
  const shorter = routes.filter(
    ({ route }, at) => route.example !== plugin.routes[at]?.route.example,
  );
  test.each(sampleCases(shorter, 1).map(({ file }) => file))("%s", async (file) => {
    const answer = await (await testHub({ ...plugin, routes })).example(file);
    expect([200, 201, 202, 204], await answer.clone().text()).toContain(answer.status);
  });
});

/** Endpoints that respond with 404 until the operator configures a model. */
const configured = new Set(["tts/embeddings.post.ts"]);

describe.each(plugins.filter(({ open }) => open.length > 0))(
  "$name responds at the root, or redirects, for the example of",
  (plugin) => {
    test.each(plugin.open.map(({ file }) => file))("%s", async (file) => {
      const hub = await testHub(plugin);
      const answer = await hub.example(file);
      const expected = configured.has(`${plugin.name}/${file}`) ? [404] : [200, 302, 303];
      expect(expected, await answer.clone().text()).toContain(answer.status);
    });
  },
);

test("every sample works without a key", async () => {
  for (const plugin of plugins) {
    const hub = await testHub(plugin);
    for (const [path, file] of Object.entries(plugin.plugin.manifest.try ?? {})) {
      const route = plugin.routes.find((route) => route.file === `${file}.ts`);
      const filled = path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(getExampleValue(route!.route.example, name))),
      );
      const answer = await hub.fetch(new Request(`http://localhost/try${filled}`));
      expect(answer.status, `/try${filled}`).toBe(200);
    }
  }
});

/** Returns the example's value of a name, from any input of the endpoint. */
function getExampleValue({ params, query }: Route["example"], name: string): unknown {
  return params?.[name] ?? query?.[name];
}
