/**
 * Makes every described call again and again, with input that its own schema allows, and sometimes with input that it
 * forbids.
 */
import { join } from "node:path";
import { residentMiB } from "../../bench/process";
import { openDeps } from "../../support/deps";
import { createInstallation } from "../../support/executable";
import { createRemoteBrowser } from "../remote-browser";
import type { Figure, Soak } from "../figures";
import { fuzz as fuzzCalls } from "../fuzz";
import { watchServer } from "../processes";

const REQUEST_COUNT = 100_000;
/** Memory is measured after each part, and the first part warms the server up. */
const PART_COUNT = 5;

export const fuzz: Soak = {
  name: "fuzz",
  description:
    "At least 100,000 requests are sent to the calls that openapi.json describes, on the demo fleet. They are generated from its schemas with fixed seeds.",
  short: 0.02,
  async run(share) {
    const installation = createInstallation();
    try {
      const environment = { RATE_LIMITS: "off", LOG_LEVEL: "error" };
      const server = await installation.start(environment, "serve", "--demo");
      // People sign in with the codes that wait in the database.
      const deps = openDeps(join(installation.folder, "data"), environment);
      const outside = { deps, browser: () => createRemoteBrowser(server.url) };
      let output = server.output().length;
      const readLog = () => {
        const lines = server.output().slice(output).split("\n");
        output = server.output().length;
        return lines.filter((line) => line && !/^(?:Code|Link) for /.test(line));
      };
      const description = (await (await fetch(`${server.url}/backend/openapi.json`)).json()) as {
        paths: Record<string, object>;
      };
      const calls = Object.values(description.paths).flatMap((one) => Object.keys(one)).length;
      // Calls with files have separate tests. At most a twentieth of the calls is left out.
      const runs = Math.ceil((REQUEST_COUNT * share) / PART_COUNT / (calls * 0.95));
      const weights: number[] = [];
      let requests = 0;
      let failures = 0;
      const watched = watchServer(server);
      for (let part = 0; part < PART_COUNT; part++) {
        const found = await fuzzCalls(outside, {
          runs,
          seed: 1 + part * 1_000_000,
          readLog,
        }).catch(async (error: unknown) => {
          throw await watched.explainFailure(error);
        });
        requests += found.requests;
        failures += found.failures.length;
        for (const { call, status, problem, sent } of found.failures.slice(0, 5))
          console.log(`${status} ${call}\n  sent ${sent}\n  got  ${problem}`);
        await Bun.sleep(2_000 * share);
        weights.push(residentMiB(server.pid) * 1.048576);
      }
      watched.stop();
      deps.db.$client.close();
      const [firstMemoryMb = 0] = weights;
      return [
        { of: "calls described", value: calls, unit: "calls", aim: { least: 400 } },
        {
          of: "requests",
          value: requests,
          unit: "requests",
          aim: { least: REQUEST_COUNT * share },
        },
        {
          of: "faults of the server, hangs, answers of another shape",
          value: failures,
          unit: "",
          aim: { most: 0 },
        },
        { of: "memory after a fifth of them", value: firstMemoryMb, unit: "MB" },
        {
          of: "more memory after the rest",
          value: (weights.at(-1) ?? 0) - firstMemoryMb,
          unit: "MB",
          aim: { most: 64 },
        },
      ] satisfies Figure[];
    } finally {
      await installation.close();
    }
  },
};
