/** Ten thousand open event streams: their cost, and how soon an event reaches all of them. */
import { join } from "node:path";
import { residentMiB } from "../../bench/process";
import { seedFolder } from "../../bench/seed";
import { quote } from "../../support/booking";
import { createInstallation } from "../../support/executable";
import { createVisitor } from "../../support/visitor";
import { type Figure, percentile, type Soak } from "../figures";
import { addStaffSessions, withFileLimit, startWireClients } from "../processes";

const STREAM_COUNT = 10_000;
/** The most streams that a session may have. */
const STREAMS_PER_SESSION = 20;
const EVENT_COUNT = 20;

export const streams: Soak = {
  name: "streams",
  description:
    "500 sessions of dispatch open 10,000 event streams. Trips are booked, a session is ended, and the server is stopped.",
  short: 0.03,
  async run(share) {
    const installation = createInstallation(withFileLimit);
    const count = Math.ceil((STREAM_COUNT * share) / STREAMS_PER_SESSION) * STREAMS_PER_SESSION;
    let clients: Awaited<ReturnType<typeof startWireClients>> | undefined;
    try {
      const folder = join(installation.folder, "data");
      const { riderToken } = await seedFolder(folder, 500);
      const [endedSession = "", ...sessions] = await addStaffSessions(
        folder,
        count / STREAMS_PER_SESSION + 1,
      );
      const server = await installation.start({ LOG_LEVEL: "error" });
      const rider = createVisitor(server.url);
      rider.cookies.set("livery_rider", riderToken);
      const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const { quote: offer, options } = await quote(rider, { pickupLocal: `${tomorrow}T12:00` });
      const vehicleClassId = options[0]?.vehicleClass.id;
      const bookOne = async () => {
        const bookedAnswer = await rider.post("/reservations", { quote: offer, vehicleClassId });
        if (bookedAnswer.status !== 201)
          throw new Error(`Not booked: ${await bookedAnswer.text()}`);
      };
      // What the server needs in any case is loaded before its memory is measured.
      for (let i = 0; i < 20; i++) {
        await bookOne();
        await (await fetch(server.url)).text();
      }
      await Bun.sleep(6_000 * share);
      const before = residentMiB(server.pid);

      clients = await startWireClients();
      const startedAt = performance.now();
      clients.ask({
        kind: "listen",
        port: server.port,
        path: "/backend/admin/events",
        cookies: sessions.flatMap((cookie) => Array<string>(STREAMS_PER_SESSION).fill(cookie)),
      });
      const { refused } = await clients.waitForMessage("open");
      const opening = (performance.now() - startedAt) / 1_000;

      const delays: number[] = [];
      let missedStreamCount = 0;
      for (let i = 0; i < Math.max(3, EVENT_COUNT * share); i++) {
        clients.ask({ kind: "expect" });
        await Bun.sleep(300);
        const at = performance.timeOrigin + performance.now();
        await bookOne();
        let reached: number[] = [];
        for (let tries = 0; tries < 25 && reached.length < count - refused; tries++) {
          await Bun.sleep(200);
          clients.ask({ kind: "reached" });
          reached = (await clients.waitForMessage("reached")).at;
        }
        delays.push(...reached.map((each) => each - at));
        missedStreamCount += count - refused - reached.length;
      }
      const cost = residentMiB(server.pid) - before;

      const staff = createVisitor(server.url);
      staff.cookies.set("livery_admin", sessions[0]?.split("=")[1] ?? "");
      const left = performance.now();
      const out = await staff.post("/admin/logout", {});
      if (!out.ok) throw new Error(`Not signed out: ${out.status} ${await out.text()}`);
      let ending = Number.NaN;
      while (performance.now() - left < 5_000) {
        clients.ask({ kind: "count" });
        if (
          (await clients.waitForMessage("counted")).open <=
          count - refused - STREAMS_PER_SESSION
        ) {
          ending = performance.now() - left;
          break;
        }
        await Bun.sleep(20);
      }

      // Their connections break without being closed, like those of a phone that loses its network.
      const held = async () =>
        Number(
          /^livery_event_streams (\d+)/m.exec(
            await (await fetch(`${server.url}/backend/metrics`)).text(),
          )?.[1],
        );
      const others = await startWireClients();
      others.ask({
        kind: "listen",
        port: server.port,
        path: "/backend/admin/events",
        cookies: Array<string>(STREAMS_PER_SESSION).fill(endedSession),
      });
      await others.waitForMessage("open");
      const openStreamCount = await held();
      await others.end();
      const sessionEndedAt = performance.now();
      let closeSeconds = Number.NaN;
      while (performance.now() - sessionEndedAt < 20_000) {
        if ((await held()) <= openStreamCount - STREAMS_PER_SESSION) {
          closeSeconds = (performance.now() - sessionEndedAt) / 1_000;
          break;
        }
        await Bun.sleep(100);
      }

      const stopped = performance.now();
      server.kill("SIGTERM");
      const code = await server.exited;
      const stopping = (performance.now() - stopped) / 1_000;
      await Bun.sleep(200);
      clients.ask({ kind: "count" });
      const { open } = await clients.waitForMessage("counted");
      return [
        { of: "streams open", value: count - refused, unit: "streams", aim: { least: count } },
        { of: "opening them", value: opening, unit: "s" },
        {
          of: "memory of them all",
          value: cost * 1.048576,
          unit: "MB",
          // With few streams, this allows for the usual variation of a server's memory.
          aim: { most: Math.max(40, 100 * share) },
        },
        {
          of: "streams that an event did not reach",
          value: missedStreamCount,
          unit: "",
          aim: { most: 0 },
        },
        { of: "from asking to the event, median", value: percentile(delays, 50), unit: "ms" },
        {
          of: "from asking to the event, 99 of 100",
          value: percentile(delays, 99),
          unit: "ms",
          aim: { most: 500 },
        },
        {
          of: "streams of an ended session are closed after",
          value: ending,
          unit: "ms",
          aim: { most: 1_000 },
        },
        {
          of: "streams of clients that vanished are forgotten after",
          value: closeSeconds,
          unit: "s",
          aim: { most: 15 },
        },
        { of: "stopping with all of them open", value: stopping, unit: "s", aim: { most: 10 } },
        { of: "exit code of it, and streams left", value: code + open, unit: "", aim: { most: 0 } },
      ] satisfies Figure[];
    } finally {
      await clients?.end();
      await installation.close();
    }
  },
};
