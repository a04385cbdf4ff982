/** docs/promises.md: every promise with its tests and the last figures of its long run. */
import { join } from "node:path";
import { isMet, type Kept, told } from "./figures";
import { type Promised, promises } from "./promises";
import { soaks } from "./soaks";

export const promisesFile = join(import.meta.dir, "../../docs/promises.md");

/** Where a test is, and what it is called. */
export function testOf(reference: string): { file: string; title: string } {
  const at = reference.indexOf(": ");
  return { file: `tests/${reference.slice(0, at)}.test.ts`, title: reference.slice(at + 2) };
}

/** What stands in a list without becoming markup. */
const plain = (text: string) => text.replaceAll(/[*<>[\]]/g, (sign) => `\\${sign}`);

function rowText({ row, promise, tests, soak }: Promised, figures: Record<string, Kept>): string {
  const lines = tests.map((reference) => {
    const { file, title } = testOf(reference);
    return `- [${file.slice("tests/".length)}](../${file}): ${plain(title)}`;
  });
  const run = soaks.find(({ name }) => name === soak);
  const kept = soak === undefined ? undefined : figures[soak];
  const long = run
    ? [`- At length, \`bun run soak ${run.name}\`. ${run.does}`, ...measured(kept)]
    : [];
  return [`### ${row[0]?.toUpperCase()}${row.slice(1)}`, "", promise, "", ...lines, ...long].join(
    "\n",
  );
}

function measured(kept: Kept | undefined): string[] {
  if (!kept) return ["  - It has not been run to its end yet."];
  const { on, machine, load, seconds, figures } = kept;
  return [
    `  - Last run on ${on}, in ${seconds} s, on ${machine.cores} cores with ${machine.memoryGb} GB, at a load of ${load}.`,
    ...figures.map(
      (figure) => `  - ${plain(figure.of)}: ${told(figure)}${isMet(figure) ? "" : ". **Missed.**"}`,
    ),
  ];
}

/** The whole document. */
export function promisesText(figures: Record<string, Kept>): string {
  const parts = promises.map(
    ({ of, rows }) => `## ${of}\n\n${rows.map((row) => rowText(row, figures)).join("\n\n")}\n`,
  );
  return `# Promises, and what proves them

What [security.md](security.md) says, row by row, with the tests that hold it; what is not promised is in
[threat-model.md](threat-model.md). Tests under \`tests/executable\` ask the built executable over its
socket; the others ask the whole app in one process, with a clock that they move. What takes long is
measured by \`bun run soak [name]\`, which also writes this page: never edit it by hand. A round of seconds
of each of these is played with all other tests ([short.test.ts](../tests/soak/short.test.ts)).

Beside each figure stands how busy the machine was: the load says how many programs wanted a core meanwhile,
the run's own among them. A figure that missed its aim stands as missed, whatever the load.

${parts.join("\n")}`;
}
