/** Another language is one file: the command creates the others, and the guards say what is missing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languageTables } from "../../build/languages";

const root = join(import.meta.dir, "../..");

test("the generated tables match the folders of languages", async () => {
  for (const [path, source] of await languageTables(root))
    expect(await Bun.file(join(root, path)).text()).toBe(source);
});

/** A copy of the sources, to which the tests add Esperanto. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "livery-language-"));
  const wanted = ["build", "client", "db", "docs", "languages", "src", "tests"];
  for (const name of [...wanted, "build.ts", "bunfig.toml", "package.json", "tsconfig.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a command in the copy, and returns its output line by line and whether it succeeded. */
async function run(...command: string[]): Promise<{ lines: string[]; hasSucceeded: boolean }> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: copy,
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all(
    [child.stdout, child.stderr].map((out) => new Response(out).text()),
  );
  const isFine = (await child.exited) === 0;
  return { lines: said.join("\n").split("\n").filter(Boolean), hasSucceeded: isFine };
}

/** Returns the texts that are not yet translated. */
async function words(): Promise<string[]> {
  const { lines, hasSucceeded } = await run("run", "words");
  expect(hasSucceeded).toBe(true);
  return lines.filter((line) => /^\w\w\/[\w/-]+: /.test(line));
}

const folder = (code: string) => join(copy, "languages", code);

test("one file and one command add a language that compiles, and missing translations are listed", async () => {
  const writeFacts = (more = "") =>
    Bun.write(
      join(folder("eo"), "language.ts"),
      `import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";

export default { name: "Esperanto", locale: "eo", separators: ".,"${more} } satisfies LanguageFacts;
`,
    );
  await writeFacts();
  const missingWords = await words();
  expect(readdirSync(folder("eo")).toSorted()).toEqual(readdirSync(folder("fr")).toSorted());
  expect(missingWords.every((line) => line.startsWith("eo/"))).toBe(true);
  const someSentences = [
    "eo/shared: Call us",
    "eo/price: Base fare",
    "eo/server: airport transfers",
    "eo/names: Executive SUV",
    "eo/messages: Use this code to sign in:",
  ];
  expect(someSentences.filter((line) => !missingWords.includes(line))).toEqual([]);
  expect(missingWords.length).toBeGreaterThan(2_000);
  const checked = ["client", "db", "languages", "src", "build.ts"];
  expect(await run("check", "--no-script", "--no-pretty", ...checked)).toMatchObject({
    hasSucceeded: true,
  });

  // All texts are translated except two.
  for (const name of readdirSync(folder("fr")).filter((name) => name !== "language.ts"))
    await Bun.write(
      join(folder("eo"), name),
      readFileSync(join(folder("fr"), name), "utf8").replaceAll('counted("fr"', 'counted("eo"'),
    );
  expect(await words()).toEqual(["eo/messages: Total", "eo/messages: Via"]);
  await writeFacts(', sameAsEnglish: ["Total", "Via"]');
  expect(await words()).toEqual([]);
  const empty = async (name: string, text: string | RegExp, by: string) => {
    const file = Bun.file(join(folder("eo"), name));
    const before = await file.text();
    const after = before.replace(text, by);
    expect(after === before).toBe(false);
    await file.write(after);
  };
  await empty("shared.json", /"Call us": ".*"/, '"Call us": ""');
  await empty("messages.ts", /sign_in: ".*:"/, 'sign_in: "Use this code to sign in:"');
  const gaps = ["eo/shared: Call us", "eo/messages: Use this code to sign in:"];
  expect(await words()).toEqual(gaps);
  const guard = await run("test", "tests/guards/words.test.ts", "-t", "^eo ");
  expect(guard.hasSucceeded).toBe(false);
  expect(guard.lines.filter((line) => /^\+ {3}"/.test(line))).toEqual([
    '+   "eo/messages: Use this code to sign in:",',
    '+   "Call us: empty",',
  ]);
}, 300_000);
