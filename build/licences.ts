/** Lists the contents of the executable in `NOTICE`, and with every licence in full in `livery licences`. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BundledPackage } from "./sbom";

/** Texts of licences for packages that have none, and notices about data, typefaces and Bun. */
const folder = join(import.meta.dir, "licences");

/** The copyright holders of packages that have no licence text and name nobody in `package.json`. */
const copyrightHolders: Record<string, string> = {
  "@hono/standard-validator": "Rokas Muningis",
  "@hono/zod-validator": "Yusuke Wada",
};

/** A text that is shorter than the ISC licence only refers to a licence. */
const MIN_LICENCE_LENGTH = 600;

/** Matches the names of files with a licence or a notice. */
const licenceFilePattern = /^(?:licen[cs]e|copying|notice|unlicen[cs]e)(?:[.-].*)?$/i;

/**
 * Returns the text of `NOTICE`: the owners of data, typefaces and programs inside, and every package with its version.
 */
export async function licenceNotice(
  root: string,
  packages: readonly BundledPackage[],
): Promise<string> {
  const lines = sortByName(packages).map(
    ({ name, version, licence }) => `${name} ${version}, ${licence ?? "licence unnamed"}`,
  );
  return `${await head(root, packages)}\nPackages that are compiled in, each with its licence:\n\n${lines.join("\n")}\n`;
}

/**
 * Returns `NOTICE` and the licence of each package in full. Packages with the same text share it. Each package has the
 * address of its source. Throws if a package has no licence text.
 */
export async function licencesOf(
  root: string,
  packages: readonly BundledPackage[],
): Promise<string> {
  const packagesByText = new Map<string, string[]>();
  for (const one of sortByName(packages)) {
    const text = await textOf(root, one);
    const source = await sourceOf(root, one);
    const packageLine = `${one.name} ${one.version} (${one.licence})${source ? `\n  ${source}` : ""}`;
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), packageLine]);
  }
  const parts = [...packagesByText].map(([text, names]) => `${names.join("\n")}\n\n${text}`);
  const separator = "-".repeat(80);
  const bun = `Bun ${Bun.version} (MIT)\n\nCopyright (c) Oven\n\n${await standardText("MIT")}`;
  return `${[await head(root, packages), bun, ...parts].map((part) => part.trim()).join(`\n\n${separator}\n\n`)}\n`;
}

/** Returns the first part of the text, with the versions of this build. */
async function head(root: string, packages: readonly BundledPackage[]): Promise<string> {
  const text = await Bun.file(join(folder, "notice.txt")).text();
  const webPush = packages.find(({ name }) => name === "web-push");
  const source = webPush && (await sourceOf(root, webPush));
  if (!source) throw new Error("build/licences/notice.txt names the source of web-push");
  return text.replaceAll("{bun}", Bun.version).replaceAll("{web-push}", source);
}

/** Sorts the packages by name and keeps each only once. */
function sortByName(packages: readonly BundledPackage[]): BundledPackage[] {
  const packagesById = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  return [...packagesById.values()].toSorted((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  );
}

/** Returns the address and version of the source that was compiled in. Null if the package does not say. */
async function sourceOf(root: string, { folder: packageFolder, version }: BundledPackage) {
  const { repository } = (await Bun.file(join(root, packageFolder, "package.json")).json()) as {
    repository?: string | { url: string };
  };
  const url = (typeof repository === "object" ? repository.url : repository)
    ?.replace(/^git\+/, "")
    .replace(/^(?:git|ssh|git\+ssh):\/\/(?:git@)?/, "https://")
    .replace(/^(?:github:)?(?=[\w.-]+\/[\w.-]+$)/, "https://github.com/")
    .replace(/\.git$/, "");
  return url ? `${url} (version ${version})` : null;
}

async function textOf(root: string, { name, licence, folder: packageFolder }: BundledPackage) {
  const names = (await readdir(join(root, packageFolder))).filter((file) =>
    licenceFilePattern.test(file),
  );
  if (names.length > 0) {
    const texts = names.toSorted().map((file) => Bun.file(join(root, packageFolder, file)).text());
    const ownText = (await Promise.all(texts)).map((text) => text.trim()).join("\n\n");
    // The text only refers to a licence elsewhere.
    const isShort = ownText.length < MIN_LICENCE_LENGTH;
    const fullLicence = isShort && licence ? await standardText(licence) : null;
    return fullLicence ? `${ownText}\n\n${fullLicence}` : ownText;
  }
  const { author } = (await Bun.file(join(root, packageFolder, "package.json")).json()) as {
    author?: string | { name: string };
  };
  const holder =
    (typeof author === "object" ? author.name : author) ??
    copyrightHolders[name] ??
    `the authors of ${name}`;
  const text = licence && (await standardText(licence));
  if (!text) throw new Error(`${name} comes without the text of its licence (${licence})`);
  return `Copyright (c) ${holder}\n\n${text}`;
}

async function standardText(licence: string): Promise<string | null> {
  const file = Bun.file(join(folder, `${licence}.txt`));
  return (await file.exists()) ? (await file.text()).trim() : null;
}
