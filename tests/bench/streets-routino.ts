/**
 * Compares Livery's routes with Routino's on the same extract: `bun tests/bench/streets-routino.ts [FILE.osm.pbf |
 * country] [PAIR_COUNT]`. Needs Debian's `routino`. Both first find the shortest route, which compares how they
 * understand the map, and then the quickest one, at speeds that differ. Where they differ by more than a tenth, both
 * are given shorter and shorter parts of the shorter route, until the place is found that one of them avoids.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { greatCircleMeters } from "../../src/places/rules";
import { loadExtract } from "../../src/streets/reading/extract";
import { makeHierarchy } from "../../src/streets/roads/hierarchy";
import { nodesOf } from "../../src/streets/reading/rings";
import { makeGraph } from "../../src/streets/roads/road-graph";
import { packRoads, type Roads } from "../../src/streets/roads/roads-file";
import { Router } from "../../src/streets/roads/router";
import { cutStretches, RESTRICTED_FLAG } from "../../src/streets/roads/stretches";
import { forbiddenTurns } from "../../src/streets/roads/turns";
import { snapToRoads } from "../../src/streets/roads/snapping";
import { writeCountry } from "../streets/country";
import { generator, LIECHTENSTEIN } from "../streets/random";

const [given = LIECHTENSTEIN, count = "2000"] = process.argv.slice(2);
const PAIR_COUNT = Number(count);
const LARGE_DIFFERENCE = 0.1;
/**
 * A route that starts farther away begins on another road than Livery's, because Routino has none of the tracks that
 * allow cars.
 */
const MAX_START_OFFSET_METERS = 60;
const folder = mkdtempSync(join(tmpdir(), "livery-routino-"));
const share = "/usr/share/routino";
const file = given === "country" ? join(folder, "country.osm.pbf") : given;
if (given === "country") writeCountry(file, { side: 60, bendsPerRoad: 3 });

/** Routino's profile for cars, without its preferences, and like Livery without tracks and private roads. */
const profile = (await Bun.file(`${share}/profiles.xml`).text())
  .replace(/percent="\d+"/g, 'percent="100"')
  .replace(/(<property type="\w+" +percent=)"100"/g, '$1"50"')
  .replace(/(<preference highway="(?:track|cycleway|path|steps)" +percent=)"100"/g, '$1"0"');
await Bun.write(join(folder, "profiles.xml"), profile);
Bun.spawnSync([
  "planetsplitter",
  `--dir=${folder}`,
  "--prefix=x",
  `--tagging=${share}/tagging.xml`,
  file,
]);

interface Point {
  latitude: number;
  longitude: number;
}

type Pair = readonly [Point, Point];
/** The points of a route, from its beginning to its end. */
type Line = Point[];

/** Finds Routino's route; null if there is none. */
function routinoRoute([from, to]: Pair, how: "--shortest" | "--quickest"): Line | null {
  const { stdout, exitCode } = Bun.spawnSync([
    "routino-router",
    `--dir=${folder}`,
    "--prefix=x",
    `--profiles=${folder}/profiles.xml`,
    `--translations=${share}/translations.xml`,
    "--profile=motorcar",
    how,
    `--lat1=${from.latitude}`,
    `--lon1=${from.longitude}`,
    `--lat2=${to.latitude}`,
    `--lon2=${to.longitude}`,
    "--output-text-all",
    "--output-stdout",
    "--quiet",
  ]);
  if (exitCode !== 0) return null;
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const [latitude, longitude] = line.split("\t");
      return { latitude: Number(latitude), longitude: Number(longitude) };
    });
}

/**
 * Kilometres, measured in the same way for both, because Routino rounds the length of each piece down to whole metres.
 */
const lengthOf = (line: Line) =>
  line.reduce((sum, place, i) => sum + greatCircleMeters(line[i - 1] ?? place, place), 0) / 1000;

const ends = (line: Line): Pair => [line[0] ?? nullIsland, line.at(-1) ?? nullIsland];
const nullIsland = { latitude: 0, longitude: 0 };

/** Returns the part of a line between two shares of its length. */
function partOf(line: Line, from: number, to: number): Line {
  const whole = lengthOf(line);
  const found: Line = [];
  let done = 0;
  line.forEach((place, i) => {
    const before = line[i - 1] ?? place;
    const length = greatCircleMeters(before, place) / 1000;
    for (const share of [from, to]) {
      const shareAlong = (whole * share - done) / length;
      if (shareAlong >= 0 && shareAlong < 1)
        found.push({
          latitude: before.latitude + (place.latitude - before.latitude) * shareAlong,
          longitude: before.longitude + (place.longitude - before.longitude) * shareAlong,
        });
    }
    done += length;
    if (done > whole * from && done < whole * to) found.push(place);
  });
  if (to === 1) found.push(line.at(-1) ?? nullIsland);
  return found;
}

/** Returns whether a route between the ends of a line is much longer than the line, or missing. */
const isDetour = (line: Line, other: Line | null) =>
  other === null || lengthOf(other) > lengthOf(line) * 1.05 + 0.03;

/** Finds the shortest part of a line that the other router avoids; null if it follows every part of the line. */
function placeOf(line: Line, other: (pair: Pair) => Line | null): Line | null {
  if (!isDetour(line, other(ends(line)))) return null;
  for (let part = line; ;) {
    const smallerPart = [
      [0, 0.6],
      [0.4, 1],
      [0.2, 0.8],
    ]
      .map(([from = 0, to = 1]) => partOf(part, from, to))
      .find((piece) => lengthOf(piece) > 0.03 && isDetour(piece, other(ends(piece))));
    if (!smallerPart) return part;
    part = smallerPart;
  }
}

const extract = loadExtract(file, null, () => {});

function ours(isShortest: boolean) {
  const { stretches, origin } = cutStretches(extract, { ferries: true });
  if (isShortest)
    for (const [arc, duration] of stretches.durations.entries())
      if (duration >= 0) stretches.durations[arc] = Math.max(1, stretches.lengths[arc >> 1] ?? 1);
  const turns = forbiddenTurns(extract, stretches, origin);
  const graph = makeGraph(stretches, turns);
  const roads = packRoads(
    stretches,
    graph,
    makeHierarchy(graph, () => {}),
  );
  const router = new Router(roads);
  const random = generator(7);
  const points = Array.from({ length: PAIR_COUNT * 2 }, () => {
    const i = Math.floor(random() * stretches.latitudes.length);
    return {
      latitude: (stretches.latitudes[i] ?? 0) / 1e7 + (random() - 0.5) * 0.0004,
      longitude: (stretches.longitudes[i] ?? 0) / 1e7 + (random() - 0.5) * 0.0004,
    };
  });
  const route = (pair: Pair): Line | null => {
    const answer = router.route(pair, 0);
    return "none" in answer ? null : (answer.routes[0]?.line ?? null);
  };
  return { roads, route, points };
}

/** Returns the relevant tags of the road that contains a point. */
function tagsAt(point: Point): string {
  let [best, nearest] = [-1, Number.POSITIVE_INFINITY];
  const narrow = Math.cos((point.latitude * Math.PI) / 180);
  const { ways, nodes } = extract;
  for (let way = 0; way < ways.count; way++) {
    const line = nodesOf(extract, way).map((node) => [
      ((nodes.longitudes[node] ?? 0) / 1e7 - point.longitude) * narrow,
      (nodes.latitudes[node] ?? 0) / 1e7 - point.latitude,
    ]);
    for (let i = 1; i < line.length; i++) {
      const [[x = 0, y = 0] = [], [endX = 0, endY = 0] = []] = [line[i - 1], line[i]];
      const [dx, dy] = [endX - x, endY - y];
      const shareAlong = Math.max(0, Math.min(1, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)));
      const off = Math.hypot(x + shareAlong * dx, y + shareAlong * dy);
      if (off < nearest && ways.tags(way).has("highway")) [best, nearest] = [way, off];
    }
  }
  return [...ways.tags(best)]
    .filter(([key]) => !/^(name|ref|surface|maxspeed|bicycle|foot|layer)/.test(key))
    .map(([key, value]) => `${key}=${value}`)
    .join(" ");
}

/** Returns why the two routes of a pair differ: a word for the table, and where. */
function causeOf(
  roads: Roads,
  mine: Line,
  theirs: Line,
  route: (pair: Pair) => Line | null,
  how: "--shortest" | "--quickest",
): [cause: string, where: string] {
  const endDistances = ends(mine).map((end, i) =>
    greatCircleMeters(end, ends(theirs)[i] ?? nullIsland),
  );
  const isOursLonger = lengthOf(mine) > lengthOf(theirs);
  const part = isOursLonger
    ? placeOf(theirs, route)
    : placeOf(mine, (pair) => routinoRoute(pair, how));
  if (!part) {
    // Between the ends of the shorter route both agree, so they began or ended on different roads.
    const most = Math.max(...endDistances);
    return most > 1 ? ["begun or ended on another road", `${most.toFixed(0)} m apart`] : ["?", ""];
  }
  // Several points are sampled, because at a single point another road may be the nearest one.
  const samples = Array.from({ length: 9 }, (_, i) => {
    const point = ends(partOf(part, (i + 1) / 10, 1))[0];
    const found = snapToRoads(roads, point)?.nearest;
    const stretch = found !== undefined && found.meters < 5 ? found.stretch : -1;
    return { point, stretch, tags: tagsAt(point) };
  });
  const kinds: [cause: string, is: (sample: (typeof samples)[number]) => boolean][] = [
    ["no road for cars to us", ({ stretch }) => stretch < 0],
    ["a track that allows cars", ({ tags }) => tags.includes("highway=track")],
    [
      "private, or for those who stop there",
      ({ stretch }) => ((roads.stretches.flags[stretch] ?? 0) & RESTRICTED_FLAG) > 0,
    ],
    [
      "a one-way",
      ({ stretch }) =>
        [0, 1].some((side) => (roads.stretches.durations[stretch * 2 + side] ?? 0) < 0),
    ],
    ["driven in parts, not as a whole", () => true],
  ];
  for (const [cause, is] of kinds) {
    const found = samples.find(is);
    if (!found) continue;
    const { latitude, longitude } = found.point;
    const where = `${latitude.toFixed(5)},${longitude.toFixed(5)}: ${found.tags}`;
    return [cause, `${isOursLonger ? "ours" : "Routino"} drives around ${where}`];
  }
  return ["?", ""];
}

const explainedRoutes = new Set<number>();
for (const how of ["--shortest", "--quickest"] as const) {
  const { roads, route, points } = ours(how === "--shortest");
  const differences: { part: number; pair: number; ours: Line; theirs: Line }[] = [];
  let [both, onlyOursCount, onlyTheirsCount, neitherCount, differentRoutes] = [0, 0, 0, 0, 0];
  const ratios: number[] = [];
  const pointPairAt = (i: number): Pair => [
    points[i * 2] ?? nullIsland,
    points[i * 2 + 1] ?? nullIsland,
  ];
  for (let i = 0; i < PAIR_COUNT; i++) {
    const pair = pointPairAt(i);
    const [mine, theirs] = [route(pair), routinoRoute(pair, how)];
    if (mine === null && theirs === null) neitherCount++;
    else if (theirs === null) onlyOursCount++;
    else if (mine === null) onlyTheirsCount++;
    else if (
      pair.some(
        (point, end) =>
          greatCircleMeters(ends(theirs)[end] ?? nullIsland, point) >= MAX_START_OFFSET_METERS,
      )
    )
      differentRoutes++;
    else {
      both++;
      const [length, other] = [lengthOf(mine), lengthOf(theirs)];
      ratios.push(length / Math.max(other, 0.001));
      // Lengths are given to a metre, so differences below that say nothing about a short route.
      const part = Math.max(0, Math.abs(length - other) - 0.005) / Math.max(other, 0.05);
      differences.push({ part, pair: i, ours: mine, theirs });
    }
  }
  const within = (part: number) =>
    ((differences.filter((one) => one.part <= part).length / both) * 100).toFixed(1);
  console.log(
    `${how}: ${both} pairs by both, ${onlyOursCount} by ours alone, ${onlyTheirsCount} by Routino alone, ${neitherCount} by neither, ${differentRoutes} begun elsewhere by Routino; our middle length is ${(ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 0).toFixed(4)} of theirs`,
  );
  console.log(
    `  within 1 % ${within(0.01)}, 2 % ${within(0.02)}, 5 % ${within(0.05)}, 10 % ${within(0.1)} of them`,
  );
  const countByCause = new Map<string, number>();
  for (const { part, pair, ours, theirs } of differences
    .filter((one) => one.part > LARGE_DIFFERENCE)
    .sort((a, b) => b.part - a.part)) {
    // If the shortest routes agree, both know the same roads but prefer different ones.
    const [cause, where] =
      how === "--quickest" && !explainedRoutes.has(pair)
        ? ["other speeds", "the shortest ways are alike"]
        : causeOf(roads, ours, theirs, route, how);
    if (how === "--shortest") explainedRoutes.add(pair);
    countByCause.set(cause, (countByCause.get(cause) ?? 0) + 1);
    const places = pointPairAt(pair).map(
      ({ latitude, longitude }) => `${latitude.toFixed(5)},${longitude.toFixed(5)}`,
    );
    console.log(
      `  ${(part * 100).toFixed(0)} %: ours ${lengthOf(ours).toFixed(3)} km, Routino ${lengthOf(theirs).toFixed(3)} km, ${places.join(" to ")}: ${cause}; ${where}`,
    );
  }
  for (const [cause, number] of countByCause) console.log(`  ${number} ${cause}`);
}
rmSync(folder, { recursive: true });
