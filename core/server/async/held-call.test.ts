import { describe, expect, test } from "bun:test";
import { Call } from "../../accounts/call.ts";
import { getHeldBytes, HeldBodies, heldBytesMax, holdRequest } from "./held-call.ts";

test.each([
  ["/a", "/a"],
  ["/a?x=1&api_key=secret", "/a?x=1"],
  ["/a?api_key=secret", "/a"],
  ["/a?key=secret&x=1&y=key", "/a?x=1&y=key"],
  ["/a?%6bey=secret&x", "/a?x"],
  ["/a?keys=1&x=a%20b", "/a?keys=1&x=a%20b"],
])("%s is stored without its key", async (path, stored) => {
  const call = new Call(new Request(`http://hub.test${path}`), null);
  call.keyParameter = "key";
  expect((await holdRequest(call, 100)).url).toBe(`http://hub.test${stored}`);
});

test("a parameter of another API isn't a key without its alias", async () => {
  const call = new Call(new Request("http://hub.test/a?key=x"), null);
  expect((await holdRequest(call, 100)).url).toBe("http://hub.test/a?key=x");
});

describe("bodies held in memory", () => {
  const { account: accountMax, total: totalMax } = heldBytesMax;

  /** Holds bodies until the returned function is called. */
  function holdAll(bodies: HeldBodies, sizes: readonly [account: string, bytes: number][]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = sizes.map(([account, bytes]) => bodies.hold({ account, bytes }, () => promise));
    return async () => {
      resolve();
      await Promise.all(held);
    };
  }
  const holdOne = (bodies: HeldBodies, account: string, bytes: number) =>
    bodies.hold({ account, bytes }, async () => "held").catch(({ code }) => code);

  test("of one account are refused beyond its share, and others aren't", async () => {
    const bodies = new HeldBodies();
    const release = holdAll(bodies, [["a", accountMax]]);
    expect(await holdOne(bodies, "a", 1)).toBe("busy");
    expect(await holdOne(bodies, "b", accountMax)).toBe("held");
    await release();
    expect(await holdOne(bodies, "a", 1)).toBe("held");
  });

  test("of all accounts are refused beyond the total", async () => {
    const bodies = new HeldBodies();
    const release = holdAll(bodies, [
      ["a", totalMax / 2],
      ["b", totalMax / 2],
    ]);
    expect(await holdOne(bodies, "c", 1)).toBe("busy");
    await release();
  });

  test("are accepted at any size if there are no others", async () => {
    expect(await holdOne(new HeldBodies(), "a", 2 * totalMax)).toBe("held");
  });

  test("no longer count after their request has failed", async () => {
    const bodies = new HeldBodies();
    const failing = bodies.hold({ account: "a", bytes: accountMax }, async () => {
      throw new Error("It failed");
    });
    await failing.catch(() => {});
    expect(await holdOne(bodies, "a", accountMax)).toBe("held");
  });

  test.each([
    ["a known length", { "content-length": "30" }, 30],
    ["an unknown length counts as the maximum", {}, 100],
    [
      "a compressed body counts as the maximum",
      { "content-length": "30", "content-encoding": "br" },
      100,
    ],
    ["a length beyond the maximum", { "content-length": "300" }, 100],
  ])("%s", (_, headers, expected) => {
    const request = new Request("http://hub.test/a", { method: "POST", body: "a", headers });
    expect(getHeldBytes(request, 100)).toBe(expected);
  });
});
