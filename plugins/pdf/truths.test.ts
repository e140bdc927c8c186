import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { cases, json, testHub } from "hub/testing";
import { fieldCases, undrawnForm } from "./forms/forms.fixture.ts";
import { samplePdf } from "./sample.ts";

setDefaultTimeout(600_000);

const hub = await testHub(import.meta.dir);
const word = fc.stringMatching(/^[A-Za-z]{1,12}$/);
const lines = fc.array(word, { minLength: 1, maxLength: 5 });

async function callEndpoint(endpoint: string, body: object): Promise<Uint8Array> {
  const answer = await hub.post(`/api/pdf/${endpoint}`, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.bytes();
}

/** Returns the text of each page. */
async function extractTexts(bytes: Uint8Array): Promise<string[]> {
  const answer = await hub.post("/api/pdf/extract-text", { file_base64: bytes.toBase64() });
  const { pages } = await json(answer);
  return pages.map(({ text }: { text: string }) => text.trim());
}

/** Returns an image of every page. */
async function renderPages(bytes: Uint8Array): Promise<string[]> {
  const body = { file_base64: bytes.toBase64(), dpi: 24, response: "json" };
  const { data } = await json(await hub.post("/api/pdf/to-images", body));
  return data.pages.map(({ base64 }: { base64: string }) => base64);
}

async function isSame(one: Uint8Array, other: Uint8Array): Promise<void> {
  expect(await extractTexts(other)).toEqual(await extractTexts(one));
  expect(await renderPages(other)).toEqual(await renderPages(one));
}

test("merging files and splitting them again gives the same files", async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, async (first, second) => {
      const files = [samplePdf(first), samplePdf(second)];
      const files_base64 = files.map((file) => file.toBase64());
      const merged = await callEndpoint("merge", { files_base64 });
      expect(await extractTexts(merged)).toEqual([...first, ...second]);
      const ranges = `1-${first.length};${first.length + 1}-z`;
      const parts = unzipSync(
        await callEndpoint("split", { file_base64: merged.toBase64(), ranges }),
      );
      await isSame(files[0]!, parts["001.pdf"]!);
      await isSame(files[1]!, parts["002.pdf"]!);
    }),
    cases(2, 1),
  );
});

test("four quarter turns, or one and its reverse, change nothing", async () => {
  const turns = fc.constantFrom(
    [90, 90, 90, 90],
    [90, 270],
    [180, 180],
    [-90, 90],
    [270, 180, 270],
  );
  await fc.assert(
    fc.asyncProperty(lines, turns, async (texts, angles) => {
      const file = samplePdf(texts);
      let turned: Uint8Array = file;
      for (const angle of angles) {
        turned = await callEndpoint("rotate", { file_base64: turned.toBase64(), angle });
        expect(await extractTexts(turned)).toEqual(texts);
      }
      const sum = angles.reduce((all, angle) => all + angle, 0);
      if (sum % 360 === 0) expect(await renderPages(turned)).toEqual(await renderPages(file));
    }),
    cases(2, 1),
  );
});

test("protecting and unlocking a file keeps everything", async () => {
  const password = fc.stringMatching(/^[a-zA-Z0-9äöüλж€ ]{1,40}$/);
  const algorithm = fc.constantFrom("aes256", "aes128");
  await fc.assert(
    fc.asyncProperty(lines, password, algorithm, async (texts, secret, algorithm) => {
      const user_password =
        algorithm === "aes128" ? secret.replace(/[^a-z0-9]/gi, "x").slice(0, 32) : secret;
      const file = samplePdf(texts);
      const locked = await callEndpoint("protect", {
        file_base64: file.toBase64(),
        user_password,
        algorithm,
      });
      const file_base64 = locked.toBase64();
      const refused = await hub.post("/api/pdf/unlock", {
        file_base64,
        password: `${user_password}!`,
      });
      expect((await json(refused)).code).toBe("pdf_password_incorrect");
      await isSame(file, await callEndpoint("unlock", { file_base64, password: user_password }));
    }),
    cases(2, 1),
  );
});

test("reports the same number of pages after every operation", async () => {
  const perSheet = fc.constantFrom(2, 4, 6, 8, 9, 16);
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 20 }),
      perSheet,
      async (texts, per_sheet) => {
        const file_base64 = samplePdf(texts).toBase64();
        const count = async (ops: object[]) =>
          (await extractTexts(await callEndpoint("organize", { file_base64, ops }))).length;
        expect(await count([{ op: "nup", per_sheet }])).toBe(Math.ceil(texts.length / per_sheet));
        // A folded sheet has four pages, two on each side.
        expect(await count([{ op: "booklet" }])).toBe(2 * Math.ceil(texts.length / 4));
        const reversed = await callEndpoint("organize", { file_base64, ops: [{ op: "reverse" }] });
        expect(await extractTexts(reversed)).toEqual(texts.toReversed());
      },
    ),
    cases(2, 1),
  );
});

test("text in a form is read before and after flattening, and looks the same", async () => {
  const fields = fc.array(fc.constantFrom(...Object.values(fieldCases)), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(fields, async (chosen) => {
      const form = undrawnForm(chosen.map(({ entries }) => entries));
      const says = chosen.map((field) => field.says).filter((text) => text !== "");
      expect((await extractTexts(form)).join("").split(/\s+/)).toEqual(
        says.join("\n").split(/\s+/),
      );
      const ops = [{ op: "flatten", what: ["forms"] }];
      await isSame(form, await callEndpoint("organize", { file_base64: form.toBase64(), ops }));
    }),
    cases(2, 1),
  );
});

test("redacted text is nowhere in the file, and everything else keeps its position", async () => {
  const distinct = fc.uniqueArray(word, {
    minLength: 2,
    maxLength: 4,
    selector: (text) => text.toLowerCase(),
  });
  await fc.assert(
    fc.asyncProperty(distinct, async (texts) => {
      const [term] = texts as [string];
      fc.pre(texts.slice(1).every((text) => !text.toLowerCase().includes(term.toLowerCase())));
      const body = { file_base64: samplePdf(texts).toBase64(), terms: [term] };
      expect(await extractTexts(await callEndpoint("redact", body))).toEqual([
        "",
        ...texts.slice(1),
      ]);
    }),
    cases(2, 1),
  );
});
