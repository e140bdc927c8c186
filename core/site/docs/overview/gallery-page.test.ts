import { describe, expect, test } from "bun:test";
import { exampleRequest, json, sampleCases, testHub } from "hub/testing";
import { loadAll } from "../../../host/load/load-all.ts";
import type { LoadedPlugin } from "../../../host/plugin/loaded-plugin.ts";
import { browser, docsHub } from "../../../testing/docs-hub.ts";
import { samplePlugin } from "../../../testing/sample-plugin.ts";
import { listGalleryEntries } from "../../examples/gallery.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../../../../plugins`]);
const hub = docsHub(plugins);
const answers = "/documentation/answers";

/** Every example of the gallery, with its plugin. */
const entries = plugins.flatMap((plugin) =>
  plugin.routes.flatMap((loaded) =>
    listGalleryEntries(loaded).map((entry) => ({ ...entry, plugin, path: loaded.path })),
  ),
);
const hubs = new Map<LoadedPlugin, ReturnType<typeof testHub>>();

describe("the gallery", () => {
  test.each(sampleCases(entries, 8).map((entry) => [entry.path, entry.caption, entry] as const))(
    "%s shows %s",
    async (_path, _caption, { plugin, loaded }) => {
      const started = hubs.get(plugin) ?? testHub(plugin);
      hubs.set(plugin, started);
      const request = exampleRequest(loaded);
      request.headers.set("x-api-key", "hub_example");
      const answer = await (await started).fetch(request);
      expect(answer.status, await answer.clone().text()).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^(image|audio)\/|^application\/pdf/);
    },
  );

  test("has QR styles, cards, charts, invoices and voices, each with its caption", async () => {
    const page = await (await hub.get("/gallery", browser)).text();
    const images = `<img src="${answers}/getQrGenerate?variant=dots"`;
    expect(page).toContain(images);
    for (const part of [
      `${answers}/getImageOg?variant=article`,
      `${answers}/postImageChart?variant=Stacked+bars`,
      `${answers}/postInvoiceGenerate?variant=modern&amp;part=picture`,
      `<audio controls preload="none" src="${answers}/postTtsSpeak?variant=German"`,
      "<figcaption>German: <q>Guten Tag",
      'href="/documentation/qr/get-generate"',
    ])
      expect(page).toContain(part);
  });

  test("shows the captured response of each example, and no others", async () => {
    const read = async (variant: string) => {
      const answer = await hub.get(`${answers}/getQrGenerate?variant=${variant}`);
      expect(answer.headers.get("content-type")).toBe("image/png");
      return Bun.hash(await answer.bytes());
    };
    expect(await read("dots")).not.toBe(await read("star"));
    const unknown = await hub.get(`${answers}/getQrGenerate?variant=none`);
    expect(unknown.status).toBe(404);
    expect((await json(unknown)).detail).toBe('The gallery has no example "none"');
  });

  test("says so on a hub without such examples", async () => {
    const page = await (await docsHub([samplePlugin]).get("/gallery", browser)).text();
    expect(page).toContain("No service of this hub has examples for the gallery.");
  });
});
