import { useLoaderData, useRouter } from "@tanstack/react-router";
import { Receipt } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { expenseWords } from "../../../src/fares/expense-rules";
import type {
  DriverExpense,
  DriverExpenses,
} from "../../../src/payments/expenses/expense-contract";
import { acceptsExpenses } from "../../../src/payments/expenses/expense-rules";
import type { Reservation } from "../../../src/reservations/contract";
import { read } from "../../api";
import { useActions } from "../../forms/use-actions";
import { Badge, type Tone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { formatMoney } from "../../ui/money";
import { Section } from "../../ui/section";
import { serverTime } from "../taps/server-clock";
import { onUploadsChange, onUploadsSeen, openUploads } from "../uploads/upload-store";
import { ExpenseSheet } from "./expense-sheet";
import { useWords } from "../../words/use-words";
import { type Phrase, phrase, type Say } from "../../words/words";

/** An expense that is only on this phone. */
type UnsentExpense = Pick<DriverExpense, "kind" | "name" | "amountMinor" | "currency"> & {
  key: string;
};

const expenseBadges: Record<DriverExpense["state"], { words: Phrase; tone: Tone }> = {
  proposed: { words: phrase("Waiting for dispatch"), tone: "warning" },
  approved: { words: phrase("Approved", "an expense"), tone: "success" },
  declined: { words: phrase("Declined", "an expense"), tone: "danger" },
};

/** The driver's expenses on a trip, and the button to add one. */
export function TripExpenses({ trip }: { trip: Reservation }) {
  const t = useWords();
  const { driver } = useLoaderData({ from: "/driver/dashboard" });
  const [isAdding, setIsAdding] = useState(false);
  const { sentExpenses, unsentExpenses, reload } = useTripExpenses(trip, driver.id);
  const { api } = useRouter().options.context;
  const actions = useActions();
  const completion = trip.timeline.find(({ to }) => to === "completed");
  const isOpen = acceptsExpenses(
    {
      state: trip.state,
      pickupAt: Date.parse(trip.pickupAt),
      endedAt: completion ? Date.parse(completion.at) : null,
    },
    serverTime(),
  );
  const remove = ({ id: expenseId }: DriverExpense) =>
    actions.act(
      expenseId,
      () =>
        read(
          api.driver.reservations[":id"].expenses[":expenseId"].$delete({
            param: { id: trip.id, expenseId },
          }),
        ),
      reload,
    );
  if (!isOpen && sentExpenses.length + unsentExpenses.length === 0) return null;
  return (
    <Card>
      <Section title={t("Expenses")}>
        <ul className="divide-y divide-line not-empty:mb-3">
          {sentExpenses.map((expense) => (
            <Row expense={expense} key={expense.id} {...expenseBadges[expense.state]}>
              {detailOf(expense, t) && (
                <p className="text-ink-muted text-sm">{detailOf(expense, t)}</p>
              )}
              <div className="flex flex-wrap gap-2 empty:hidden">
                {expense.photo && (
                  <a
                    className="inline-flex min-h-11 items-center pe-3 text-accent-text underline"
                    href={expense.photo}
                    rel="noreferrer"
                    target="_blank"
                  >
                    {t("Photo")}
                  </a>
                )}
                {expense.state === "proposed" && (
                  <Button
                    busy={actions.acting === expense.id}
                    onClick={() => void remove(expense)}
                    variant="quiet"
                  >
                    {t("Remove")}
                  </Button>
                )}
              </div>
            </Row>
          ))}
          {unsentExpenses.map((expense) => (
            <Row
              expense={expense}
              key={expense.key}
              tone="neutral"
              words={phrase("Saved on this phone")}
            />
          ))}
        </ul>
        {actions.failure && (
          <p className="mb-3 text-danger-ink" role="alert">
            {actions.failure}
          </p>
        )}
        {isOpen && (
          <Button
            icon={<Receipt aria-hidden="true" size={20} />}
            onClick={() => setIsAdding(true)}
            size="large"
            variant="secondary"
            wide
          >
            {t("Add an expense")}
          </Button>
        )}
      </Section>
      {isAdding && (
        <ExpenseSheet driverId={driver.id} onClose={() => setIsAdding(false)} trip={trip} />
      )}
    </Card>
  );
}

function Row({
  expense: { kind, name, amountMinor, currency },
  words,
  tone,
  children,
}: {
  expense: UnsentExpense | DriverExpense;
  words: Phrase;
  tone: Tone;
  children?: ReactNode;
}) {
  const t = useWords();
  return (
    <li className="grid gap-1 py-2">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 break-words font-medium">
          {name || t.known(expenseWords[kind])}
        </span>
        <span className="flex items-center gap-2">
          <Badge tone={tone}>{t.of(words)}</Badge>
          <span className="tabular-nums">{formatMoney(amountMinor, currency, t)}</span>
        </span>
      </p>
      {children}
    </li>
  );
}

/** Returns the details of dispatch's decision, if it has any besides the approval. */
function detailOf(expense: DriverExpense, t: Say): string {
  const { state, reason, paysDriver, claimedMinor, amountMinor, currency } = expense;
  if (state === "declined") return reason;
  if (state === "proposed") return "";
  const paid = paysDriver
    ? t("You’ll get this amount with your pay for this trip.")
    : t("You won’t be paid this amount.");
  if (claimedMinor === amountMinor) return paid;
  return `${paid} ${t("You entered {amount}.", { amount: formatMoney(claimedMinor, currency, t) })}`;
}

/** Loads a trip's expenses from the server, and those that still wait on this phone. */
function useTripExpenses({ id, version }: Reservation, driverId: string) {
  const { api } = useRouter().options.context;
  const [sentExpenses, setSentExpenses] = useState<readonly DriverExpense[]>([]);
  const [unsentExpenses, setUnsentExpenses] = useState<readonly UnsentExpense[]>([]);
  const latestRead = useRef(0);
  const reload = useCallback(async () => {
    latestRead.current++;
    const ownRead = latestRead.current;
    const path = api.driver.reservations[":id"].expenses;
    // Without a network, the expenses shown before stay.
    const answer = await read<DriverExpenses>(path.$get({ param: { id } })).catch(() => null);
    const rows = await (await openUploads(driverId)).all();
    if (ownRead !== latestRead.current) return;
    if (answer) setSentExpenses(answer.expenses);
    setUnsentExpenses(
      rows.flatMap(({ letter, refusal }) =>
        letter.kind === "expense" && letter.tripId === id && refusal === null
          ? [{ ...letter.expense, key: letter.key }]
          : [],
      ),
    );
  }, [api, driverId, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the trip has other decisions
  useEffect(() => {
    void reload();
    const unsubscribeFunctions = [onUploadsChange, onUploadsSeen].map((listen) =>
      listen(() => void reload()),
    );
    return () => {
      for (const stop of unsubscribeFunctions) stop();
    };
  }, [reload, version]);
  return { sentExpenses, unsentExpenses, reload };
}
