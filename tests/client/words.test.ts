/** How texts, numbers, times and prices are formatted. */
import { describe, expect, test } from "bun:test";
import { formatDistance, formatDuration } from "../../client/ui/measure";
import { formatMoment } from "../../client/ui/moment";
import { formatMoney } from "../../client/ui/money";
import { translatedFailure, setFailureWords } from "../../client/api";
import { ApiError } from "../../client/api-error";
import type { Language } from "../../src/settings/languages/languages-contract";
import {
  createSay,
  createWords,
  type Dictionary,
  english,
  type LoadDictionary,
  phrase,
} from "../../client/words/words";

const dictionaryOf = (language: string, part: string): Promise<Dictionary> =>
  Bun.file(new URL(`../../languages/${language}/${part}.json`, import.meta.url)).json();
const shared = async (language: Language) =>
  createSay(language, await dictionaryOf(language, "shared"));

describe("the texts of a language", () => {
  const t = createSay("fr", {
    "Your trips": "Vos trajets",
    "a verb|Book": "Réserver",
    "At {time} from {place}": "De {place} à {time}",
    "{n} trips": ["{n} trajet", "{n} trajets"],
    "price|{count} at {price}": "{count} à {price}",
  });

  test("are translated, or in English if there is no translation", () => {
    expect(t("Your trips")).toBe("Vos trajets");
    expect(t("Your cars" as "Your cars")).toBe("Your cars");
    expect(t.in("a verb", "Book")).toBe("Réserver");
    expect(t.in("a noun", "Book")).toBe("Book");
    expect(t.of(phrase("Book", "a verb"))).toBe("Réserver");
  });

  test("put values in the translation's order, and replace nothing inside a value", () => {
    expect(t("At {time} from {place}", { time: "8:00", place: "{time}" })).toBe("De {time} à 8:00");
  });

  test.each([
    [0, "0 trajet"],
    [1, "1 trajet"],
    [2, "2 trajets"],
  ])("count %d as French does", (n, words) => {
    expect(t.count(n, "{n} trip", "{n} trips")).toBe(words);
  });

  test("count as English does", () => {
    expect([0, 1, 2].map((n) => english.count(n, "{n} trip", "{n} trips"))).toEqual([
      "0 trips",
      "1 trip",
      "2 trips",
    ]);
  });

  test("translate a text from the server if they know it, and else leave it unchanged", () => {
    expect(t.known("{count} at {price}", "price")).toBe("{count} à {price}");
    expect(t.known("3 at €2.00", "price")).toBe("3 at €2.00");
    expect(t.known("constructor")).toBe("constructor");
  });
});

describe("the texts of a right-to-left language", () => {
  const t = createSay("ar", {
    "Call {phone}": "اتصل على {phone}",
    ", ": "، ",
    "{n} trips": ["لا رحلات", "رحلة واحدة", "رحلتان", "{n} رحلات", "{n} رحلة", "{n} رحلة أخرى"],
  });

  test.each([
    [0, "لا رحلات"],
    [1, "رحلة واحدة"],
    [2, "رحلتان"],
    [3, "3 رحلات"],
    [110, "110 رحلات"],
    [11, "11 رحلة"],
    [199, "199 رحلة"],
    [100, "100 رحلة أخرى"],
    [102, "102 رحلة أخرى"],
  ])("have the right one of six forms for %d", (n, words) => {
    expect(t.count(n, "{n} trip", "{n} trips")).toBe(words);
  });

  test("keep a value in its own direction, and name the direction of the page", () => {
    expect(t("Call {phone}", { phone: "+250 788" })).toBe("اتصل على \u2068+250 788\u2069");
    expect([t.dir, english.dir]).toEqual(["rtl", undefined]);
  });

  test("join a list with the language's comma, keep each part's direction and skip empty parts", () => {
    const parts = [
      t("Call {phone}", { phone: "+250 788" }),
      null,
      "Nyungwe Coffee Ltd",
      "",
      "سيارة",
    ];
    expect(t.list(parts)).toBe(
      "\u2068اتصل على \u2068+250 788\u2069\u2069، \u2068Nyungwe Coffee Ltd\u2069، سيارة",
    );
    expect(english.list(["PO 2217", false, "Sales"])).toBe("PO 2217, Sales");
  });

  test("are in English, with its plural forms, if there is no translation", () => {
    expect([1, 3].map((n) => t.count(n, "{n} car", "{n} cars"))).toEqual(["1 car", "3 cars"]);
  });
});

describe("money, distances and durations", () => {
  test.each([
    ["fr", "12\u00a0500\u00a0RWF", "1\u00a0234,50\u00a0€", "6,8 km", "1 h 5 min"],
    ["es", "12.500\u00a0RWF", "1234,50\u00a0€", "6,8 km", "1 h 5 min"],
    ["rw", "RWF\u00a012.500", "€\u00a01.234,50", "6,8 km", "amasaha 1 n’iminota 5"],
    ["de", "12.500\u00a0RWF", "1.234,50\u00a0€", "6,8 km", "1 h 5 min"],
    ["ar", "RWF\u00a012,500", "€\u00a01,234.50", "6.8 كم", "1 س 5 د"],
    ["sw", "RWF\u00a012,500", "€\u00a01,234.50", "6.8 km", "saa 1 dak 5"],
  ] as const)(
    "are written in the style of %s",
    async (language, amountFrancs, euros, distance, duration) => {
      const t = await shared(language);
      expect(formatMoney(12_500, "RWF", t)).toBe(amountFrancs);
      expect(formatMoney(123_450, "EUR", t)).toBe(euros);
      expect(formatDistance(6_800, "km", t)).toBe(distance);
      expect(formatDuration(3_900, t)).toBe(duration);
    },
  );

  test("are written in the style of English by default", () => {
    expect(formatMoney(-123_450, "EUR")).toBe("-€1,234.50");
    expect(formatDistance(6_800, "mi")).toBe("4.2 mi");
  });
});

test.each([
  ["fr", "samedi 21 novembre", "sam. 21 nov., 14:30"],
  ["es", "sábado 21 de noviembre", "sáb 21 nov, 14:30"],
  ["rw", "Kuwa gatandatu, 21 Ugushyingo", "gnd. 21 ugu., 14:30"],
  ["de", "Samstag, 21. November", "Sa 21. Nov., 14:30"],
  ["pt", "sábado, 21 de novembro", "sáb. 21 nov., 14:30"],
  ["ar", "السبت 21 نوفمبر", "السبت 21 نوفمبر، 14:30"],
] as const)("dates and times are written in the style of %s", async (language, weekday, short) => {
  const t = await shared(language);
  expect(formatMoment("2026-11-21T12:30:00Z", "Africa/Kigali", "weekday", t)).toBe(weekday);
  expect(formatMoment("2026-11-21T12:30:00Z", "Africa/Kigali", "date-time", t)).toBe(short);
});

describe("switching the language of a page", () => {
  test("changes all texts together, and changes nothing if some cannot be loaded", async () => {
    let online = true;
    const words = createWords("en", async (language, part): Promise<Dictionary> => {
      if (!online) throw new Error("offline");
      return part === "names" ? {} : { Trips: `${language}/${part}` };
    });
    let told = 0;
    words.subscribe(() => told++);
    await words.load(["shared", "trips"]);
    expect(words.t("Trips")).toBe("Trips");
    await words.setLanguage("fr");
    expect([words.t("Trips"), words.t.language, told]).toEqual(["fr/trips", "fr", 1]);
    online = false;
    await expect(words.setLanguage("es")).rejects.toThrow("offline");
    expect(words.t.language).toBe("fr");
  });

  test("keeps the language chosen last, whichever loads first", async () => {
    const waiting = new Map<string, () => void>();
    const words = createWords("en", (language, part) =>
      part === "names"
        ? {}
        : new Promise((done) => waiting.set(language, () => done({ Yes: language }))),
    );
    await words.load(["shared"]);
    const languageSwitches = [words.setLanguage("fr"), words.setLanguage("es")];
    await Bun.sleep(0);
    waiting.get("es")?.();
    waiting.get("fr")?.();
    await Promise.all(languageSwitches);
    expect(words.t("Yes")).toBe("es");
  });

  test("loads the operator's names in the new language", async () => {
    const requested: string[] = [];
    const load: LoadDictionary = (language, part): Dictionary => {
      requested.push(`${language}/${part}`);
      return part === "names" ? { "name|Van": `${language} van` } : {};
    };
    const words = createWords("de", load, "", { "name|Van": "Großraumwagen" });
    await words.load(["shared"]);
    expect(words.t.known("Van", "name")).toBe("Großraumwagen");
    expect(words.t.known("Sedan", "name")).toBe("Sedan");
    expect(requested).toEqual(["de/shared"]);
    // English has no dictionaries, except for names if the site's main language is another.
    await words.setLanguage("en");
    expect(words.t.known("Van", "name")).toBe("en van");
    expect(requested).toEqual(["de/shared", "en/names"]);
  });
});

test("a field's fault is shown in the page's language by the code of its failure", async () => {
  setFailureWords(createWords("fr", dictionaryOf));
  const english = "The return trip would start before you have arrived.";
  const earlyError = new ApiError(422, "trip.return_too_early", english, { at: english });
  const { message, fields } = await translatedFailure(earlyError);
  setFailureWords(null);
  expect(message).toBe("Le retour commencerait avant votre arrivée.");
  expect(fields).toEqual({ at: message });
});

test("a refused value shows its own fault in the page's language, or that it is not valid", async () => {
  setFailureWords(createWords("fr", dictionaryOf));
  const failure = new ApiError(400, "request.invalid", "Some of the values are not valid.", {
    note: "Use at most 200 characters.",
    contact: "Please tell us how to reach you.",
    kind: 'Invalid option: expected one of "a"|"b"',
  });
  const { fields } = await translatedFailure(failure);
  setFailureWords(null);
  expect(fields).toEqual({
    note: "Utilisez au plus 200 caractères.",
    contact: "Veuillez nous dire comment vous joindre.",
    kind: "Cette valeur n’est pas valide.",
  });
});
