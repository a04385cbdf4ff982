/** Routes on imported roads: they obey the rules of the road, and the hierarchy finds the same routes as Dijkstra. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { greatCircleMeters } from "../../src/places/rules";
import type { RoutePoint } from "../../src/routing/contract";
import { loadExtract } from "../../src/streets/reading/extract";
import { makeHierarchy } from "../../src/streets/roads/hierarchy";
import { makeGraph, weightOf } from "../../src/streets/roads/road-graph";
import { packRoads, openRoads, writeRoads } from "../../src/streets/roads/roads-file";
import { Router } from "../../src/streets/roads/router";
import { RoadSearch } from "../../src/streets/roads/search";
import { cutStretches } from "../../src/streets/roads/stretches";
import { forbiddenTurns, headOf, tailOf } from "../../src/streets/roads/turns";
import { PbfWriter } from "./write-pbf";
import { generator, LIECHTENSTEIN } from "./random";

const folder = mkdtempSync(join(tmpdir(), "livery-roads-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Returns everything that is built from an extract. */
function made(path: string) {
  const extract = loadExtract(path, null, () => {});
  const { stretches, origin } = cutStretches(extract, { ferries: true });
  const turns = forbiddenTurns(extract, stretches, origin);
  const graph = makeGraph(stretches, turns);
  const hierarchy = makeHierarchy(graph, () => {});
  const file = join(folder, `roads-${++files}.bin`);
  writeRoads(file, packRoads(stretches, graph, hierarchy));
  const roads = openRoads(file);
  return {
    stretches,
    turns,
    graph,
    hierarchy,
    roads,
    search: new RoadSearch(roads),
    router: new Router(roads),
  };
}

type RoadDrawing = {
  nodes: Record<number, [latitude: number, longitude: number, tags?: Record<string, string>]>;
  ways: [refs: number[], tags: Record<string, string>][];
  turns?: { from: number; via: number | number[]; to: number; kind: string; except?: string }[];
};

/** Writes an extract from a test's drawing and builds its roads. Ways are numbered from 1. */
function drawRoads({ nodes, ways, turns = [] }: RoadDrawing) {
  const path = join(folder, `drawn-${++files}.osm.pbf`);
  const file = new PbfWriter(path);
  for (const [id, [latitude, longitude, tags]] of Object.entries(nodes))
    file.node(Number(id), latitude, longitude, tags);
  ways.forEach(([refs, tags], i) => {
    file.way(i + 1, refs, tags);
  });
  turns.forEach(({ from, via, to, kind, except }, i) => {
    const over = Array.isArray(via)
      ? via.map((ref) => ({ type: "way" as const, ref, role: "via" }))
      : [{ type: "node" as const, ref: via, role: "via" }];
    file.relation(
      i + 1,
      [{ type: "way", ref: from, role: "from" }, ...over, { type: "way", ref: to, role: "to" }],
      { type: "restriction", restriction: kind, ...(except && { except }) },
    );
  });
  file.close();
  return made(path);
}

/** Returns the weights of the shortest routes from a node, found by plain Dijkstra. */
function dijkstra({ graph }: ReturnType<typeof made>, start: number): number[] {
  const edges = new Map<number, number[]>();
  for (const [edge, tail] of graph.tails.entries())
    edges.getOrInsertComputed(tail, () => []).push(edge);
  const distance = Array<number>(graph.nodes).fill(Number.POSITIVE_INFINITY);
  distance[start] = 0;
  const open = new Set([start]);
  while (open.size > 0) {
    let node = -1;
    for (const one of open)
      if (node < 0 || (distance[one] ?? 0) < (distance[node] ?? 0)) node = one;
    open.delete(node);
    for (const edge of edges.get(node) ?? []) {
      const head = graph.heads[edge] ?? 0;
      const reached = (distance[node] ?? 0) + (graph.weights[edge] ?? 0);
      if (reached >= (distance[head] ?? 0)) continue;
      distance[head] = reached;
      open.add(head);
    }
  }
  return distance;
}

/** Returns a random town: a grid with one-ways, closed streets and forbidden turns, different for each seed. */
function randomTown(seed: number) {
  const random = generator(seed);
  const side = 8;
  const nodes: RoadDrawing["nodes"] = {};
  for (let i = 0; i < side * side; i++)
    nodes[i + 1] = [
      47 + Math.floor(i / side) * 0.002 + random() * 0.0008,
      9 + (i % side) * 0.003 + random() * 0.0012,
    ];
  const ways: RoadDrawing["ways"] = [];
  for (let i = 0; i < side * side; i++)
    for (const next of [(i + 1) % side === 0 ? -1 : i + 1, i + side]) {
      if (next < 0 || next >= side * side || random() < 0.12) continue;
      const kinds = ["residential", "primary", "tertiary", "service"];
      const tags: Record<string, string> = {
        highway: kinds[Math.floor(random() * 4)] ?? "service",
      };
      if (random() < 0.3) tags.oneway = random() < 0.5 ? "yes" : "-1";
      if (random() < 0.1) tags.access = random() < 0.5 ? "private" : "destination";
      ways.push([[i + 1, next + 1], tags]);
    }
  const at = (node: number) => ways.flatMap(([refs], i) => (refs.includes(node) ? [i + 1] : []));
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const turns: RoadDrawing["turns"] = [];
  for (let node = 1; node <= side * side; node++) {
    if (random() < 0.5) continue;
    const [from, to] = [pick(at(node)), pick(at(node))];
    if (from && to && from !== to)
      turns.push({
        from,
        via: node,
        to,
        kind: random() < 0.8 ? "no_left_turn" : "only_straight_on",
      });
    // A forbidden turn from one way to another over a third.
    const [over] = [pick(at(node))];
    const end = ways[(over ?? 1) - 1]?.[0].find((other) => other !== node);
    const after = end && pick(at(end));
    if (from && over && after && from !== over && over !== after && random() < 0.4)
      turns.push({ from, via: [over], to: after, kind: "no_u_turn" });
  }
  return drawRoads({ nodes, ways, turns });
}

describe("routes in random towns", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "the hierarchy finds the same distances as Dijkstra (%i)",
    (seed) => {
      const town = randomTown(seed);
      const { graph, hierarchy, search } = town;
      expect(town.turns.length).toBeGreaterThan(5);
      for (let start = 0; start < graph.nodes; start++) {
        const distances = dijkstra(town, start);
        for (let end = 0; end < graph.nodes; end++) {
          const [from, to] = [hierarchy.ranks[start] ?? 0, hierarchy.ranks[end] ?? 0];
          const found = search.weight([{ node: from, weight: 0 }], [{ node: to, weight: 0 }]);
          if (found !== distances[end])
            expect([start, end, found]).toEqual([start, end, distances[end] ?? -1]);
        }
      }
    },
  );

  test.each([11, 12, 13, 14, 15, 16])(
    "no route goes against a one-way or makes a forbidden turn (%i)",
    (seed) => {
      const { graph, hierarchy, roads, search, stretches, turns } = randomTown(seed);
      const forbiddenTurnKeys = new Set(turns.map((turn) => turn.join()));
      const longest = Math.max(...turns.map(({ length }) => length));
      let ways = 0;
      for (let start = 0; start < stretches.junctions; start++)
        for (let end = 0; end < stretches.junctions; end++) {
          const ends = [...graph.junctionOf.keys()].filter(
            (node) => graph.junctionOf[node] === end,
          );
          const way = search.find(
            [{ node: hierarchy.ranks[start] ?? 0, weight: 0 }],
            ends.map((node) => ({ node: hierarchy.ranks[node] ?? 0, weight: 0 })),
          );
          if (!way) continue;
          ways++;
          let weight = 0;
          way.arcs.forEach((arc, i) => {
            expect(roads.stretches.durations[arc]).toBeGreaterThan(0);
            weight += weightOf(stretches, arc);
            if (i > 0) expect(tailOf(stretches, arc)).toBe(headOf(stretches, way.arcs[i - 1] ?? 0));
            for (let length = 2; length <= longest && length <= i + 1; length++)
              expect(forbiddenTurnKeys.has(way.arcs.slice(i + 1 - length, i + 1).join())).toBe(
                false,
              );
          });
          expect(weight).toBe(way.weight);
        }
      expect(ways).toBeGreaterThan(1_000);
    },
  );
});

describe("routes in Liechtenstein", () => {
  const country = made(LIECHTENSTEIN);
  const { search, graph, hierarchy, router } = country;

  test("the hierarchy finds the same distances as Dijkstra", () => {
    const random = generator(5);
    for (let i = 0; i < 12; i++) {
      const start = Math.floor(random() * graph.nodes);
      const distances = dijkstra(country, start);
      for (let j = 0; j < 200; j++) {
        const end = Math.floor(random() * graph.nodes);
        const from = [{ node: hierarchy.ranks[start] ?? 0, weight: 0 }];
        const to = [{ node: hierarchy.ranks[end] ?? 0, weight: 0 }];
        expect(search.weight(from, to)).toBe(distances[end] ?? -1);
      }
    }
  });

  const VADUZ = { latitude: 47.141, longitude: 9.5209 };
  const SCHAAN = { latitude: 47.1652, longitude: 9.5087 };

  test("a route is as long as its line and starts and ends at the requested places", () => {
    const answer = router.route([VADUZ, SCHAAN], 2);
    if ("none" in answer) throw new Error(answer.none);
    const [bestRoute] = answer.routes;
    if (!bestRoute) throw new Error("no way");
    expect(bestRoute.meters).toBeGreaterThan(2_700);
    expect(bestRoute.meters).toBeLessThan(4_000);
    expect((bestRoute.meters / bestRoute.seconds) * 3.6).toBeGreaterThan(20);
    for (const { line, meters, seconds } of answer.routes) {
      const polyline = line.reduce(
        (sum, point, i) => sum + (i > 0 ? greatCircleMeters(line[i - 1] ?? point, point) : 0),
        0,
      );
      expect(Math.abs(polyline - meters)).toBeLessThan(2 + meters / 500);
      expect(greatCircleMeters(line[0] ?? VADUZ, VADUZ)).toBeLessThan(100);
      expect(greatCircleMeters(line.at(-1) ?? SCHAAN, SCHAAN)).toBeLessThan(100);
      expect(seconds).toBeLessThanOrEqual(bestRoute.seconds * 1.4);
    }
  });

  test("a route through stops is the sum of its legs", () => {
    const middle = { latitude: 47.152, longitude: 9.5105 };
    const whole = router.route([VADUZ, middle, SCHAAN], 0);
    const legs = [router.route([VADUZ, middle], 0), router.route([middle, SCHAAN], 0)];
    const meters = (answer: typeof whole) =>
      "none" in answer ? Number.NaN : (answer.routes[0]?.meters ?? 0);
    expect(meters(whole)).toBeCloseTo(
      legs.reduce((sum, leg) => sum + meters(leg), 0),
      3,
    );
  });

  test("a place far from any road has no route", () => {
    expect(router.route([VADUZ, { latitude: 47.6, longitude: 9.5 }], 0)).toEqual({
      none: "no_road",
    });
  });
});

/** Returns the length of a route in a drawn town in metres, or the reason why there is none. */
function meters(
  { router }: ReturnType<typeof made>,
  ...points: [number, number, Pick<RoutePoint, "headingDegrees" | "isCurb">?][]
) {
  const answer = router.route(
    points.map(([latitude, longitude, known]) => ({ latitude, longitude, ...known })),
    0,
  );
  return "none" in answer ? answer.none : Math.round(answer.routes[0]?.meters ?? 0);
}

/** About a hundred metres north, or east at the equator, in degrees. */
const M = 0.0009;
const square: RoadDrawing["nodes"] = { 1: [0, 0], 2: [0, M], 3: [M, M], 4: [M, 0] };

describe("routes in a drawn town", () => {
  test("a route does not go back along a one-way but around the square", () => {
    const ways: RoadDrawing["ways"] = [
      [[1, 2], { highway: "residential", oneway: "yes" }],
      [[2, 3, 4, 1], { highway: "residential" }],
    ];
    const town = drawRoads({ nodes: square, ways });
    expect(meters(town, [0, M * 0.25], [0, M * 0.75])).toBe(50);
    expect(meters(town, [0, M * 0.75], [0, M * 0.25])).toBe(350);
  });

  test("a one-way of -1 is reversed, and a roundabout has one direction", () => {
    const back = drawRoads({
      nodes: square,
      ways: [
        [[1, 2], { highway: "residential", oneway: "-1" }],
        [[2, 3, 4, 1], { highway: "residential" }],
      ],
    });
    expect(meters(back, [0, M * 0.25], [0, M * 0.75])).toBe(350);
    const round = drawRoads({
      nodes: square,
      ways: [[[1, 2, 3, 4, 1], { highway: "residential", junction: "roundabout" }]],
    });
    expect(meters(round, [0, M * 0.75], [0, M * 0.25])).toBe(350);
  });

  test("a route avoids a forbidden turn, unless cars are excepted from it", () => {
    const nodes = { ...square, 5: [0, -M] as [number, number] };
    const ways: RoadDrawing["ways"] = [
      [[5, 1], { highway: "residential" }],
      [[1, 4], { highway: "residential" }],
      [[1, 2, 3, 4], { highway: "residential" }],
    ];
    const turn = { from: 1, via: 1, to: 2, kind: "no_left_turn" };
    const [from, to] = [[0, -M * 0.5] as [number, number], [M * 0.5, 0] as [number, number]];
    expect(meters(drawRoads({ nodes, ways }), from, to)).toBe(100);
    expect(meters(drawRoads({ nodes, ways, turns: [turn] }), from, to)).toBe(400);
    expect(
      meters(drawRoads({ nodes, ways, turns: [{ ...turn, except: "motorcar" }] }), from, to),
    ).toBe(100);
    expect(
      meters(
        drawRoads({ nodes, ways, turns: [{ from: 1, via: 1, to: 3, kind: "only_straight_on" }] }),
        from,
        to,
      ),
    ).toBe(400);
  });

  test("a moving car continues in its direction, also on a divided road", () => {
    const far = M * 10;
    const lane = { highway: "primary", oneway: "yes" };
    const dividedRoad = drawRoads({
      nodes: { 1: [0, 0], 2: [0, far], 3: [M / 5, far], 4: [M / 5, 0] },
      ways: [
        [[1, 2], lane],
        [[2, 3], lane],
        [[3, 4], lane],
        [[4, 1], lane],
      ],
    });
    const to: [number, number] = [0, M * 6];
    // Closer to the lanes in the other direction, as a phone on the road may report.
    expect(meters(dividedRoad, [M * 0.12, M * 5], to)).toBe(1_121);
    expect(meters(dividedRoad, [M * 0.12, M * 5, { headingDegrees: 80 }], to)).toBe(100);
    expect(meters(dividedRoad, [M * 0.12, M * 5, { headingDegrees: 280 }], to)).toBe(1_121);
    // If no road has that heading, or all roads are far away, the nearest road counts as usual.
    expect(meters(dividedRoad, [M * 0.12, M * 5, { headingDegrees: 0 }], to)).toBe(1_121);
    expect(meters(dividedRoad, [-M, M * 5, { headingDegrees: 270 }], to)).toBe(100);

    const town = drawRoads({
      nodes: square,
      ways: [[[1, 2, 3, 4, 1], { highway: "residential" }]],
    });
    // The car turns at the next junction.
    const pointAhead: [number, number] = [0, M * 0.75];
    for (const [headingDegrees, driven] of [
      [90, 25],
      [null, 25],
      [270, 125],
    ] as const)
      expect(meters(town, [0, M * 0.5, { headingDegrees }], pointAhead)).toBe(driven);
  });

  test("a stop on a wide road is approached on its own side, in right- and left-hand traffic", () => {
    const circle = { highway: "primary", junction: "roundabout" };
    const road = (tags: Record<string, string>, drivesRight: boolean) => {
      const round = (refs: number[]) => (drivesRight ? refs : refs.toReversed());
      return drawRoads({
        nodes: {
          ...{ 1: [0, 0], 2: [M / 10, -M / 10], 3: [-M / 10, -M / 10] },
          ...{ 4: [0, M * 10], 5: [-M / 10, M * 10.1], 6: [M / 10, M * 10.1] },
        },
        ways: [
          [[1, 4], tags],
          [round([1, 2, 3, 1]), circle],
          [round([4, 5, 6, 4]), circle],
        ],
      });
    };
    const from: [number, number] = [0, M];
    const atCurb = { isCurb: true };
    const primary = { highway: "primary" };
    for (const drivesRight of [true, false]) {
      const wide = road(primary, drivesRight);
      const side = drivesRight ? -1 : 1;
      expect(meters(wide, from, [(side * M) / 10, M * 5, atCurb])).toBe(400);
      expect(meters(wide, from, [(-side * M) / 10, M * 5, atCurb])).toBeGreaterThan(1_400);
      // A stop in the middle of the road or too far from it is on neither side, and the side does not matter if nobody
      // gets in or out.
      expect(meters(wide, from, [(-side * M) / 50, M * 5, atCurb])).toBe(400);
      expect(meters(wide, from, [-side * M * 2, M * 5, atCurb])).toBe(400);
      expect(meters(wide, from, [(-side * M) / 10, M * 5])).toBe(400);
      expect(
        meters(road({ highway: "residential" }, drivesRight), from, [
          -side * M * 0.1,
          M * 5,
          atCurb,
        ]),
      ).toBe(400);
    }
    // The map does not show on which side people drive.
    const plainRoads = drawRoads({
      nodes: { 1: [0, 0], 4: [0, M * 10] },
      ways: [[[1, 4], primary]],
    });
    expect(meters(plainRoads, from, [M / 10, M * 5, atCurb])).toBe(400);
    // Nobody drives for minutes to turn round, so a passenger crosses the road or the car turns.
    const longRoads = (end: number) =>
      drawRoads({
        nodes: { 1: [0, 0], 4: [0, M * end], 7: [0, -M], 8: [M, -M] },
        ways: [
          [[1, 4], primary],
          [[1, 8, 7, 1], circle],
        ],
      });
    expect(meters(longRoads(10), from, [M / 10, M * 5, atCurb])).toBe(1_401);
    expect(meters(longRoads(20), from, [M / 10, M * 5, atCurb])).toBe(400);
    expect(meters(longRoads(20), [0, M * 6, { headingDegrees: 90 }], [0, M * 5])).toBe(100);
  });

  test("a bollard closes a street, a gate does not, and cars use no footway", () => {
    const nodes = (barrier: string): RoadDrawing["nodes"] => ({
      ...square,
      6: [0, M / 2, { barrier }],
    });
    const ways: RoadDrawing["ways"] = [
      [[1, 6, 2], { highway: "residential" }],
      [[2, 3, 4, 1], { highway: "residential" }],
      [[1, 3], { highway: "footway" }],
    ];
    const ends: [number, number][] = [
      [0, M * 0.2],
      [0, M * 0.8],
    ];
    expect(meters(drawRoads({ nodes: nodes("bollard"), ways }), ...ends)).toBe(340);
    expect(meters(drawRoads({ nodes: nodes("gate"), ways }), ...ends)).toBe(60);
  });

  test("a private road is used only to reach a stop on it", () => {
    const ways: RoadDrawing["ways"] = [
      [[1, 2], { highway: "service", access: "private" }],
      [[2, 3], { highway: "residential" }],
      [[3, 4], { highway: "residential" }],
      [[4, 1], { highway: "residential" }],
    ];
    const town = drawRoads({ nodes: square, ways });
    // Through the private road, 100 m would be enough.
    expect(meters(town, [M * 0.01, 0], [M * 0.01, M])).toBe(298);
    expect(meters(town, [M * 0.5, 0], [0, M * 0.5])).toBe(100);
  });

  test("a route across the date line has its true length", () => {
    const town = drawRoads({
      nodes: { 1: [-17, 179.99], 2: [-17, -179.99] },
      ways: [[[1, 2], { highway: "primary" }]],
    });
    const answer = meters(town, [-17, 179.995], [-17, -179.995]);
    expect(answer).toBe(
      Math.round(
        greatCircleMeters(
          { latitude: -17, longitude: 179.995 },
          { latitude: -17, longitude: -179.995 },
        ),
      ),
    );
  });

  test("a pin away from roads starts at the nearest road within two kilometres", () => {
    const town = drawRoads({
      nodes: square,
      ways: [[[1, 2, 3, 4, 1], { highway: "residential" }]],
    });
    expect(meters(town, [-M * 15, 0], [0, M * 0.5])).toBe(50);
    expect(meters(town, [-M * 25, 0], [0, M * 0.5])).toBe("no_road");
  });

  test("an island with only a way out is left by it, and a trip to it ends at the shore", () => {
    const town = drawRoads({
      nodes: { ...square, 7: [0, M * 4], 8: [M, M * 4] },
      ways: [
        [[1, 2, 3, 4, 1], { highway: "residential" }],
        [[8, 7, 2], { highway: "residential", oneway: "yes" }],
      ],
    });
    expect(meters(town, [M * 0.5, M * 4], [0, M * 0.5])).toBe(400);
    // The place cannot be reached, so the route ends at the nearest road that can be.
    expect(meters(town, [0, M * 0.5], [M * 0.5, M * 4])).toBe(100);
  });

  test("two islands have no route between them", () => {
    const town = drawRoads({
      nodes: { 1: [0, 0], 2: [0, M], 3: [0, M * 30], 4: [0, M * 31] },
      ways: [
        [[1, 2], { highway: "residential" }],
        [[3, 4], { highway: "residential" }],
      ],
    });
    expect(meters(town, [0, 0], [0, M * 31])).toBe("no_way");
    expect(meters(town, [0, 0], [0, M * 0.5])).toBe(50);
    expect(meters(town, [0, M * 30], [0, M * 31])).toBe(100);
  });

  test("a ferry takes its stated time", () => {
    const { router } = drawRoads({
      nodes: { 1: [0, 0], 2: [0, M], 3: [0, M * 30], 4: [0, M * 31] },
      ways: [
        [[1, 2], { highway: "residential" }],
        [[2, 3], { route: "ferry", motor_vehicle: "yes", duration: "00:20" }],
        [[3, 4], { highway: "residential" }],
      ],
    });
    const answer = router.route(
      [
        { latitude: 0, longitude: 0 },
        { latitude: 0, longitude: M * 31 },
      ],
      0,
    );
    if ("none" in answer) throw new Error(answer.none);
    expect(answer.routes[0]?.seconds).toBeGreaterThan(20 * 60);
    expect(answer.routes[0]?.seconds).toBeLessThan(21 * 60);
  });
});
