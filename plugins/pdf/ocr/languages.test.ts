import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { letter, scanPdf } from "./scans.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const id = "pdf/ocr-languages";
const read = async (file: string) => (await hub.datasets.get(id)).bytes(file);
const scan = (await scanPdf({ lines: letter.slice(0, 3) })).toBase64();

async function extract(languages: readonly string[]) {
  const body = { file_base64: scan, ocr: "auto", languages };
  return json(await hub.post("/api/pdf/extract-text", body));
}

test("a missing language fails with 422 and names the command that adds it", async () => {
  expect(await extract(["eng", "deu"])).toMatchObject({
    code: "ocr_language_missing",
    detail:
      'body.languages must name languages of this hub, eng, fra: it has "deu", which the operator can add with "bun run data import pdf deu.traineddata"',
    available: ["eng", "fra"],
  });
});

test("the data for rotation is not a language", async () => {
  expect((await extract(["osd"])).code).toBe("ocr_language_missing");
});

test("French is read with its accents, in a sandboxed process", async () => {
  const lines = ["Le garçon préfère la crème brûlée", "à la pâtisserie, où l'été est déjà là."];
  const sandboxed = await testHub(`${import.meta.dir}/..`, { jobs: true });
  const file_base64 = (await scanPdf({ lines, size: 12 })).toBase64();
  const body = { file_base64, ocr: "auto", languages: ["fra"] };
  const { pages } = await json(await sandboxed.post("/api/pdf/extract-text", body));
  expect(pages[0].text).toBe(lines.join("\n"));
  await sandboxed.close();
});

test("an imported language is added to those of the hub", async () => {
  // The data of another language would do as well: only the name is new.
  const bytes = Bun.gunzipSync(Uint8Array.from(await read("eng.traineddata.gz")));
  await hub.datasets.import(id, { name: "deu.traineddata", bytes });
  const { pages } = await extract(["deu", "fra"]);
  expect(pages[0].text).toContain("Invoice number 2026-0417");
  expect((await extract(["nld"])).available).toEqual(["deu", "eng", "fra"]);
});

test.each(["deu.zip", "../../deu.traineddata"])(
  "refuses to import a file that has no name of a language: %s",
  async (name) => {
    const bytes = Bun.gunzipSync(Uint8Array.from(await read("fra.traineddata.gz")));
    const imported = hub.datasets.import(id, { name, bytes });
    await expect(imported).rejects.toThrow("its name must be that of a language");
  },
);

test("refuses to import damaged language data", async () => {
  const packed = await read("fra.traineddata.gz");
  const whole = Bun.gunzipSync(Uint8Array.from(packed));
  for (const bytes of [
    new TextEncoder().encode("<html>Not found</html>"),
    packed.subarray(0, 1000),
    whole.subarray(0, whole.length / 2),
    new Uint8Array(),
  ])
    await expect(hub.datasets.import(id, { name: "nld.traineddata", bytes })).rejects.toThrow(
      "must be undamaged language data",
    );
  expect((await extract(["nld"])).available).not.toContain("nld");
});
