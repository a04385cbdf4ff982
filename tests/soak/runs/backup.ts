/** A backup is made of a server that continues to book, and restored over another server's data. */
import { Database } from "bun:sqlite";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { seedFolder } from "../../bench/seed";
import { quote } from "../../support/booking";
import { createInstallation } from "../../support/executable";
import { createVisitor } from "../../support/visitor";
import { type Figure, percentile, type Soak } from "../figures";

const RESERVATION_COUNT = 100_000;
const CLIENT_COUNT = 60;
/** How long bookings run before the backup, in ms, to learn how fast the machine is. */
const WARM_UP_MS = 10_000;

export const backup: Soak = {
  name: "backup",
  description:
    "60 clients book as fast as they can on a server with 100,000 reservations. During that a backup is made, restored to another folder, checked and served.",
  short: 0.02,
  async run(share) {
    const here = createInstallation();
    const there = createInstallation();
    try {
      const folder = join(here.folder, "data");
      const { riderToken } = await seedFolder(folder, Math.ceil(RESERVATION_COUNT * share));
      const server = await here.start({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
      const rider = createVisitor(server.url);
      rider.cookies.set("livery_rider", riderToken);
      const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const { quote: offer, options } = await quote(rider, { pickupLocal: `${day}T12:00` });
      const vehicleClassId = options[0]?.vehicleClass.id;
      const acknowledgedIds: string[] = [];
      const waits: number[] = [];
      let refused = 0;
      let isStopped = false;
      const client = async () => {
        while (!isStopped) {
          const startedAt = performance.now();
          const bookedAnswer = await rider.post("/reservations", { quote: offer, vehicleClassId });
          const answerBody = (await bookedAnswer.json()) as { reservation?: { id: string } };
          waits.push(performance.now() - startedAt);
          if (answerBody.reservation) acknowledgedIds.push(answerBody.reservation.id);
          else refused++;
        }
      };
      const clients = Array.from({ length: CLIENT_COUNT }, client);
      await Bun.sleep(WARM_UP_MS * share);
      while (acknowledgedIds.length < 200) await Bun.sleep(20);
      const before = acknowledgedIds.length;
      waits.length = 0;
      const startedAt = performance.now();
      const made = await here.run("backup", "one.tar.zst");
      const seconds = (performance.now() - startedAt) / 1_000;
      const acknowledgedDuringBackup = acknowledgedIds.length - before;
      isStopped = true;
      await Promise.all(clients);

      renameSync(join(here.folder, "one.tar.zst"), join(there.folder, "one.tar.zst"));
      const restoreStart = performance.now();
      const restored = await there.run("restore", "one.tar.zst");
      const restoreSeconds = (performance.now() - restoreStart) / 1_000;
      const checked = await there.run("check");
      if (made.code + restored.code + checked.code > 0)
        console.log(made.output, restored.output, checked.output);
      const copy = new Database(join(there.folder, "data/livery.sqlite"), { readonly: true });
      const rows = copy.query<{ id: string }, []>("SELECT id FROM reservations").all();
      copy.close();
      const ids = new Set(rows.map(({ id }) => id));
      const lost = acknowledgedIds.slice(0, before).filter((id) => !ids.has(id)).length;
      const restoredServer = await there.start({ LOG_LEVEL: "error" });
      const old = createVisitor(restoredServer.url);
      old.cookies.set("livery_rider", riderToken);
      const admittedOldSessions = (await old.get("/reservations?limit=1")).status === 401 ? 0 : 1;
      return [
        { of: "bookings acknowledged before it", value: before, unit: "bookings" },
        {
          of: "bookings a second while it is made",
          value: acknowledgedDuringBackup / seconds,
          unit: "a second",
          aim: { least: 500 * share },
        },
        { of: "bookings refused meanwhile", value: refused, unit: "", aim: { most: 0 } },
        { of: "wait for a booking meanwhile, 99 of 100", value: percentile(waits, 99), unit: "ms" },
        { of: "it took", value: seconds, unit: "s", aim: { most: 60 } },
        { of: "restoring took", value: restoreSeconds, unit: "s", aim: { most: 60 } },
        { of: "bookings of before that are not in it", value: lost, unit: "", aim: { most: 0 } },
        {
          of: "commands that found a fault",
          value: made.code + restored.code + checked.code,
          unit: "",
          aim: { most: 0 },
        },
        {
          of: "sessions of before that still open anything",
          value: admittedOldSessions,
          unit: "",
          aim: { most: 0 },
        },
      ] satisfies Figure[];
    } finally {
      await here.close();
      await there.close();
    }
  },
};
