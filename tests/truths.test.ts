import { expect, test } from "bun:test";
import { join } from "node:path";

const plugins = join(import.meta.dir, "../plugins");
const services = [...new Bun.Glob("*/plugin.ts").scanSync(plugins)].map(
  (file) => file.split("/", 1)[0] ?? "",
);

test.each(services)(
  "%s matches its public test vectors, as `bun run check` runs them",
  (service) => {
    const files = ["truths.test.ts", "*/truths.test.ts"].flatMap((pattern) => [
      ...new Bun.Glob(pattern).scanSync(join(plugins, service)),
    ]);
    expect(files).not.toEqual([]);
  },
);
