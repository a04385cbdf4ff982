/**
 * A map style on another server: what browsers receive of it, which origins the pages' policy names, and what is
 * refused.
 */
import { afterEach, describe, expect, test } from "bun:test";
import type { MapAnswer } from "../../src/maps/contract";
import { readRemoteStyle } from "../../src/maps/remote-style";
import { type RunningServer, startServer } from "../../src/server/server";
import { createTestServer, type TestServer } from "../support/server";
import { until } from "../support/eventually";

type Answer = (path: string) => Response | Promise<Response>;

const open: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Starts a map service on loopback that answers with `answer`, and records the requested paths. */
function serveStyle(answer: Answer) {
  const requests: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      requests.push(pathname);
      return answer(pathname);
    },
  });
  open.push(() => server.stop(true));
  return { origin: `http://127.0.0.1:${server.port}`, requests };
}

const style = (more: Record<string, unknown> = {}) => ({
  version: 8,
  name: "Elsewhere",
  glyphs: "https://fonts.example.com/{fontstack}/{range}.pbf",
  sprite: "/sprites/light",
  sources: {
    streets: { type: "vector", url: "tiles.json" },
    hillshade: { type: "raster", tiles: ["https://hills.example.com/{z}/{x}/{y}.png"] },
  },
  layers: [{ id: "ground", type: "background" }],
  ...more,
});

const tileList = {
  tilejson: "3.0.0",
  tiles: ["https://a.tiles.example.com/{z}/{x}/{y}.pbf?key=k"],
  attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
  maxzoom: 14,
  bounds: [5, 45, 11, 48],
  scheme: "xyz",
  vector_layers: [{ id: "transportation", fields: {} }],
};

const json = (value: unknown) => Response.json(value);
const neverAborted = new AbortController().signal;

async function serverWithTileUrl(
  url: string,
): Promise<{ server: TestServer; running: RunningServer }> {
  const server = await createTestServer({
    MAP_STYLE_URL: url,
    PORT: "0",
    HOST: "127.0.0.1",
  });
  open.push(() => server.close());
  const running = startServer(server.deps, new AbortController());
  open.push(() => running.stop());
  return { server, running };
}

/** Waits until the style has been read, which happens in the background. */
async function ready(server: TestServer): Promise<MapAnswer> {
  return until("The style's reading", async () => {
    const answer = (await (await server.browser().get("/map")).json()) as MapAnswer;
    return answer.styles && answer;
  });
}

const policyOf = async (runningServer: RunningServer) =>
  (await fetch(`http://127.0.0.1:${runningServer.port}/`)).headers.get("content-security-policy") ??
  "";

describe("a map style on another server", () => {
  test("is served with absolute addresses and the tiles of its tile list", async () => {
    const service = serveStyle((path) => json(path === "/s/tiles.json" ? tileList : style()));
    const { json: text, credits } = await readRemoteStyle(
      `${service.origin}/s/style.json`,
      neverAborted,
    );
    const made = JSON.parse(text);
    expect(made.sprite).toBe(`${service.origin}/sprites/light`);
    expect(made.glyphs).toBe("https://fonts.example.com/{fontstack}/{range}.pbf");
    expect(made.sources.streets).toEqual({
      type: "vector",
      tiles: ["https://a.tiles.example.com/{z}/{x}/{y}.pbf?key=k"],
      attribution: tileList.attribution,
      maxzoom: 14,
      bounds: [5, 45, 11, 48],
      scheme: "xyz",
    });
    expect(credits).toEqual([
      { text: "© OpenStreetMap", url: "https://www.openstreetmap.org/copyright" },
    ]);
  });

  test("adds its origins, and no others, to the Content-Security-Policy of the pages", async () => {
    const service = serveStyle((path) => json(path.endsWith("tiles.json") ? tileList : style()));
    const { server, running } = await serverWithTileUrl(`${service.origin}/style.json`);
    const { styles } = await ready(server);
    const origins = [
      "https://a.tiles.example.com",
      "https://fonts.example.com",
      "https://hills.example.com",
      service.origin,
    ].sort();
    const policy = await policyOf(running);
    expect(policy).toContain(`connect-src 'self' ${origins.join(" ")};`);
    expect(policy).toContain(`img-src 'self' data: blob: ${origins.join(" ")};`);
    expect(policy).toContain("script-src 'self' 'nonce-");
    expect(policy).toContain("worker-src 'self';");
    const servedStyle = await server.browser().get(styles?.dark.replace("/backend", "") ?? "");
    expect(servedStyle.headers.get("cache-control")).toContain("immutable");
    expect((await servedStyle.json()).name).toBe("Elsewhere");
    expect(service.requests).toEqual(["/style.json", "/tiles.json"]);
  });

  test("leaves the server running without a map and the policy unchanged if it cannot be read", async () => {
    const service = serveStyle(() => new Response("no", { status: 500 }));
    const { server, running } = await serverWithTileUrl(`${service.origin}/style.json`);
    await Bun.sleep(50);
    expect(await (await server.browser().get("/map")).json()).toMatchObject({ styles: null });
    expect(await policyOf(running)).toContain("connect-src 'self'; ");
    expect((await fetch(`http://127.0.0.1:${running.port}/backend/healthz`)).status).toBe(200);
  });
});

describe("readRemoteStyle", () => {
  const refuse = async (answer: Answer, words: RegExp) => {
    const { origin, requests } = serveStyle(answer);
    await expect(readRemoteStyle(`${origin}/style.json`, neverAborted)).rejects.toThrow(words);
    return requests;
  };

  test("refuses a redirect and does not follow it", async () => {
    const inner = serveStyle(() => json(style()));
    await refuse(() => Response.redirect(`${inner.origin}/style.json`), /answered 302/);
    expect(inner.requests).toEqual([]);
  });

  test("refuses an answer that is not a MapLibre style of version 8", async () => {
    await refuse(() => json({ version: 7 }), /no MapLibre style of version 8/);
    await refuse(() => new Response("<html>"), /JSON/);
    await refuse(
      () => json(style({ sources: { x: { type: "vector", url: "mapbox://x" } } })),
      /web/,
    );
  });

  test("refuses a style that is too large or has more than 20 sources", async () => {
    await refuse(() => new Response(`"${"x".repeat(3 * 1024 * 1024)}"`), /./);
    const sources = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`s${at}`, { type: "geojson", data: {} }]),
    );
    await refuse(() => json(style({ sources })), /too many sources/);
  });

  test.each([
    "http://169.254.169.254/latest/tiles.json",
    "http://other.example.com/tiles.json",
    "https://localhost/tiles.json",
    "https://10.0.0.7/tiles.json",
    "https://[::1]/tiles.json",
    "https://db.internal/tiles.json",
    "https://router/tiles.json",
  ])("refuses a tile list at %s and never requests it", async (url) => {
    const requests = await refuse(
      () => json(style({ sources: { streets: { type: "vector", url } } })),
      /is at no public address/,
    );
    expect(requests).toEqual(["/style.json"]);
  });

  test.each([
    "https://a.example.com;script-src-elem/{z}/{x}/{y}",
    "https://a.example.com,default-src/{z}/{x}/{y}",
    "https://*/{z}/{x}/{y}",
    "https://*.example.com/{z}/{x}/{y}",
    "https://a'unsafe-inline'/{z}/{x}/{y}",
    "javascript:alert(1)",
    "data:application/json,{}",
    "file:///etc/passwd",
  ])("refuses the address %s, which would loosen the Content-Security-Policy", async (url) => {
    const at = { type: "raster", tiles: [url] };
    await refuse(() => json(style({ sources: { streets: at } })), /no web address/);
    await refuse(() => json(style({ sources: {}, glyphs: url })), /no web address/);
    await refuse(() => json(style({ sources: {}, sprite: [{ id: "a", url }] })), /no web address/);
    // A source that is passed on unread adds no origin to the policy.
    const videoStyle = style({
      sources: { videoStyle: { type: "video", urls: [url] } },
      sprite: undefined,
    });
    const { origin } = serveStyle(() => json({ ...videoStyle, glyphs: undefined }));
    expect((await readRemoteStyle(`${origin}/style.json`, neverAborted)).origins).toEqual([]);
  });

  test("gives up after three seconds without an answer", async () => {
    const startedAt = performance.now();
    await refuse(() => new Promise<Response>(() => {}), /3 seconds/);
    expect(performance.now() - startedAt).toBeLessThan(3_800);
  }, 10_000);
});

test("the map worker's Content-Security-Policy allows requests to the map's origins only", async () => {
  const service = serveStyle((path) => json(path.endsWith("tiles.json") ? tileList : style()));
  const { server, running } = await serverWithTileUrl(`${service.origin}/style.json`);
  await ready(server);
  const { files } = await Bun.file(new URL("../../dist/manifest.json", import.meta.url)).json();
  const worker = Object.keys(files).find((url) => url.includes("-worker-"));
  const answer = await fetch(`http://127.0.0.1:${running.port}${worker}`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toStartWith("default-src 'none'; connect-src 'self' http");
  expect(policy).toContain("https://a.tiles.example.com");
  const sheet = Object.keys(files).find((url) => url.endsWith(".css"));
  const other = await fetch(`http://127.0.0.1:${running.port}${sheet}`);
  expect(other.headers.get("content-security-policy")).toStartWith(
    "default-src 'none'; frame-ancestors",
  );
});
