/** Staff translate the site into its other languages, and see what is not translated yet. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { translatedLanguages, websiteTexts } from "../../build/words";
import type { FaqAnswer, PageAnswer } from "../../src/content/contract";
import type {
  ContentList,
  TranslationAnswer,
  UntranslatedAnswer,
} from "../../src/content/content-desk-contract";
import { defaultPages } from "../../src/content/default-pages";
import { defaultTexts } from "../../src/content/default-texts.gen";
import { eq } from "drizzle-orm";
import { vehicleClasses } from "../../db/schema/vehicles";
import { textsOf, withTexts } from "../../src/content/translation-rules";
import { FareLine } from "../../src/fares/contract";
import { fareLineWords } from "../../src/fares/line-words";
import { lineTranslatorFor } from "../../src/fares/line-translators";
import { operatorNamesIn } from "../../src/settings/names/name-queries";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const at = "/admin/content/page/home/translations/fr";
const translation = async () => (await (await owner.get(at)).json()) as TranslationAnswer;
const page = async (language: string) =>
  (
    (await (
      await server.browser().get(`/content/pages/home?language=${language}`)
    ).json()) as PageAnswer
  ).page;

describe("Livery's own translations", () => {
  const marks = (text: string) =>
    (text.match(/\{\w+\}|\]\([^)]*\)|^## |^- /gm) ?? []).toSorted().join(" ");

  test.each(translatedLanguages)("in %s cover every text, and keep its facts and links", (code) => {
    const texts = defaultTexts[code] ?? {};
    const untranslated = Object.entries(websiteTexts).flatMap(([item, said]) =>
      Object.keys(said).flatMap((name) => (texts[item]?.[name] ? [] : `${item} ${name}`)),
    );
    expect(untranslated).toEqual([]);
    const wrongTexts = Object.entries(texts).flatMap(([item, said]) =>
      Object.entries(said).flatMap(([name, text]) => {
        const english = websiteTexts[item]?.[name];
        return english !== undefined && marks(english) === marks(text) ? [] : [`${item} ${name}`];
      }),
    );
    expect(wrongTexts).toEqual([]);
  });
});

test("staff translate a text, and Livery's own translation comes back once theirs is cleared", async () => {
  const before = await translation();
  const heading = before.texts.find(({ name }) => name === "heading");
  expect(heading).toEqual({
    name: "heading",
    main: defaultPages.home.heading,
    written: "",
    fallbackText: "Votre voiture attend. Le prix est déjà convenu.",
  });
  const answer = await owner.put(at, { texts: { heading: "Bonjour" }, seen: before.version });
  expect(answer.status).toBe(200);
  expect((await page("fr")).heading).toBe("Bonjour");
  expect((await page("es")).heading).toContain("Su coche");
  expect((await page("en")).heading).toBe(defaultPages.home.heading);
  // An editor who saw another version is refused.
  const late = await owner.put(at, { texts: { heading: "Salut" }, seen: before.version });
  expect(late.status).toBe(409);
  const { version } = await translation();
  expect((await owner.put(at, { texts: { heading: "" }, seen: version })).status).toBe(200);
  expect((await page("fr")).heading).toStartWith("Votre voiture");
});

test("a change of the main text keeps the translations, and a restored version brings back its own", async () => {
  await owner.put(at, { texts: { heading: "Bonjour" }, seen: 0 });
  const path = "/admin/content/page/home";
  const { item } = (await (await owner.get(path)).json()) as { item: Record<string, unknown> };
  const { value, state, publishAt } = item as { value: object; state: string; publishAt: string };
  const was = { value, state, publishAt };
  const savedAnswer = await owner.put(path, {
    kind: "page",
    state,
    publishAt,
    value: { ...value, lead: "Another lead" },
    was,
  });
  expect(savedAnswer.status).toBe(200);
  expect(await page("fr")).toMatchObject({ heading: "Bonjour", lead: "Another lead" });
  const back = await owner.post(`${path}/restoration`, { version: 0, seen: 2 });
  expect(back.status).toBe(200);
  expect((await page("fr")).heading).toStartWith("Votre voiture");
});

test("an unknown language or item, or an invalid text, is refused", async () => {
  expect((await owner.get("/admin/content/page/home/translations/xx")).status).toBe(400);
  expect((await owner.get("/admin/content/page/nothing/translations/fr")).status).toBe(404);
  expect((await owner.put(at, { texts: { heading: 3 }, seen: 0 })).status).toBe(400);
  expect((await server.browser().get("/content/faq?language=xx")).status).toBe(400);
});

test("the list of untranslated texts counts them and names their items", async () => {
  const read = async () => {
    const { languages } = (await (
      await owner.get("/admin/content-untranslated")
    ).json()) as UntranslatedAnswer;
    return languages.find(({ language }) => language === "fr");
  };
  expect(await read()).toEqual({ language: "fr", texts: 0, items: [] });
  const added = await owner.post("/admin/content", {
    kind: "faq",
    value: { category: "Pets", question: "May my dog come?", answer: "Yes." },
    state: "published",
    publishAt: "",
  });
  expect(added.status).toBe(201);
  expect(await read()).toMatchObject({
    texts: 3,
    items: [{ kind: "faq", title: "May my dog come?" }],
  });
  const faq = (await (await server.browser().get("/content/faq?language=fr")).json()) as FaqAnswer;
  expect(faq.categories.map(({ name }) => name)).toContain("Réserver");
  expect(faq.categories.map(({ name }) => name)).toContain("Pets");
});

describe("the operator's names", () => {
  const names = "/admin/content/names/names/translations/fr";
  const said = async (language: string) =>
    (await server.browser().get(`/content/names/${language}`)).json();
  const renameVan = () =>
    server.deps.write((tx) => {
      tx.update(vehicleClasses).set({ name: "Bus" }).where(eq(vehicleClasses.name, "Van")).run();
    });

  test("have Livery's or the staff's translation, and stay unchanged without one", async () => {
    expect(await said("fr")).toMatchObject({ "name|Executive SUV": "SUV Executive" });
    expect(await said("en")).toEqual({});
    await renameVan();
    const { texts, version } = (await (await owner.get(names)).json()) as TranslationAnswer;
    expect(texts.find(({ name }) => name === "Bus")).toEqual({
      name: "Bus",
      main: "Bus",
      written: "",
      fallbackText: "Bus",
    });
    const { languages } = (await (
      await owner.get("/admin/content-untranslated")
    ).json()) as UntranslatedAnswer;
    expect(languages.find(({ language }) => language === "fr")).toMatchObject({
      texts: 1,
      items: [{ kind: "names", key: "names", title: "Names" }],
    });
    const sent = { texts: { Bus: "Autocar", Nothing: "Rien" }, seen: version };
    expect((await owner.put(names, sent)).status).toBe(200);
    const now = await said("fr");
    expect(now).toMatchObject({ "name|Bus": "Autocar" });
    expect(now).not.toHaveProperty("name|Nothing");
    expect(await said("es")).not.toHaveProperty("name|Bus");
    // A new name has no translation yet.
    await server.deps.write((tx) => {
      tx.update(vehicleClasses).set({ name: "Coach" }).where(eq(vehicleClasses.name, "Bus")).run();
    });
    expect(await said("fr")).not.toHaveProperty("name|Coach");
  });

  test("are translated in the price list and on papers", async () => {
    const prices = await (await server.browser().get("/published-prices?language=fr")).text();
    expect(prices).toContain("SUV Executive");
    const lineTranslator = lineTranslatorFor("fr", "RWF", operatorNamesIn(server.deps, "fr"));
    const line = {
      kind: "tax",
      params: { name: "VAT", percent: 18, of: "fare", within: "line" },
      amountMinor: 1,
    } as const;
    expect(fareLineWords(FareLine.parse(line), lineTranslator).label).toBe("TVA");
  });

  test("cannot be changed or deleted as an item, and are last in the list of pages", async () => {
    const path = "/admin/content/names/names";
    expect((await owner.put(path, { kind: "names", value: { texts: {} } })).status).toBe(400);
    expect((await owner.delete(`${path}?seen=0`)).status).toBe(409);
    expect((await server.browser().get("/content/names/xx")).status).toBe(400);
    const pages = (await (await owner.get("/admin/content/page")).json()) as ContentList;
    expect(pages.items.at(-1)).toMatchObject({ kind: "names", key: "names" });
  });
});

test("a picture's description is translated with the texts around it", () => {
  const value = {
    title: "New",
    summary: "In short",
    body: "Text",
    author: "",
    cover: { id: "a".repeat(32), alt: "A car at night" },
  };
  expect(textsOf("post", value)).toMatchObject({ "cover.alt": "A car at night" });
  const frenchPost = withTexts("post", value, { "cover.alt": "Une voiture, la nuit" });
  expect(frenchPost.cover).toEqual({ ...value.cover, alt: "Une voiture, la nuit" });
  // Without a picture there is no description to translate.
  const postWithoutCover = withTexts(
    "post",
    { ...value, cover: null },
    { "cover.alt": "Une voiture" },
  );
  expect(postWithoutCover.cover).toBeNull();
});

test("an untranslated text keeps its own direction on a right-to-left page", async () => {
  await owner.post("/admin/content", {
    kind: "faq",
    value: { category: "Pets", question: "May my dog come?", answer: "Yes.\n\n- Small **dogs**." },
    state: "published",
    publishAt: "",
  });
  const petsAnswerIn = async (language: string) => {
    const path = `/content/faq?language=${language}`;
    const { categories } = (await (await server.browser().get(path)).json()) as FaqAnswer;
    return categories.find(({ name }) => name === "Pets")?.entries[0];
  };
  expect(await petsAnswerIn("ar")).toMatchObject({
    question: "\u2066May my dog come?\u2069",
    answer: [
      { t: "p", c: ["\u2066", "Yes.", "\u2069"] },
      {
        t: "ul",
        c: [{ t: "li", c: ["\u2066", "Small ", { t: "strong", c: ["dogs"] }, ".", "\u2069"] }],
      },
    ],
  });
  expect(await petsAnswerIn("fr")).toMatchObject({ question: "May my dog come?" });
  // A translation follows the direction of its page, so it is not isolated.
  const { heading } = await page("ar");
  expect(heading).not.toContain("\u2066");
});
