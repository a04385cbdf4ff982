import { Link, useRouter } from "@tanstack/react-router";
import type { ReservationList } from "../../src/reservations/contract";
import { useMoreRows } from "../forms/use-more-rows";
import { PageHeader } from "../ui/page-header";
import { withoutDuplicates } from "./agenda";
import { type Day, fetchMoreRides } from "./loaders";
import { RideTable } from "./ride-table";
import { useWords } from "../words/use-words";
import { type Phrase, phrase } from "../words/words";

const words: Record<Day, { detail: Phrase; caption: Phrase; hint: Phrase }> = {
  today: {
    detail: phrase("Today"),
    caption: phrase("Ride requests, today"),
    hint: phrase("Trips and offers for today appear here as soon as dispatch sends them."),
  },
  future: {
    detail: phrase("Future"),
    caption: phrase("Ride requests, future"),
    hint: phrase("Trips and offers from tomorrow on appear here as soon as dispatch sends them."),
  },
  past: {
    detail: phrase("Past"),
    caption: phrase("Ride requests, past"),
    hint: phrase("Finished trips appear here."),
  },
};

/** One of the three lists under "Requested Ride". */
export function RideList({ first, when }: { first: ReservationList; when: Day }) {
  const t = useWords();
  const { api, settings } = useRouter().options.context;
  const { rows, moreButton } = useMoreRows(
    toPage(first),
    async (cursor) => toPage(await fetchMoreRides(api, when, cursor)),
    { keepsLoadedRows: true },
  );
  const { detail, caption, hint } = words[when];
  return (
    <>
      <PageHeader detail={t.of(detail)} title={t("Ride Requests")} />
      <nav aria-label={t("Requested rides")} className="mb-4 md:hidden">
        <ul className="flex rounded-md bg-surface-sunken p-1">
          {(["today", "future", "past"] as const).map((day) => (
            <li className="flex-1" key={day}>
              <Link
                activeProps={{ className: "bg-surface-raised !text-ink font-medium shadow-sm" }}
                className="flex min-h-11 items-center justify-center rounded-sm text-ink-muted"
                to={`/driver/dashboard/requests/${day}`}
              >
                {t.of(words[day].detail)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RideTable
        caption={t.of(caption)}
        hint={t.of(hint)}
        rows={withoutDuplicates(rows)}
        timeZone={settings.timeZone}
      />
      {moreButton}
    </>
  );
}

const toPage = ({ reservations, nextCursor }: ReservationList) => ({
  rows: reservations,
  nextCursor,
});
