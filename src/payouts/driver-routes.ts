import {
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  sendPdf,
  validate,
} from "../server/http";
import { readOpenAccount } from "./account-queries";
import {
  OpenAccount,
  OpenAccountQuery,
  StatementAnswer,
  StatementId,
  StatementList,
  StatementsQuery,
} from "./contract";
import { readStatementPdf, statementAsCsv } from "./file-queries";
import { listStatements, readStatement } from "./queries";

const tag = "driver";
const fileLimit = limitPerSession(60, 60);

/** What drivers see of their account, under `/driver`. */
export const driverBillingRoutes = createRouter()
  .get(
    "/driver/billing",
    describe({
      summary: "What the driver earned and holds since their last statement",
      tag,
      security: "driver",
      answers: { 200: OpenAccount },
    }),
    requireDriver,
    validate("query", OpenAccountQuery),
    (c) => {
      const { deps, session } = c.var;
      const account = readOpenAccount(deps, session.accountId, c.req.valid("query"));
      return c.json(account satisfies OpenAccount);
    },
  )
  .get(
    "/driver/statements",
    describe({
      summary: "The driver's statements, the latest week first",
      tag,
      security: "driver",
      answers: { 200: StatementList },
    }),
    requireDriver,
    validate("query", StatementsQuery),
    (c) => {
      const { deps, session } = c.var;
      const list = listStatements(deps, session.accountId, c.req.valid("query"));
      return c.json(list satisfies StatementList);
    },
  )
  .get(
    "/driver/statements/:id",
    describe({
      summary: "One of the driver's statements with its trips",
      tag,
      security: "driver",
      answers: { 200: StatementAnswer },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    validate("param", StatementId),
    (c) => {
      const { deps, session } = c.var;
      const statement = readStatement(deps, c.req.valid("param").id, session.accountId);
      return c.json({ statement } satisfies StatementAnswer);
    },
  )
  .get(
    "/driver/statements/:id/statement.pdf",
    describe({
      summary: "One of the driver's statements as PDF",
      tag,
      security: "driver",
      answers: { 200: "application/pdf" },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requireDriver,
    fileLimit,
    validate("param", StatementId),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      return sendPdf(c, await readStatementPdf(deps, id, session.accountId));
    },
  )
  .get(
    "/driver/statements/:id/statement.csv",
    describe({
      summary: "One of the driver's statements as CSV",
      tag,
      security: "driver",
      answers: { 200: "text/csv" },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requireDriver,
    fileLimit,
    validate("param", StatementId),
    (c) => {
      const { deps, session } = c.var;
      const { name, text } = statementAsCsv(deps, c.req.valid("param").id, session.accountId);
      return c.body(text, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}"`,
      });
    },
  );
