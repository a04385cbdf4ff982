/** A server is stopped again and again while a hundred clients send requests without a pause. */
import { BusyClient } from "../../support/busy-client";
import { createInstallation } from "../../support/executable";
import { type Figure, percentile, type Soak } from "../figures";

const STOP_COUNT = 20;
const CLIENT_COUNT = 100;

export const stopping: Soak = {
  name: "stopping",
  description:
    "The server gets SIGTERM 20 times, each time with 100 clients that send requests without a pause on keep-alive connections.",
  short: 0.05,
  async run(share) {
    const installation = createInstallation();
    const stopTimes: number[] = [];
    let answerCount = 0;
    let failed = 0;
    let codes = 0;
    try {
      for (let i = 0; i < Math.ceil(STOP_COUNT * share); i++) {
        const server = await installation.start();
        const clients = Array.from(
          { length: CLIENT_COUNT },
          (_, at) => new BusyClient(server.port, at),
        );
        const done = clients.map((client) => client.run());
        while (clients.some((client) => client.answerCount < 3)) await Bun.sleep(20);
        const startedAt = performance.now();
        server.kill("SIGTERM");
        if ((await server.exited) !== 0) codes++;
        stopTimes.push((performance.now() - startedAt) / 1_000);
        await Promise.all(done);
        for (const client of clients) {
          answerCount += client.answerCount;
          failed += client.failed;
        }
      }
    } finally {
      await installation.close();
    }
    return [
      { of: "requests answered", value: answerCount, unit: "requests" },
      { of: "requests failed", value: failed, unit: "", aim: { most: 0 } },
      { of: "ends with another exit code than 0", value: codes, unit: "", aim: { most: 0 } },
      { of: "longest stop", value: percentile(stopTimes, 100), unit: "s", aim: { most: 10 } },
    ] satisfies Figure[];
  },
};
