import { plugin } from "bun";
import * as hub from "./mod.ts";

// Lets `import "hub"` work from a plugin with its own package.json, from a symlink and from outside
// this folder, where neither package.json nor tsconfig.json of the hub is looked at.
plugin({
  name: "hub",
  setup(build) {
    build.module("hub", () => ({ exports: hub, loader: "object" }));
    // Their packages take a moment to load, so they are no part of "hub", which every plugin imports.
    build.module("hub/drawing", async () => ({
      exports: await import("./lib/drawing/mod.ts"),
      loader: "object",
    }));
    build.module("hub/pdf-text", async () => ({
      exports: await import("./lib/pdf-text/mod.ts"),
      loader: "object",
    }));
    build.module("hub/testing", async () => ({
      exports: await import("./testing/mod.ts"),
      loader: "object",
    }));
  },
});
