import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
test("the example reads", async () => {
  const r = await hub.example("extract-text.post.ts");
  console.log(JSON.stringify(await json(r), null, 1));
});
