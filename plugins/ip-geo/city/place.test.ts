import { expect, test } from "bun:test";
import { parsePlace } from "./place.ts";

test("a flat record's empty strings are unknown, and its degrees may be strings", () => {
  const record = {
    country_code: "US",
    state1: "",
    city: "X",
    latitude: "37.42200088",
    longitude: "",
  };
  expect(parsePlace(record, "en")).toMatchObject({
    country_code: "US",
    region_name: null,
    city: "X",
    postal: null,
    latitude: 37.422,
    longitude: null,
    language: "en",
  });
});

const london = {
  country: { iso_code: "GB" },
  subdivisions: [{ iso_code: "ENG", names: { en: "England", fr: "Angleterre" } }],
  city: { names: { en: "London", fr: "Londres" } },
  location: { latitude: 51.5, longitude: -0.1, time_zone: "Europe/London", accuracy_radius: 20 },
};

test("a nested record has names in several languages", () => {
  expect(parsePlace(london, "fr")).toMatchObject({
    city: "Londres",
    region_name: "Angleterre",
    region_code: "ENG",
    timezone: "Europe/London",
    radius_km: 20,
    language: "fr",
  });
});

test("a nested record without the requested language falls back to English, and reports it", () => {
  expect(parsePlace(london, "ja")).toMatchObject({ city: "London", language: "en" });
});

test("a nested record may be empty", () => {
  expect(parsePlace({}, "en")).toMatchObject({ country_code: null, city: null, latitude: null });
});
