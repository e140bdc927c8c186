import { expect, test } from "bun:test";
import { createSandbox, rulesForPlugins } from "./sandbox.ts";

const rules = rulesForPlugins(["/plugins/a"], { scratch: "/tmp/scratch" });
const command = ["bun", "x.ts"];

test("a kernel that can enforce rules does, and the state says by what", () => {
  const sandbox = createSandbox("auto", { landlock: 7 });
  expect(sandbox.isEnforced).toBe(true);
  expect(sandbox.state).toBe("Enforced by the kernel: Landlock 7, seccomp and limits");
  const wrapped = sandbox.wrap(command, rules);
  expect(wrapped.slice(-2)).toEqual(command);
  expect(wrapped.some((part) => part.endsWith("/launch.ts"))).toBe(true);
});

test("otherwise the state says that only policy applies", () => {
  const sandbox = createSandbox("auto", { landlock: 0, fault: "the kernel has no Landlock" });
  expect(sandbox.isEnforced).toBe(false);
  expect(sandbox.state).toBe("Policy only: the kernel has no Landlock");
  expect(sandbox.wrap(command, rules)).toEqual(command);
});

test("with HUB_SANDBOX=require a hub without a sandbox doesn't start", () => {
  expect(() => createSandbox("require", { landlock: 0, fault: "there is none" })).toThrow(
    'HUB_SANDBOX is "require", but processes cannot be sandboxed: there is none',
  );
  expect(createSandbox("require", { landlock: 1 }).isEnforced).toBe(true);
});

test("with HUB_SANDBOX=off there is no sandbox", () => {
  const sandbox = createSandbox("off", { landlock: 7 });
  expect([sandbox.isEnforced, sandbox.state]).toEqual([false, "Policy only: HUB_SANDBOX is off"]);
});

test("a plugin's process reads its folder and code, and writes to its own folder only", () => {
  expect(rules.read).toContain("/plugins/a");
  expect(rules.write).toEqual(["/dev/null", "/tmp/scratch"]);
  expect(rules.mayFork).toBe(false);
  expect(rules.read.some((path) => /\/(data|etc|home|root|tmp)$/.test(path))).toBe(false);
});
