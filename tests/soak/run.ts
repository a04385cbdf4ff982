/**
 * `bun run soak`: runs the promises that take long to prove, one after the other, each against `dist/livery` from
 * outside. Prints whether each figure meets its aim, and exits with 1 if one does not.
 *
 *   bun tests/soak/run.ts [--share=0.1] [--short] [--list] [--page] [kills|stopping|streams|…]
 *
 * A share shortens each run by that factor. `--short` plays the round of seconds that the tests play. Whole runs are
 * saved in `figures.json`, and docs/promises.md is written again from it. `--page` only writes the page, for example
 * after a test was renamed. `SOAK_FLEET=FOLDER` keeps the million reservations for the next run.
 */
import { writeFileSync } from "node:fs";
import { isMet, isDuration, saveFigures, readFigures, formatFigure } from "./figures";
import { promisesFile, promisesText } from "./report";
import { soaks } from "./soaks";

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const share = Number(args.find((arg) => arg.startsWith("--share="))?.slice(8) ?? 1);
const isShort = args.includes("--short");
const unknown = names.filter((name) => !soaks.some((soak) => soak.name === name));
if (unknown.length > 0 || !(share > 0 && share <= 1)) {
  console.error(
    `There are ${soaks.map(({ name }) => name).join(", ")}; a share is above 0, at most 1.`,
  );
  process.exit(2);
}
if (args.includes("--list")) {
  for (const { name, description } of soaks) console.log(`${name.padEnd(16)} ${description}`);
  process.exit(0);
}
if (args.includes("--page")) {
  writeFileSync(promisesFile, promisesText(readFigures()));
  process.exit(0);
}

let missed = 0;
for (const soak of soaks) {
  if (names.length > 0 && !names.includes(soak.name)) continue;
  const part = isShort ? soak.short : share;
  console.log(`\n== ${soak.name}\n${soak.description}${part < 1 ? ` (${part} of it)` : ""}`);
  const startedAt = performance.now();
  try {
    const figures = await soak.run(part);
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const figure of figures) {
      const isHeld = isMet(figure) || (isShort && isDuration(figure));
      if (!isHeld) missed++;
      console.log(`${isHeld ? "  ok    " : "  MISSED"} ${figure.of}: ${formatFigure(figure)}`);
    }
    console.log(`  ${seconds.toFixed(0)} s`);
    if (part === 1) saveFigures(soak.name, figures, seconds);
  } catch (error) {
    missed++;
    console.error(`  It could not be measured: ${error instanceof Error ? error.stack : error}`);
  }
}
if (share === 1 && !isShort) writeFileSync(promisesFile, promisesText(readFigures()));
console.log(missed === 0 ? "\nAll as it should be." : `\n${missed} missed.`);
process.exit(missed === 0 ? 0 : 1);
