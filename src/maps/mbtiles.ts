/** MBTiles: tiles in an SQLite database (https://github.com/mapbox/mbtiles-spec, version 1.3). */
import { Database } from "bun:sqlite";
import {
  formatOf,
  isGzip,
  layerNames,
  MapFileError,
  type TileFile,
  type TileFormat,
  toBounds,
} from "./tile-file";

const formats: Record<string, TileFormat> = {
  pbf: "pbf",
  mvt: "pbf",
  png: "png",
  jpg: "jpg",
  jpeg: "jpg",
  webp: "webp",
};

/** Opens the file for reading only. Throws `MapFileError`. */
export function openMbtiles(path: string): TileFile {
  let db: Database | undefined;
  try {
    db = new Database(path, { readonly: true, strict: true });
    return tileFileOf(db);
  } catch (error) {
    db?.close();
    if (error instanceof MapFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MapFileError(`MAP_FILE: ${path} is not an MBTiles file: ${reason}.`);
  }

  function tileFileOf(db: Database): TileFile {
    const metadata = new Map(
      db
        .query<{ name: string; value: string | null }, []>("SELECT name, value FROM metadata")
        .all()
        .map(({ name, value }) => [name, value ?? ""]),
    );
    const [sample] = db
      .query<{ data: Uint8Array }, []>("SELECT tile_data AS data FROM tiles LIMIT 1")
      .all();
    if (!sample) throw new MapFileError(`MAP_FILE: ${path} holds no tiles.`);
    // Each zoom is read through an index, because the table may have millions of rows.
    const [zoomRange] = db
      .query<{ min: number; max: number }, []>(
        `SELECT (SELECT min(zoom_level) FROM tiles) AS min, (SELECT max(zoom_level) FROM tiles) AS max`,
      )
      .all();
    const tileQuery = db.query<{ data: Uint8Array<ArrayBuffer> }, [number, number, number]>(
      `SELECT tile_data AS data FROM tiles
       WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?`,
    );
    const zoom = (name: string, fallback: number) => {
      const value = Number(metadata.get(name) || Number.NaN);
      return Number.isInteger(value) && value >= 0 && value <= 24 ? value : fallback;
    };
    return {
      format: formats[(metadata.get("format") ?? "").toLowerCase()] ?? formatOf(sample.data),
      minZoom: zoom("minzoom", zoomRange?.min ?? 0),
      maxZoom: zoom("maxzoom", zoomRange?.max ?? 14),
      bounds: toBounds((metadata.get("bounds") ?? "").split(",").map(Number)),
      attribution: metadata.get("attribution") ?? "",
      layers: layersOf(metadata.get("json")),
      read(z, x, y) {
        // MBTiles counts rows from the south.
        const [row] = tileQuery.all(z, x, 2 ** z - 1 - y);
        if (!row) return null;
        return { bytes: row.data, encoding: isGzip(row.data) ? "gzip" : "identity" };
      },
      close: () => db.close(),
    };
  }
}

function layersOf(json: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(json ?? "");
    return typeof value === "object" && value !== null && "vector_layers" in value
      ? layerNames(value.vector_layers)
      : [];
  } catch {
    // Tiles can be served even if their metadata cannot be read.
    return [];
  }
}
