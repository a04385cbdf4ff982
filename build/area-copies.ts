import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { BunPlugin, Loader } from "bun";
import type { Area } from "./routes";

/**
 * Gives each area modules of its own. The bundler makes a chunk for every set of entries that reach
 * the same modules; with five areas on the same parts that was dozens of small chunks on one page,
 * which pack badly. A document never leaves its area, so nothing is lost by an area's having
 * its own copy of `client`, `src` and the icons; other packages, by far the most of every page, stay
 * common to all.
 *
 * Each part that comes late to a public page has copies of its own again: what it shared with pages or with
 * another part would be joined into what every page loads at first.
 *
 * An area's copy of a module is the module's path with `?area` behind it. `virtualFiles` are modules
 * that exist only in the build, by path.
 */
export function copyAreaModules(
  areas: readonly Area[],
  virtualFiles: ReadonlyMap<string, string>,
): BunPlugin {
  const areaCopyPattern = new RegExp(`\\?(?:${areas.join("|")})(?:\\+[\\w-]+)*$`);
  const loadingIcons = iconModules();
  return {
    name: "area-copies",
    setup(build) {
      // Only what names its area comes here: a package's import that a plugin has seen keeps modules
      // that nobody uses.
      build.onResolve({ filter: areaCopyPattern }, ({ path, resolveDir }) => ({
        path: path.startsWith(".") ? resolve(resolveDir, path) : path,
      }));
      build.onLoad({ filter: areaCopyPattern }, async ({ path }) => {
        const [file = "", area = ""] = path.split("?");
        const source = virtualFiles.get(file) ?? (await Bun.file(file).text());
        const icons = await loadingIcons;
        return {
          contents: source
            .replace(iconImportPattern, (_, names: string) => exportEachIcon(names, icons))
            .replace(ownImportPattern, (match, prefix: string, name: string) => {
              const found = moduleAt(
                name.startsWith("lucide-react/")
                  ? join(dirname(lucideIndexPath), name.slice("lucide-react/".length))
                  : resolve(dirname(file), name),
                virtualFiles,
              );
              const [, lazyName] = prefix.startsWith("import")
                ? (lazyModulePattern.exec(name) ?? [])
                : [];
              if (!found) return match;
              const of = sharedModulePattern.test(found) ? area.split("+")[0] : area;
              return `${prefix}"${found}?${of}${lazyName ? `+${lazyName}` : ""}"`;
            }),
          loader: loaders[extname(file)] ?? "ts",
        };
      });
    },
  };
}

/** Imports, at the moment they are needed, of what keeps to itself; it shares no state with its page. */
const lazyModulePattern =
  /\/(interactive-ride-fields|home-sections|where-we-drive|ride-requested|public-footer|language-links|language-offer|consent|closing-scene|contact-form|service-body|own-service-body|company-body|property-body)$/;

/** The code that a part shares with its page: the dictionaries, and the texts of failures. */
const sharedModulePattern = /\/client\/(?:words\/(?:use-)?words|api|ui\/site-link)\.tsx?$/;

const loaders: Record<string, Loader> = { ".tsx": "tsx", ".mjs": "js" };

/** The module that an import means, its extension left out or not; others are the bundler's. */
function moduleAt(path: string, virtualFiles: ReadonlyMap<string, string>): string | undefined {
  return [path, `${path}.ts`, `${path}.tsx`].find(
    (file) => /\.(?:tsx?|mjs)$/.test(file) && (virtualFiles.has(file) || existsSync(file)),
  );
}

const lucideIndexPath = join(
  dirname(Bun.resolveSync("lucide-react/package.json", import.meta.dir)),
  "dist/esm/lucide-react.mjs",
);
const iconImportPattern = /import\s*\{([^}]*)\}\s*from\s*"lucide-react";/g;
const ownImportPattern = /(\bfrom\s*|\bimport\s*\(?\s*)["']((?:\.\.?|lucide-react)\/[^"']+)["']/g;

/** Icon name → its module below the package, as the package's own index has it. */
async function iconModules(): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  for (const [, names = "", path = ""] of (await Bun.file(lucideIndexPath).text()).matchAll(
    /export \{([^}]*)\} from '\.\/(icons\/[^']+)';/g,
  ))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) modules.set(name, path);
  return modules;
}

/**
 * An import of icons as one import of each icon's module: the index, whose copy the bundler would
 * keep whole, is left out.
 */
function exportEachIcon(names: string, modules: ReadonlyMap<string, string>): string {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => {
      const [icon = "", local = icon] = name.split(" as ");
      const path = modules.get(icon);
      if (!path) throw new Error(`lucide-react has no icon ${icon}`);
      return `import ${local} from "lucide-react/${path}";`;
    })
    .join(" ");
}
