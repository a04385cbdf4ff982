/** Every language has the messages of contracts about fields that riders, drivers, applicants and visitors fill in. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { $ZodCheck, $ZodType } from "zod/v4/core";
import { dictionaryFile } from "../../build/dictionaries";
import { translatedLanguages } from "../../build/words";
import { faults, refusals } from "../../client/words/failures";
import { applicationErrors, applicationFields } from "../../src/drivers/application-rules";
import { declarationOf, readerOf, type Who } from "../../src/server/calls";
import { createTestServer } from "../support/server";

const root = join(import.meta.dir, "../..");
const people: readonly Who[] = ["public", "rider", "named rider", "driver"];

/** Messages about values that only programs can send. A screen only says that the value is not valid. */
const fieldsOfPrograms = [
  "Enter degrees, for example -1.9686",
  "Give latitude and longitude together",
  "List each answer once",
  "List each day once",
  "List each extra once",
  "This is not a valid key.",
  "Use a month like 2026-11",
  "Use a number from 1 to 20",
  "Use a three-letter currency code",
  "Use a time like 2026-12-01T14:10",
  "Use a time like 22:00",
  "is not a day of this century or the next",
  "is not a list of ids",
  "is not a ticket",
];

/** Returns the error messages of a contract, at any depth. */
function textsOf(contract: unknown, found = new Set<string>(), seen = new Set<unknown>()) {
  if (typeof contract !== "object" || contract === null || seen.has(contract)) return found;
  seen.add(contract);
  if (contract instanceof $ZodType || contract instanceof $ZodCheck) {
    // The type covers any check, but contracts give fixed messages, whatever the value.
    const error = contract._zod.def.error as unknown as
      (() => string | { message: string }) | undefined;
    const message = error?.();
    if (message) found.add(typeof message === "string" ? message : message.message);
    textsOf(contract._zod.def, found, seen);
  } else for (const part of Object.values(contract)) textsOf(part, found, seen);
  return found;
}

test("every text for a fault in a field is translated into every language", async () => {
  const server = await createTestServer();
  const texts = new Set<string>();
  for (const { handler } of server.app.routes) {
    const call = declarationOf(handler)?.call;
    if (!call || !people.includes(call.who)) continue;
    for (const contract of [call.query, readerOf(call)?.schema]) textsOf(contract, texts);
  }
  await server.close();
  expect(texts.size).toBeGreaterThan(30);
  for (const language of translatedLanguages) {
    const words = await Bun.file(dictionaryFile(root, language, "failures")).json();
    expect([...texts].filter((text) => !Object.hasOwn(words, text)).toSorted()).toEqual(
      fieldsOfPrograms,
    );
  }
});

test("the server still uses every text for a field that the dictionaries have", async () => {
  const paths = [...new Bun.Glob("src/**/*.ts").scanSync(root)];
  const sources = await Promise.all(paths.map((path) => Bun.file(join(root, path)).text()));
  const listed = [...faults, ...refusals].map(String);
  expect(listed.filter((text) => !sources.some((source) => source.includes(text)))).toEqual([]);
});

test("every text for a fault in an application is translated into every language", async () => {
  const answers = Object.fromEntries(Object.keys(applicationFields).map((name) => [name, "?"]));
  const errors = applicationErrors({ ...answers, hasOneName: "true" }, () => null);
  const texts = [...new Set(Object.values(errors))];
  expect(texts.length).toBeGreaterThan(7);
  for (const language of translatedLanguages) {
    const words = await Bun.file(dictionaryFile(root, language, "failures")).json();
    expect(texts.filter((text) => !Object.hasOwn(words, text))).toEqual([]);
  }
});
