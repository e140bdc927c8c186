import { join } from "node:path";
import type { Fault } from "./fault.ts";

/** Valid and invalid requests to every operation, generated from the document's schemas. */
export const fuzz: Fault[] = [
  {
    name: "random requests from the document, for every operation",
    async run({ isShort }) {
      const count = isShort ? 5 : 200;
      const seed = 1 + Math.floor(Math.random() * 1_000_000);
      const child = Bun.spawn(
        [process.execPath, "test", "--timeout", "600000", "tests/document-truth.test.ts"],
        {
          cwd: join(import.meta.dir, "../../.."),
          env: { ...process.env, DOCUMENT_CASES: String(count), DOCUMENT_SEED: String(seed) },
          stdout: "pipe",
          stderr: "pipe",
        },
      );
      const text = (await Promise.all([child.stdout.text(), child.stderr.text()])).join("");
      const passed = /^ *(\d+) pass$/m.exec(text)?.[1] ?? "0";
      const failures = [...text.matchAll(/^\(fail\) (.*?)(?: \[|$)/gm)].map(([, name]) => name);
      return {
        held: (await child.exited) === 0,
        figure: `${count} each, DOCUMENT_SEED=${seed}: ${passed} as documented${failures.length > 0 ? `; not: ${failures.join("; ")}` : ""}`,
      };
    },
  },
];
