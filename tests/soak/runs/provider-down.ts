/** The mail server stops and comes back. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { seedFolder } from "../../bench/seed";
import { quote } from "../../support/booking";
import { createInstallation, freePort } from "../../support/executable";
import { type Postbox, startMailbox } from "../../support/postbox";
import { createVisitor } from "../../support/visitor";
import type { Figure, Soak } from "../figures";

const MESSAGE_COUNT = 1_000;
const CODE_COUNT = 20;
const HOUR = 3_600_000;
/** The worker's longest pause between two attempts, in ms. */
const LONGEST_PAUSE_MS = 120_000;

export const providerDown: Soak = {
  name: "provider-down",
  description:
    "1,000 messages and 20 codes are requested while the mail server refuses every connection. After half a minute the database is changed to its state after an hour of outage (tries counted, the longest pauses, an hour older), and the mail server works again.",
  short: 0.02,
  async run(share) {
    const installation = createInstallation();
    const count = Math.ceil(MESSAGE_COUNT * share);
    let mailbox: Postbox | undefined;
    try {
      const { riderToken } = await seedFolder(join(installation.folder, "data"), 100);
      const port = await freePort();
      const server = await installation.start({
        RATE_LIMITS: "off",
        LOG_LEVEL: "error",
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: "rides@example.com",
      });
      const rider = createVisitor(server.url);
      rider.cookies.set("livery_rider", riderToken);
      const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const { quote: offer, options } = await quote(rider, { pickupLocal: `${day}T12:00` });
      const vehicleClassId = options[0]?.vehicleClass.id;
      let left = count;
      const client = async () => {
        while (left-- > 0) {
          const bookedAnswer = await rider.post("/reservations", { quote: offer, vehicleClassId });
          if (bookedAnswer.status !== 201)
            throw new Error(`Not booked: ${await bookedAnswer.text()}`);
        }
      };
      await Promise.all(Array.from({ length: 20 }, client));
      for (let i = 0; i < CODE_COUNT; i++) {
        const identifier = `stranger${i}@example.com`;
        const sentAnswer = await createVisitor(server.url).post("/auth/send-otp", { identifier });
        if (!sentAnswer.ok)
          throw new Error(`No code: ${sentAnswer.status} ${await sentAnswer.text()}`);
      }
      await Bun.sleep(Math.max(3_000, 30_000 * share));

      const db = new Database(join(installation.folder, "data/livery.sqlite"));
      db.run("PRAGMA busy_timeout = 5000");
      const waiting = () =>
        db
          .query<{ n: number }, []>("SELECT count(*) AS n FROM outbox WHERE state = 'waiting'")
          .all()[0]?.n ?? Number.NaN;
      const stuck = waiting();
      db.query(
        `UPDATE outbox SET attempts = 34, created_at = created_at - ${HOUR}, expires_at = expires_at - ${HOUR},
           retry_until = retry_until - ${HOUR},
           next_attempt_at = ? + abs(random() % ${Math.ceil(LONGEST_PAUSE_MS * share)}) WHERE state = 'waiting'`,
      ).run(Date.now());
      mailbox = await startMailbox(port);
      const startedAt = performance.now();
      const allowed = 5 * 60_000;
      while (waiting() > 0 && performance.now() - startedAt < allowed + 30_000)
        await Bun.sleep(250);
      const tookSeconds = (performance.now() - startedAt) / 1_000;
      const unsent = waiting();
      const readable =
        db
          .query<{ n: number }, []>(
            "SELECT count(*) AS n FROM outbox WHERE kind = 'code' AND body IS NOT NULL",
          )
          .all()[0]?.n ?? Number.NaN;
      db.close();
      const codes = mailbox.received.filter(({ to }) => to.startsWith("stranger"));
      const news = mailbox.received.filter(({ to }) => !to.startsWith("stranger"));
      const once = new Set(news.map(({ thread }) => thread?.id));
      return [
        {
          of: "messages that waited",
          value: stuck,
          unit: "messages",
          aim: { least: count + CODE_COUNT },
        },
        {
          of: "delivered of them, codes aside",
          value: once.size,
          unit: "messages",
          aim: { least: count },
        },
        { of: "delivered twice", value: news.length - once.size, unit: "", aim: { most: 0 } },
        { of: "left waiting", value: unsent, unit: "", aim: { most: 0 } },
        { of: "until the last of them", value: tookSeconds, unit: "s", aim: { most: 300 } },
        { of: "expired codes sent", value: codes.length, unit: "", aim: { most: 0 } },
        { of: "texts of them that are kept", value: readable, unit: "", aim: { most: 0 } },
      ] satisfies Figure[];
    } finally {
      await installation.close();
      await mailbox?.close();
    }
  },
};
