import { dirname, join, relative, resolve } from "node:path";
import type { BuildMetafile, BunPlugin } from "bun";
import { minify } from "oxc-minify";
import { createSay } from "../client/words/words";
import { languageCodes } from "../src/settings/languages/languages-contract";
import { copyAreaModules } from "./area-modules";
import { readDictionary } from "./dictionaries";
import { type Area, type AreaTree, areas as areaNames } from "./routes";

/** The files for browsers by asset name, and which of them each area and route needs. */
interface ClientBundle {
  /** Asset name → bytes. */
  files: Map<string, Uint8Array>;
  /** The files that the pages of each area load first. */
  areas: Record<Area, AreaBundle>;
  /** Route id → the chunks of its lazy view, without those that its area's entry has already loaded. */
  routes: Record<string, string[]>;
  /** Asset name → the modules in it, with the bytes of each before compression. */
  contents: Record<string, Record<string, number>>;
}

interface AreaBundle {
  /** The asset name of the entry. */
  entry: string;
  /** All static imports of the entry, without the entry itself. */
  imports: string[];
  /** Ids of the area's routes directly below the root. Routes below them belong to the area too. */
  topRoutes: string[];
  /** Paths of our modules in all files that the area's pages load, first or later. */
  modules: string[];
}

const routeIdPattern = /createLazyFileRoute\(\s*["'`]([^"'`]*)["'`]/;

/**
 * Bundles the client for the browser. Each area has an entry that hydrates the area's part of the route tree. Every
 * dynamic import makes a chunk, and names have hashes. Entries and parts of the tree are virtual modules, made here.
 *
 * The bundler's metafile says which chunks each lazy view needs. The server names them in the page's head, so that no
 * chunk waits for another.
 */
export async function buildClient(
  root: string,
  trees: ReadonlyMap<Area, AreaTree>,
  development: boolean,
): Promise<ClientBundle> {
  const entryOf = (area: Area) => join(root, `client/${area}.ts`);
  const files: Record<string, string> = {};
  const virtualFiles = new Map<string, string>();
  for (const [area, { source }] of trees) {
    virtualFiles.set(join(root, `client/routeTree.${area}.gen.ts`), source);
    // The entry has the name of its asset and imports the area's own copies, see `copyAreaModules`.
    files[entryOf(area)] = `import { hydrate } from "./entry.tsx?${area}";
import { routeTree } from "./routeTree.${area}.gen.ts?${area}";
hydrate(routeTree);
`;
  }
  const result = await Bun.build({
    entrypoints: [...trees.keys()].map(entryOf),
    files,
    root,
    target: "browser",
    format: "esm",
    splitting: true,
    // For a smaller chunk, the request would cost more than loading its bytes early.
    minChunkSize: 3000,
    minify: !development,
    sourcemap: development ? "inline" : "none",
    metafile: true,
    publicPath: "/assets/",
    naming: {
      entry: "[name]-[hash].[ext]",
      chunk: "[name]-[hash].[ext]",
      asset: "[name]-[hash].[ext]",
    },
    define: {
      "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production"),
      IN_BROWSER: "true",
    },
    conditions: [development ? "development" : "production"],
    external: ["*.woff2"],
    plugins: [trimPackages, copyAreaModules(areaNames, virtualFiles)],
    throw: true,
  });
  const meta = result.metafile;
  if (!meta) throw new Error("The bundler gave no metafile");
  const assets = new Map<string, Uint8Array>();
  for (const output of result.outputs) {
    const name = nameOf(output.path);
    const bytes = new Uint8Array(await output.arrayBuffer());
    assets.set(name, development || !name.endsWith(".js") ? bytes : await minifyAsset(name, bytes));
  }
  const outputs = new Map(Object.entries(meta.outputs).map(([path, out]) => [nameOf(path), out]));
  const chunkOfSource = (source: string) =>
    [...outputs].find(([, out]) => out.entryPoint && resolve(root, out.entryPoint) === source)?.[0];
  const bundleOf = (area: Area, { topRoutes }: { topRoutes: string[] }): AreaBundle => {
    const entry = chunkOfSource(entryOf(area));
    if (!entry) throw new Error(`The bundle has no entry for ${area}`);
    const [, ...imports] = importedChunks(outputs, entry);
    const chunkNames = [...importedChunks(outputs, entry, ["import-statement", "dynamic-import"])];
    const modules = chunkNames.flatMap((name) => Object.keys(outputs.get(name)?.inputs ?? {}));
    const ownModules = modules
      .map((path) => path.replace(/\?.*/, ""))
      .filter((path) => !path.includes("node_modules"));
    return { entry, imports, topRoutes, modules: [...new Set(ownModules)] };
  };
  const areas = Object.fromEntries(
    [...trees].map(([area, tree]) => [area, bundleOf(area, tree)]),
  ) as Record<Area, AreaBundle>;
  const chunkNamesByRoute: Record<string, string[]> = {};
  for await (const file of new Bun.Glob("**/*.lazy.tsx").scan(join(root, "client/routes"))) {
    const source = join(root, "client/routes", file);
    const id = routeIdPattern.exec(await Bun.file(source).text())?.[1];
    if (!id) throw new Error(`${relative(root, source)} has no createLazyFileRoute`);
    const [name, area] =
      Object.entries(areas).find(([, { topRoutes }]) =>
        topRoutes.some((top) => id === top || id.startsWith(`${top}/`)),
      ) ?? [];
    const chunk = chunkOfSource(`${source}?${name}`);
    if (!chunk || !area) continue;
    chunkNamesByRoute[id] = [...importedChunks(outputs, chunk)].filter(
      (name) => name !== area.entry && !area.imports.includes(name),
    );
  }
  const routes = withoutLayoutChunks(chunkNamesByRoute);
  const contents = Object.fromEntries(
    [...outputs].map(([name, { inputs }]) => [name, bytesOf(inputs)]),
  );
  return { files: assets, areas, routes, contents };
}

/** Bundles the service worker. `build` names the files that belong to it. */
export function buildWorker(root: string, build: string, development: boolean) {
  const define = { BUILD: JSON.stringify(build) };
  return buildScript(root, "client/pwa/worker.ts", development, define);
}

/** Bundles the script with which other websites show the booking widget. */
export async function buildEmbed(root: string, development: boolean) {
  const titles = languageCodes.map(async (code) => {
    const words = code === "en" ? {} : await readDictionary(root, code, "booking");
    return [code, createSay(code, words)("Book a car")];
  });
  const define = { TITLES: JSON.stringify(Object.fromEntries(await Promise.all(titles))) };
  return buildScript(root, "client/widget/embed.ts", development, define);
}

/**
 * Bundles the page for developers: the script that shows the calls, and the package's style sheet with our
 * colours.
 */
export async function buildApiViewer(root: string, development: boolean) {
  const define = {
    "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production"),
  };
  const script = await buildScript(root, "client/developers/viewer.ts", development, define, [
    reactDomPlugin,
  ]);
  const stylesheetPaths = [
    Bun.resolveSync("swagger-ui/dist/swagger-ui.css", root),
    join(root, "client/developers/viewer.css"),
  ];
  const css = await Promise.all(stylesheetPaths.map((path) => Bun.file(path).text()));
  return { ...script, css: Buffer.from(css.join("\n")) };
}

/** Swagger UI looks for `createRoot` in the package where React had it before version 19. */
const reactDomPlugin: BunPlugin = {
  name: "root of React",
  setup(build) {
    build.onResolve({ filter: /^react-dom$/ }, ({ importer }) =>
      importer.includes("swagger-ui")
        ? { path: Bun.resolveSync("react-dom/client", dirname(importer)) }
        : undefined,
    );
  },
};

/** A script without imports, and its modules with their bytes. */
interface Script {
  bytes: Uint8Array;
  contents: Record<string, number>;
}

async function buildScript(
  root: string,
  source: string,
  development: boolean,
  define: Record<string, string> = {},
  plugins: BunPlugin[] = [],
): Promise<Script> {
  const result = await Bun.build({
    entrypoints: [join(root, source)],
    root,
    target: "browser",
    format: "iife",
    minify: !development,
    metafile: true,
    define,
    plugins,
    throw: true,
  });
  const [script] = result.outputs;
  const [output] = Object.values(result.metafile?.outputs ?? {});
  if (!script || !output) throw new Error(`The bundler made nothing of ${source}`);
  return {
    bytes: new Uint8Array(await script.arrayBuffer()),
    contents: bytesOf(output.inputs),
  };
}

function bytesOf(inputs: Record<string, { bytesInOutput: number }>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(inputs).map(([path, of]) => [path.replace(/\?.*/, ""), of.bytesInOutput]),
  );
}

/** Returns the chunks that each route adds to those of the layouts around it, so that a page names each chunk once. */
function withoutLayoutChunks(chunks: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(chunks).map(([id, names]) => {
      const parentChunks = Object.entries(chunks).filter(([otherId]) =>
        id.startsWith(`${otherId}/`),
      );
      const parentNames = new Set(parentChunks.flatMap(([, names]) => names));
      return [id, names.filter((name) => !parentNames.has(name))];
    }),
  );
}

/**
 * A small replacement for lucide's icon component: without a context, colours, named widths and sizes other than 24,
 * which we do not use. Its markup equals that of the package's own component.
 */
const iconModule = `import { createElement } from "react";
export default ({ name, node, aliases = [] }) =>
  ({ size = 24, strokeWidth = 2, className, ...rest }) =>
    createElement("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      className: ["lucide", ...[name, ...aliases].map((of) => "lucide-" + of), className]
        .filter(Boolean)
        .join(" "),
      ...(Object.keys(rest).some((key) => /^(aria-|role$|title$)/.test(key)) ? {} : { "aria-hidden": "true" }),
      ...rest,
    }, node.map(([tag, attributes]) => createElement(tag, attributes)));
`;

/**
 * Leaves out code of packages that we do not need. React has had `useSyncExternalStore` since version 18. Our
 * calls send the browser's cookies and never their own. The content security policy forbids functions made from
 * texts, and zod would try to make one at its first schema, which browsers report.
 */
const trimPackages: BunPlugin = {
  name: "lean",
  setup(build) {
    build.onResolve(
      { filter: /^use-sync-external-store\/shim\/with-selector/ },
      ({ importer }) => ({
        path: Bun.resolveSync("use-sync-external-store/with-selector.js", dirname(importer)),
      }),
    );
    build.onLoad({ filter: /lucide-react\/dist\/esm\/createLucideIcon\.mjs/ }, () => ({
      contents: iconModule,
    }));
    build.onLoad({ filter: /zod\/v4\/core\/core\.js$/ }, async ({ path }) => ({
      contents: `${await Bun.file(path).text()}\nconfig({ jitless: true });`,
    }));
    build.onLoad({ filter: /hono\/dist\/utils\/cookie\.js$/ }, () => ({
      contents: "export function serialize() { throw new Error('The browser keeps the cookies'); }",
    }));
  },
};

/** Minifies an asset again after the bundler. React and the router become 4 % smaller when compressed. */
async function minifyAsset(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const { code, errors } = await minify(name, new TextDecoder().decode(bytes), {
    module: true,
    compress: { target: "es2022" },
    mangle: { toplevel: true },
  });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  return new TextEncoder().encode(code);
}

type Outputs = Map<string, BuildMetafile["outputs"][string]>;

/**
 * Returns a chunk, followed by all chunks that it imports. `kinds` says which kinds of import count, by default static
 * ones.
 */
function importedChunks(
  outputs: Outputs,
  firstChunk: string,
  kinds = ["import-statement"],
): Set<string> {
  const visited = new Set<string>([firstChunk]);
  for (const name of visited) {
    for (const { path, kind } of outputs.get(name)?.imports ?? []) {
      const importedChunk = nameOf(path);
      if (kinds.includes(kind) && outputs.has(importedChunk)) visited.add(importedChunk);
    }
  }
  return visited;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
