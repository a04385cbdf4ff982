/** The service area as visitors see it: what is drawn, in which words, and that it follows the zones. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { ShownAreaAnswer } from "../../src/content/shown-area-contract";
import {
  sortedBySize,
  type DrawnPlace,
  type DrawnZone,
  drawArea,
} from "../../src/content/area-drawing-rules";
import type { ZoneShape } from "../../src/zones/contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

function box(west: number, south: number, east: number, north: number): ZoneShape {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}
const city: DrawnZone = { name: "City", shape: box(30, -2, 30.2, -1.8) };
const centre: DrawnZone = { name: "Centre", shape: box(30.08, -1.92, 30.12, -1.88) };

/** Returns the texts in one of the drawing's symbols, with their positions. */
function textsOf(drawing: string, id: "wide" | "narrow") {
  const sheet = new RegExp(`<symbol id="${id}".*?</symbol>`).exec(drawing)?.[0] ?? "";
  const found = sheet.matchAll(
    /<text x="([\d.-]+)" y="([\d.-]+)" font-size="(\d+)".*?text-anchor="(\w+)".*?>([^<]*)</g,
  );
  return [...found].map(([, x, y, size, anchor, name]) => {
    const wide = (name ?? "").length * Number(size) * 0.5;
    const left = Number(x) - (anchor === "start" ? 0 : anchor === "end" ? wide : wide / 2);
    return { name, left, right: left + wide, top: Number(y) - Number(size), bottom: Number(y) };
  });
}
const labelsOf = (drawing: string, id: "wide" | "narrow" = "wide") =>
  textsOf(drawing, id).map(({ name }) => name);

describe("the drawing of the service area", () => {
  test("has every zone with its name, and a scale in the operator's unit", () => {
    const drawing = drawArea([city, centre], [], "km");
    for (const id of ["wide", "narrow"] as const)
      expect(labelsOf(drawing, id)).toEqual(["City", "Centre", expect.stringMatching(/^\d+ km$/)]);
    expect(drawing.match(/fill-rule="evenodd"/g)).toHaveLength(4);
    expect(labelsOf(drawArea([city], [], "mi")).at(-1)).toMatch(/^\d+ mi$/);
    expect(drawing).not.toMatch(/NaN|Infinity|style=|<script/);
  });

  test("names the largest zone first, and writes no name over another or outside the sheet", () => {
    expect(sortedBySize([centre, city])).toEqual([city, centre]);
    const places = Array.from({ length: 40 }, (_, at): DrawnPlace => ({
      name: `Town number ${at}`,
      latitude: -1.9 + (at % 8) * 0.01,
      longitude: 30.05 + Math.floor(at / 8) * 0.03,
      kind: "town",
    }));
    const drawing = drawArea([city, centre], places, "km");
    for (const [id, width, height] of [
      ["wide", 640, 420],
      ["narrow", 360, 320],
    ] as const) {
      const texts = textsOf(drawing, id);
      expect(texts.length).toBeGreaterThan(4);
      for (const [at, a] of texts.entries()) {
        expect(a.left).toBeGreaterThanOrEqual(0);
        expect(a.top).toBeGreaterThanOrEqual(0);
        expect(a.right).toBeLessThanOrEqual(width);
        expect(a.bottom).toBeLessThanOrEqual(height);
        const over = texts.filter(
          (b, other) =>
            other > at &&
            a.left < b.right &&
            b.left < a.right &&
            a.top < b.bottom &&
            b.top < a.bottom,
        );
        expect([a.name, over.map(({ name }) => name)]).toEqual([a.name, []]);
      }
    }
  });

  test("writes each name once, and marks an airport even if its name has no room", () => {
    const at = { latitude: -1.9, longitude: 30.1 };
    const drawing = drawArea(
      [city],
      [
        {
          ...at,
          name: "An airport with a name that is longer than the sheet is wide ".repeat(3),
          kind: "airport",
        },
        { ...at, name: "city", kind: "town" },
        { latitude: -1.85, longitude: 30.1, name: "Lake", kind: "town" },
        { latitude: 10, longitude: 10, name: "Elsewhere", kind: "town" },
      ],
      "km",
    );
    expect(labelsOf(drawing).slice(0, -1).toSorted()).toEqual(["City", "Lake"]);
    expect(drawing.match(/scale\(.67\)/g)).toHaveLength(2);
  });

  test("leaves out corners that are too small to see, and keeps holes", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => {
      const angle = (at / 1_000) * 2 * Math.PI;
      return [30 + Math.cos(angle) * 0.1, -2 + Math.sin(angle) * 0.1];
    });
    const hole = [
      [29.98, -2.02],
      [29.98, -1.98],
      [30.02, -1.98],
      [30.02, -2.02],
      [29.98, -2.02],
    ];
    const ring = [...many, many[0] ?? []];
    const drawing = drawArea(
      [{ name: "Round", shape: { type: "Polygon", coordinates: [ring, hole] } }],
      [],
      "km",
    );
    expect(drawing.length).toBeLessThan(6_000);
    expect(
      /<path d="(M[^"]*)" fill="var\(--accent-text\)/.exec(drawing)?.[1]?.match(/M/g),
    ).toHaveLength(2);
    const [round] = textsOf(drawing, "wide");
    // The text is not in the hole, which is in the middle.
    const centreX = (round?.left ?? 0) + ((round?.right ?? 0) - (round?.left ?? 0)) / 2;
    expect(Math.hypot(centreX - 320, (round?.bottom ?? 0) - 5 - 210)).toBeGreaterThan(30);
  });

  test("shows islands on both sides of the 180th meridian side by side", () => {
    const drawing = drawArea(
      [
        { name: "West", shape: box(179, -17, 179.9, -16) },
        { name: "East", shape: box(-179.9, -17, -179, -16) },
      ],
      [],
      "km",
    );
    const [west, east] = textsOf(drawing, "wide");
    expect([west?.name, east?.name]).toEqual(["West", "East"]);
    expect((east?.left ?? 0) - (west?.left ?? 0)).toBeGreaterThan(100);
  });

  test("escapes markup in the name of a zone", () => {
    const drawing = drawArea([{ ...city, name: `<script>"&\u0001` }], [], "km");
    expect(drawing).toContain("&lt;script&gt;&quot;&amp;</text>");
  });
});

describe("the service area on the website", () => {
  let server: TestServer;
  let runningServer: RunningServer;
  let owner: Browser;
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
    runningServer = startServer(server.deps, new AbortController());
    owner = await signInAdmin(server);
  });
  afterEach(async () => {
    await runningServer.stop();
    server.close();
  });

  const get = (path: string) => fetch(`http://localhost:${runningServer.port}${path}`);
  const read = async (path: string) =>
    (await (await get(path)).text()).replace(/<script\b.*?<\/script>/gs, "");
  const currentArea = async () =>
    ((await (await get("/backend/content/area")).json()) as ShownAreaAnswer).area;

  async function addZone(name: string, shape: ZoneShape): Promise<string> {
    const answer = await owner.post("/admin/zones", { name, shape });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { zone: { id: string } }).zone.id;
  }

  test("is not shown without a zone, and appears as soon as a zone is drawn", async () => {
    for (const path of ["/", "/about", "/request-ride"])
      expect(await read(path)).not.toContain("Where we drive");
    expect(await currentArea()).toBeNull();
    expect((await get("/backend/content/area/drawing")).status).toBe(404);
    await addZone("Lake <shore>", city.shape);
    for (const path of ["/", "/about", "/request-ride"]) {
      const page = await read(path);
      expect(page).toContain("Where we drive");
      expect(page).toContain('role="img"');
      expect(page).toContain("drives: Lake &lt;shore&gt;");
      expect(page).toContain("Rides start and end wherever you like");
    }
    const area = await currentArea();
    const drawing = await get(area?.drawing ?? "");
    expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
    expect(await drawing.text()).toContain("Lake &lt;shore&gt;");
    await addZone("City centre", centre.shape);
    const frenchArea = await get(`${(await currentArea())?.drawing}&language=fr`);
    expect(await frenchArea.text()).toContain("Centre-ville");
  });

  test("has only the zones of the service area if one is set, and a new address after each change", async () => {
    const inside = await addZone("Inside", centre.shape);
    await addZone("Priced only", city.shape);
    const before = await currentArea();
    expect(before).toMatchObject({ ends: "none", zones: ["Priced only", "Inside"] });
    await read("/about");
    const { version } = (await (await owner.get("/admin/settings/area")).json()) as {
      version: number;
    };
    const savedAnswer = await owner.put("/admin/settings/area", {
      area: { zoneIds: [inside], ends: "pickup" },
      version,
    });
    expect(savedAnswer.status).toBe(200);
    const after = await currentArea();
    expect(after).toMatchObject({ ends: "pickup", zones: ["Inside"] });
    expect(after?.drawing).not.toBe(before?.drawing);
    const page = await read("/about");
    expect(page).toContain("Rides start in one of these areas and go wherever you like.");
    expect(page).not.toContain("Priced only");
  });
});
