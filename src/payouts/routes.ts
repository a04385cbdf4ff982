import {
  actorOf,
  auditDownload,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  sendPdf,
  validate,
} from "../server/http";
import { listBalances, readOpenAccount } from "./account-queries";
import { closeWeeks, closeWeeksOf } from "./close-actions";
import {
  AccountedDriverId,
  AddAdjustment,
  AddDriverPayment,
  BalancesQuery,
  DriverBalances,
  DriverEntryId,
  EntriesQuery,
  EntryAnswer,
  EntryList,
  OpenAccount,
  OpenAccountQuery,
  StatementAnswer,
  StatementId,
  StatementList,
  StatementMonth,
  StatementsQuery,
  WeeksClosed,
} from "./contract";
import { addAdjustment, addPayment, reverseEntry } from "./entry-actions";
import { monthAsCsv, readStatementPdf, statementAsCsv } from "./file-queries";
import { listEntries, listStatements, readEntry, readStatement } from "./queries";
import { driverBillingRoutes } from "./driver-routes";

const tag = "payouts";
const requireAccountant = requirePermission("money.book");
const fileLimit = limitPerSession(60, 60);
const CSV = "text/csv; charset=utf-8";

const file = (name: string, type: string) => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${name}"`,
});

/** Drivers' accounts for the office: balances, statements, adjustments, payments. */
export const payoutRoutes = createRouter()
  .get(
    "/admin/payouts",
    describe({
      summary: "All drivers by name with what is owed, by currency",
      tag,
      security: "admin",
      answers: { 200: DriverBalances },
    }),
    requirePermission("dispatch.read"),
    validate("query", BalancesQuery),
    (c) => c.json(listBalances(c.var.deps, c.req.valid("query")) satisfies DriverBalances),
  )
  .post(
    "/admin/payouts/closing",
    describe({
      summary: "Closes every week that is over, of all drivers",
      tag,
      security: "admin",
      answers: { 200: WeeksClosed },
      refusals: ["request.forbidden"],
    }),
    requireAccountant,
    async (c) => {
      const { deps, session } = c.var;
      const statements = await closeWeeks(deps, actorOf(session));
      return c.json({ statements } satisfies WeeksClosed);
    },
  )
  .get(
    "/admin/statements.csv",
    describe({
      summary: "The statements of all drivers for the weeks of a month as CSV",
      tag,
      security: "admin",
      answers: { 200: "text/csv" },
      refusals: ["request.too_many"],
    }),
    requirePermission("dispatch.read"),
    auditDownload("statement", "all drivers' statements of a month"),
    fileLimit,
    validate("query", StatementMonth),
    (c) => {
      const { name, text } = monthAsCsv(c.var.deps, c.req.valid("query").month);
      return c.body(text, 200, file(name, CSV));
    },
  )
  .get(
    "/admin/statements/:id",
    describe({
      summary: "One statement with its trips",
      tag,
      security: "admin",
      answers: { 200: StatementAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", StatementId),
    (c) => {
      const statement = readStatement(c.var.deps, c.req.valid("param").id);
      return c.json({ statement } satisfies StatementAnswer);
    },
  )
  .get(
    "/admin/statements/:id/statement.pdf",
    describe({
      summary: "A statement as PDF",
      tag,
      security: "admin",
      answers: { 200: "application/pdf" },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requirePermission("dispatch.read"),
    auditDownload("statement", "a driver's statement as PDF"),
    fileLimit,
    validate("param", StatementId),
    async (c) => {
      return sendPdf(c, await readStatementPdf(c.var.deps, c.req.valid("param").id));
    },
  )
  .get(
    "/admin/statements/:id/statement.csv",
    describe({
      summary: "A statement as CSV",
      tag,
      security: "admin",
      answers: { 200: "text/csv" },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requirePermission("dispatch.read"),
    auditDownload("statement", "a driver's statement as CSV"),
    fileLimit,
    validate("param", StatementId),
    (c) => {
      const { name, text } = statementAsCsv(c.var.deps, c.req.valid("param").id);
      return c.body(text, 200, file(name, CSV));
    },
  )
  .get(
    "/admin/drivers/:id/account",
    describe({
      summary: "What of a driver's account stands on no statement yet",
      tag,
      security: "admin",
      answers: { 200: OpenAccount },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", AccountedDriverId),
    validate("query", OpenAccountQuery),
    (c) => {
      const { id } = c.req.valid("param");
      const account = readOpenAccount(c.var.deps, id, c.req.valid("query"));
      return c.json(account satisfies OpenAccount);
    },
  )
  .get(
    "/admin/drivers/:id/statements",
    describe({
      summary: "A driver's statements, the latest week first",
      tag,
      security: "admin",
      answers: { 200: StatementList },
    }),
    requirePermission("dispatch.read"),
    validate("param", AccountedDriverId),
    validate("query", StatementsQuery),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(listStatements(c.var.deps, id, c.req.valid("query")) satisfies StatementList);
    },
  )
  .post(
    "/admin/drivers/:id/statements",
    describe({
      summary: "Closes every week of a driver that is over",
      tag,
      security: "admin",
      answers: { 200: WeeksClosed },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    requireAccountant,
    validate("param", AccountedDriverId),
    async (c) => {
      const { deps, session } = c.var;
      const statements = await closeWeeksOf(deps, actorOf(session), c.req.valid("param").id);
      return c.json({ statements } satisfies WeeksClosed);
    },
  )
  .get(
    "/admin/drivers/:id/entries",
    describe({
      summary: "A driver's adjustments and payments, the latest first",
      tag,
      security: "admin",
      answers: { 200: EntryList },
    }),
    requirePermission("dispatch.read"),
    validate("param", AccountedDriverId),
    validate("query", EntriesQuery),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(listEntries(c.var.deps, id, c.req.valid("query")) satisfies EntryList);
    },
  )
  .post(
    "/admin/drivers/:id/adjustments",
    describe({
      summary: "Adds to what is owed to a driver, or takes from it, for a reason",
      tag,
      security: "admin",
      answers: { 201: EntryAnswer },
      refusals: ["request.forbidden", "request.not_found", "payout.trip"],
    }),
    requireAccountant,
    validate("param", AccountedDriverId),
    validate("json", AddAdjustment),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const made = await addAdjustment(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ entry: readEntry(deps, made) } satisfies EntryAnswer, 201);
    },
  )
  .post(
    "/admin/drivers/:id/payments",
    describe({
      summary: "Notes money that went to a driver or came from them",
      tag,
      security: "admin",
      answers: { 201: EntryAnswer },
      refusals: ["request.forbidden", "request.not_found", "payout.too_much"],
    }),
    requireAccountant,
    validate("param", AccountedDriverId),
    validate("json", AddDriverPayment),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const made = await addPayment(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ entry: readEntry(deps, made) } satisfies EntryAnswer, 201);
    },
  )
  .post(
    "/admin/drivers/:id/entries/:entryId/reversal",
    describe({
      summary: "Takes an adjustment or a payment back by an entry of its own",
      tag,
      security: "admin",
      answers: { 201: EntryAnswer },
      refusals: ["request.forbidden", "request.not_found", "payout.reversed"],
    }),
    requireAccountant,
    validate("param", DriverEntryId),
    async (c) => {
      const { deps, session } = c.var;
      const { id, entryId } = c.req.valid("param");
      const made = await reverseEntry(deps, actorOf(session), id, entryId);
      return c.json({ entry: readEntry(deps, made) } satisfies EntryAnswer, 201);
    },
  )
  .route("/", driverBillingRoutes);
