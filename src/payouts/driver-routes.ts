import { csvHeaders } from "../formats/csv";
import { createRouter } from "../server/calls";
import { limitPerSession, sendPdf } from "../server/http";
import { readOpenAccount } from "./account-queries";
import {
  OpenAccount,
  OpenAccountQuery,
  StatementAnswer,
  StatementList,
  StatementsQuery,
} from "./contract";
import { readStatementPdf, statementAsCsv } from "./file-queries";
import { linesForDriver, listStatements, readStatement } from "./queries";

const fileLimit = limitPerSession(60, 60);

/** The routes of the driver's own account, under `/driver`. */
export const driverBillingRoutes = createRouter("driver")
  .get(
    "/driver/billing",
    "Gives the driver's pay and cash since their last statement",
    { who: "driver", query: OpenAccountQuery, answer: OpenAccount },
    ({ deps, actor, query }) => {
      const account = readOpenAccount(deps, actor.id, query);
      return { ...account, lines: linesForDriver(deps, account.lines) };
    },
  )
  .get(
    "/driver/statements",
    "Lists the driver's statements, the latest week first",
    { who: "driver", query: StatementsQuery, answer: StatementList },
    ({ deps, actor, query }) => listStatements(deps, actor.id, query),
  )
  .get(
    "/driver/statements/:id",
    "Gives one of the driver's statements with its trips",
    { who: "driver", answer: StatementAnswer },
    ({ deps, actor, id }) => ({ statement: readStatement(deps, id, actor.id) }),
  )
  .get(
    "/driver/statements/:id/statement.pdf",
    "Gives one of the driver's statements as PDF",
    { who: "driver", answer: "application/pdf", heavy: true, use: fileLimit },
    async ({ c, deps, actor, id }) => sendPdf(c, await readStatementPdf(deps, id, actor.id)),
  )
  .get(
    "/driver/statements/:id/statement.csv",
    "Gives one of the driver's statements as CSV",
    { who: "driver", answer: "text/csv", heavy: true, use: fileLimit },
    ({ c, deps, actor, id }) => {
      const { name, text } = statementAsCsv(deps, id, actor.id);
      return c.body(text, 200, csvHeaders(name));
    },
  );
