import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(path));

test("ipinfo's clients get place, time zone and AS of an address", async () => {
  const found = await read("/ipinfo/102.35.0.1");
  expect(found).toMatchObject({ ip: "102.35.0.1", country: "RE", timezone: "Indian/Reunion" });
  expect(found.loc).toMatch(/^-2\d\.\d+,5\d\.\d+$/);
  expect(found.org).toMatch(/^AS\d+ /);
  expect(await read("/ipinfo/192.168.1.1")).toEqual({ ip: "192.168.1.1", bogon: true });
  expect(await read("/ipinfo/102.35.0.1/json")).toEqual(found);
  for (const own of ["", "/me", "/json"]) expect(await read(`/ipinfo${own}`)).toHaveProperty("ip");
});

test.each(["country", "city", "insights"])(
  "GeoIP2's clients get their records from %s",
  async (service) => {
    const found = await read(`/geoip/v2.1/${service}/102.35.0.1`);
    expect(found.country).toEqual({
      iso_code: "RE",
      names: { en: "Reunion" },
      is_in_european_union: true,
    });
    expect(found.traits.ip_address).toBe("102.35.0.1");
    expect("location" in found).toBe(service !== "country");
  },
);

test.each([
  ["city/10.0.0.1", 400, "IP_ADDRESS_RESERVED"],
  ["city/nowhere", 400, "IP_ADDRESS_INVALID"],
  ["domain/8.8.8.8", 400, "INVALID_INPUT"],
])("GeoIP2's %s fails with MaxMind's code", async (path, status, code) => {
  const response = await hub.get(`/geoip/v2.1/${path}`);
  const body = await json(response);
  expect([response.status, body.code, typeof body.error]).toEqual([status, code, "string"]);
});
