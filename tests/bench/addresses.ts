/**
 * Searches addresses among many invented ones, and prints how long each kind of question takes.
 *
 *   bun tests/bench/addresses.ts [NAME_COUNT] [FOLDER] [--short]
 *
 * NAME_COUNT defaults to 100,000. With FOLDER, the file is stored there and reused the next time.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Point } from "../../src/places/contract";
import { writeAddresses } from "../../src/streets/addresses/address-file";
import { AddressSearch } from "../../src/streets/addresses/address-search";
import { growingInts } from "../../src/streets/arrays";
import type { Addresses, NamedThing } from "../../src/streets/addresses/gather-addresses";
import { DEGREE } from "../../src/streets/reading/extract";
import { generator } from "../streets/random";

const isShort = process.argv.includes("--short");
const [wanted = isShort ? "20000" : "100000", kept] = process.argv
  .slice(2)
  .filter((arg) => arg !== "--short");
const NAME_COUNT = Number(wanted);
const QUESTION_COUNT = isShort ? 50 : 400;
const SEED = 7;
const SYLLABLES =
  "ba be bi bo bu ca ce da de di do du fa fi ga ge gi go ha hi ja ji ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu nya pa pe ra re ri ro ru sa se shi so ta te ti to tu va vi wa we ya ye za zi".split(
    " ",
  );
const STREET_TYPES = ["St", "Ave", "Rd", "Lane"];
const SHOPS = "Hotel,Bar,Restaurant,Pharmacy,School,Clinic,Market,Garage,Cafe,Church".split(",");

/** Generates the random parts of a file; the same for the same seed. */
function country(seed: number) {
  const random = generator(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const word = (syllables: number) => {
    const text = Array.from({ length: syllables }, () => pick(SYLLABLES)).join("");
    return text[0]?.toUpperCase() + text.slice(1);
  };
  // Few words are common, as in real names.
  const words = Array.from({ length: Math.ceil(NAME_COUNT / 20) }, (_, i) => word(2 + (i % 3)));
  const commonWord = () => words[Math.floor(words.length * random() ** 3)] as string;
  const towns = Array.from({ length: Math.ceil(NAME_COUNT / 2_000) }, () => ({
    name: word(3),
    region: pick(["North", "South", "East", "West", "Central"]),
    y: -3 + random() * 5,
    x: 29 + random() * 5,
  }));
  const name = (): { name: string; isStreet: boolean; rank: number } => {
    const kind = random();
    if (kind < 0.45)
      return {
        name: `${pick(["KG", "KN", "KK", "RN"])} ${1 + Math.floor(random() ** 2 * 900)} ${pick(STREET_TYPES)}`,
        isStreet: true,
        rank: 6,
      };
    if (kind < 0.65)
      return {
        name: `${pick(["Rue", "Avenue", "Road"])} ${commonWord()}`,
        isStreet: true,
        rank: 5,
      };
    if (kind < 0.95)
      return { name: `${pick(SHOPS)} ${commonWord()} ${commonWord()}`, isStreet: false, rank: 7 };
    return { name: commonWord(), isStreet: false, rank: 4 };
  };
  return { random, pick, towns, name };
}

/** Writes `NAME_COUNT` names and as many houses. */
function write(): void {
  const { random, pick, towns, name } = country(SEED);
  const namedPlaces: NamedThing[] = [];
  for (let i = 0; i < NAME_COUNT; i++) {
    // The first towns are the largest.
    const town = towns[Math.floor(towns.length * random() ** 3)] ?? pick(towns);
    namedPlaces.push({
      ...name(),
      others: [],
      kind: "address",
      detail: `${town.name}, ${town.region}`,
      y: Math.round((town.y + (random() - 0.5) * 0.1) * DEGREE),
      x: Math.round((town.x + (random() - 0.5) * 0.1) * DEGREE),
      object: `W${i}`,
    });
  }
  namedPlaces.sort((a, b) => a.rank - b.rank);
  const houses = {
    streets: growingInts(),
    numbers: [] as string[],
    ys: growingInts(),
    xs: growingInts(),
  };
  namedPlaces.forEach(({ isStreet, y, x }, street) => {
    if (isStreet)
      for (const number of [2, 5, 14, 127].slice(0, 1 + (street % 3))) {
        houses.streets.push(street);
        houses.numbers.push(`${number}`);
        houses.ys.push(y + number * 100);
        houses.xs.push(x);
      }
  });
  const addresses: Addresses = {
    places: namedPlaces,
    houses: {
      streets: houses.streets.contents(),
      numbers: houses.numbers,
      ys: houses.ys.contents(),
      xs: houses.xs.contents(),
    },
  };
  writeAddresses(files, addresses, () => {});
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const folder = kept ?? mkdtempSync(join(tmpdir(), "livery-bench-addresses-"));
const files = {
  addresses: join(folder, `addresses-${NAME_COUNT}.sqlite`),
  words: join(folder, `words-${NAME_COUNT}.bin`),
};
const sizeOf = (path: string) => (Bun.file(path).size / 1e6).toFixed(0);
if (!existsSync(files.words)) {
  const before = cpuMs();
  write();
  console.log(`written in ${((cpuMs() - before) / 1_000).toFixed(0)} s of processor time`);
  Bun.gc(true);
}
console.log(
  `${NAME_COUNT} names, ${sizeOf(files.addresses)} MB and ${sizeOf(files.words)} MB of words`,
);

const addresses = new AddressSearch(files);
const { random, pick, towns, name } = country(SEED);
const others = generator(11);
/** Returns a random name like those in the file. */
const pickName = (fits: (name: string) => boolean) => {
  for (;;) {
    const found = name().name;
    if (fits(found)) return found;
  }
};
const hasDigits = (text: string) => /\d/.test(text);
const hasNoDigits = (text: string) => !hasDigits(text);
const withTypo = (text: string) => {
  const at = text.lastIndexOf(" ") + 1 + Math.floor(others() * 3);
  return `${text.slice(0, at)}${pick([..."aeiourstk"])}${text.slice(at + 1)}`;
};
const questions: Record<string, () => string> = {
  "a whole name": () => pickName(hasNoDigits),
  "a beginning of 2 letters": () => pickName(hasNoDigits).slice(0, 2),
  "a beginning of 5 letters": () => pickName(hasNoDigits).slice(0, 5),
  "a name as far as its second word's third letter": () =>
    pickName(hasNoDigits).replace(/^(\S+ \S{1,3}).*/, "$1"),
  "two beginnings": () => pickName(hasNoDigits).replace(/^(\S{2})\S*( \S{1,3}).*/, "$1$2"),
  "a numbered street": () => pickName(hasDigits),
  "a numbered street and its town": () => `${pickName(hasDigits)} ${pick(towns).name}`,
  "a house": () => `${pickName(hasDigits)} ${pick([2, 5, 14, 127])}`,
  "a house of a street with a name": () =>
    `${pick([2, 5, 14])} ${pickName((text) => /^(Rue|Aven|Road)/.test(text))}`,
  "a kind and a town": () => `${pick(SHOPS)} ${pick(towns).name}`,
  "one wrong letter": () => withTypo(pickName(hasNoDigits)),
  "a word that is not there": () => `qx${pickName(hasNoDigits)}`,
};
const at = (): Point => {
  const { y, x } = pick(towns);
  return { latitude: y + (random() - 0.5) * 0.1, longitude: x + (random() - 0.5) * 0.1 };
};
const [allCpuMs, allWallMs]: [number[], number[]] = [[], []];
const row = (name: string, cpuMsList: number[], wallMs: number[]) => {
  const part = (values: number[], share: number) =>
    (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0)
      .toFixed(2)
      .padStart(7);
  console.log(
    `${name.padEnd(50)} middle ${part(cpuMsList, 0.5)}  p99 ${part(cpuMsList, 0.99)}  most ${part(cpuMsList, 0.9999)}  p99 on the clock ${part(wallMs, 0.99)} ms`,
  );
};
// Warms up like a server that has answered before: its code is compiled, and its files are mapped.
for (const question of Object.values(questions))
  for (let i = 0; i < QUESTION_COUNT; i++) addresses.search(question(), at(), 8);
for (const [name, question] of Object.entries(questions)) {
  const [taken, wallTimesMs]: [number[], number[]] = [[], []];
  let found = 0;
  for (let i = 0; i < QUESTION_COUNT; i++) {
    const [q, near] = [question(), others() < 0.8 ? at() : null];
    const [cpu, clock] = [cpuMs(), performance.now()];
    const places = addresses.search(q, near, 8);
    taken.push(cpuMs() - cpu);
    wallTimesMs.push(performance.now() - clock);
    found += Number(places.length > 0);
  }
  allCpuMs.push(...taken);
  allWallMs.push(...wallTimesMs);
  row(`${name} (${Math.round((found / QUESTION_COUNT) * 100)} % found)`, taken, wallTimesMs);
}
row("all", allCpuMs, allWallMs);
addresses.close();
if (kept === undefined) rmSync(folder, { recursive: true });
