import { expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";

// RFC 5870, sections 1 and 6.
test.each([
  [{ latitude: 13.4125, longitude: 103.8667 }, "geo:13.4125,103.8667"],
  [{ latitude: 48.201, longitude: 16.3695, altitude: 183 }, "geo:48.201,16.3695,183"],
  [{ latitude: 48.198634, longitude: 16.371648, uncertainty: 40 }, "geo:48.198634,16.371648;u=40"],
])("geo writes %j as %s", (place, uri) => {
  expect(payloadText({ type: "geo", ...place })).toBe(uri);
  expect(parsePayload(uri)).toEqual({ type: "geo", ...place });
});

test("geo writes small numbers without an exponent, and no negative zero", () => {
  expect(payloadText({ type: "geo", latitude: 1e-7, longitude: -1e-12 })).toBe("geo:0.0000001,0");
  expect(payloadText({ type: "geo", latitude: 90, longitude: -180 })).toBe("geo:90,-180");
});

test("geo ignores the search that Android adds", () => {
  expect(parsePayload("geo:48.2,16.3;crs=wgs84?q=48.2,16.3(Vienna)&z=11")).toEqual({
    type: "geo",
    latitude: 48.2,
    longitude: 16.3,
  });
});

test.each(["geo:", "geo:48.2", "geo:1e3,2", "geo:a,b"])("geo treats %s as text", (text) => {
  expect(parsePayload(text)).toEqual({ type: "text", text });
});
