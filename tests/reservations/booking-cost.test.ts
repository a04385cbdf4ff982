/** The database statements of a booking: the calls of a busy evening cannot become slower unnoticed. */
import { Database } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { book, trip } from "../support/booking";
import { createTestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

/** Records the statements that run on connections opened from now on, and returns their texts. */
function recordStatementsRun(): string[] {
  const ran: string[] = [];
  const compile = Database.prototype.prepare;
  spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database, sql: string) {
    const statement = compile.call(this, sql);
    for (const name of ["all", "get", "values", "run"] as const) {
      const call = statement[name].bind(statement);
      Object.assign(statement, {
        [name]: (...given: never[]) => {
          ran.push(sql);
          return call(...given);
        },
      });
    }
    return statement;
  } as typeof compile);
  return ran;
}

test("a booking runs at most 35 statements, all prepared in advance", async () => {
  const ran = recordStatementsRun();
  const server = await createTestServer();
  const { db } = server.deps;
  const { browser } = await signInRider(server);
  await book(browser);
  const quotedAnswer = await browser.post("/quotes", trip());
  const { quote, options } = (await quotedAnswer.json()) as QuoteAnswer;
  ran.length = 0;
  const builderSpies = (["select", "insert", "update", "delete"] as const).map((name) =>
    spyOn(db, name),
  );
  const booking = { quote, vehicleClassId: options[0]?.vehicleClass.id };
  expect((await browser.post("/reservations", booking)).status).toBe(201);
  expect(builderSpies.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0]);
  expect(ran.length).toBeGreaterThan(20);
  expect(ran.length, ran.join("\n")).toBeLessThanOrEqual(35);
  server.close();
});
