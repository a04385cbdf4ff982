/** Whether the time of an answer reveals which people have an account. */
import { join } from "node:path";
import { seedFolder } from "../../bench/seed";
import { createInstallation } from "../../support/executable";
import { createVisitor } from "../../support/visitor";
import { type Figure, percentile, type Soak } from "../figures";

const REPETITIONS = 400;

export const similarity: Soak = {
  name: "alike",
  description:
    "A code is requested and a wrong code is entered, 400 times for a person with an account and 400 times for a stranger, in turns.",
  short: 0.01,
  async run(share) {
    const installation = createInstallation();
    try {
      await seedFolder(join(installation.folder, "data"), 100);
      const server = await installation.start({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
      const found = new Map<string, { times: number[]; shapes: Set<string> }>();
      const of = (kind: string) => {
        const known = found.get(kind) ?? { times: [], shapes: new Set<string>() };
        found.set(kind, known);
        return known;
      };
      async function timeCall(
        kind: string,
        path: string,
        body: object,
        visitor = createVisitor(server.url),
      ) {
        const startedAt = performance.now();
        const answer = await visitor.post(path, body);
        const text = await answer.text();
        const tookMs = performance.now() - startedAt;
        of(kind).times.push(tookMs);
        const answerBody = JSON.parse(text) as object;
        const keys = JSON.stringify([
          answer.status,
          Object.keys(answerBody),
          Object.keys({ ...(answerBody as { newuser?: object }).newuser }),
        ]);
        of(kind).shapes.add(keys);
        return visitor;
      }
      const rounds = Math.ceil(REPETITIONS * share) + 20;
      for (let i = 0; i < rounds; i++) {
        // The first rounds only warm the server up. The two people take turns to be first.
        if (i === 20) for (const one of found.values()) one.times = [];
        const people = [`rider${i}@example.com`, `nobody${i}@example.com`];
        if (i % 2) people.reverse();
        for (const identifier of people) {
          const kind = identifier.startsWith("rider") ? "known" : "stranger";
          const visitor = await timeCall(`ask ${kind}`, "/auth/send-otp", { identifier });
          await timeCall(`guess ${kind}`, "/auth/verify-otp", { identifier, otp: "0000" }, visitor);
        }
      }
      const middle = (kind: string) => percentile(of(kind).times, 50);
      const differenceOf = (call: string) => {
        const [known, stranger] = [middle(`${call} known`), middle(`${call} stranger`)];
        return Math.abs(known - stranger);
      };
      const other = (call: string) => {
        const all = of(`${call} known`).shapes.union(of(`${call} stranger`).shapes);
        return all.size - 1;
      };
      return [
        { of: "asking for a code, median", value: middle("ask known"), unit: "ms" },
        {
          of: "the medians of known and unknown are apart by",
          value: differenceOf("ask"),
          unit: "ms",
          aim: { most: 1 },
        },
        { of: "a wrong code, median", value: middle("guess known"), unit: "ms" },
        { of: "those are apart by", value: differenceOf("guess"), unit: "ms", aim: { most: 1 } },
        {
          of: "other statuses or fields",
          value: other("ask") + other("guess"),
          unit: "",
          aim: { most: 0 },
        },
      ] satisfies Figure[];
    } finally {
      await installation.close();
    }
  },
};
