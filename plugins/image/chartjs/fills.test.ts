import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(new URL("..", import.meta.url).pathname);

const draw = (c: string, query: Record<string, string> = {}) =>
  hub.get(`/chart?${new URLSearchParams({ c, devicePixelRatio: "1", bkg: "white", ...query })}`);

/** Reads the colours of a picture at places, as shares of its width and height. */
async function readColors(response: Response, places: readonly (readonly [number, number])[]) {
  expect(response.status).toBe(200);
  const { data, info } = await sharp(await response.bytes())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(at, at + 3)];
  });
}

/** A bar that fills the picture. */
const bar = (color: string, plugins = "") =>
  `{type:'bar',data:{labels:['a'],datasets:[{data:[1],barPercentage:1,categoryPercentage:1,backgroundColor:${color}}]},options:{layout:{padding:0},scales:{x:{display:false},y:{display:false}},plugins:{legend:false${plugins}}}}`;

describe("gradients", () => {
  test.each([
    ["horizontal", [0.1, 0.5], [0.9, 0.5]],
    ["vertical", [0.5, 0.1], [0.5, 0.9]],
    ["both", [0.1, 0.1], [0.9, 0.9]],
  ] as const)("run %s from the first colour to the last", async (direction, start, end) => {
    const config = bar(`getGradientFillHelper('${direction}',['red','#00f'])`);
    const [first = [], last = []] = await readColors(await draw(config), [start, end]);
    expect(first[0]).toBeGreaterThan(200);
    expect(last[2]).toBeGreaterThan(200);
  });

  test("have the size that the caller chooses", async () => {
    const config = bar("getGradientFillHelper('horizontal',['red','#00f'],{width:100})");
    const [middle] = await readColors(await draw(config), [[0.5, 0.5]]);
    expect(middle).toEqual([0, 0, 255]);
  });

  test("are gradients of an SVG, too", async () => {
    const config = bar("getGradientFillHelper('vertical',['red','blue'])");
    expect(await (await draw(config, { f: "svg" })).text()).toContain("<linearGradient");
  });

  test("have labels that are readable on the colour behind them", async () => {
    const labels = ",datalabels:{display:true,anchor:'start',align:'end',font:{size:60}}";
    const texts = async (colors: string) => {
      const config = bar(`getGradientFillHelper('vertical',[${colors}])`, labels);
      const { data } = await sharp(await (await draw(config)).bytes())
        .grayscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [data.includes(255), data.includes(0)];
    };
    // The label is at the bottom.
    expect((await texts("'#ccc','#222'"))[0]).toBe(true);
    expect((await texts("'#888','#eee'"))[0]).toBe(false);
  });
});

describe("patterns", () => {
  test.each(["zigzag-horizontal", "dot", "diagonal-right-left"])(
    "%s has both colours",
    async (shape) => {
      const response = await draw(bar(`pattern.draw('${shape}','#000080','#ff0000')`));
      expect(response.status).toBe(200);
      const { dominant } = await sharp(await response.bytes()).stats();
      expect(dominant.b).toBeGreaterThan(dominant.r);
      const { channels } = await sharp(
        await (await draw(bar(`pattern.draw('${shape}','#000080','#ff0000')`))).bytes(),
      ).stats();
      expect(channels[0]?.max).toBe(255);
    },
  );
});

test.each([
  ["getGradientFillHelper('up',['red'])", "must have a gradient of horizontal, vertical, both"],
  ["getGradientFillHelper('both',[])", "must have a gradient of 1 to 20 colours"],
  ["getGradientFillHelper('both',['nope'])", "must be a colour such as"],
  ["getGradientFillHelper('both',['red'],{width:-1})", "must have a size from 1 to 10000"],
  ["pattern.draw('stars','red')", "must have a pattern of plus, cross"],
  ["pattern.draw('dot','red','blue',999)", "must have a size from 1 to 200"],
  ["()=>getGradientFillHelper('both',['red'])", "a function cannot return a gradient"],
])("rejects %s", async (color, message) => {
  const { status, detail } = await json(await draw(bar(color)));
  expect(status).toBe(400);
  expect(detail).toContain(message);
});
