import { expect, test } from "bun:test";
import { Call } from "./call.ts";

test.each([
  ["ends well", () => Promise.resolve(1)],
  ["fails", () => Promise.reject(new Error("No"))],
])(
  "a connection stays open for long work, and can be idle for a minute once it %s",
  async (_, work) => {
    const seconds: number[] = [];
    const server = {
      requestIP: () => null,
      timeout: (_: Request, idleSeconds: number) => seconds.push(idleSeconds),
    };
    const call = new Call(new Request("http://localhost/"), server);
    await call.keepOpenDuring(work().finally(() => expect(seconds).toEqual([0]))).catch(() => {});
    expect(seconds).toEqual([0, 60]);
  },
);
