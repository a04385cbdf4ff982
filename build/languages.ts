/**
 * Makes the files that are derived from the folders of `languages`. To add a language, make a folder with its
 * `language.ts`. `bun run words` runs this file, which adds the folder's missing files and writes the tables of all
 * languages. Then it fills in the dictionaries.
 */
import { dirname, join, relative } from "node:path";
import type { LanguageFacts } from "../src/settings/languages/language-facts-contract";

/** The folder of the tables of facts. Each table is a module, so that pages load only the facts they need. */
const tablesFolder = "src/settings/languages";

/**
 * The modules to generate that import one file of every language: the module's path, its constant, the type of the
 * file's content, and the file's name.
 */
const languageFileModules = [
  [
    "src/settings/names/our-names.gen.ts",
    "ourNameWords",
    "Readonly<Record<string, string>>",
    "names.json",
  ],
  [
    "src/settings/translation/price-words.gen.ts",
    "priceWords",
    "Readonly<Record<string, string>>",
    "price.json",
  ],
  [
    "src/settings/translation/server-words.gen.ts",
    "serverWords",
    'import("./translator-rules").TranslatedTexts',
    "server.json",
  ],
  [
    "src/content/default-texts.gen.ts",
    "defaultTexts",
    'Readonly<Record<string, import("./content-values-contract").Texts>>',
    "website.json",
  ],
  [
    "src/notifications/words/messages.gen.ts",
    "messageWords",
    'import("./message-words").MessageWords',
    "messages",
  ],
] as const;

/** Reads the codes of the languages and their facts, in the order in which they are offered. */
async function readLanguages(root: string): Promise<[code: string, facts: LanguageFacts][]> {
  const folder = join(root, "languages");
  const codes = [...new Bun.Glob("*/language.ts").scanSync(folder)].map(dirname).sort();
  const all = await Promise.all(
    codes.map(async (code): Promise<[string, LanguageFacts]> => [
      code,
      (await import(join(folder, code, "language.ts"))).default,
    ]),
  );
  const listPositionOf = ({ listPosition = codes.length + 1 }: LanguageFacts) => listPosition;
  return all.toSorted(([, a], [, b]) => listPositionOf(a) - listPositionOf(b));
}

/** Returns the tables of all languages: path → source. */
export async function languageTables(root: string): Promise<Map<string, string>> {
  const languages = await readLanguages(root);
  const sourceByPath = new Map<string, string>();
  const from = (path: string, target: string) => `from "${relative(dirname(path), target)}";\n`;
  const add = (
    path: string,
    head: string,
    constantName: string,
    type: string,
    textOf: (code: string, facts: LanguageFacts) => string,
  ) => {
    const rows = languages.map(([code, facts]) => `  ${code}: ${textOf(code, facts)},\n`);
    sourceByPath.set(
      path,
      `// Made of the folders of \`languages\` by \`bun run words\`.\n${head}
export const ${constantName}: Readonly<Record<Language, ${type}>> = {\n${rows.join("")}};\n`,
    );
  };
  const listPath = `${tablesFolder}/languages-contract.gen.ts`;
  const listSource = `import type { WritingFacts } from "./language-facts-contract";

/** A language of riders' pages and messages, as BCP 47 names it. */
export type Language = ${languages.map(([code]) => `"${code}"`).join(" | ")};

const singularPlural = { formOf: (n: number) => (n === 1 ? 0 : 1) };
`;
  add(listPath, listSource, "languages", "WritingFacts", (_, { dir, formOf }) => {
    if (!dir && !formOf) return "singularPlural";
    return `{ ${dir ? `dir: "${dir}", ` : ""}${formOf ? `formOf: ${formOf}` : "...singularPlural"} }`;
  });

  const addFacts = (
    name: string,
    constant: string,
    type: string,
    factOf: (facts: LanguageFacts) => unknown,
  ) => {
    const factsImport = type.endsWith("Facts")
      ? `import type { ${type} } from "./language-facts-contract";\n`
      : "";
    const head = `${factsImport}import type { Language } from "./languages-contract.gen";\n`;
    const textOf = (_: string, facts: LanguageFacts) => JSON.stringify(factOf(facts));
    add(`${tablesFolder}/${name}.gen.ts`, head, constant, type, textOf);
  };
  addFacts("language-names-contract", "languageNames", "string", ({ name }) => name);
  addFacts("language-figures-contract", "figureFacts", "FigureFacts", (facts) => {
    const { separators, minGroupedFigures, listSeparator, isCurrencyLast } = facts;
    return { separators, minGroupedFigures, listSeparator, isCurrencyLast };
  });
  addFacts("language-dates", "written", "ServerLanguageFacts", (facts) => {
    const { locale, names = "short", moment, forms = ["one", "other"] } = facts;
    return { locale, names, moment, forms };
  });

  for (const [path, constant, type, file] of languageFileModules) {
    const codes = languages.map(([code]) => code).filter((code) => hasFile(code, file));
    const imports = codes.map(
      (code) => `import ${code} ${from(path, `languages/${code}/${file}`)}`,
    );
    const head = `${imports.join("")}import type { Language } ${from(path, listPath.replace(/\.ts$/, ""))}`;
    add(path, head, constant, type, (code) => (hasFile(code, file) ? code : "{}"));
  }
  return sourceByPath;
}

/** English texts are in the sources, except the messages and the names that Livery comes with. */
const hasFile = (code: string, file: string) =>
  code !== "en" || file === "messages" || file === "names.json";

/**
 * Adds the files that the tables need to each language. Messages are in English, to be translated in the file.
 */
async function addFiles(root: string): Promise<void> {
  const add = async (code: string, name: string, text: string) => {
    const file = Bun.file(join(root, "languages", code, name));
    if (!(await file.exists())) await file.write(text);
  };
  for (const [code] of await readLanguages(root)) {
    if (code === "en") continue;
    for (const [, , , name] of languageFileModules)
      if (name !== "messages") await add(code, name, "{}\n");
    for (const name of ["messages.ts", "order-messages.ts"]) {
      const english = await Bun.file(join(root, "languages/en", name)).text();
      await add(code, name, english.replaceAll('counted("en"', `counted("${code}"`));
    }
  }
}

if (import.meta.main) {
  const root = join(import.meta.dir, "..");
  await addFiles(root);
  for (const [path, source] of await languageTables(root))
    await Bun.write(join(root, path), source);
}
