import { expect, test } from "bun:test";

test("loads the MCP server before the first message", async () => {
  // In a separate process, because other tests load it, too.
  const program = `const { prepareMcp } = await import(${JSON.stringify(`${import.meta.dir}/prepare-mcp.ts`)});
    const isLoaded = () => Object.keys(require.cache).some((file) => file.endsWith("/answer-mcp.ts"));
    console.log(isLoaded());
    prepareMcp(0);
    while (!isLoaded()) await Bun.sleep(1);
    console.log(isLoaded());`;
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: `${import.meta.dir}/../../..`,
    stdout: "pipe",
  });
  expect(await child.stdout.text()).toBe("false\ntrue\n");
});
