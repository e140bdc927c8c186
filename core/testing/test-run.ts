import { afterAll } from "bun:test";
import { endRun } from "./run-end.ts";

// In a module that bunfig.toml preloads, it runs once for all files.
afterAll(endRun);
