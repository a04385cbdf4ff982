/**
 * Runs every group of tests in order and adds up the results. The last line is `N passed, N failed`.
 *
 *   bun tests/run.ts            all groups
 *   bun tests/run.ts api pages  only these groups
 *   bun tests/run.ts --timings  records how long each file with browsers or executables took, so that later runs
 *                               start the slowest first
 */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "./support/chromium";
import { engines, missingEngine } from "./support/engine-names";
import { missingWebKit } from "./support/webkit";

const root = join(import.meta.dir, "..");
const results = mkdtempSync(join(tmpdir(), "livery-tests-"));

interface Failure {
  /** The test file's path from the root, or empty if the failure is not in a test. */
  file: string;
  name: string;
  message: string;
}

/** Failures are printed again at the very end, where people read them. */
const failures: Failure[] = [];
/**
 * The tests that failed beside others and passed when their file ran again alone. They are printed at the end, to be
 * fixed. Without the second run, one test in nine thousand that depends on the machine's load would fail every second
 * run.
 */
const unsteadyTests: Failure[] = [];
/** If more files than this have a failure, they fail without a second run, because this is no coincidence. */
const MAX_REPEATED_FILES = 5;
/** The time that each file took, in seconds. */
const times: { file: string; seconds: number }[] = [];

/**
 * The folder for the databases of tests in one process: in memory if there is room, because each acknowledged write
 * waits for the disk. Races and executables, which prove what the disk keeps, use the system's folder.
 */
const memoryEnvironment = memoryEnvironmentOf("/dev/shm");

function memoryEnvironmentOf(path: string): Record<string, string> {
  try {
    accessSync(path, constants.W_OK);
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize > 2 ** 30 ? { TMPDIR: path } : {};
  } catch {
    // Not every system has this folder.
    return {};
  }
}

/**
 * Flags for the recorded time of each file, in ms. A file that takes minutes must not start last, or the other process
 * would be idle.
 */
const timingFlags = [
  `--timings=${join(import.meta.dir, "timings.json")}`,
  ...(process.argv.includes("--timings") ? ["--update-timings"] : []),
];

/** Whether this is CI, where a browser test that did not run has failed. */
const isCi = process.env.CI === "true";

interface TestCounts {
  passed: number;
  failed: number;
}

interface Group {
  name: string;
  run(): Promise<TestCounts>;
}

/** Folders that have their own group. */
const otherGroups = [
  "browser",
  "engines",
  "executable",
  "guards",
  "races",
  "bench",
  "soak",
  "support",
];

/** Two files at a time, each in one of two processes that keep their loaded modules. */
const twoWorkerFlags = ["--parallel=2", "--no-isolate"];
/** For files that wait more than they compute: with two at a time, a processor would be idle. */
const threeWorkerFlags = ["--parallel=3", "--no-isolate"];
/** With two files at a time, executable tests use a third of two processors, because they wait for servers to stop. */
const fourWorkerFlags = ["--parallel=4", "--no-isolate"];

/** The groups of one row run side by side: races wait for the disk while guards compute. */
const rows: Group[][] = [
  [{ name: "code", run: code }],
  [
    {
      name: "api",
      run: () => runSuite("api", "**/*.test.ts", memoryEnvironment, ...twoWorkerFlags),
    },
  ],
  [
    {
      name: "pages",
      run: () => runSuite("pages", "**/*.test.tsx", memoryEnvironment, ...twoWorkerFlags),
    },
  ],
  [
    {
      name: "guards",
      run: () => runSuite("guards", "guards/**/*.test.ts", memoryEnvironment, ...twoWorkerFlags),
    },
    { name: "races", run: () => runSuite("races", "races/**/*.test.ts", {}) },
  ],
  [{ name: "browser", run: browser }],
  [{ name: "engines", run: runInEngines }],
  [
    {
      name: "executable",
      run: () =>
        runSuite("executable", "executable/**/*.test.ts", {}, ...fourWorkerFlags, ...timingFlags),
    },
  ],
  [{ name: "bench", run: runBenches }],
];
const groups = rows.flat();

/** Runs the benchmarks whose figures are checked alone, and all others side by side. */
async function runBenches(): Promise<TestCounts> {
  const isolatedCount = await runSuite("held", "bench/held/*.test.ts", {});
  const others = "{bench,soak}/*.test.ts";
  const parallelCount = await runSuite(
    "bench",
    others,
    {},
    "--max-concurrency=4",
    ...twoWorkerFlags,
  );
  return {
    passed: isolatedCount.passed + parallelCount.passed,
    failed: isolatedCount.failed + parallelCount.failed,
  };
}

async function browser(): Promise<TestCounts> {
  if (!chromiumPath()) {
    console.log(
      `No Chromium here (set CHROMIUM or install Debian's): ${isCi ? "failed" : "skipped"}`,
    );
    return { passed: 0, failed: isCi ? 1 : 0 };
  }
  const webkit = missingWebKit();
  if (webkit) console.log(`${webkit}: its tests are ${isCi ? "failed" : "skipped"}`);
  // Filling a demo takes three seconds of processor time, so the files of this run start with copies of one.
  const env = { ...memoryEnvironment, LIVERY_DEMOS: results };
  return runSuite("browser", "browser/**/*.test.ts", env, ...threeWorkerFlags, ...timingFlags);
}

/** Runs the same tests in all engines at once, because each mostly waits for its browser. */
async function runInEngines(): Promise<TestCounts> {
  const counts = engines.map(async (engine) => {
    const missing = missingEngine(engine);
    if (missing) {
      console.log(`${missing}: ${isCi ? "failed" : "skipped"}`);
      return { passed: 0, failed: isCi ? 1 : 0 };
    }
    const env = { ...memoryEnvironment, LIVERY_DEMOS: results, LIVERY_ENGINE: engine };
    return runSuite(`engines-${engine}`, "engines/**/*.test.ts", env);
  });
  return (await Promise.all(counts)).reduce((all, { passed, failed }) => ({
    passed: all.passed + passed,
    failed: all.failed + failed,
  }));
}

/** Returns the failures in a suite's report. */
function failuresIn(report: string): Failure[] {
  return [...report.matchAll(/<testcase\b([^>]*[^/])>\s*<(?:failure|error)\b([^>]*)/g)].map(
    ([, of = "", why = ""]) => {
      const value = (from: string, name: string) =>
        new RegExp(`\\b${name}="([^"]*)"`).exec(from)?.[1] ?? "";
      return { file: value(of, "file"), name: value(of, "name"), message: value(why, "message") };
    },
  );
}

/** Returns a failure that is not in a test. */
const failureOf = (name: string): Failure => ({ file: "", name, message: "" });

/** Returns the seconds of each file in a suite's report. */
function readTimes(report: string): typeof times {
  return [...report.matchAll(/<testsuite name="([^"]*\.tsx?)"[^>]*? time="([\d.]+)"/g)].map(
    ([, file = "", seconds]) => ({ file, seconds: Number(seconds) }),
  );
}

/** Checks types, format and lint and builds, side by side. Each step passes or fails as a whole. */
async function code(): Promise<TestCounts> {
  const steps: Record<string, string[]> = {
    types: ["run", "check"],
    format: ["fmt", "--no-script", "--check"],
    lint: ["x", "biome", "lint", "--error-on-warnings"],
    build: ["build.ts"],
  };
  const failedSteps: string[] = [];
  const one = async ([name, args]: [string, string[]]) => {
    if ((await spawn(args)) !== 0) failedSteps.push(name);
  };
  await Promise.all(Object.entries(steps).map(one));
  failures.push(...failedSteps.map(failureOf));
  return { passed: Object.keys(steps).length - failedSteps.length, failed: failedSteps.length };
}

/** Runs the matching files in one process of the test runner, and takes the counts from its report. */
async function runSuite(
  name: string,
  pattern: string,
  env: Record<string, string>,
  ...flags: string[]
): Promise<TestCounts> {
  const files: string[] = [];
  for await (const file of new Bun.Glob(pattern).scan(join(root, "tests"))) {
    const [folder = ""] = file.split("/");
    if (!pattern.startsWith("**/") || !otherGroups.includes(folder)) files.push(`./tests/${file}`);
  }
  if (files.length === 0) {
    console.log("no tests");
    return { passed: 0, failed: 0 };
  }
  const first = await runFiles(name, files.sort(), env, ...flags);
  const failedFiles = [...new Set(first.failures.map(({ file }) => `./${file}`))];
  // Only if each failure is in a test: a file that did not load or run has failed.
  const isRepeatable =
    first.failed > 0 &&
    first.failures.length === first.failed &&
    first.loadedFiles === files.length &&
    failedFiles.length <= MAX_REPEATED_FILES;
  if (!isRepeatable) {
    failures.push(...first.failures);
    return first;
  }
  const repeatedRun = await runFiles(`${name}-repeated`, failedFiles, env);
  failures.push(...repeatedRun.failures);
  const hasFailedAgain = ({ file, name: test }: Failure) =>
    repeatedRun.failures.some((other) => other.file === file && other.name === test);
  unsteadyTests.push(...first.failures.filter((failure) => !hasFailedAgain(failure)));
  return { passed: first.passed + first.failed - repeatedRun.failed, failed: repeatedRun.failed };
}

/** Runs these files in one process, and returns its counts and failures. */
async function runFiles(
  name: string,
  files: readonly string[],
  env: Record<string, string>,
  ...flags: string[]
): Promise<TestCounts & { failures: Failure[]; loadedFiles: number }> {
  const report = join(results, `${name}.xml`);
  const reportFlags = ["--only-failures", "--reporter=junit", `--reporter-outfile=${report}`];
  const code = await spawn(["test", ...reportFlags, ...flags, ...files], env);
  const file = Bun.file(report);
  const savedText = (await file.exists()) ? await file.text() : "";
  const total = /<testsuites\b[^>]*>/.exec(savedText)?.[0];
  const fileTimes = readTimes(savedText);
  times.push(...fileTimes);
  const count = (attribute: string) =>
    Number(new RegExp(`\\b${attribute}="(\\d+)"`).exec(total ?? "")?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = count("skipped");
  const unseen = /^(?:browser|engines)/.test(name) && isCi ? skipped : 0;
  return {
    passed: count("tests") - failed - skipped,
    // If the runner crashes or a file does not load, this counts as a failure, whatever the report says.
    failed: unseen + (code !== 0 && failed === 0 ? 1 : failed),
    loadedFiles: fileTimes.length,
    failures: [
      ...failuresIn(savedText),
      ...(unseen > 0 ? [failureOf(`${unseen} tests of browsers did not run`)] : []),
    ],
  };
}

async function spawn(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, TZ: "UTC", FORCE_COLOR: "0", ...env },
  });
  return child.exited;
}

const wanted = process.argv.slice(2).filter((word) => word !== "--timings");
const unknown = wanted.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) {
  console.error(
    `No group ${unknown.join(", ")}. There are ${groups.map((g) => g.name).join(", ")}.`,
  );
  process.exit(2);
}

const total: TestCounts = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const row of rows) {
  const chosen = row.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const lines = chosen.map(async ({ name, run }) => {
    console.log(`\n== ${name}`);
    const started = performance.now();
    const { passed, failed } = await run();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return `${name.padEnd(11)} ${passed} passed, ${failed} failed  (${seconds} s)`;
  });
  summary.push(...(await Promise.all(lines)));
}
rmSync(results, { recursive: true, force: true });
console.log("\nThe slowest files");
for (const { file, seconds } of times.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
for (const [what, tests] of [
  ["passed only when its file ran again", unsteadyTests],
  ["failed", failures],
] as const)
  for (const { file, name, message } of tests)
    console.log(`${what}: ${file} ${name} ${message.replaceAll("&#10;", " ")}`.slice(0, 400));
console.log(`\n${summary.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
