import { createRouter } from "../server/calls";
import { acceptsEncoding } from "../server/encodings";
import { AppError } from "../errors";
import { type AppContext, limitPerAddress } from "../server/http";
import { MapAnswer, MapVersion, StyleName, TilePath } from "./contract";
import { unpack } from "./pmtiles";
import type { TileFormat } from "./tile-file";

const types: Record<TileFormat, string> = {
  pbf: "application/vnd.mapbox-vector-tile",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
};

/** Dragging a map requests some hundred tiles a minute. */
const limitTileRequests = limitPerAddress(3_000, 60);

export const mapRoutes = createRouter("maps")
  .get(
    "/map",
    "Gives the map's styles and attribution, if this server has a map",
    { who: "public", answer: MapAnswer },
    ({ c, deps }) => {
      c.header("Cache-Control", "public, max-age=60");
      return deps.map.answer();
    },
  )
  .get(
    "/map/style/:file",
    "Gives the map's MapLibre style, light.json or dark.json",
    { who: "public", param: StyleName, query: MapVersion, answer: "A MapLibre style, version 8" },
    ({ c, deps, file, query }) => {
      const { map } = deps;
      const theme = file === "dark.json" ? "dark" : "light";
      const style = map.style(theme);
      if (style === null) throw new AppError("request.not_found");
      if (setCacheHeaders(c, query.v, map.version())) return c.body(null, 304);
      return c.body(style, 200, { "Content-Type": "application/json" });
    },
  )
  .get(
    "/map/tiles/:z/:x/:y",
    "Gives a tile of the operator's map file",
    {
      who: "public",
      param: TilePath,
      query: MapVersion,
      answer: "The tile, as vectors or a picture; 204 if the file has no such tile",
      use: limitTileRequests,
    },
    async ({ c, deps, z, x, y, query }) => {
      const { map } = deps;
      if (!map.tiles) throw new AppError("request.not_found");
      const tile = await map.tiles.read(z, x, y);
      if (setCacheHeaders(c, query.v, map.version())) return c.body(null, 304);
      if (!tile) return c.body(null, 204);
      c.header("Content-Type", types[map.tiles.format]);
      if (tile.encoding === "identity") return c.body(tile.bytes);
      c.header("Vary", "Accept-Encoding");
      const { encoding } = tile;
      const accepted = c.req.header("accept-encoding") ?? null;
      if (encoding !== "zstd" && acceptsEncoding(accepted, encoding)) {
        c.header("Content-Encoding", encoding);
        return c.body(tile.bytes);
      }
      return c.body(unpack(tile.bytes, encoding));
    },
  );

/**
 * Sets the headers for caching: for ever if the URL names the current version, otherwise with revalidation. Returns
 * true if the browser already has this version.
 */
function setCacheHeaders(
  c: AppContext,
  requestedVersion: string | undefined,
  version: string,
): boolean {
  const tag = `"${version}"`;
  c.header("ETag", tag);
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  c.header(
    "Cache-Control",
    requestedVersion === version ? "public, max-age=31536000, immutable" : "public, no-cache",
  );
  return c.req.header("if-none-match") === tag;
}
