/**
 * Every sentence on the screens of riders and drivers has a translation in every language, and no text there bypasses
 * the dictionaries.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dictionaryFile, type DictionarySource } from "../../build/dictionaries";
import {
  type CollectedWords,
  collectWords,
  ourNames,
  sources,
  translatedLanguages,
  requiredKeys,
  untranslatedMessages,
  wordsOf,
} from "../../build/words";
import type { Dictionary } from "../../client/words/words";
import { errorCatalogue } from "../../src/errors";
import { written } from "../../src/settings/languages/language-dates.gen";
import { createTestServer } from "../support/server";

const root = join(import.meta.dir, "../..");

let collectedWords: CollectedWords;
beforeAll(async () => {
  collectedWords = await collectWords(root);
});

test("no text on a rider's or driver's screen is in English only", () => {
  expect(collectedWords.faults).toEqual([]);
});

/** Refusals of riders' and drivers' calls that no screen shows, with the reason. */
const unshownRefusals = new Set([
  // Riders share these calls with staff.
  "admin.locked",
  "second_factor.missing",
  // The form has its own text for a vehicle that was not found.
  "vehicle_data.bad_vin",
  "vehicle_data.unknown_vin",
  // A phone sends its position and a provider sends its news while nobody looks at a screen.
  "tracking.off_duty",
  "payment.webhook_refused",
]);

test("every refusal that a visitor, rider or driver reads is translated", async () => {
  const server = await createTestServer();
  const { paths } = (await (await server.browser().get("/openapi.json")).json()) as {
    paths: Record<
      string,
      Record<string, { security: object[]; responses: Record<string, { description: string }> }>
    >;
  };
  server.close();
  const translatedKeys = requiredKeys(collectedWords.sentences).get("failures");
  const untranslated = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { security, responses }]) =>
      path.startsWith("/backend/admin/") ||
      security.some((area) => "admin" in area || "key" in area)
        ? []
        : Object.values(responses)
            .flatMap(({ description }) => description.split(", "))
            .filter((code) => code in errorCatalogue && !unshownRefusals.has(code))
            .filter((code) => !translatedKeys?.has(code))
            .map((code) => `${method} ${path}: ${code}`),
    ),
  );
  expect(untranslated).toEqual([]);
});

test("every page that translates texts loads the dictionary for them", () => {
  const routes = ["_rider", "driver", "\\{$brand\\}Driver"]
    .flatMap((area) => [
      ...new Bun.Glob(`client/routes/${area}/**/*.tsx`).scanSync({ cwd: root, dot: true }),
    ])
    .filter((path) => !path.endsWith(".lazy.tsx"))
    .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }));
  expect(routes.length).toBeGreaterThan(15);
  const routesWithWords = routes.filter(({ source }) => /words: \["/.test(source));
  const without = routes.filter(
    ({ path, source }) =>
      source.includes("words.t(") &&
      !routesWithWords.some((other) => {
        const isLayout = other.path.endsWith("/route.tsx");
        return (
          other.path === path ||
          (isLayout && path.startsWith(other.path.slice(0, -"route.tsx".length)))
        );
      }),
  );
  expect(without.map(({ path }) => path)).toEqual([]);
});

describe.each(translatedLanguages)("%s translations", (language) => {
  const read = async (part: DictionarySource): Promise<Dictionary> =>
    Bun.file(dictionaryFile(root, language, part)).json();

  const requiredKeysOf = (part: DictionarySource) =>
    requiredKeys(collectedWords.sentences).get(part) ??
    new Map<string, CollectedWords["sentences"][number]>();

  test.each([...sources])("include every text of %s and no other", async (part) => {
    const dictionary = await read(part);
    const wanted = requiredKeysOf(part);
    const missing = [...wanted.values()].filter(({ key }) => !Object.hasOwn(dictionary, key));
    expect(missing.map(({ key, at }) => `${at}: ${key}`)).toEqual([]);
    expect(Object.keys(dictionary).filter((key) => !wanted.has(key))).toEqual([]);
    expect(Object.keys(dictionary)).toEqual(Object.keys(dictionary).toSorted());
  });

  test("include all names that come with Livery and all messages", async () => {
    const names: Record<string, string> = await Bun.file(
      join(root, `languages/${language}/names.json`),
    ).json();
    expect(Object.keys(names)).toEqual(ourNames);
    expect(ourNames.filter((name) => !names[name])).toEqual([]);
    expect(await untranslatedMessages(root, language)).toEqual([]);
  });

  test.each([...sources])("keep the placeholders, tags and plural forms in %s", async (part) => {
    const wanted = requiredKeysOf(part);
    // Failures are keyed by code, so their placeholders must match those of the first language.
    const first: Dictionary | null =
      part === "failures"
        ? await Bun.file(dictionaryFile(root, translatedLanguages[0] ?? "", part)).json()
        : null;
    const wrongTranslations = Object.entries(await read(part)).flatMap(([key, translation]) => {
      const isCounted = wanted.get(key)?.isCounted === true;
      if (isCounted !== Array.isArray(translation)) return [`${key}: one form, or several`];
      const forms = typeof translation === "string" ? [translation] : translation;
      const names = written[language].forms;
      if (isCounted && forms.length !== names.length) return [`${key}: ${names.join(", ")}`];
      if (forms.some((form) => form.trim() === "")) {
        return [`${key}: empty`];
      }
      return forms.flatMap((form, at) => {
        // A plural form for a single number may leave the number out.
        const isExactForm = isCounted && /zero|one|two/.test(names[at] ?? "");
        const like = first ? String(first[key]) : key;
        return marksOf(form, isExactForm) === marksOf(like, isExactForm)
          ? []
          : [`${key} → ${form}`];
      });
    });
    expect(wrongTranslations).toEqual([]);
  });
});

/** Returns the placeholders and tags of a sentence, sorted. */
function marksOf(text: string, ignoresNumber: boolean): string {
  return (text.match(/\{\w+\}|<\/?\w+>/g) ?? [])
    .filter((mark) => !(ignoresNumber && mark === "{n}"))
    .toSorted()
    .join(" ");
}

describe("texts that the collector finds or skips", () => {
  const faultsOf = (source: string) =>
    wordsOf("client/riders/account/row.tsx", source).faults.length;

  test.each([
    ["text between tags", "<p>Your trips</p>", 1],
    ["a label", '<input aria-label="Search" />', 1],
    ["a label with two texts", '<Button busyLabel={busy ? "Wait" : "Go"} />', 2],
    ["a text shown on a condition", '<p>{open && "Closed"}</p>', 1],
    ["a sentence in an object", 'const words = { a: "No cars today." };', 1],
    ["a sentence with a value", `const f = (n: string) => \`Hello \${n}, welcome\`;`, 1],
    ["a variable passed to t", "t(name)", 1],
    [
      "translated texts",
      '<p title={t("Trips")}>{t("Your trips")} · {t.count(2, "{n} car", "{n} cars")}</p>',
      0,
    ],
    ["a text marked as a phrase", 'const words = { a: phrase("No cars today.") };', 0],
    ["class names and punctuation", '<p className="Flex grid">·</p>', 0],
  ])("%s", (_, source, faults) => {
    expect(faultsOf(source)).toBe(faults);
  });
});

test("French punctuation stays on the line of its word", async () => {
  const textsWithLooseMarks: string[] = [];
  for (const part of sources.filter((each) => each !== "price")) {
    const dictionary: Dictionary = await Bun.file(dictionaryFile(root, "fr", part)).json();
    textsWithLooseMarks.push(
      ...Object.values(dictionary)
        .flat()
        .filter((text) => /\S [:;?!»]|« /.test(text)),
    );
  }
  expect(textsWithLooseMarks).toEqual([]);
});

test.each(["fr", "rw"] as const)(
  "the apostrophes in the texts of %s are curly",
  async (language) => {
    const straightQuotes: string[] = [];
    for (const part of sources) {
      const dictionary: Dictionary = await Bun.file(dictionaryFile(root, language, part)).json();
      straightQuotes.push(
        ...Object.values(dictionary)
          .flat()
          .filter((text) => /\p{L}'\p{L}/u.test(text)),
      );
    }
    expect(straightQuotes).toEqual([]);
  },
);

test("amounts that riders read are written in their language", () => {
  const english: string[] = [];
  const dictionaryFiles = new Bun.Glob(
    "client/{applications,booking,messages,repeating,riders,site,tracking,widget}/**/*.{ts,tsx}",
  );
  for (const path of dictionaryFiles.scanSync(root)) {
    const source = readFileSync(join(root, path), "utf8");
    for (const [call, given = ""] of source.matchAll(
      /\bformatMoney\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g,
    ))
      if (!/,\s*\w*t,?\s*$/.test(given)) english.push(`${path}: ${call}`);
  }
  expect(english).toEqual([]);
});

test("commas beside translated texts are those of the language", () => {
  const paths = [
    "client/applications/steps/*.tsx",
    "client/{booking,messages,repeating,riders,site,tracking}/**/*.tsx",
  ].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]);
  const found = paths.flatMap((path) => {
    const source = readFileSync(join(root, path), "utf8");
    if (!source.includes("/words/")) return [];
    return [...source.matchAll(/\},\{" "\}|\{`, \$\{|\.join\(", "\)/g)].map(() => path);
  });
  expect(found).toEqual([]);
});
