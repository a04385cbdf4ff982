/**
 * Prints texts for a reader to judge aloud: sentences for people, names and paragraphs of documents, chosen by a seed,
 * and a table of all actions with their labels.
 *
 *   bun run sample           with the seed 1
 *   bun run sample 7         with another seed
 *   bun run sample actions   only the table
 */
import {
  actionsOf,
  identifiersOf,
  paragraphs,
  type FoundText,
  sourceFiles,
  filesWithEnglish,
  textsOf,
} from "./support/source-words";

/** Returns a generator of numbers from 0 up to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Removes repeated texts, and keeps the first place of each. */
const once = (all: readonly FoundText[]): FoundText[] => [
  ...new Map(all.toReversed().map((one) => [one.text, one])).values(),
];

function print(
  title: string,
  all: readonly FoundText[],
  count: number,
  random: () => number,
): void {
  const left = once(all).sort((a, b) => (a.text < b.text ? -1 : 1));
  process.stdout.write(`\n## ${title}: ${count} of ${left.length}\n\n`);
  for (let n = 1; n <= count && left.length > 0; n++) {
    const [picked] = left.splice(Math.floor(random() * left.length), 1);
    if (picked) process.stdout.write(`${n}. ${picked.text}  (${picked.at})\n`);
  }
}

function printActions(): void {
  const labels = Map.groupBy(sourceFiles("client").flatMap(actionsOf), ({ text }) => text);
  process.stdout.write(`\n## Actions: ${labels.size} labels\n\n| Label | Where |\n| --- | --- |\n`);
  for (const [label, uses] of [...labels].sort(([a], [b]) => a.localeCompare(b)))
    process.stdout.write(`| ${label} | ${[...new Set(uses.map(({ at }) => at))].join(", ")} |\n`);
}

const [wanted = "1"] = process.argv.slice(2);
if (wanted !== "actions") {
  const seed = Number(wanted);
  if (!Number.isInteger(seed)) throw new Error(`Not a seed: ${wanted}`);
  const random = createRandom(seed);
  const names = sourceFiles().flatMap(identifiersOf);
  print("Sentences", filesWithEnglish().flatMap(textsOf), 60, random);
  print(
    "Names",
    names.filter(({ text }) => text.length > 3),
    60,
    random,
  );
  print("Paragraphs", paragraphs(), 20, random);
}
printActions();
