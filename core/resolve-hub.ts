import { plugin } from "bun";
import * as hub from "./mod.ts";

/** The modules other than "hub", by their name behind the slash. None loads before a plugin imports it. */
const libraries: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  bank: () => import("./lib/bank.ts"),
  csv: () => import("./lib/csv.ts"),
  "data-file": () => import("./lib/data-file.ts"),
  drawing: () => import("./lib/drawing/mod.ts"),
  html: () => import("./lib/html.ts"),
  models: () => import("./lib/models/mod.ts"),
  net: () => import("./lib/net.ts"),
  pkcs12: () => import("./lib/pkcs12/pkcs12.ts"),
  "pdf-text": () => import("./lib/pdf-text/mod.ts"),
  testing: () => import("./testing/mod.ts"),
  wasm: () => import("./lib/wasm.ts"),
};

// Lets `import "hub"` work from a plugin with its own package.json, from a symlink and from outside
// this folder, where neither package.json nor tsconfig.json of the hub is looked at.
plugin({
  name: "hub",
  setup(build) {
    build.module("hub", () => ({ exports: hub, loader: "object" }));
    for (const [name, load] of Object.entries(libraries))
      build.module(`hub/${name}`, async () => ({ exports: await load(), loader: "object" }));
  },
});
