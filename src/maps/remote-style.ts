/**
 * A remote MapLibre style of the operator's choice. The server reads it for two reasons: the page's content security
 * policy must name exactly the origins that the map requests from, and browsers must get the same style that the policy
 * was made for.
 *
 * The operator chose the style's URL, but not the URLs in the style. So tile lists are only requested from the style's
 * own origin, or by https from a public host name. Redirects are not followed, and time and bytes are limited.
 */
import { z } from "zod";
import { fetchUpstreamJson } from "../server/upstream";
import type { MapCredit } from "./contract";
import { creditsOf } from "./credits";

/** The maximum size of a style. A detailed one has some hundred KB. */
const MAX_STYLE_BYTES = 2 * 1024 * 1024;
/** The maximum number of sources: more than any map has. */
const MAX_SOURCES = 20;

export interface RemoteStyle {
  /** The style for browsers: without relative URLs, and with tile lists filled in. */
  json: string;
  credits: MapCredit[];
  /** Origins from which the map requests tiles, fonts and pictures. */
  origins: string[];
}

const address = z.string().max(4000);
const Source = z.looseObject({
  type: z.string(),
  url: address.optional(),
  tiles: z.array(address).max(20).optional(),
  data: z.unknown().optional(),
  attribution: z.string().optional(),
});
type Source = z.infer<typeof Source>;
const Style = z.looseObject({
  version: z.literal(8),
  sources: z.record(z.string(), Source),
  layers: z.array(z.looseObject({ id: z.string() })),
  glyphs: address.optional(),
  sprite: z
    .union([address, z.array(z.looseObject({ id: z.string(), url: address })).max(20)])
    .optional(),
});
const TileList = z.looseObject({
  tiles: z.array(address).min(1).max(20),
  attribution: z.string().optional(),
});
/** The properties that a source may take over from its tile list. */
const tileListKeys = ["tiles", "minzoom", "maxzoom", "bounds", "scheme", "encoding", "attribution"];

/** Reads the style. Throws an `Error` whose message describes the fault. */
export async function readRemoteStyle(styleUrl: string, signal: AbortSignal): Promise<RemoteStyle> {
  const style = Style.safeParse(await fetchJson(styleUrl, signal));
  if (!style.success) throw new Error("it is no MapLibre style of version 8");
  const { data } = style;
  const namedSources = Object.entries(data.sources);
  if (namedSources.length > MAX_SOURCES) throw new Error("it has too many sources");
  const sources = Object.fromEntries(
    await Promise.all(
      namedSources.map(async ([name, source]) => [
        name,
        await inlineTileSource(source, styleUrl, signal),
      ]),
    ),
  ) as Record<string, Source>;
  const servedStyle = {
    ...data,
    sources,
    ...(data.glyphs !== undefined && { glyphs: absoluteUrl(data.glyphs, styleUrl) }),
    ...(data.sprite !== undefined && {
      sprite:
        typeof data.sprite === "string"
          ? absoluteUrl(data.sprite, styleUrl)
          : data.sprite.map((each) => ({ ...each, url: absoluteUrl(each.url, styleUrl) })),
    }),
  };
  const addresses = [
    ...(servedStyle.glyphs === undefined ? [] : [servedStyle.glyphs]),
    ...(typeof servedStyle.sprite === "string"
      ? [servedStyle.sprite]
      : (servedStyle.sprite ?? []).map((s) => s.url)),
    ...Object.values(sources).flatMap(urlsOf),
  ];
  const credits = Object.values(sources).flatMap((source) => creditsOf(source.attribution ?? ""));
  return {
    json: JSON.stringify(servedStyle),
    credits: [...new Map(credits.map((credit) => [credit.text, credit])).values()],
    origins: [...new Set(addresses.flatMap(originsOf))].sort(),
  };
}

/** Returns the source with absolute URLs and, if it names a tile list, with the contents of that list. */
async function inlineTileSource(
  source: Source,
  base: string,
  signal: AbortSignal,
): Promise<Source> {
  const { url, ...rest } = source;
  const absoluteSource: Source = {
    ...rest,
    ...(rest.tiles && { tiles: rest.tiles.map((each) => absoluteUrl(each, base)) }),
    ...(typeof rest.data === "string" && { data: absoluteUrl(rest.data, base) }),
  };
  if (url === undefined) return absoluteSource;
  const tileListUrl = absoluteUrl(url, base);
  if (!["vector", "raster", "raster-dem"].includes(source.type))
    return { ...absoluteSource, url: tileListUrl };
  if (!canRequestTileList(tileListUrl, base))
    throw new Error(`its tile list ${tileListUrl} is at no public address`);
  const list = TileList.safeParse(await fetchJson(tileListUrl, signal));
  if (!list.success) throw new Error(`its tile list ${tileListUrl} is none`);
  const tileJson = Object.fromEntries(
    Object.entries({
      ...list.data,
      tiles: list.data.tiles.map((t) => absoluteUrl(t, tileListUrl)),
    }).filter(([key]) => tileListKeys.includes(key)),
  );
  return { ...tileJson, ...absoluteSource } as Source;
}

/**
 * Tells whether a URL has the style's own origin, or uses https with a host name that is neither an IP address nor
 * local.
 */
function canRequestTileList(url: string, base: string): boolean {
  const { origin, protocol, hostname } = new URL(url);
  if (origin === new URL(base).origin) return true;
  return protocol === "https:" && /\.[a-z][a-z0-9-]*$/i.test(hostname) && !isLocalHost(hostname);
}

function isLocalHost(hostname: string): boolean {
  return /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|arpa)$/i.test(hostname);
}

function urlsOf({ url, tiles = [], data, urls }: Source): string[] {
  const texts = [url, data, ...tiles, ...(Array.isArray(urls) ? urls : [])];
  return texts.filter((each) => typeof each === "string");
}

/** Resolves a URL against a base and keeps its `{z}` and `{fontstack}`. */
function absoluteUrl(text: string, base: string): string {
  const url = webUrl(text, base);
  if (!url) throw new Error(`it names ${text.slice(0, 80)}, which is no web address`);
  return url.href.replace(/%7B/gi, "{").replace(/%7D/gi, "}");
}

function originsOf(text: string): string[] {
  const url = webUrl(text);
  return url ? [url.origin] : [];
}

/** URLs allow host names with `;`, `,` and `*`, which have a special meaning in a content security policy. */
const plainHostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

function webUrl(text: string, base?: string): URL | null {
  const url = URL.parse(text, base);
  return url && /^https?:$/.test(url.protocol) && plainHostPattern.test(url.hostname) ? url : null;
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await fetchUpstreamJson(new URL(url), { limitBytes: MAX_STYLE_BYTES, signal });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${new URL(url).origin}: ${reason}`, { cause: error });
  }
}
