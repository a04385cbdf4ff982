/** Another process holds the database's write lock. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { createInstallation } from "../../support/executable";
import { createVisitor } from "../../support/visitor";
import { type Figure, percentile, type Soak } from "../figures";
import { startOtherClients } from "../processes";

const LOCK_HELD_MS = 8_000;
const WRITER_COUNT = 50;
const REPETITIONS = 5;

export const lockedDatabase: Soak = {
  name: "locked-database",
  description:
    "Five times another process holds the write lock for 8 s, while 50 people request a code and others read 50 times a second.",
  short: 0.2,
  async run(share) {
    const installation = createInstallation();
    try {
      const server = await installation.start({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
      const visitor = createVisitor(server.url);
      const paths = ["/backend/healthz", "/backend/vehicle-classes", "/"];
      const write = async (name: string) => {
        const startedAt = performance.now();
        const answer = await visitor.post("/auth/send-otp", { identifier: `${name}@example.com` });
        await answer.arrayBuffer();
        return { status: answer.status, ms: performance.now() - startedAt };
      };
      await write("first");
      for (const path of paths) await (await fetch(server.url + path)).arrayBuffer();
      const other = new Database(join(installation.folder, "data/livery.sqlite"));
      const responseTimesMs: number[] = [];
      const waits: number[] = [];
      let otherAnswerCount = 0;
      let faults = 0;
      let failedCheckCount = 0;
      for (let time = 0; time < Math.ceil(REPETITIONS * share); time++) {
        other.run("PRAGMA busy_timeout = 5000");
        other.run("BEGIN IMMEDIATE");
        const others = startOtherClients(server.url, paths, 20);
        const released = Bun.sleep(LOCK_HELD_MS).then(() => other.run("ROLLBACK"));
        const writes = Array.from({ length: WRITER_COUNT }, (_, i) => write(`held${time}-${i}`));
        for (const { status, ms } of await Promise.all(writes)) {
          waits.push(ms / 1_000);
          if (status !== 503) otherAnswerCount++;
        }
        await released;
        const { times, faults: found } = await others.stop();
        responseTimesMs.push(...times);
        faults += found.length;
        if ((await write(`after${time}`)).status !== 200) failedCheckCount++;
      }
      other.close();
      return [
        { of: "writes refused with 503", value: waits.length - otherAnswerCount, unit: "writes" },
        { of: "writes answered otherwise", value: otherAnswerCount, unit: "", aim: { most: 0 } },
        {
          of: "refused after, the soonest",
          value: Math.min(...waits),
          unit: "s",
          aim: { least: 4.9 },
        },
        {
          of: "refused after, the latest",
          value: Math.max(...waits),
          unit: "s",
          aim: { most: 6.5 },
        },
        { of: "answers to readers meanwhile", value: responseTimesMs.length, unit: "answers" },
        { of: "readers that got none", value: faults, unit: "", aim: { most: 0 } },
        {
          of: "readers' wait, 99 of 100",
          value: percentile(responseTimesMs, 99),
          unit: "ms",
          aim: { most: 100 },
        },
        {
          of: "first writes afterwards that failed",
          value: failedCheckCount,
          unit: "",
          aim: { most: 0 },
        },
      ] satisfies Figure[];
    } finally {
      await installation.close();
    }
  },
};
