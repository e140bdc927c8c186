import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(`${import.meta.dir}/..`);
const small = { width: "256", height: "256", style: "cartoon" };
const get = (query: Record<string, string>) =>
  hub.get(`/api/image/background?${new URLSearchParams({ ...small, ...query })}`);
const draw = async (query: Record<string, string>) => {
  const answer = await get(query);
  if (answer.status !== 200) throw new Error(await answer.text());
  return Buffer.from(await answer.bytes());
};

/** The mean red, green and blue of a picture. */
async function readMean(picture: Buffer) {
  const { channels } = await sharp(picture).stats();
  return channels.map(({ mean }) => mean);
}

test("is the same for the same request, and another one for another seed", async () => {
  const [one, same, other] = [await draw({}), await draw({}), await draw({ seed: "b" })];
  expect(one.equals(same)).toBeTrue();
  expect(one.equals(other)).toBeFalse();
});

test.each(["jpg", "png", "webp"])("has the requested size as %s", async (format) => {
  const { width, height } = await sharp(await draw({ format, width: "300" })).metadata();
  expect([width, height]).toEqual([300, 256]);
});

test("follows its parameters", async () => {
  const [noon = 0] = await readMean(await draw({ time: "noon" }));
  const [night = 255] = await readMean(await draw({ time: "night" }));
  const [, green = 0] = await readMean(await draw({ terrain: "field", season: "summer" }));
  const [, pale = 0] = await readMean(await draw({ terrain: "field", season: "winter" }));
  const [red = 0, , blue = 255] = await readMean(await draw({ palette: "crimson" }));
  expect(night).toBeLessThan(noon / 2);
  expect(pale).toBeGreaterThan(green);
  expect(red).toBeGreaterThan(blue);
});

test.each([
  [{ terrain: "room" }, "query.terrain"],
  [{ palette: "nocolor" }, "query.palette.0"],
  [{ width: "9000" }, "query.width"],
])("rejects %j", async (query: Record<string, string>, at) => {
  const answer = await json(await get(query));
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.errors[0].location).toStartWith(at);
});
