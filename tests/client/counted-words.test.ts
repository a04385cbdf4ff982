/** Counted texts use the number's plural form in the reader's language, including the dual in messages. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { readDictionary } from "../../build/dictionaries";
import { patternText, shortWeekday } from "../../client/repeating/repeat-words";
import { dayWords } from "../../client/site/day-words";
import { ageWords } from "../../client/ui/server-time";
import { serviceNote } from "../../client/ui/service-facts";
import { createSay, english } from "../../client/words/words";
import { wordsIn } from "../../src/notifications/words/words";
import { type Language, languageCodes } from "../../src/settings/languages/languages-contract";

const root = join(import.meta.dir, "../..");
const DAY_MS = 86_400_000;

async function createTranslatorFor(language: Language) {
  const parts = (["shared", "site", "trips", "tracking"] as const).map((part) =>
    readDictionary(root, language, part),
  );
  return createSay(language, Object.assign({}, ...(await Promise.all(parts))));
}

const monday = (everyWeeks: number) => ({ weekdays: [1], everyWeeks, pickupTime: "07:30" });

test("Arabic texts use the dual, the plural and the singular as the number needs", async () => {
  const t = await createTranslatorFor("ar");
  expect(patternText(monday(2), t)).toBe("كل أسبوعين، أيام الاثنين، الساعة 07:30");
  expect(patternText(monday(4), t)).toBe("كل 4 أسابيع، أيام الاثنين، الساعة 07:30");
  expect([2, 3, 11].map((days) => ageWords(days * DAY_MS, t))).toEqual([
    "قبل يومين",
    "قبل 3 أيام",
    "قبل 11 يوما",
  ]);
  expect(serviceNote("hourly", 2, t)).toBe("ساعتان مع سيارة وسائق");
});

test("texts use the singular for one, in each language tested", async () => {
  expect(serviceNote("hourly", 1, english)).toBe("1 hour with car and driver");
  expect(serviceNote("hourly", 1, await createTranslatorFor("de"))).toBe(
    "1 Stunde mit Wagen und Fahrer",
  );
  expect(ageWords(3_600_000, await createTranslatorFor("rw"))).toBe("hashize isaha 1");
  expect(ageWords(2 * 3_600_000, await createTranslatorFor("rw"))).toBe("hashize amasaha 2");
  expect(wordsIn("en").calendar.hireTitle("Airport", 1)).toBe("Airport, 1 hour");
  expect(wordsIn("en").receiptFile.hours(2)).toBe("2 hours");
});

test.each(languageCodes)("the short names of the seven weekdays differ in %s", async (language) => {
  const t = language === "en" ? undefined : await createTranslatorFor(language);
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => shortWeekday(day, t ?? english));
  expect(new Set(days.map((day) => day.slice(0, 3))).size).toBe(7);
});

test.each([
  ["en", "14 May 2019"],
  ["es", "14 de mayo de 2019"],
  ["pt", "14 de maio de 2019"],
  ["de", "14. Mai 2019"],
] as const)("the website writes dates in the style of %s", async (language, words) => {
  const t = language === "en" ? english : await createTranslatorFor(language);
  expect(dayWords("2019-05-14", t)).toBe(words);
  expect(dayWords("2019", t)).toBe("2019");
});
