import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { BunPlugin, Loader } from "bun";
import type { Area } from "./routes";

/**
 * Gives each area its own copy of our modules.
 *
 * The bundler makes a chunk for every set of entries that import the same modules. With six areas that would be dozens
 * of small chunks on a page, which compress badly. A document never leaves its area, so each area can have its own copy
 * of `client`, `src` and the icons. All areas share the packages, which are by far the largest part of every page.
 *
 * Each lazy part of a public page also has its own copies. Otherwise modules that it shares with pages or other parts
 * would be joined into the first load of every page.
 *
 * An area's copy of a module is the module's path followed by `?area`. `virtualFiles` are modules that exist only in
 * the build, by path.
 */
export function copyAreaModules(
  areas: readonly Area[],
  virtualFiles: ReadonlyMap<string, string>,
): BunPlugin {
  const areaSuffixPattern = new RegExp(`\\?(?:${areas.join("|")})(?:\\+[\\w-]+)*$`);
  const iconModulesPromise = iconModules();
  return {
    name: "area-copies",
    setup(build) {
      // This filter matches only paths with an area. The bundler keeps unused modules of a package if a plugin has
      // handled the package's import.
      build.onResolve({ filter: areaSuffixPattern }, ({ path, resolveDir }) => ({
        path: path.startsWith(".") ? resolve(resolveDir, path) : path,
      }));
      build.onLoad({ filter: areaSuffixPattern }, async ({ path }) => {
        const [file = "", area = ""] = path.split("?");
        const source = virtualFiles.get(file) ?? (await Bun.file(file).text());
        const icons = await iconModulesPromise;
        return {
          contents: source
            .replace(iconImportPattern, (_, names: string) => importEachIcon(names, icons))
            .replace(ownImportPattern, (match, prefix: string, name: string) => {
              const modulePath = moduleAt(
                name.startsWith("lucide-react/")
                  ? join(dirname(lucideIndexPath), name.slice("lucide-react/".length))
                  : resolve(dirname(file), name),
                virtualFiles,
              );
              const [, lazyModuleName] = prefix.startsWith("import")
                ? (lazyModulePattern.exec(name) ?? [])
                : [];
              if (!modulePath) return match;
              const importedArea = sharedModulePattern.test(modulePath) ? area.split("+")[0] : area;
              return `${prefix}"${modulePath}?${importedArea}${lazyModuleName ? `+${lazyModuleName}` : ""}"`;
            }),
          loader: loaders[extname(file)] ?? "ts",
        };
      });
    },
  };
}

/** Lazy modules of the public pages that share no state with their page. */
export const lazyModuleNames = [
  "interactive-ride-fields",
  "home-sections",
  "where-we-drive",
  "ride-requested",
  "public-footer",
  "language-links",
  "language-offer",
  "consent",
  "closing-banner",
  "contact-form",
  "service-body",
  "custom-service-body",
  "company-account-body",
  "property-page-body",
] as const;
const lazyModulePattern = new RegExp(`/(${lazyModuleNames.join("|")})$`);

/** Matches the modules that a lazy part shares with its page: dictionaries and texts of failures. */
const sharedModulePattern = /\/client\/(?:words\/(?:use-)?words|api|ui\/site-link)\.tsx?$/;

const loaders: Record<string, Loader> = { ".tsx": "tsx", ".mjs": "js" };

/**
 * Returns the path of an imported module, whether or not the import has an extension. Undefined for other packages,
 * which the bundler resolves.
 */
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

/** Returns icon name → its module in the package, from the package's own index. */
async function iconModules(): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  for (const [, names = "", path = ""] of (await Bun.file(lucideIndexPath).text()).matchAll(
    /export \{([^}]*)\} from '\.\/(icons\/[^']+)';/g,
  ))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) modules.set(name, path);
  return modules;
}

/**
 * Replaces an import of icons with an import of each icon's module, because the bundler would otherwise keep the whole
 * index.
 */
function importEachIcon(names: string, modules: ReadonlyMap<string, string>): string {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => {
      const [icon = "", localName = icon] = name.split(" as ");
      const path = modules.get(icon);
      if (!path) throw new Error(`lucide-react has no icon ${icon}`);
      return `import ${localName} from "lucide-react/${path}";`;
    })
    .join(" ");
}
