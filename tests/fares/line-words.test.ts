/** Every kind of fare line has a text in every language, and no source file compares with these texts. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { collectWords } from "../../build/words";
import { FareLine, PayLine } from "../../src/fares/contract";
import { fareLineWords } from "../../src/fares/line-words";
import { countsTowardsTotal, sumOf } from "../../src/fares/money-rules";
import { payLineWords } from "../../src/fares/driver-pay-words";
import { lineTranslatorFor } from "../../src/fares/line-translators";
import { languageCodes } from "../../src/settings/languages/languages-contract";

const root = join(import.meta.dir, "../..");

/** Generates any value that a schema of plain facts accepts, with names as people may write them. */
function anyOf(schema: z.core.$ZodType): Arbitrary<unknown> {
  if (schema instanceof z.ZodObject)
    return fc.record(
      Object.fromEntries(Object.entries(schema.shape).map(([key, of]) => [key, anyOf(of)])),
    );
  if (schema instanceof z.ZodLiteral) return fc.constant(schema.value);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNullable) return fc.option(anyOf(schema.unwrap()));
  if (schema instanceof z.ZodArray)
    return fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
  if (schema instanceof z.ZodNumber)
    return schema.isInt
      ? fc.integer({ min: 0, max: 1_000_000 })
      : fc.integer({ min: 0, max: 40_000 }).map((hundredths) => hundredths / 100);
  if (schema instanceof z.ZodString)
    return schema.safeParse("a name").success
      ? fc.constantFrom("Welcome", "$& {name}", "{percent}", "Zoë’s (2)")
      : fc.constantFrom("22:00", "06:30");
  throw new Error(`No facts of ${schema._zod.def.type}`);
}

describe.each(languageCodes)("line texts in %s", (language) => {
  test.each(FareLine.options.map((option) => [option.shape.kind.value, option] as const))(
    "a fare line of kind %s has a label and its details",
    (_kind, option) => {
      fc.assert(
        fc.property(anyOf(option), (made) => {
          const line = FareLine.parse(made);
          const { label, detail } = fareLineWords(line, lineTranslatorFor(language, "RWF"));
          expect(label.trim()).not.toBe("");
          // Braces within a name are the operator's own text and stay.
          const ours = `${label} ${detail}`.replaceAll("$& {name}", "").replaceAll("{percent}", "");
          expect(ours).not.toMatch(/[{}]|undefined|null|NaN|\[object/);
          if ("name" in line.params) expect(`${label} ${detail}`).toContain(line.params.name);
        }),
        { numRuns: 60 },
      );
    },
  );
});

test("every kind of pay line has a label and its details", () => {
  for (const option of PayLine.options)
    fc.assert(
      fc.property(anyOf(option), (made) => {
        const { label, detail } = payLineWords(PayLine.parse(made), "RWF");
        expect(label).not.toBe("");
        expect(detail).not.toMatch(/[{}]|undefined|null|NaN/);
      }),
      { numRuns: 60 },
    );
});

test("figures are written as each language writes them", () => {
  const ours = ["en", "fr", "es", "rw", "de", "pt", "ar", "sw"] as const;
  const phrases = ours.map((language) =>
    fareLineWords(
      {
        kind: "distance",
        params: { tenths: 24, fromTenths: 100, unit: "km", perDistanceMinor: 123_456 },
        amountMinor: 1,
      },
      lineTranslatorFor(language, "EUR"),
    ),
  );
  expect(phrases).toEqual([
    { label: "Distance", detail: "2.4 km beyond 10 km at EUR 1,234.56" },
    { label: "Distance", detail: "2,4 km au-delà de 10 km à 1\u00a0234,56\u00a0EUR" },
    { label: "Distancia", detail: "2,4 km a partir de 10 km a 1234,56\u00a0EUR" },
    { label: "Intera", detail: "2,4 km irenga 10 km kuri EUR 1.234,56" },
    { label: "Strecke", detail: "2,4 km über 10 km hinaus, zu je 1.234,56\u00a0EUR" },
    { label: "Distância", detail: "2,4 km além dos 10 km, a 1.234,56\u00a0EUR" },
    { label: "المسافة", detail: "2.4 كم بعد أول 10 كم بسعر EUR 1,234.56" },
    { label: "Umbali", detail: "km 2.4 zaidi ya km 10 kwa EUR 1,234.56" },
  ]);
});

test("sumOf adds every line except taxes that the price includes", () => {
  const anyLine = fc.oneof(...FareLine.options.map(anyOf)).map((made) => FareLine.parse(made));
  fc.assert(
    fc.property(fc.array(anyLine), (lines) => {
      const informationLines = lines.filter((line) => !countsTowardsTotal(line));
      expect(new Set(informationLines.map(({ kind }) => kind))).toEqual(
        new Set(informationLines.length > 0 ? ["tax"] : []),
      );
      const all = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      const informationMinor = informationLines.reduce(
        (sum, { amountMinor }) => sum + amountMinor,
        0,
      );
      expect(sumOf(lines)).toBe(all - informationMinor);
    }),
  );
});

describe("line texts in the code", () => {
  test("fare and pay lines store no text except names that people gave", () => {
    const texts = new Set<string>();
    for (const option of [...FareLine.options, ...PayLine.options])
      for (const [name, schema] of Object.entries(option.shape.params.shape))
        if (schema instanceof z.ZodString && schema.safeParse("a name").success) texts.add(name);
    expect([...texts].sort()).toEqual(["code", "detail", "garage", "holiday", "name"]);
  });

  test("no source file compares with a line's text or reads facts from it", async () => {
    const { sentences } = await collectWords(root);
    const phrases = new Set(sentences.filter(({ part }) => part === "price").map(({ key }) => key));
    expect(phrases.size).toBeGreaterThan(50);
    const found: string[] = [];
    for (const folder of ["src", "client"])
      for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
        if (!/\.tsx?$/.test(file)) continue;
        for (const text of comparedKindsIn(await Bun.file(join(root, folder, file)).text()))
          if (phrases.has(text)) found.push(`${folder}/${file}: ${text}`);
      }
    expect(found).toEqual([]);
  });

  test("comparedKindsIn finds every form of comparison with a text", () => {
    const source = `a.label === "Base fare"; "Tip" !== x; case "Time": startsWith('Wait time')
      s.includes(\`Correction\`); /^Agreed price$/.test(s); t("Total"); x = "Distance";`;
    expect(comparedKindsIn(source)).toEqual([
      "Base fare",
      "Tip",
      "Time",
      "Wait time",
      "Correction",
      "Agreed price",
    ]);
  });
});

/** Returns the texts that a source compares with or searches for. */
function comparedKindsIn(source: string): string[] {
  const text = `(?:"([^"\n]*)"|'([^'\n]*)'|\`([^\`\n]*)\`)`;
  const pattern = new RegExp(
    `(?:[!=]==?|\\bcase|\\b(?:startsWith|endsWith|includes|indexOf|match|test|search)\\()\\s*${text}` +
      `|${text}\\s*[!=]==?|/\\^?([\\w ]+)\\$?/\\w*\\.test`,
    "g",
  );
  return [...source.matchAll(pattern)].map((found) => found.slice(1).find(Boolean) ?? "");
}
