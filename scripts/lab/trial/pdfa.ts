import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Glob } from "bun";
import { checkPdf } from "../../../plugins/pdf/check/check.ts";
import { fetchMavenClasspath, requireProgram } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

const version = "1.28.2";

export default {
  engine: "pdf/check",
  ours: ["plugins/pdf/check/*.ts"],
  theirs: [{ name: `veraPDF ${version}`, licence: "GPL-3.0-or-later or MPL-2.0" }],
  async measure({ find }) {
    requireProgram("java", "apt install default-jre-headless");
    const classpath = fetchMavenClasspath("org.verapdf", "validation-model", version);
    const folder = mkdtempSync(join(tmpdir(), "trial-pdfa-"));
    try {
      Bun.spawnSync(["tar", "-xzf", find("verapdf/corpus-half.tar.gz"), "-C", folder]);
      // Every second: ours takes a minute for all.
      const files = [...new Glob("**/PDF_A-2b/**/*.pdf").scanSync({ cwd: folder, absolute: true })]
        .toSorted()
        .filter((_, index) => index % 2 === 0);
      const expected = files.map((file) => basename(file).includes("-pass-"));
      const theirs = await askVeraPdf(files, classpath);
      const ours: (boolean | undefined)[] = [];
      for (const file of files) ours.push(await check(file));
      const count = (verdicts: readonly (boolean | undefined)[], wanted: boolean) =>
        expected.filter((one, index) => one === wanted && verdicts[index] === wanted).length;
      return [false, true].map((wanted) => ({
        set: "half of veraPDF's corpus for PDF/A-2b, every second file",
        inputs: expected.filter((one) => one === wanted).length,
        figure: wanted ? "valid files accepted" : "invalid files refused",
        ours: count(ours, wanted),
        theirs: { veraPDF: count(theirs, wanted) },
      }));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Row;

async function check(file: string): Promise<boolean | undefined> {
  try {
    const body = {
      file: new File([await Bun.file(file).bytes()], basename(file)),
      profile: "pdfa-2b",
    };
    return (await checkPdf(body as Parameters<typeof checkPdf>[0])).passed;
  } catch {
    // A file that cannot be opened is no valid one.
    return false;
  }
}

/** Runs veraPDF's library on all files in one process. */
async function askVeraPdf(files: readonly string[], classpath: string): Promise<boolean[]> {
  const source = join(import.meta.dir, "judges/Check.java");
  const { stdout } = Bun.spawnSync(["java", "-cp", classpath, source, ...files], {
    stderr: "ignore",
  });
  return Array.from(
    stdout.toString().matchAll(/^verdict (true|false)$/gm),
    ([, verdict]) => verdict === "true",
  );
}
