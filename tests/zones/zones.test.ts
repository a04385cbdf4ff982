import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { zones, zoneUses } from "../../db/schema/zones";
import type { ImportAnswer, SaveZone, Zone, ZoneShape } from "../../src/zones/contract";
import { zonesAt } from "../../src/zones/queries";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

function square(west: number, south: number, side: number): ZoneShape {
  const [east, north] = [west + side, south + side];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [corners] };
}
const kigali = (changes: Partial<SaveZone> = {}): SaveZone => ({
  name: "Kigali",
  color: 2,
  priority: 0,
  shape: square(30, -2, 0.2),
  active: true,
  note: "",
  ...changes,
});
async function add(changes: Partial<SaveZone> = {}): Promise<Zone> {
  const answer = await owner.post("/admin/zones", kigali(changes));
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { zone: Zone }).zone;
}
const zoneNamesAt = (longitude: number, latitude: number) =>
  zonesAt(server.deps.db, { latitude, longitude }).map(({ name }) => name);
const boxes = () =>
  server.deps.db.$client
    .query<{ count: number }, []>("SELECT count(*) AS count FROM zones_box")
    .get()?.count;

describe("zones", () => {
  test("are added, listed, changed and deleted", async () => {
    const made = await add({ note: "Town and hills" });
    expect(made).toMatchObject({
      name: "Kigali",
      color: 2,
      box: [30, -2, 30.2, -1.8],
      version: 1,
      note: "Town and hills",
    });
    expect(made.areaSquareMeters / 1e6).toBeCloseTo(494.2, 0);
    expect(await (await owner.get(`/admin/zones/${made.id}`)).json()).toEqual({ zone: made });
    const changedAnswer = await owner.put(`/admin/zones/${made.id}`, {
      ...kigali({ name: "Greater Kigali", shape: square(29.9, -2.1, 0.4) }),
      version: 1,
    });
    expect(await changedAnswer.json()).toMatchObject({
      zone: { name: "Greater Kigali", version: 2 },
    });
    expect(zoneNamesAt(29.95, -2.05)).toEqual(["Greater Kigali"]);
    const list = (await (await owner.get("/admin/zones")).json()) as { zones: Zone[] };
    expect(list.zones.map(({ name }) => name)).toEqual(["Greater Kigali"]);
    const deletedAnswer = await owner.delete(`/admin/zones/${made.id}`, { version: 2 });
    expect(deletedAnswer.status).toBe(200);
    expect(zoneNamesAt(29.95, -2.05)).toEqual([]);
    expect(boxes()).toBe(0);
    expect(await refusal(await owner.get(`/admin/zones/${made.id}`))).toEqual([
      404,
      "request.not_found",
    ]);
  });

  test("an outdated version gets a 409 and changes nothing", async () => {
    const { id } = await add();
    await owner.put(`/admin/zones/${id}`, { ...kigali({ priority: 3 }), version: 1 });
    const late = await owner.put(`/admin/zones/${id}`, { ...kigali({ priority: 9 }), version: 1 });
    expect(await refusal(late)).toEqual([409, "request.conflict"]);
    expect(await refusal(await owner.delete(`/admin/zones/${id}`, { version: 1 }))).toEqual([
      409,
      "request.conflict",
    ]);
    const [row] = server.deps.db.select().from(zones).all();
    expect(row).toMatchObject({ priority: 3, version: 2 });
    expect(zoneNamesAt(30.1, -1.9)).toEqual(["Kigali"]);
  });

  test("a name is refused if another zone has it in any letter case", async () => {
    const { id } = await add();
    expect(await refusal(await owner.post("/admin/zones", kigali({ name: "KIGALI" })))).toEqual([
      409,
      "zone.name_taken",
    ]);
    const other = await add({ name: "Musanze" });
    const duplicateAnswer = await owner.put(`/admin/zones/${other.id}`, {
      ...kigali(),
      version: 1,
    });
    expect(await refusal(duplicateAnswer)).toEqual([409, "zone.name_taken"]);
    expect((await owner.put(`/admin/zones/${id}`, { ...kigali(), version: 1 })).status).toBe(200);
  });

  test("a zone of a price list cannot be deleted, and the refusal names the price list", async () => {
    const { id } = await add();
    const use = { zoneId: id, usedBy: "fee_schedule:1", label: "the fees from 1 December" };
    await server.deps.write((tx) => tx.insert(zoneUses).values(use).run());
    const answer = await owner.delete(`/admin/zones/${id}`, { version: 1 });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: "zone.in_use",
      message: "This zone is used by the fees from 1 December.",
    });
    expect(zoneNamesAt(30.1, -1.9)).toEqual(["Kigali"]);
  });

  test.each<[string, object, number]>([
    [
      "a bow tie",
      {
        shape: {
          type: "Polygon",
          coordinates: [
            [
              [0, 0],
              [2, 2],
              [2, 0],
              [0, 2],
              [0, 0],
            ],
          ],
        },
      },
      422,
    ],
    ["a shape across the date line", { shape: square(179.5, 0, 1) }, 422],
    ["a point instead of a polygon", { shape: { type: "Point", coordinates: [0, 0] } }, 400],
    [
      "corners with only one coordinate",
      { shape: { type: "Polygon", coordinates: [[[0], [1], [2], [0]]] } },
      400,
    ],
    [
      "a coordinate that is text",
      {
        shape: {
          type: "Polygon",
          coordinates: [
            [
              ["0", 0],
              [1, 0],
              [1, 1],
              ["0", 0],
            ],
          ],
        },
      },
      400,
    ],
    ["no name", { name: "  " }, 400],
    ["a name with a right-to-left override", { name: "a\u202eb" }, 400],
    ["an unknown colour", { color: 8 }, 400],
    ["a priority of 0.5", { priority: 0.5 }, 400],
  ])("a zone is refused, naming the field: %s", async (_title, change, status) => {
    const answer = await owner.post("/admin/zones", { ...kigali(), ...change });
    expect(answer.status).toBe(status);
    const { fields } = (await answer.json()) as { fields: object };
    expect(Object.keys(fields)[0]).toMatch(new RegExp(`^${Object.keys(change)[0]}\\b`));
    expect(boxes()).toBe(0);
  });

  test("dispatchers can change zones, and accountants can only read them", async () => {
    const dispatcher = await signInAdmin(server, { role: "dispatcher" });
    const accountant = await signInAdmin(server, { role: "accountant" });
    expect((await dispatcher.post("/admin/zones", kigali())).status).toBe(201);
    const list = (await (await accountant.get("/admin/zones")).json()) as { zones: Zone[] };
    const [zone] = list.zones;
    for (const answer of [
      await accountant.post("/admin/zones", kigali({ name: "Other" })),
      await accountant.put(`/admin/zones/${zone?.id}`, { ...kigali(), version: 1 }),
      await accountant.delete(`/admin/zones/${zone?.id}`, { version: 1 }),
      await accountant.post("/admin/zones/import", { geojson: square(0, 0, 1) }),
    ])
      expect(await refusal(answer)).toEqual([403, "request.forbidden"]);
    expect((await accountant.get("/admin/zones/export")).status).toBe(200);
  });
});

describe("the zones of a point", () => {
  test("come by priority, then size, then name, without those switched off", async () => {
    await add({ name: "Country", priority: -1, shape: square(28, -3, 4) });
    await add({ name: "Town" });
    await add({ name: "Quarter B", shape: square(30.05, -1.95, 0.1) });
    await add({ name: "Quarter A", shape: square(30.05, -1.95, 0.1) });
    await add({ name: "Airport", priority: 10, shape: square(30.08, -1.95, 0.1) });
    const off = await add({ name: "Old", priority: 99, active: false });
    expect(zoneNamesAt(30.1, -1.9)).toEqual([
      "Airport",
      "Quarter A",
      "Quarter B",
      "Town",
      "Country",
    ]);
    expect(zoneNamesAt(30.01, -1.99)).toEqual(["Town", "Country"]);
    expect(zoneNamesAt(0, 0)).toEqual([]);
    await owner.put(`/admin/zones/${off.id}`, {
      ...kigali({ name: "Old", priority: 99 }),
      version: 1,
    });
    expect(zoneNamesAt(30.01, -1.99)).toEqual(["Old", "Town", "Country"]);
  });

  test("are found in each of their polygons once, and not in a hole", async () => {
    const shape: ZoneShape = {
      type: "MultiPolygon",
      coordinates: [
        [square(0, 0, 4), square(1, 1, 2)].flatMap(
          ({ coordinates }) => coordinates as number[][][],
        ),
        square(3, 3, 2).coordinates as number[][][],
      ],
    };
    await add({ name: "Islands", shape });
    expect(boxes()).toBe(2);
    expect(zoneNamesAt(3.5, 3.5)).toEqual(["Islands"]);
    expect(zoneNamesAt(4.5, 4.5)).toEqual(["Islands"]);
    expect(zoneNamesAt(2, 2)).toEqual([]);
  });

  test("include a zone on whose line the point lies, despite the rounding of the R*Tree", async () => {
    // No float has exactly these digits: the box in the tree is slightly larger, never smaller.
    await add({ name: "Digits", shape: square(30.123457, -1.987653, 0.1) });
    expect(zoneNamesAt(30.123457, -1.987653)).toEqual(["Digits"]);
    expect(zoneNamesAt(30.223457, -1.887653)).toEqual(["Digits"]);
    expect(zoneNamesAt(30.1234574, -1.9)).toEqual(["Digits"]);
    expect(zoneNamesAt(30.123456, -1.9)).toEqual([]);
    expect(zoneNamesAt(30.223458, -1.9)).toEqual([]);
  });

  test("reflect each change at once", async () => {
    const { id } = await add();
    expect(zoneNamesAt(30.1, -1.9)).toEqual(["Kigali"]);
    await server.deps.write((tx) => tx.update(zones).set({ name: "Renamed", version: 2 }).run());
    expect(zoneNamesAt(30.1, -1.9)).toEqual(["Renamed"]);
    await owner.delete(`/admin/zones/${id}`, { version: 2 });
    expect(zoneNamesAt(30.1, -1.9)).toEqual([]);
  });
});

describe("import and export", () => {
  const feature = (name: unknown, geometry: unknown, more: object = {}) => ({
    type: "Feature",
    properties: { name, ...more },
    geometry,
  });
  const featureCollection = (...features: unknown[]) => ({ type: "FeatureCollection", features });
  const send = (geojson: unknown, more: object = {}) =>
    owner.post("/admin/zones/import", { geojson, ...more });

  test("an import turns a file's polygons into zones with their names and properties", async () => {
    const answer = await send(
      featureCollection(
        feature("Airport", square(30.1, -2, 0.05), { priority: 5, color: 3, note: "Terminal" }),
        feature(
          undefined,
          { type: "MultiPolygon", coordinates: [square(1, 1, 1).coordinates] },
          { color: "red" },
        ),
      ),
    );
    expect(answer.status).toBe(201);
    const { zones: made, faults } = (await answer.json()) as ImportAnswer;
    expect(faults).toEqual([]);
    expect(made).toMatchObject([
      { name: "Airport", priority: 5, color: 3, note: "Terminal", active: true },
      { name: "Zone 2", priority: 0, color: 0, shape: { type: "Polygon" } },
    ]);
    expect(zoneNamesAt(30.12, -1.98)).toEqual(["Airport"]);
  });

  test.each<[string, object, object]>([
    ["name", { name: "Airport" }, { name: "Airport" }],
    ["Name", { Name: "Airport" }, { name: "Airport" }],
    ["NAME", { NAME: "Airport" }, { name: "Airport" }],
    ["name rather than Name", { Name: "Other", name: "Airport" }, { name: "Airport" }],
    ["Name if name is empty", { name: " ", Name: "Airport" }, { name: "Airport" }],
    ["Name if name is null", { Name: "Airport", name: null }, { name: "Airport" }],
    ["a name that is a number", { name: 7 }, { name: "7" }],
    ["a name that is zero", { NAME: 0 }, { name: "0" }],
    ["no properties", {}, { name: "Zone 1" }],
    ["a name that is null", { name: null }, { name: "Zone 1" }],
    [
      "the other properties in capitals and as text",
      { NAME: "A", PRIORITY: "5", Color: "3", Note: 12, ACTIVE: "false" },
      { name: "A", priority: 5, color: 3, note: "12", active: false },
    ],
    ["a flag as a number", { name: "A", active: 0 }, { active: false }],
    [
      "an unknown colour and an empty priority",
      { name: "A", color: "red", priority: "" },
      { color: 0, priority: 0 },
    ],
  ])("an import reads a feature's properties in any form: %s", async (_, properties, expected) => {
    const answer = await send({ type: "Feature", properties, geometry: square(0, 0, 1) });
    expect(await answer.json()).toMatchObject({ zones: [expected], faults: [] });
  });

  test.each<[string, unknown]>([
    ["81 characters", "x".repeat(81)],
    ["a list", ["Airport"]],
    ["an object", { en: "Airport" }],
  ])("an import refuses an unusable name: %s", async (_, name) => {
    const answer = await send(feature(name, square(0, 0, 1)));
    const { code, fields } = (await answer.json()) as { code: string; fields: object };
    expect(code).toBe("zone.import_refused");
    expect(Object.values(fields).join()).toContain("has a name that cannot be used");
  });

  test("an import ignores a flag that is an object", async () => {
    const properties = { name: "A", active: { toString: 1 } };
    const answer = await send({ type: "Feature", properties, geometry: square(0, 0, 1) });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ zones: [{ name: "A", active: true }] });
  });

  test("an import accepts a Feature and a bare polygon", async () => {
    expect((await send(feature("One", square(0, 0, 1)))).status).toBe(201);
    expect((await send(square(2, 2, 1))).status).toBe(201);
    expect(zoneNamesAt(0.5, 0.5)).toEqual(["One"]);
    expect(zoneNamesAt(2.5, 2.5)).toEqual(["Zone 1"]);
  });

  test("a faulty import names each feature and adds nothing, unless faults are skipped", async () => {
    await add();
    const invalidFile = featureCollection(
      feature("Good", square(0, 0, 1)),
      feature("Open", {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      }),
      feature("Road", {
        type: "LineString",
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      }),
      feature("good", square(5, 5, 1)),
      feature("kigali", square(6, 6, 1)),
      feature(null, null),
      feature("Text", { type: "Polygon", coordinates: [[["a"]]] }),
      "no feature",
    );
    const answer = await send(invalidFile);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: "zone.import_refused",
      fields: {
        "features.2":
          "Feature 2 (Open): the ring is not closed: the last point must equal the first one",
        "features.3": "Feature 3 (Road): is a LineString, not a Polygon or MultiPolygon",
        "features.4": "Feature 4 (good): has the name of another feature",
        "features.5": "Feature 5 (kigali): has the name of a zone that is there already",
        "features.6": "Feature 6: has no geometry",
        "features.7": expect.stringContaining(
          "Feature 7 (Text): cannot be read at coordinates.0.0.0",
        ),
        "features.8": "Feature 8: has no geometry",
      },
    });
    expect(zoneNamesAt(0.5, 0.5)).toEqual([]);

    const importAnswer = await send(invalidFile, { skipFaulty: true });
    expect(importAnswer.status).toBe(201);
    const { zones: made, faults } = (await importAnswer.json()) as ImportAnswer;
    expect(made.map(({ name }) => name)).toEqual(["Good"]);
    expect(faults.map(({ feature }) => feature)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["text", "Polygon"],
    ["a list", []],
    ["an unknown type", { type: "Topology" }],
    ["an empty collection", { type: "FeatureCollection", features: [] }],
    ["a collection without a list of features", { type: "FeatureCollection" }],
    [
      "a collection of too many features",
      { type: "FeatureCollection", features: Array(501).fill({}) },
    ],
  ])("%s is refused with a message, even if faults are skipped", async (_title, geojson) => {
    for (const skipFaulty of [false, true])
      expect(await refusal(await send(geojson, { skipFaulty }))).toEqual([
        422,
        "zone.import_refused",
      ]);
  });

  test("an exported file can be imported elsewhere and gives the same zones", async () => {
    await add({ note: "A note", priority: 7 });
    await add({ name: "Off", active: false });
    const exportAnswer = await owner.get("/admin/zones/export");
    expect(exportAnswer.headers.get("content-type")).toBe("application/geo+json");
    expect(exportAnswer.headers.get("content-disposition")).toContain("zones.geojson");
    const file: unknown = await exportAnswer.json();
    const other = await createTestServer();
    const there = await signInAdmin(other);
    const answer = await there.post("/admin/zones/import", { geojson: file });
    expect(answer.status).toBe(201);
    const here = (await (await owner.get("/admin/zones")).json()) as { zones: Zone[] };
    const copied = (await (await there.get("/admin/zones")).json()) as { zones: Zone[] };
    const plain = ({ id: _, ...zone }: Zone) => zone;
    expect(copied.zones.map(plain)).toEqual(here.zones.map(plain));
    other.close();
  });

  test("a file built to slow the import down does not block other work", async () => {
    // Lines side by side, so that each must be compared with every other.
    const zigzagPoints = Array.from({ length: 1_990 }, (_, i) => [
      i % 2 && 10,
      (i % 2 && 10) + i * 1e-5,
    ]);
    const ring = [...zigzagPoints, [0, 0.02], [-1, 0.02], [-1, 0], [0, 0]];
    const geometry = { type: "Polygon", coordinates: [ring] };
    const file = featureCollection(...Array.from({ length: 100 }, () => feature("Comb", geometry)));
    let turns = 0;
    const heartbeat = setInterval(() => turns++, 5);
    const answer = await send(file);
    clearInterval(heartbeat);
    expect(answer.status).toBe(422);
    // If the file blocked the server, the timer would run only once or twice.
    expect(turns).toBeGreaterThan(50);
  }, 60_000);

  test.each([
    ["a million numbers in place of corners", [[...Array(1_000_000).fill(0)]]],
    ["half a million rings without corners", Array(500_000).fill([])],
    ["half a million corners", [Array(500_000).fill([0, 0])]],
  ])("%s are reported as one fault", async (_title, coordinates) => {
    const answer = await send({ type: "Polygon", coordinates });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { fields: { "features.1": "Feature 1: has more than 2,000 corners" } },
    ]);
  });

  test("an import accepts a file of one megabyte and refuses one of six", async () => {
    const ring = (corners: number) => {
      const around = Array.from({ length: corners }, (_, i) => {
        const turn = (i / corners) * 2 * Math.PI;
        return [10 + Math.cos(turn), 10 + Math.sin(turn)];
      });
      return [...around, around[0]];
    };
    const many = Array.from({ length: 100 }, (_, i) =>
      feature(`Z${i}`, { type: "Polygon", coordinates: [ring(250)] }),
    );
    expect((await send(featureCollection(...many))).status).toBe(201);
    expect(zoneNamesAt(10, 10)).toHaveLength(100);
    const answer = await send({ type: "FeatureCollection", pad: "x".repeat(6_000_000) });
    expect(answer.status).toBe(413);
  });
});

test("the search for zones uses the R*Tree", () => {
  const plan = server.deps.db.$client
    .query<{ detail: string }, []>(
      `EXPLAIN QUERY PLAN SELECT b.zone_id AS id, b.part, z.version FROM zones_box b
       JOIN zones z ON z.id = b.zone_id
       WHERE b.west <= 1 AND b.east >= 1 AND b.south <= 1 AND b.north >= 1`,
    )
    .all()
    .map(({ detail }) => detail);
  expect(plan[0]).toMatch(/^SCAN b VIRTUAL TABLE INDEX 2:/);
  expect(plan[1]).toMatch(/^SEARCH z USING INDEX/);
});
