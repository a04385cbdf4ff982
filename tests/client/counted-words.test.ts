/** What is counted on screens takes the form of the number in the reader's language, messages' dual too. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { readDictionary } from "../../build/dictionaries";
import { sayPattern } from "../../client/repeating/repeat-words";
import { ageWords } from "../../client/ui/server-time";
import { stayText } from "../../client/ui/service-facts";
import { createSay } from "../../client/words/words";
import type { Language } from "../../src/settings/languages/languages-contract";

const root = join(import.meta.dir, "../..");
const DAY_MS = 86_400_000;

async function voice(language: Language) {
  const parts = (["shared", "trips", "tracking"] as const).map((part) =>
    readDictionary(root, language, part),
  );
  return createSay(language, Object.assign({}, ...(await Promise.all(parts))));
}

const monday = (everyWeeks: number) => ({ weekdays: [1], everyWeeks, pickupTime: "07:30" });

test("Arabic has a dual, a plural and a singular again", async () => {
  const t = await voice("ar");
  expect(sayPattern(monday(2), t)).toBe("كل أسبوعين، أيام الاثنين، الساعة 07:30");
  expect(sayPattern(monday(4), t)).toBe("كل 4 أسابيع، أيام الاثنين، الساعة 07:30");
  expect([2, 3, 11].map((days) => ageWords(days * DAY_MS, t))).toEqual([
    "قبل يومين",
    "قبل 3 أيام",
    "قبل 11 يوما",
  ]);
  expect(stayText("hourly", 2, t)).toBe("ساعتان مع سيارة وسائق");
});

test("one of something is one in every language", async () => {
  expect(stayText("hourly", 1)).toBe("1 hour with car and driver");
  expect(stayText("hourly", 1, await voice("de"))).toBe("1 Stunde mit Wagen und Fahrer");
  expect(ageWords(3_600_000, await voice("rw"))).toBe("hashize isaha 1");
  expect(ageWords(2 * 3_600_000, await voice("rw"))).toBe("hashize amasaha 2");
});
