import { expect, test } from "bun:test";
import { distance, readGoal } from "./distance.ts";

test("the distance from London to New York is 5570 km, to the north-west", () => {
  const london = { latitude: 51.5074, longitude: -0.1278 };
  const newYork = { latitude: 40.7128, longitude: -74.006 };
  expect(distance(london, newYork)).toEqual({ distance_km: 5570.2, bearing_deg: 288.3 });
});

test("the distance to the same point is 0, and to the antipode half the circumference", () => {
  const here = { latitude: 0, longitude: 0 };
  expect(distance(here, here)).toEqual({ distance_km: 0, bearing_deg: 0 });
  expect(distance(here, { latitude: 0, longitude: 180 }).distance_km).toBe(20015.1);
});

test("a target is a position or an address", () => {
  expect(readGoal("52.5, -13.4")).toEqual({ latitude: 52.5, longitude: -13.4 });
  expect(readGoal("8.8.8.8")).toEqual({ ip: "8.8.8.8" });
});

test.each(["91,0", "0,181", "1,2,3", "here", "1e1,0", ",", "0x1,1"])(
  "%p isn't a target",
  (text) => {
    expect(() => readGoal(text)).toThrow("query.distance_to must be");
  },
);
