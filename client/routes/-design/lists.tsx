import { useState } from "react";
import type { ReservationState } from "../../../src/reservations/contract";
import { Avatar } from "../../ui/avatar";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { DefinitionList } from "../../ui/definition-list";
import { FareLines } from "../../ui/fare-lines";
import { formatDistance, formatDuration } from "../../ui/measure";
import { formatMoment, Moment } from "../../ui/moment";
import { formatMoney, Money } from "../../ui/money";
import { RouteLine } from "../../ui/route-line";
import { Section } from "../../ui/section";
import { Statistic } from "../../ui/statistic";
import { StateBadge, stateBadges } from "../../ui/state-badge";
import { Stepper } from "../../ui/stepper";
import { type Column, Table } from "../../ui/table";
import { Timeline } from "../../ui/timeline";

interface SampleTrip {
  number: number;
  state: ReservationState;
  at: string;
  from: string;
  to: string;
  fareMinor: number;
}

const samples: SampleTrip[] = [
  {
    number: 1041,
    state: "pending",
    at: "2026-11-21T07:30:00Z",
    from: "Kigali International Airport",
    to: "Kigali Heights",
    fareMinor: 12_500,
  },
  {
    number: 1042,
    state: "assigned",
    at: "2026-11-21T09:00:00Z",
    from: "Kimironko Market",
    to: "King Faisal Hospital",
    fareMinor: 8_200,
  },
  {
    number: 1043,
    state: "en_route",
    at: "2026-11-21T09:45:00Z",
    from: "Nyabugogo Bus Station",
    to: "Kigali Convention Centre",
    fareMinor: 9_750,
  },
];

export function Lists({ currency, timeZone }: { currency: string; timeZone: string }) {
  const [sort, setSort] = useState("pickupAt");
  const rows = sort.startsWith("-") ? [...samples].reverse() : samples;
  const columns: Column<SampleTrip>[] = [
    { id: "number", header: "Request ID", cell: ({ number }) => `#${number}` },
    { id: "from", header: "Pickup", cell: ({ from }) => from },
    { id: "to", header: "Drop-off", cell: ({ to }) => to, isForWideScreens: true },
    {
      id: "pickupAt",
      header: "Ride time",
      cell: ({ at }) => <Moment at={at} timeZone={timeZone} />,
      sortable: true,
    },
    {
      id: "fare",
      header: "Fare",
      cell: ({ fareMinor }) => <Money currency={currency} minor={fareMinor} />,
      numeric: true,
    },
    { id: "state", header: "Status", cell: ({ state }) => <StateBadge state={state} /> },
  ];
  const card = (row: SampleTrip) => (
    <Card>
      <div className="mb-4 flex items-center justify-between">
        <Moment at={row.at} timeZone={timeZone} />
        <StateBadge state={row.state} viewer="rider" />
      </div>
      <RouteLine dropoff={{ name: row.to }} pickup={{ name: row.from }} />
    </Card>
  );
  return (
    <>
      <Section title="States">
        <div className="flex flex-wrap gap-2">
          {Object.keys(stateBadges).map((state) => (
            <StateBadge key={state} state={state as ReservationState} />
          ))}
          <StateBadge late state="cancelled" />
          <Badge>Corporate</Badge>
        </div>
      </Section>
      <Section title="Tables">
        <Table
          caption="Reservations"
          card={card}
          columns={columns}
          onSort={setSort}
          rowKey={(row) => String(row.number)}
          rowLink={() => ({ to: "/design" })}
          rows={rows}
          sort={sort}
          isSticky
        />
        <div className="mt-4">
          <Table
            caption="Reservations, dense"
            columns={columns}
            currentRowKey="1042"
            dense
            onRowPress={() => {}}
            rowKey={(row) => String(row.number)}
            rows={samples}
          />
        </div>
      </Section>
      <Section title="Figures">
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Statistic label="Today" value="14" detail="3 unassigned" />
          <Statistic label="Fares" value={formatMoney(184_250, currency)} />
          <Statistic label="Distance" value={formatDistance(11_240, "km")} />
          <Statistic label="Time" value={formatDuration(3_900)} />
        </div>
      </Section>
      <Section title="One trip">
        <Stepper current={2} onStep={() => {}} steps={["Where", "When", "Car", "Confirm"]} />
        <div className="mt-6 grid gap-4 md:grid-cols-2">
          <Card>
            <FareLines
              currency={currency}
              estimate
              lines={[
                { kind: "base", params: {}, amountMinor: 2_000 },
                {
                  kind: "distance",
                  params: { tenths: 112, fromTenths: 0, unit: "km", perDistanceMinor: 900 },
                  amountMinor: 10_080,
                },
                {
                  kind: "tax",
                  params: { name: "VAT", percent: 18, of: "fare", within: "price" },
                  amountMinor: 1_843,
                },
              ]}
              totalMinor={12_080}
            />
          </Card>
          <Card>
            <Timeline
              events={(["pending", "confirmed", "assigned", "en_route"] as const).map(
                (state, at) => ({
                  id: state,
                  title: stateBadges[state].words,
                  at: formatMoment(`2026-11-21T0${at + 5}:30:00Z`, timeZone, "time"),
                  detail: at === 2 ? "Jean Bosco, Toyota Camry, RAD 412 C" : undefined,
                  icon: stateBadges[state].Icon,
                  tone: stateBadges[state].tone,
                }),
              )}
            />
          </Card>
          <Card>
            <div className="mb-4 flex items-center gap-3">
              <Avatar name="Jean Bosco Habimana" />
              <div>
                <p className="font-medium">Jean Bosco Habimana</p>
                <p className="text-ink-muted text-sm">Your driver</p>
              </div>
            </div>
            <DefinitionList
              facts={[
                { name: "Vehicle", value: "Toyota Camry, black" },
                { name: "Plate", value: "RAD 412 C" },
                { name: "Flight", value: null },
              ]}
            />
          </Card>
          <Card>
            <RouteLine
              dropoff={{ name: "Kigali Heights", detail: "KG 7 Ave, Kimihurura" }}
              pickup={{ name: "Kigali International Airport", detail: "KGL, Kanombe" }}
            />
          </Card>
        </div>
      </Section>
    </>
  );
}
