import { expect, test } from "bun:test";
import { inEachDatabase } from "../../testing/each-database.ts";
import type { Fault, IncidentRecords } from "./incident-records.ts";

const minute = 60_000;
const start = 1_000 * minute;

/** Creates a store whose clock a test sets in minutes. */
function createWorld(incidents: IncidentRecords) {
  const at = (minutes: number) => start + minutes * minute;
  return {
    look: (
      minutes: number,
      subjects: string[],
      { holder = "one", what = "failing" as const } = {},
    ) =>
      incidents.recordFaults(
        subjects.map((subject) => ({ what, subject, since: at(minutes), seenAt: at(minutes) })),
        { holder, now: at(minutes) },
      ),
    lookAt: (minutes: number, faults: readonly Fault[], holder = "one") =>
      incidents.recordFaults(faults, { holder, now: at(minutes) }),
    at,
    records: incidents,
    /** Lists all incidents as subject, start and end in minutes, with `?` if the end is unknown. */
    async listIncidents(): Promise<(string | number | null)[][]> {
      const toMinutes = (time: number | null) => (time === null ? null : (time - start) / minute);
      return (await incidents.since(0, 100)).map(({ subject, beganAt, endedAt, isEndKnown }) => [
        isEndKnown ? subject : `${subject}?`,
        toMinutes(beganAt),
        toMinutes(endedAt),
      ]);
    },
  };
}

inEachDatabase((create) => {
  const incidents = async () => createWorld((await (await create()).open()).incidents);

  test("an incident starts when it is seen and ends when it is no longer seen", async () => {
    const { look, listIncidents } = await incidents();
    await look(0, []);
    await look(1, ["a"]);
    await look(1.5, ["a", "b"]);
    expect(await listIncidents()).toEqual([
      ["b", 1.5, null],
      ["a", 1, null],
    ]);
    await look(2, ["b"]);
    expect(await listIncidents()).toEqual([
      ["b", 1.5, null],
      ["a", 1, 2],
    ]);
  });

  test("what several hubs see is one incident, which ends with the last that sees it", async () => {
    const { look, listIncidents } = await incidents();
    await look(0, ["a"]);
    await look(0.2, ["a"], { holder: "two" });
    await look(0.5, []);
    expect(await listIncidents()).toEqual([["a", 0, null]]);
    await look(0.6, [], { holder: "two" });
    expect(await listIncidents()).toEqual([["a", 0, 0.6]]);
  });

  test("an incident of a killed hub ended when the hub last saw it", async () => {
    const { look, listIncidents } = await incidents();
    await look(0, ["a"]);
    await look(0.5, ["a"]);
    await look(1, [], { holder: "next" });
    expect(await listIncidents()).toEqual([["a", 0, null]]);
    await look(1.5, [], { holder: "next" });
    expect(await listIncidents()).toEqual([["a?", 0, 0.5]]);
  });

  test("a hub that restarts at once continues the incidents that it still sees", async () => {
    const { look, listIncidents } = await incidents();
    await look(0, ["a"]);
    await look(0.5, ["a"], { holder: "next" });
    await look(2, ["a"], { holder: "next" });
    expect(await listIncidents()).toEqual([["a", 0, null]]);
  });

  test("after a long stop it is another incident", async () => {
    const { look, listIncidents } = await incidents();
    await look(0, ["a"]);
    await look(30, ["a"], { holder: "next" });
    expect(await listIncidents()).toEqual([
      ["a", 30, null],
      ["a?", 0, 0],
    ]);
  });

  test("a host that is no longer called isn't shown as failing for ever", async () => {
    const { lookAt, at, listIncidents } = await incidents();
    const fault = { what: "failing", subject: "a", since: at(0), seenAt: at(1) } as const;
    for (let minutes = 1; minutes <= 20; minutes++) await lookAt(minutes, [fault]);
    expect(await listIncidents()).toEqual([["a?", 0, 1]]);
  });

  test("a plugin error ends when no other follows for a while", async () => {
    const { lookAt, at, listIncidents } = await incidents();
    const fault = { what: "threw", subject: "a", since: at(0), seenAt: at(0) } as const;
    for (let minutes = 0; minutes <= 20; minutes++) await lookAt(minutes, [fault]);
    expect(await listIncidents()).toEqual([["a", 0, 0]]);
  });

  test("a flapping failure is one incident, unless it stays away for five minutes", async () => {
    const { look, listIncidents } = await incidents();
    for (let minutes = 0; minutes < 40; minutes += 4) {
      await look(minutes, ["a"]);
      await look(minutes + 0.5, []);
    }
    expect(await listIncidents()).toEqual([["a", 0, 36.5]]);
    await look(42, ["a"]);
    expect(await listIncidents()).toEqual([
      ["a", 42, null],
      ["a", 0, 36.5],
    ]);
  });

  test("incidents that several hubs add afterwards are merged", async () => {
    const { at, records, listIncidents } = await incidents();
    const add = (from: number, to: number) =>
      records.add({
        ...{ what: "not_writable", subject: "store" },
        ...{ beganAt: at(from), endedAt: at(to), isEndKnown: true },
      });
    await add(10, 20);
    await add(9, 19);
    await add(15, 21);
    await add(30, 31);
    expect(await listIncidents()).toEqual([
      ["store", 30, 31],
      ["store", 9, 21],
    ]);
  });

  test("old incidents are removed, and open ones stay", async () => {
    const { look, records, at, listIncidents } = await incidents();
    await look(0, ["a", "b"]);
    await look(1, ["b"]);
    await records.sweep(at(2));
    expect(await listIncidents()).toEqual([["b", 0, null]]);
    expect(await records.since(at(2), 100)).toHaveLength(1);
  });
});
