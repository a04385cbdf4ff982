/**
 * Holds our routes against Routino's on the same extract: `bun tests/bench/streets-routino.ts [FILE.osm.pbf] [PAIRS]`.
 * Needs Debian's `routino`. Both find the shortest way first, which compares the maps as both understand them,
 * and then the quickest one at speeds that differ.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { greatCircleMeters } from "../../src/places/rules";
import { loadExtract } from "../../src/streets/reading/extract";
import { makeHierarchy } from "../../src/streets/roads/hierarchy";
import { makeGraph } from "../../src/streets/roads/road-graph";
import { packRoads } from "../../src/streets/roads/roads-file";
import { Router } from "../../src/streets/roads/router";
import { cutStretches } from "../../src/streets/roads/stretches";
import { forbiddenTurns } from "../../src/streets/roads/turns";
import { generator, LIECHTENSTEIN } from "../streets/random";

const [file = LIECHTENSTEIN, count = "2000"] = process.argv.slice(2);
const PAIRS = Number(count);
/** Farther away it begins on another road than we do: it has none of the tracks that allow cars. */
const NEAR_METERS = 60;
const folder = mkdtempSync(join(tmpdir(), "livery-routino-"));
const share = "/usr/share/routino";

/** Routino's profile for cars, without its preferences, and without tracks and private roads as ours. */
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

/** Kilometres, and whether it begins and ends near the points; null where it finds no way. */
function routino(
  [from, to]: readonly [Point, Point],
  how: "--shortest" | "--quickest",
): { kilometers: number; isNear: boolean } | null {
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
  // All nodes of the way, measured as we measure: Routino cuts the length of each piece to whole metres.
  const pieces = stdout
    .toString()
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t"));
  const placeOf = (piece: string[] | undefined) => ({
    latitude: Number(piece?.[0]),
    longitude: Number(piece?.[1]),
  });
  const isNear =
    greatCircleMeters(placeOf(pieces[0]), from) < NEAR_METERS &&
    greatCircleMeters(placeOf(pieces.at(-1)), to) < NEAR_METERS;
  const line = pieces.map(placeOf);
  const meters = line.reduce(
    (sum, place, i) => sum + greatCircleMeters(line[i - 1] ?? place, place),
    0,
  );
  return { kilometers: meters / 1000, isNear };
}

function ours(shortest: boolean): { router: Router; points: Point[] } {
  const extract = loadExtract(file, null, () => {});
  const { stretches, origin } = cutStretches(extract, { ferries: true });
  if (shortest)
    for (const [arc, duration] of stretches.durations.entries())
      if (duration >= 0) stretches.durations[arc] = Math.max(1, stretches.lengths[arc >> 1] ?? 1);
  const graph = makeGraph(stretches, forbiddenTurns(extract, stretches, origin));
  const roads = packRoads(
    stretches,
    graph,
    makeHierarchy(graph, () => {}),
  );
  const random = generator(7);
  const points = Array.from({ length: PAIRS * 2 }, () => {
    const i = Math.floor(random() * stretches.latitudes.length);
    return {
      latitude: (stretches.latitudes[i] ?? 0) / 1e7 + (random() - 0.5) * 0.0004,
      longitude: (stretches.longitudes[i] ?? 0) / 1e7 + (random() - 0.5) * 0.0004,
    };
  });
  return { router: new Router(roads), points };
}

for (const how of ["--shortest", "--quickest"] as const) {
  const { router, points } = ours(how === "--shortest");
  const differences: {
    part: number;
    pair: readonly [Point, Point];
    ours: number;
    theirs: number;
  }[] = [];
  let [both, onlyOurs, onlyTheirs, neither, elsewhere] = [0, 0, 0, 0, 0];
  const ratios: number[] = [];
  for (let i = 0; i < PAIRS; i++) {
    const pair = [
      points[i * 2] ?? { latitude: 0, longitude: 0 },
      points[i * 2 + 1] ?? { latitude: 0, longitude: 0 },
    ] as const;
    const answer = router.route(pair, 0);
    const mine = "none" in answer ? null : (answer.routes[0]?.meters ?? 0) / 1000;
    const theirs = routino(pair, how);
    if (mine === null && theirs === null) neither++;
    else if (theirs === null) onlyOurs++;
    else if (mine === null) onlyTheirs++;
    else if (!theirs.isNear) elsewhere++;
    else {
      both++;
      ratios.push(mine / Math.max(theirs.kilometers, 0.001));
      // Pieces are told to a metre: below that nothing can be said of a short way.
      differences.push({
        part:
          Math.max(0, Math.abs(mine - theirs.kilometers) - 0.005) /
          Math.max(theirs.kilometers, 0.05),
        pair,
        ours: mine,
        theirs: theirs.kilometers,
      });
    }
  }
  differences.sort((a, b) => b.part - a.part);
  const within = (part: number) =>
    ((differences.filter((one) => one.part <= part).length / both) * 100).toFixed(1);
  console.log(
    `${how}: ${both} pairs by both, ${onlyOurs} by ours alone, ${onlyTheirs} by Routino alone, ${neither} by neither, ${elsewhere} begun elsewhere by Routino; our middle length is ${(ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 0).toFixed(4)} of theirs`,
  );
  console.log(
    `  within 1 % ${within(0.01)}, 2 % ${within(0.02)}, 5 % ${within(0.05)}, 10 % ${within(0.1)} of them`,
  );
  for (const { part, pair, ours, theirs } of differences
    .filter(({ part }) => part > 0.1)
    .slice(0, 40))
    console.log(
      `  ${(part * 100).toFixed(0)} %: ours ${ours.toFixed(3)} km, Routino ${theirs.toFixed(3)} km, ${pair.map(({ latitude, longitude }) => `${latitude.toFixed(5)},${longitude.toFixed(5)}`).join(" to ")}`,
    );
}
rmSync(folder, { recursive: true });
