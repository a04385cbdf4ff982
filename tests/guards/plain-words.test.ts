/**
 * Words that the product no longer uses, in names and in texts for people. docs/glossary.md has the words that it uses.
 */
import { expect, test } from "bun:test";
import {
  identifiersOf,
  type FoundText,
  sourceFiles,
  filesWithEnglish,
  textsOf,
} from "../support/source-words";

/** Every file is parsed, which takes time on a busy machine. */
const TIMEOUT_MS = 300_000;

/** Sequences of words in names: `wayBack` and `way-back` both count as "way back". */
const names: readonly [said: RegExp, instead: string][] = [
  [/\bway back\b/, "return trip"],
  [/\bother way\b/, "other leg"],
  [/\btold prices?\b/, "published prices"],
  [/\b(?:journey|course)\b/, "reservation, trip or ride"],
  [/\blet board\b/, "boarding"],
  [/\b(?:take|took|give|gave|given) back\b/, "withdraw, revoke or refund"],
  [/\bin sight\b/, "visible, or virtual rows"],
  [/\buse was\b/, "use conflict merge"],
  [/\bkept (?:answers?|bytes)\b/, "response cache"],
  [/\bleft (?:board|behind)\b/, "board position, suspension impact"],
  [/\b(?:late code|late part|hold late)\b/, "lazy, or deferred"],
  [/\bheard before\b/, "replayed"],
  [/\bworkshop\b/, "maintenance, or out of service"],
  [/\banew\b/, "again"],
  [/\bmeanwhile\b/, "changes, or in the meantime"],
  [/\b(?:whose|oneself|whoever)\b/, "the thing itself"],
  [/\b(?:dearer|dearest|hinders?|hindered|hindrances?)\b/, "higher, highest, blocked by"],
  [/\b(?:asker|asked before|price asked|boarding asked)\b/, "requester, prepayment, requested"],
  [/\b(?:told|tell) at\b/, "notified at, notify at"],
  [/\bfolded (?:id|rider)\b/, "merged rider"],
  [
    /\b(?:stated version|kept days|made until|setup left|furthest days)\b/,
    "the fact that is stored",
  ],
  [/\b(?:veils?|wheres|whens|unfinisheds)\b/, "overlay, conditions, unfinished fields"],
  [/\bway (?:columns|words)\b/, "route or place"],
  [
    /\b(?:reckon(?:ed)?|dawdle|meddle|dealings|unkeep|unlisten|killables?|mildest|roomiest)\b/,
    "what it does",
  ],
  [/\b(?:likeness|loudness|house email|open late|ask router)\b/, "the field's term"],
];

/** Where a word is still right: the path, the name, and above it the reason. */
const allowedNames: readonly [path: string, said: string][] = [
  // A fare line that is stored in bookings.
  ["src/fares/", "otherWay"],
  // The field of a 409 answer that says who changed which field.
  ["src/", "meanwhile"],
  // A fact of settled trips that is stored in the log.
  ["src/reservations/event-contract.ts", "givenBackMinor"],
  // Addresses of the built-in answers, stored with the operator's changes to them.
  ["src/content/default-faq.ts", "way-back"],
];

/** Words that nobody would say on the telephone. */
const texts: readonly [said: RegExp, instead: string][] = [
  [/\bworkshop\b/i, "out of service"],
  [/\banew\b/i, "again"],
  [/\bmeanwhile\b/i, "in the meantime"],
  [/\bjourneys?\b/i, "trip"],
  [/\bwhoever\b/i, "anyone who, or the person"],
  [/\b(?:take|took|give|gave|given) back\b/i, "withdraw, reverse or refund"],
  [/\b(?:by itself|goes by|what stands)\b/i, "automatically, depends on, the content"],
  [/\bwhom it suits\b/i, "suitable drivers"],
  [/\b(?:take|takes|took) the driver off\b/i, "unassign the driver"],
  [/(?<!\{)\bemails?\b/i, "e-mail"],
];

/** Texts that are prescribed by the specification, and arguments of the command line. */
const exactTexts = [
  "What's your phone number or email?",
  "Enter a valid email address.",
  "Invalid email or phone number",
  "Invalid email or password",
  "livery admin add EMAIL",
];

const words = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase();

function faultsOf(
  said: readonly FoundText[],
  bannedWords: typeof names,
  of: (text: string) => string,
) {
  return said.flatMap(({ text, at }) => {
    const found = bannedWords.find(([pattern]) => pattern.test(of(text)));
    return found ? [`${at}: ${text}: say ${found[1]}`] : [];
  });
}

const isAllowed = ({ text, at }: FoundText) =>
  allowedNames.some(([path, name]) => at.startsWith(path) && text === name);

test(
  "names in the code use the words of the glossary",
  () => {
    const declaredNames = sourceFiles("{src,client,db,languages,build}").flatMap(identifiersOf);
    expect(
      faultsOf(
        declaredNames.filter((name) => !isAllowed(name)),
        names,
        words,
      ),
    ).toEqual([]);
    // Every exception is still used.
    const unusedNames = allowedNames.filter(
      ([path, name]) => !declaredNames.some(({ text, at }) => at.startsWith(path) && text === name),
    );
    expect(unusedNames).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "texts that people read use plain words",
  () => {
    const read = filesWithEnglish()
      .flatMap(textsOf)
      .filter(({ text }) => !exactTexts.some((exact) => text.includes(exact)));
    expect(faultsOf(read, texts, (text) => text)).toEqual([]);
  },
  TIMEOUT_MS,
);

test("faultsOf finds a banned word in a name and in a text", () => {
  const at = "client/planted.tsx:1";
  const plantedNames = ["wayBackCard", "TOLD_PRICES", "in-sight"].map((text) => ({ text, at }));
  expect(faultsOf(plantedNames, names, words)).toHaveLength(3);
  expect(faultsOf([{ text: "inside", at }], names, words)).toEqual([]);
  expect(faultsOf([{ text: "It changed meanwhile.", at }], texts, (text) => text)).toHaveLength(1);
});
