import { afterAll } from "bun:test";
import { endRun } from "./run-end.ts";

// bunfig.toml preloads this module, so the hook runs once for all files.
afterAll(endRun);
