import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Glob } from "bun";
import { checkPdf } from "../../../plugins/pdf/check/check.ts";
import { fetchMavenClasspath, requireProgram } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

const version = "1.28.2";

const standards = [
  { name: "PDF/A-2b", folder: "PDF_A-2b", profile: "pdfa-2b", flavour: "2b" },
  { name: "PDF/UA-1", folder: "PDF_UA-1", profile: "pdfua-1", flavour: "ua1" },
] as const;

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
      const rows = [];
      for (const { name, folder: part, profile, flavour } of standards) {
        // Every second: ours takes a minute for all.
        const files = [...new Glob(`**/${part}/**/*.pdf`).scanSync({ cwd: folder, absolute: true })]
          .toSorted()
          .filter((_, index) => index % 2 === 0);
        const expected = files.map((file) => basename(file).includes("-pass-"));
        const theirs = await askVeraPdf(files, { classpath, flavour });
        const ours: (boolean | undefined)[] = [];
        for (const file of files) ours.push(await check(file, profile));
        const count = (verdicts: readonly (boolean | undefined)[], wanted: boolean) =>
          expected.filter((one, index) => one === wanted && verdicts[index] === wanted).length;
        for (const wanted of [false, true])
          rows.push({
            set: `half of veraPDF's corpus for ${name}, every second file`,
            inputs: expected.filter((one) => one === wanted).length,
            figure: wanted ? "valid files accepted" : "invalid files refused",
            ours: count(ours, wanted),
            theirs: { veraPDF: count(theirs, wanted) },
          });
      }
      return rows;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Row;

async function check(file: string, profile: string): Promise<boolean | undefined> {
  try {
    const body = {
      file: new File([await Bun.file(file).bytes()], basename(file)),
      profile,
    };
    return (await checkPdf(body as Parameters<typeof checkPdf>[0])).passed;
  } catch {
    // A file that cannot be opened is no valid one.
    return false;
  }
}

/** Runs veraPDF's library on all files in one process. */
async function askVeraPdf(
  files: readonly string[],
  { classpath, flavour }: Record<"classpath" | "flavour", string>,
): Promise<boolean[]> {
  const source = join(import.meta.dir, "judges/Check.java");
  const { stdout } = Bun.spawnSync(["java", "-cp", classpath, source, flavour, ...files], {
    stderr: "ignore",
  });
  return Array.from(
    stdout.toString().matchAll(/^verdict (true|false)$/gm),
    ([, verdict]) => verdict === "true",
  );
}
