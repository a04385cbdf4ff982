/** docs/promises.md: every promise with its tests and the latest figures of its long run. */
import { join } from "node:path";
import { isMet, type Kept, formatFigure } from "./figures";
import { type PromiseRow, promises } from "./promises";
import { soaks } from "./soaks";

export const promisesFile = join(import.meta.dir, "../../docs/promises.md");

/** Returns the file and the title of a test. */
export function testOf(reference: string): { file: string; title: string } {
  const at = reference.indexOf(": ");
  return { file: `tests/${reference.slice(0, at)}.test.ts`, title: reference.slice(at + 2) };
}

/** Escapes characters of a list's text that would become markup. */
const plain = (text: string) => text.replaceAll(/[*<>[\]]/g, (sign) => `\\${sign}`);

function rowText({ row, promise, tests, soak }: PromiseRow, figures: Record<string, Kept>): string {
  const lines = tests.map((reference) => {
    const { file, title } = testOf(reference);
    return `- [${file.slice("tests/".length)}](../${file}): ${plain(title)}`;
  });
  const run = soaks.find(({ name }) => name === soak);
  const kept = soak === undefined ? undefined : figures[soak];
  const soakLines = run
    ? [`- Long run, \`bun run soak ${run.name}\`: ${run.description}`, ...measured(kept)]
    : [];
  return [
    `### ${row[0]?.toUpperCase()}${row.slice(1)}`,
    "",
    promise,
    "",
    ...lines,
    ...soakLines,
  ].join("\n");
}

function measured(kept: Kept | undefined): string[] {
  if (!kept) return ["  - It has not been run to the end yet."];
  const { on, machine, load, seconds, figures } = kept;
  return [
    `  - Last run on ${on}, in ${seconds} s, on ${machine.cores} cores with ${machine.memoryGb} GB, at a load of ${load}.`,
    ...figures.map(
      (figure) =>
        `  - ${plain(figure.of)}: ${formatFigure(figure)}${isMet(figure) ? "" : ". **Missed.**"}`,
    ),
  ];
}

/** The whole document. */
export function promisesText(figures: Record<string, Kept>): string {
  const parts = promises.map(
    ({ of, rows }) => `## ${of}\n\n${rows.map((row) => rowText(row, figures)).join("\n\n")}\n`,
  );
  return `# Promises, and what proves them

This page lists each promise of [security.md](security.md) with the tests that prove it.
[threat-model.md](threat-model.md) lists the risks that remain.

Tests under \`tests/executable\` start the built executable and call it over the network. The other tests run the app
inside the test's own process, with a simulated clock.

\`bun run soak [name]\` makes the long runs and writes this page, so never edit this page by hand. A short round of each
long run is part of the normal tests ([short.test.ts](../tests/soak/short.test.ts)).

Each long run states how busy the machine was (its _load_): how many programs wanted a processor core at the same time,
including the run itself. A figure that misses its aim is marked as missed, even if the machine was busy.

${parts.join("\n")}`;
}
