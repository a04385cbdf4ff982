/** `bun tests/soak/fuzz-run.ts [runs of each call] [seed]`: prints what was found; exits with 1 where something was. */
import { fillDemo } from "../../src/demo";
import { createTestServer } from "../support/server";
import { fuzz } from "./fuzz";

const [runs = "212", seed = "1", only] = process.argv.slice(2);
const server = await createTestServer({ RATE_LIMITS: "off" });
await fillDemo(server.deps);
/** What the log says of faults since it was last asked. */
const said: string[] = [];
const { log } = server.deps;
Object.assign(log, {
  error: (message: unknown, values: unknown) =>
    said.push(`${String(message)} ${Bun.inspect(values, { depth: 4 }).slice(0, 1_500)}`),
});
const logged = () => said.splice(0);
const started = performance.now();
const { requests, statuses, failures } = await fuzz(server, {
  runs: Number(runs),
  seed: Number(seed),
  logged,
  ...(only && { only: new RegExp(only) }),
});
console.log(
  `${requests} requests in ${Math.round((performance.now() - started) / 1000)} s`,
  statuses,
);
const byCall = Map.groupBy(failures, ({ call, status }) => `${status} ${call}`);
for (const [call, found] of byCall) {
  console.log(`\n${call}: ${found.length}`);
  for (const { problem, sent } of found.slice(0, 2))
    console.log(`  sent ${sent}\n  got  ${problem}`);
}
console.log(`memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
server.close();
process.exit(failures.length > 0 ? 1 : 0);
