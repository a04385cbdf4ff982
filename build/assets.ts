import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type AssetEntry, type AssetManifest, MANIFEST_FILE_NAME } from "../src/process/assets";
import { assetName } from "./asset-name";
import { buildClient, buildEmbed, buildApiViewer, buildWorker } from "./client";
import { compress } from "./compress";
import { readDictionaries } from "./dictionaries";
import { readCountryFlags } from "./country-flags";
import { generatePhoneCountries } from "./phone-countries";
import { routeTreesOfAreas } from "./routes";
import { stampOf } from "./stamp";
import { buildStyles } from "./styles";

const contentTypes: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  woff2: "font/woff2",
  png: "image/png",
  webp: "image/webp",
  jpg: "image/jpeg",
  ico: "image/x-icon",
};

const inputs = ["client", "src", "languages", "build", "package.json", "bun.lock"];

/**
 * Makes `dist/assets`: the client's chunks, the style sheets with their fonts, and the files of
 * `client/public`, each in Brotli where that is smaller, and `manifest.zst`. Does nothing if no input has
 * changed. In development nothing is compressed or minified.
 */
export async function buildAssets(
  root: string,
  { development }: { development: boolean },
): Promise<void> {
  const startedAt = performance.now();
  const folder = join(root, "dist/assets");
  const routeTrees = await routeTreesOfAreas(root);
  await generatePhoneCountries(root);
  const stamp = `${development ? "development" : "production"} ${await stampOf(root, inputs)}`;
  const stampFile = join(root, "dist/assets.stamp");
  if ((await Bun.file(stampFile).exists()) && (await Bun.file(stampFile).text()) === stamp) return;

  const stylesheetPath = join(root, "client/styles/app.css");
  const pattern = "**/*.{ts,tsx}";
  const [bundle, stylesheet] = await Promise.all([
    buildClient(root, routeTrees, development),
    buildStyles(
      stylesheetPath,
      ["client", "src"].map((folder) => ({ base: join(root, folder), pattern })),
      !development,
    ),
  ]);
  // Public pages contain only their own part of the style sheet.
  const { modules } = bundle.areas.public;
  const publicStylesheet = await buildStyles(
    stylesheetPath,
    modules.map((path) => ({ base: root, pattern: path })),
    !development,
  );
  // On a slow network, the first page keeps the fallback typeface in which its text appeared, because a change would
  // move the text. The next page uses the brand's typeface.
  const publicCss = Buffer.from(
    publicStylesheet.css.replaceAll(/(font-display:\s*)swap/g, "$1optional"),
  );
  const files = new Map<string, Uint8Array>();
  const publicStylesheetName = assetName("public.css", publicCss);
  files.set(`assets/${publicStylesheetName}`, publicCss);
  const stylesheetName = assetName("app.css", Buffer.from(stylesheet.css));
  files.set(`assets/${stylesheetName}`, Buffer.from(stylesheet.css));
  const apiViewer = await buildApiViewer(root, development);
  const viewerScriptName = assetName("developers.js", apiViewer.bytes);
  const viewerStylesheetName = assetName("developers.css", apiViewer.css);
  files.set(`assets/${viewerScriptName}`, apiViewer.bytes);
  files.set(`assets/${viewerStylesheetName}`, apiViewer.css);
  for (const [name, bytes] of [...bundle.files, ...stylesheet.files])
    files.set(`assets/${name}`, bytes);
  for await (const name of new Bun.Glob("**/*").scan(join(root, "client/public"))) {
    files.set(name, await Bun.file(join(root, "client/public", name)).bytes());
  }

  // The names contain hashes of the files, so the service worker changes whenever a file changes.
  const namesHash = Bun.hash.wyhash([...files.keys()].sort().join()).toString(36);
  const worker = await buildWorker(root, namesHash, development);
  const widget = await buildEmbed(root, development);
  files.set("sw.js", worker.bytes);
  files.set("widget.js", widget.bytes);
  for (const [path, bytes] of await readCountryFlags()) files.set(path, bytes);
  const dictionaries = await readDictionaries(root);
  for (const [path, bytes] of dictionaries.files) files.set(path, bytes);

  const newFolder = `${folder}.new`;
  await rm(newFolder, { recursive: true, force: true });
  await mkdir(newFolder, { recursive: true });
  const entries: Record<string, AssetEntry> = {};
  await Promise.all(
    [...files].map(async ([path, bytes]) => {
      const { br, gzip } = development ? {} : await compress(path, bytes);
      const name = path.replaceAll("/", "_");
      if (br) await Bun.write(join(newFolder, `${name}.br`), br);
      if (!br || path === `assets/${publicStylesheetName}`)
        await Bun.write(join(newFolder, name), bytes);
      entries[`/${path}`] = {
        type: contentTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream",
        size: bytes.byteLength,
        ...(br && { br: br.byteLength }),
        ...(gzip !== undefined && { gzip }),
      };
    }),
  );
  const url = (name: string) => `/assets/${name}`;
  const sortedEntries = Object.fromEntries(
    Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const manifest: AssetManifest = {
    build: Bun.hash.wyhash(JSON.stringify(sortedEntries)).toString(36),
    development,
    areas: Object.fromEntries(
      Object.entries(bundle.areas).map(([area, { entry, imports, topRoutes }]) => [
        area,
        { entry: url(entry), imports: imports.map(url), topRoutes },
      ]),
    ),
    styles: [url(stylesheetName)],
    publicStyle: url(publicStylesheetName),
    developers: { script: url(viewerScriptName), style: url(viewerStylesheetName) },
    fonts: [...stylesheet.files.keys()]
      .filter((name) => /-latin-wght-normal.*\.woff2$/.test(name))
      .map(url),
    routes: Object.fromEntries(
      Object.entries(bundle.routes).map(([id, names]) => [id, names.map(url)]),
    ),
    files: sortedEntries,
    words: dictionaries.version,
  };
  const manifestJson = JSON.stringify(manifest);
  await Bun.write(
    join(newFolder, MANIFEST_FILE_NAME),
    Bun.zstdCompressSync(manifestJson, { level: 19 }),
  );
  // This uncompressed copy is for measuring sizes. The server reads the compressed one, which has an eighth of the
  // size.
  await Bun.write(join(root, "dist/manifest.json"), manifestJson);
  await rm(folder, { recursive: true, force: true });
  await rename(newFolder, folder);
  await Bun.write(
    join(root, "dist/contents.json"),
    JSON.stringify({
      ...bundle.contents,
      [viewerScriptName]: apiViewer.contents,
      "sw.js": worker.contents,
      "widget.js": widget.contents,
    }),
  );
  await Bun.write(stampFile, stamp);
  console.log(`${files.size} assets in ${Math.round(performance.now() - startedAt)} ms`);
}
