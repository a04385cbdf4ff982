import { createRouter } from "../../server/calls";
import { sendPhoto } from "../../server/file-answer";
import { limitPerSession, readIdempotencyKey } from "../../server/http";
import { multipart } from "../../server/multipart";
import {
  addExpense,
  approveExpense,
  declineExpense,
  proposeExpense,
  removeExpense,
} from "./expense-actions";
import {
  AddExpense,
  ApproveExpense,
  DeclineExpense,
  DriverExpenses,
  ProposeExpense,
  TripExpenses,
} from "./expense-contract";
import { readDriverExpenses, readExpensePhoto, readTripExpenses } from "./expense-queries";

/** The limits of a form with a photo of up to 5 MB. */
const PHOTO_FORM = {
  bytes: 5 * 1024 * 1024 + 64 * 1024,
  parts: 8,
  tooLarge: "picture.too_large",
} as const;

const decisionRefusals = [
  ...(["reservation.stale", "expense.too_early", "expense.settled"] as const),
  ...(["expense.no_driver", "company.invoiced"] as const),
];

/** The routes of expenses: drivers add them, and staff decide who bears them. */
export const expenseRoutes = createRouter("expenses")
  .get(
    "/driver/reservations/:id/expenses",
    "Lists the driver's expenses of a trip, the oldest first",
    { who: "driver", answer: DriverExpenses },
    ({ deps, actor, id }) => readDriverExpenses(deps, actor.id, id),
  )
  .post(
    "/driver/reservations/:id/expenses",
    "Adds an expense of the driver to a trip, with or without a photo; idempotent with an Idempotency-Key",
    {
      who: "driver",
      form: multipart(ProposeExpense, PHOTO_FORM),
      created: DriverExpenses,
      refuses: ["idempotency.reused", "expense.closed", "expense.currency", "expense.too_many"],
      use: limitPerSession(120, 3_600),
    },
    async ({ c, deps, actor, id, form }) => {
      await proposeExpense(deps, actor, id, form, readIdempotencyKey(c));
      return readDriverExpenses(deps, actor.id, id);
    },
  )
  .delete(
    "/driver/reservations/:id/expenses/:expenseId",
    "Withdraws an expense that is waiting for approval",
    { who: "driver", answer: DriverExpenses, refuses: ["expense.decided"] },
    async ({ deps, actor, id, expenseId }) => {
      await removeExpense(deps, actor, id, expenseId);
      return readDriverExpenses(deps, actor.id, id);
    },
  )
  .get(
    "/driver/reservations/:id/expenses/:expenseId/photo",
    "Gives the photo of one of the driver's expenses",
    { who: "driver", answer: "The photo" },
    async ({ c, deps, actor, id, expenseId }) =>
      sendPhoto(c, await readExpensePhoto(deps, actor, id, expenseId)),
  )
  .get(
    "/admin/reservations/:id/expenses",
    "Lists the expenses of a trip, the oldest first",
    { who: "dispatch.view", answer: TripExpenses },
    ({ deps, id }) => readTripExpenses(deps, id),
  )
  .post(
    "/admin/reservations/:id/expenses",
    "Adds an approved expense to a trip",
    {
      who: "trips.settle",
      body: AddExpense,
      created: TripExpenses,
      refuses: [...decisionRefusals, "expense.too_many"],
    },
    async ({ deps, actor, id, body }) => {
      await addExpense(deps, actor, id, body);
      return readTripExpenses(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/expenses/:expenseId/approval",
    "Approves an expense: charges the customer, pays the driver, both or neither",
    { who: "trips.settle", body: ApproveExpense, answer: TripExpenses, refuses: decisionRefusals },
    async ({ deps, actor, id, expenseId, body }) => {
      await approveExpense(deps, actor, id, expenseId, body);
      return readTripExpenses(deps, id);
    },
  )
  .post(
    "/admin/reservations/:id/expenses/:expenseId/refusal",
    "Declines an expense with a reason. It is neither charged nor paid",
    {
      who: "trips.settle",
      body: DeclineExpense,
      answer: TripExpenses,
      refuses: [...decisionRefusals, "expense.decided"],
    },
    async ({ deps, actor, id, expenseId, body }) => {
      await declineExpense(deps, actor, id, expenseId, body);
      return readTripExpenses(deps, id);
    },
  )
  .get(
    "/admin/reservations/:id/expenses/:expenseId/photo",
    "Gives the photo of an expense",
    { who: "dispatch.view", answer: "The photo" },
    async ({ c, deps, id, expenseId }) =>
      sendPhoto(c, await readExpensePhoto(deps, { kind: "admin" }, id, expenseId)),
  );
