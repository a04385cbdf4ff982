import { closeSync, openSync, readSync } from "node:fs";
import { openMbtiles } from "./mbtiles";
import { openPmtiles } from "./pmtiles";
import { MapFileError, type TileFile } from "./tile-file";

const sqliteMagic = "SQLite format 3\0";
const pmtilesMagic = "PMTiles";

/** Opens an MBTiles or PMTiles file, recognised by its first bytes. Throws `MapFileError`. */
export function openTileFile(path: string): TileFile {
  const start = firstBytes(path);
  if (start.startsWith(sqliteMagic)) return openMbtiles(path);
  if (start.startsWith(pmtilesMagic)) return openPmtiles(path);
  throw new MapFileError(`MAP_FILE: ${path} is neither an MBTiles nor a PMTiles file.`);
}

function firstBytes(path: string): string {
  const bytes = Buffer.alloc(sqliteMagic.length);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MapFileError(`MAP_FILE: ${path} cannot be read (${reason}).`);
  }
  return bytes.toString("latin1");
}
