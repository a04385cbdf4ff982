/** Importing an extract: it is in use at once and as a whole, or not at all, and other files are refused. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRoute } from "../../src/routing/queries";
import { estimateRoute } from "../../src/routing/rules";
import { STREETS_FORMAT, currentFile, versionFiles } from "../../src/streets/folder";
import { importStreets, removeStreets } from "../../src/streets/import-actions";
import { loadExtract } from "../../src/streets/reading/extract";
import { ExtractError } from "../../src/streets/reading/pbf";
import { AIRPORT, HOTEL, quote } from "../support/booking";
import { createTestServer, type TestServer } from "../support/server";
import { shouldSkipSmallDisk } from "../support/small-disk";
import { until } from "../support/eventually";
import { startRouter } from "../support/upstreams";
import { LIECHTENSTEIN } from "./random";
import { PbfWriter } from "./write-pbf";

const VADUZ = { latitude: 47.141, longitude: 9.5209 };
const SCHAAN = { latitude: 47.1652, longitude: 9.5087 };
const main = join(import.meta.dir, "../../src/main.ts");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "livery-streets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(
  dataDir: string,
  file = LIECHTENSTEIN,
  within: [number, number, number, number] | null = null,
) {
  return importStreets({ dataDir, file, bounds: within, ferries: true, now: Date.now() }, () => {});
}

/** Returns the folders of imported streets. */
function versions(dataDir: string): string[] {
  const entries = readdirSync(join(dataDir, "streets"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Returns the message with which a file is refused. */
function refusal(name: string, within: [number, number, number, number] | null = null): string {
  try {
    load(folder, join(folder, name), within);
  } catch (error) {
    if (error instanceof ExtractError) return error.message;
    throw error;
  }
  return "";
}

describe("a server with imported streets", () => {
  let server: TestServer;
  afterEach(() => server.close());

  test("measures routes once streets are imported, and estimates them once they are removed", async () => {
    server = await createTestServer();
    const { deps } = server;
    const before = await findRoute(deps, [VADUZ, SCHAAN]);
    expect(before).toEqual({ ...estimateRoute([VADUZ, SCHAAN]), alternatives: [] });
    load(server.folder);
    await until("the streets", () => deps.streets.current());
    const after = await findRoute(deps, [VADUZ, SCHAAN], { alternatives: true });
    expect(after.estimate).toBe(false);
    expect(after.geometry?.length).toBeGreaterThan(20);
    expect(after.distanceMeters).toBeGreaterThan(2_700);
    expect(after.distanceMeters).toBeLessThan(4_000);

    const formerVersion = deps.streets.current()?.version;
    load(server.folder, LIECHTENSTEIN, [9.5, 47.1, 9.55, 47.2]);
    await until("other streets", () => deps.streets.current()?.version !== formerVersion);
    expect(await findRoute(deps, [VADUZ, SCHAAN])).toMatchObject({ estimate: false });
    expect(versions(server.folder)).toHaveLength(1);

    removeStreets(server.folder);
    await until("no streets", () => deps.streets.current() === null);
    expect(await findRoute(deps, [VADUZ, SCHAAN])).toEqual(before);
    expect(versions(server.folder)).toEqual([]);
  });

  test("gives the reason for an estimate", async () => {
    server = await createTestServer();
    load(server.folder);
    await until("the streets", () => server.deps.streets.current());
    const reason = async (...points: { latitude: number; longitude: number }[]) => {
      const route = await findRoute(server.deps, points);
      expect(route.estimate).toBe(true);
      return route.estimateReason;
    };
    expect(await reason(VADUZ, { latitude: 47.05, longitude: 10.2 })).toBe("outside");
    // Within the bounds of the file, but far from its roads.
    expect(await reason(VADUZ, { latitude: 47.5, longitude: 9.41 })).toBe("no_road");
    const answer = await quote(server.browser(), { pickup: AIRPORT, dropoff: HOTEL });
    expect(answer).toMatchObject({ estimate: true, estimateReason: "outside" });
  });

  test("prices the measured route", async () => {
    server = await createTestServer();
    load(server.folder);
    await until("the streets", () => server.deps.streets.current());
    const stop = (name: string, point: typeof VADUZ) => ({ name, detail: "", ...point });
    const answer = await quote(server.browser(), {
      serviceType: "point_to_point",
      pickup: stop("Vaduz", VADUZ),
      dropoff: stop("Schaan", SCHAAN),
    });
    const route = await findRoute(server.deps, [VADUZ, SCHAAN], { alternatives: true });
    expect(answer.estimate).toBe(false);
    expect(answer.distanceMeters).toBe(route.distanceMeters);
    expect(answer.geometry).toBe(route.geometry);
  });

  test("asks a configured router instead of its streets", async () => {
    const router = startRouter();
    server = await createTestServer({ ROUTER_URL: router.url });
    load(server.folder);
    await until("the streets", () => server.deps.streets.current());
    await findRoute(server.deps, [VADUZ, SCHAAN]);
    expect(router.requests).toHaveLength(1);
    await router.stop();
  });

  test("estimates routes if the files of the streets are damaged", async () => {
    server = await createTestServer();
    const { version } = load(server.folder);
    await until("the streets", () => server.deps.streets.current());
    writeFileSync(join(server.folder, "streets", version, "roads.bin"), "nothing");
    expect(await findRoute(server.deps, [VADUZ, SCHAAN])).toMatchObject({ estimate: true });
  });
});

test("a failed import keeps the former streets, even if they have another format", async () => {
  const { version } = load(folder);
  const { manifest } = versionFiles(folder, version);
  const formerManifest = { ...(await Bun.file(manifest).json()), format: STREETS_FORMAT - 2 };
  writeFileSync(manifest, JSON.stringify(formerManifest));
  writeFileSync(join(folder, "text.pbf"), "<?xml version='1.0'?>");
  expect(refusal("text.pbf")).toContain("not an OpenStreetMap extract");
  expect(versions(folder)).toEqual([version]);
  // If the file that names the streets in use cannot be read, none are deleted.
  rmSync(currentFile(folder));
  mkdirSync(currentFile(folder));
  expect(() => load(folder)).toThrow("EISDIR");
  expect(versions(folder).toSorted()).toEqual([version, "current"]);
  rmSync(currentFile(folder), { recursive: true });
  writeFileSync(currentFile(folder), `${version}\n`);
  const { version: next } = load(folder);
  expect(versions(folder)).toEqual([next]);
});

describe("an invalid extract", () => {
  /** Writes a file with two nodes and a road that has some fault. */
  function writeExtract(name: string, change: (file: PbfWriter) => void, features?: string[]) {
    const file = new PbfWriter(join(folder, name), features);
    change(file);
    file.close();
  }

  test("is refused with a reason and leaves no files", async () => {
    const bytes = await Bun.file(LIECHTENSTEIN).bytes();
    writeFileSync(join(folder, "cut.pbf"), bytes.subarray(0, 400_000));
    writeFileSync(join(folder, "empty.pbf"), "");
    writeFileSync(join(folder, "text.pbf"), "<?xml version='1.0'?><osm></osm>".repeat(100));
    writeFileSync(join(folder, "zeros.pbf"), new Uint8Array(10_000));
    const changed = bytes.slice();
    changed.fill(255, 200_000, 200_100);
    writeFileSync(join(folder, "changed.pbf"), changed);
    expect(refusal("cut.pbf")).toContain("ends in the middle");
    for (const name of ["empty.pbf", "text.pbf", "zeros.pbf"])
      expect(refusal(name)).toContain("not an OpenStreetMap extract");
    expect(refusal("changed.pbf")).toContain("damaged");
    expect(refusal("missing.pbf")).toContain("There is no file");
    expect(refusal(".")).toContain("is not a file");
    expect(versions(folder)).toEqual([]);
  });

  test("is refused before a block unpacks to more than the format allows", () => {
    const field = (key: number, bytes: Uint8Array) => {
      const length: number[] = [];
      for (let left = bytes.length; ; left >>>= 7) {
        if (left < 128) {
          length.push(left);
          break;
        }
        length.push((left & 127) | 128);
      }
      return Buffer.concat([Buffer.from([(key << 3) | 2, ...length]), bytes]);
    };
    const blob = field(7, Bun.zstdCompressSync(Buffer.alloc(256 * 1024 * 1024)));
    expect(blob.length).toBeLessThan(64 * 1024);
    const size = Buffer.from([
      24,
      (blob.length & 127) | 128,
      ((blob.length >> 7) & 127) | 128,
      blob.length >> 14,
    ]);
    const header = Buffer.concat([field(1, Buffer.from("OSMHeader")), size]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(header.length);
    writeFileSync(join(folder, "bomb.pbf"), Buffer.concat([head, header, blob]));
    const before = process.memoryUsage().rss;
    expect(refusal("bomb.pbf")).toContain("damaged");
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
  });

  test("is refused if it is a history, needs an unknown feature, is out of order or has no roads", () => {
    const road = (file: PbfWriter) => {
      file.node(1, 0, 0);
      file.node(2, 0, 0.01);
      file.way(1, [1, 2], { highway: "primary" });
    };
    writeExtract("history.pbf", road, ["OsmSchema-V0.6", "DenseNodes", "HistoricalInformation"]);
    writeExtract("feature.pbf", road, ["OsmSchema-V0.6", "Future"]);
    writeExtract("twice.pbf", (file) => {
      file.node(1, 0, 0);
      road(file);
    });
    writeExtract("mixed.pbf", (file) => {
      road(file);
      file.node(3, 0, 0.02);
    });
    writeExtract("roadless.pbf", (file) => {
      file.node(1, 0, 0);
      file.node(2, 0, 0.01);
      file.way(1, [1, 2], { highway: "footway" });
    });
    expect(refusal("history.pbf")).toContain("history of the map");
    expect(refusal("feature.pbf")).toContain("needs Future");
    expect(refusal("twice.pbf")).toContain("a node twice");
    expect(refusal("mixed.pbf")).toContain("not sorted");
    expect(refusal("roadless.pbf")).toContain("no road for cars");
    writeExtract("good.pbf", road);
    expect(refusal("good.pbf", [50, 50, 51, 51])).toContain("nothing within these bounds");
    expect(refusal("good.pbf")).toBe("");
  });

  test("is refused if it has too many nodes for the memory, but not within smaller bounds", () => {
    writeExtract("planet.pbf", (file) => {
      for (let id = 1; id <= 10; id++) file.node(id, 0, id / 100);
      file.way(1, [1, 2, 3], { highway: "primary" });
      file.way(2, [7, 8, 9], { highway: "primary" });
    });
    const read = (within: [number, number, number, number] | null) =>
      loadExtract(join(folder, "planet.pbf"), within, () => {}, 5);
    expect(() => read(null)).toThrow("million nodes. Use an extract of your country");
    // A way outside the bounds also takes no memory.
    const { nodes, ways } = read([0, -1, 0.04, 1]);
    expect([nodes.count, ways.count, [...ways.ids]]).toEqual([4, 1, [1]]);
  });

  test("is accepted if only its nodes are unsorted", () => {
    writeExtract("unsorted.pbf", (file) => {
      file.node(7, 0, 0.01);
      file.node(2, 0, 0);
      file.node(5, 0, 0.005);
      file.way(1, [2, 5, 7], { highway: "primary" });
    });
    expect(load(folder, join(folder, "unsorted.pbf")).counts).toMatchObject({ nodes: 3, roads: 1 });
  });
});

describe("the streets command", () => {
  function start(...args: string[]) {
    return Bun.spawn([process.execPath, main, "streets", ...args], {
      cwd: folder,
      env: { PATH: "/usr/bin:/bin", DATA_DIR: join(folder, "data") },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  async function run(...args: string[]) {
    const child = start(...args);
    const [output, errorOutput, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { output, errors: errorOutput, code };
  }

  test("imports with progress, shows the streets in use and removes them", async () => {
    const imported = await run(LIECHTENSTEIN);
    expect(imported.errors).toBe("");
    expect(imported.code).toBe(0);
    expect(imported.output).toMatch(/0 % reading[\s\S]+ % routes[\s\S]+The streets are in use/);
    expect((await run()).output).toContain("© OpenStreetMap contributors");
    const [version = ""] = versions(join(folder, "data"));
    rmSync(join(folder, "data/streets", version, "manifest.json"));
    expect((await run()).output).toContain("The streets cannot be used.");
    expect((await run("--remove")).code).toBe(0);
    expect((await run()).output).toBe("No streets are imported.\n");
  });

  test("refuses invalid arguments with code 2, and a missing file with a message", async () => {
    for (const args of [
      ["a.pbf", "b.pbf"],
      ["--bbox=1,2,3"],
      ["--bbox=5,0,1,1", LIECHTENSTEIN],
      ["--what"],
      ["--remove", "a.pbf"],
    ])
      expect(await run(...args)).toMatchObject({ code: 2, output: "" });
    const missing = await run("missing.pbf");
    expect(missing).toMatchObject({ code: 1, errors: "There is no file missing.pbf.\n" });
  });

  test("refuses a second simultaneous import, and a killed import keeps the former streets", async () => {
    const data = join(folder, "data");
    await run(LIECHTENSTEIN);
    const [formerVersion] = versions(data);
    const big = join(folder, "big.pbf");
    copyFileSync(LIECHTENSTEIN, big);
    // The import is stopped halfway, and then killed.
    const first = start(big);
    await until("the import", () => versions(data).some((name) => name.startsWith("importing-")));
    first.kill("SIGSTOP");
    const second = await run(LIECHTENSTEIN);
    expect(second).toMatchObject({ code: 1 });
    expect(second.errors).toContain("Another import");
    first.kill("SIGKILL");
    await first.exited;
    expect(await Bun.file(join(data, "streets/current")).text()).toBe(`${formerVersion}\n`);
    expect(versions(data)).toHaveLength(2);
    expect((await run(LIECHTENSTEIN)).code).toBe(0);
    expect(versions(data)).toHaveLength(1);
    expect(versions(data)).not.toEqual([formerVersion]);
  });

  test.skipIf(shouldSkipSmallDisk())(
    "ends the import and leaves nothing behind if the disk is full",
    async () => {
      const script = `mkdir disk && mount -t tmpfs -o size=256k livery disk && "$1" "$2" streets "$3"; echo "code $?"; ls disk/streets`;
      const child = Bun.spawn(
        [
          "unshare",
          ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]),
          "--mount",
          "sh",
          "-c",
          script,
          "sh",
          process.execPath,
          main,
          LIECHTENSTEIN,
        ],
        {
          cwd: folder,
          env: { PATH: "/usr/bin:/bin", DATA_DIR: join(folder, "disk") },
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      const [output, errorOutput] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect(errorOutput).toContain("The disk is full");
      expect(output).toContain("code 1");
      expect(output).not.toContain("importing");
      expect(existsSync(join(folder, "disk/streets/current"))).toBe(false);
    },
  );
});
