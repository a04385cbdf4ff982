import { Link } from "@tanstack/react-router";
import type { FeeSchedule } from "../../../src/fares/contract";
import { Card } from "../../ui/card";
import { useOfferedKinds } from "../../ui/offered-kinds";
import { serviceWords } from "../../ui/trip-words";
import { AmountCell } from "../grid/amount-cell";
import { Cell } from "../grid/cell";
import { useDraftValue, useFees } from "../fees-context";
import { focusPath } from "../focus";
import { minutesFormat, percentFormat } from "../formats";
import { createGridKeyHandler } from "../grid/grid-keys";
import { FEES_PATH } from "./parts";
import { AddButton, PartHeader, RemoveButton, RowFaults } from "../grid/row-parts";
import { RowItem, RowList } from "../grid/row-list";
import { noticeWords } from "../words";

const MAX_TIERS = 8;

/** Free waiting and cancellation fees. */
export function WaitingPart() {
  const services = useOfferedKinds();
  return (
    <>
      <section>
        <PartHeader title="Free waiting">
          Free waiting starts at the pickup time or when the driver arrives, whichever is later. At
          an airport pickup, free waiting starts when the flight lands.{" "}
          <Link className="text-accent-text underline" to={FEES_PATH as string}>
            {" "}
            Set the price of paid waiting{" "}
          </Link>
        </PartHeader>
        <Card className="@container !p-3" onKeyDown={createGridKeyHandler()}>
          <div className="grid grid-cols-2 gap-x-3 gap-y-2 @xl:grid-cols-4">
            {services.map((service) => (
              <Cell
                format={minutesFormat(240)}
                key={service}
                label={serviceWords[service]}
                path={`graceMinutes.${service}`}
              />
            ))}
          </div>
          <RowFaults path="graceMinutes" />
        </Card>
      </section>
      <CancellationPart />
    </>
  );
}

function CancellationPart() {
  const { draft } = useFees();
  const { tiers } = useDraftValue<FeeSchedule["cancellation"]>("cancellation");
  const isFull = tiers.length >= MAX_TIERS;
  const add = () => {
    const longestNoticeMinutes = Math.max(0, ...tiers.map(({ noticeMinutes }) => noticeMinutes));
    const tier = {
      noticeMinutes:
        longestNoticeMinutes === 0 ? 120 : Math.min(longestNoticeMinutes * 2, 60 * 24 * 60),
      fee: { kind: "percent" as const, percent: 0 },
      driverSharePercent: 0,
    };
    draft.insert("cancellation.tiers", 0, tier);
    focusPath("cancellation.tiers.0.noticeMinutes");
  };
  return (
    <section className="mt-8">
      <PartHeader
        action={
          <AddButton disabled={isFull} onAdd={add}>
            Add tier
          </AddButton>
        }
        title="Cancellation"
      >
        The fee depends on how long before the pickup the trip is cancelled. Percentages are
        calculated from the fare, and nobody pays more than the fare.
      </PartHeader>
      <Card className="mb-3 !p-3">
        <Cell
          className="max-w-56"
          format={minutesFormat(1_440)}
          hint="No fee within this time after booking, unless the driver has set off."
          label="Free cancellation after booking"
          path="cancellation.freeAfterBookingMinutes"
        />
      </Card>
      <RowList
        label="Cancellation tiers"
        list="cancellation"
        onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
      >
        {[
          ...tiers.map(({ noticeMinutes }, index) => (
            <FeeRow
              isFirst={index === 0}
              // biome-ignore lint/suspicious/noArrayIndexKey: tiers go by their order
              key={index}
              noticePath={
                noticeMinutes === 0 && tiers.length > 1
                  ? undefined
                  : `cancellation.tiers.${index}.noticeMinutes`
              }
              path={`cancellation.tiers.${index}`}
              tierIndex={tiers.length > 1 ? index : undefined}
              words={noticeWords(tiers, index)}
            />
          )),
          <FeeRow key="onTheWay" path="cancellation.onTheWay" words="Driver has set off" />,
          <FeeRow key="noShow" path="cancellation.noShow" words="No-show" />,
        ]}
      </RowList>
      <RowFaults isOnlyRow className="mt-2" path="cancellation.tiers" />
    </section>
  );
}

/**
 * One row of cancellation fees: a tier with its notice, a driver who has set off, or a no-show. Each has a fee and the
 * driver's share.
 */
function FeeRow({
  path,
  noticePath,
  words,
  tierIndex,
  isFirst,
}: {
  path: string;
  noticePath?: string | undefined;
  words: string;
  tierIndex?: number | undefined;
  isFirst?: boolean;
}) {
  const currency = useDraftValue<string>("currency");
  return (
    <RowItem>
      <div className="grid grid-cols-2 items-start gap-2 @xl:grid-cols-[minmax(0,1fr)_6.5rem_10rem_7.5rem_2.25rem]">
        <p
          className={`col-span-2 flex min-h-9 items-center text-sm @xl:col-span-1 ${isFirst ? "@xl:mt-5" : ""}`}
        >
          {words}
        </p>
        {noticePath ? (
          <Cell
            column="notice"
            format={minutesFormat(60 * 24 * 60)}
            label="Cancelled"
            labelHidden={!isFirst}
            path={noticePath}
          />
        ) : (
          <span className="hidden @xl:block" />
        )}
        <AmountCell currency={currency} label="Fee" labelHidden={!isFirst} path={`${path}.fee`} />
        <Cell
          column="share"
          format={percentFormat}
          label="Driver’s share"
          labelHidden={!isFirst}
          path={`${path}.driverSharePercent`}
        />
        {tierIndex !== undefined ? (
          <RemoveButton
            className={isFirst ? "@xl:mt-5" : ""}
            index={tierIndex}
            list="cancellation.tiers"
            rowName={words}
          />
        ) : (
          <span />
        )}
        <RowFaults className="col-span-full" path={path} />
      </div>
    </RowItem>
  );
}
