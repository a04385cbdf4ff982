import type { FareExample, FlatWay, PriceList } from "../../src/fares/price-list-contract";
import { Glyph } from "../ui/glyph";
import { formatDistance, formatDuration } from "../ui/measure";
import { Money } from "../ui/money";

/** Ways that stand at once; the rest opens at a press. */
const SHOWN = 12;

const arrows = {
  there: "M5 12h14M13 6l6 6-6 6",
  both: "M3 8h16l-4-4M21 16H5l4 4",
};

type Priced = { vehicleClassId: string; minor: number };

/** Ways that have one price. */
export function FlatWays({ list }: { list: PriceList }) {
  const way = ({ id, from, to, bothWays, prices }: FlatWay) => (
    <PricedWay
      arrow={bothWays ? "both" : "there"}
      detail={bothWays ? "In either direction" : ""}
      from={from}
      key={id}
      list={list}
      prices={prices.map(({ vehicleClassId, amountMinor }) => {
        return { vehicleClassId, minor: amountMinor };
      })}
      to={to}
    />
  );
  const more = list.flatWays.slice(SHOWN);
  return (
    <>
      <ul className={grid}>{list.flatWays.slice(0, SHOWN).map(way)}</ul>
      {more.length > 0 && (
        <details className="mt-6">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent-text underline underline-offset-4">
            {more.length === 1 ? "One more way" : `${more.length} more ways`}
          </summary>
          <ul className={grid}>{more.map(way)}</ul>
        </details>
      )}
    </>
  );
}

/** What rides come to between places that people know. */
export function FareExamples({ list }: { list: PriceList }) {
  const detail = ({ distanceMeters, durationSeconds }: FareExample) =>
    `${formatDistance(distanceMeters, list.distanceUnit)}, about ${formatDuration(durationSeconds)}`;
  return (
    <ul className={grid}>
      {list.examples.map((example) => (
        <PricedWay
          arrow="there"
          detail={detail(example)}
          from={example.from}
          key={`${example.from} ${example.to}`}
          list={list}
          prices={example.fares.map(({ vehicleClassId, totalMinor }) => {
            return { vehicleClassId, minor: totalMinor };
          })}
          to={example.to}
        />
      ))}
    </ul>
  );
}

const grid = "mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3";

function PricedWay({
  list,
  from,
  to,
  arrow,
  detail,
  prices,
}: {
  list: PriceList;
  from: string;
  to: string;
  arrow: keyof typeof arrows;
  detail: string;
  prices: readonly Priced[];
}) {
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface-raised p-6 shadow-sm">
      <h3 className="flex items-baseline gap-2 font-semibold">
        <span className="min-w-0 break-words">
          {from} <Glyph className="inline-block text-ink-faint" d={arrows[arrow]} size={16} />
          <span className="sr-only">to</span> {to}
        </span>
      </h3>
      {detail && <p className="mt-1 text-ink-muted text-sm">{detail}</p>}
      <dl className="mt-4 divide-y divide-line border-line border-t text-sm">
        {list.classes.map(({ vehicleClass: { id, name } }) => {
          const price = prices.find(({ vehicleClassId }) => vehicleClassId === id);
          return (
            price && (
              <div className="flex items-baseline justify-between gap-4 py-2" key={id}>
                <dt className="min-w-0 break-words text-ink-muted">{name}</dt>
                <dd className="font-medium">
                  <Money currency={list.currency} minor={price.minor} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </li>
  );
}
