import { csvHeaders } from "../formats/csv";
import { createRouter } from "../server/calls";
import { auditDownload, limitPerSession, readIdempotencyKey, sendPdf } from "../server/http";
import { listBalances, readOpenAccount } from "./account-queries";
import { closeWeeks, closeWeeksOf } from "./close-actions";
import {
  AddAdjustment,
  AddDriverPayment,
  BalancesQuery,
  DriverBalances,
  EntriesQuery,
  EntryAnswer,
  EntryList,
  OpenAccount,
  OpenAccountQuery,
  StatementAnswer,
  StatementList,
  StatementMonth,
  StatementsQuery,
  ClosedWeeks,
} from "./contract";
import { addAdjustment, addPayment, reverseEntry } from "./entry-actions";
import { monthAsCsv, readStatementPdf, statementAsCsv } from "./file-queries";
import { listEntries, listStatements, readEntry, readStatement } from "./queries";
import { driverBillingRoutes } from "./driver-routes";

const fileLimit = limitPerSession(60, 60);

/** The office's routes of drivers' accounts: balances, statements, adjustments, payments. */
export const payoutRoutes = createRouter("payouts")
  .get(
    "/admin/payouts",
    "Lists all drivers by name, with their balances by currency",
    { who: "dispatch.view", query: BalancesQuery, answer: DriverBalances },
    ({ deps, query }) => listBalances(deps, query),
  )
  .post(
    "/admin/payouts/closing",
    "Closes the past weeks of all drivers",
    { who: "billing.manage", answer: ClosedWeeks },
    async ({ deps, actor }) => ({ statements: await closeWeeks(deps, actor) }),
  )
  .get(
    "/admin/statements.csv",
    "Gives all drivers' statements of a month as CSV",
    {
      who: "dispatch.view",
      query: StatementMonth,
      answer: "text/csv",
      heavy: true,
      use: [auditDownload("statement", "all drivers' statements of a month"), fileLimit],
    },
    ({ c, deps, query }) => {
      const { name, text } = monthAsCsv(deps, query.month);
      return c.body(text, 200, csvHeaders(name));
    },
  )
  .get(
    "/admin/statements/:id",
    "Gives one driver statement with its trips",
    { who: "dispatch.view", answer: StatementAnswer },
    ({ deps, id }) => ({ statement: readStatement(deps, id) }),
  )
  .get(
    "/admin/statements/:id/statement.pdf",
    "Gives a driver statement as PDF",
    {
      who: "dispatch.view",
      answer: "application/pdf",
      heavy: true,
      use: [auditDownload("statement", "a driver's statement as PDF"), fileLimit],
    },
    async ({ c, deps, id }) => sendPdf(c, await readStatementPdf(deps, id)),
  )
  .get(
    "/admin/statements/:id/statement.csv",
    "Gives a driver statement as CSV",
    {
      who: "dispatch.view",
      answer: "text/csv",
      heavy: true,
      use: [auditDownload("statement", "a driver's statement as CSV"), fileLimit],
    },
    ({ c, deps, id }) => {
      const { name, text } = statementAsCsv(deps, id);
      return c.body(text, 200, csvHeaders(name));
    },
  )
  .get(
    "/admin/drivers/:id/account",
    "Gives the trips and entries of a driver that are not on a statement yet",
    { who: "dispatch.view", query: OpenAccountQuery, answer: OpenAccount },
    ({ deps, id, query }) => readOpenAccount(deps, id, query),
  )
  .get(
    "/admin/drivers/:id/statements",
    "Lists a driver's statements, the latest week first",
    { who: "dispatch.view", query: StatementsQuery, answer: StatementList },
    ({ deps, id, query }) => listStatements(deps, id, query),
  )
  .post(
    "/admin/drivers/:id/statements",
    "Closes the past weeks of a driver",
    { who: "billing.manage", answer: ClosedWeeks },
    async ({ deps, actor, id }) => ({ statements: await closeWeeksOf(deps, actor, id) }),
  )
  .get(
    "/admin/drivers/:id/entries",
    "Lists a driver's adjustments and payments, the latest first",
    { who: "dispatch.view", query: EntriesQuery, answer: EntryList },
    ({ deps, id, query }) => listEntries(deps, id, query),
  )
  .post(
    "/admin/drivers/:id/adjustments",
    "Adds an adjustment with a reason to a driver's account; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: AddAdjustment,
      idempotencyKey: "optional",
      created: EntryAnswer,
      refuses: ["payout.trip", "idempotency.reused"],
    },
    async ({ c, deps, actor, id, body }) => {
      const entryId = await addAdjustment(deps, actor, id, body, readIdempotencyKey(c));
      return { entry: readEntry(deps, entryId) };
    },
  )
  .post(
    "/admin/drivers/:id/payments",
    "Records a payment to or from a driver; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: AddDriverPayment,
      idempotencyKey: "optional",
      created: EntryAnswer,
      refuses: ["payout.too_much", "idempotency.reused"],
    },
    async ({ c, deps, actor, id, body }) => {
      const entryId = await addPayment(deps, actor, id, body, readIdempotencyKey(c));
      return { entry: readEntry(deps, entryId) };
    },
  )
  .post(
    "/admin/drivers/:id/entries/:entryId/reversal",
    "Reverses an adjustment or payment of a driver's account",
    { who: "billing.manage", created: EntryAnswer, refuses: ["payout.reversed"] },
    async ({ deps, actor, id, entryId }) => {
      const reversalId = await reverseEntry(deps, actor, id, entryId);
      return { entry: readEntry(deps, reversalId) };
    },
  )
  .with(driverBillingRoutes);
