import type { Deadhead } from "../../../src/fares/contract";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Cell } from "../grid/cell";
import { ChoiceCell } from "../grid/choice-cell";
import { useDraftValue, useFees, useReferenceValue } from "../fees-context";
import { focusPath } from "../focus";
import {
  distanceFormat,
  latitudeFormat,
  longitudeFormat,
  moneyFormat,
  percentFormat,
  textFormat,
} from "../formats";
import { PartHeader, RowFaults } from "../grid/row-parts";

/** Driver pay, and the deadhead that the rider pays. */
export function PayPart() {
  const currency = useDraftValue<string>("currency");
  const unit = useDraftValue<string>("distanceUnit");
  const money = moneyFormat(currency);
  return (
    <>
      <section>
        <PartHeader title="Driver pay">
          The driver gets the sum of these amounts. “Fare” means the total before tax and gratuity.
        </PartHeader>
        <Card className="@container !p-3">
          <div className="grid grid-cols-2 gap-2 @xl:grid-cols-4">
            <Cell format={percentFormat} label="Share of the fare" path="driverPay.farePercent" />
            <Cell format={money} label={`Per trip, ${currency}`} path="driverPay.perTripMinor" />
            <Cell
              format={money}
              label={`Per ${unit}, ${currency}`}
              path="driverPay.perDistanceMinor"
            />
            <Cell
              format={percentFormat}
              label="Share of the gratuity"
              path="driverPay.gratuityPercent"
            />
          </div>
          <RowFaults path="driverPay" />
        </Card>
      </section>
      <DeadheadPart money={money} />
    </>
  );
}

function DeadheadPart({ money }: { money: ReturnType<typeof moneyFormat> }) {
  const { draft, canEdit } = useFees();
  const deadhead = useDraftValue<Deadhead | null>("deadhead");
  const currency = useDraftValue<string>("currency");
  const unit = useDraftValue<string>("distanceUnit");
  const was = useReferenceValue("deadhead");
  const addDeadhead = () => {
    const before = (was?.value ?? null) as Deadhead | null;
    draft.set(
      "deadhead",
      before ?? {
        garage: { name: "Garage", latitude: 0, longitude: 0 },
        legs: "to_pickup",
        freeDistance: 10,
        perDistanceMinor: 0,
      },
    );
    focusPath("deadhead.garage.name");
  };
  return (
    <section className="mt-8">
      <PartHeader
        action={
          canEdit && (
            <Button
              onClick={deadhead ? () => draft.set("deadhead", null) : addDeadhead}
              size="small"
              variant="secondary"
            >
              {deadhead ? "Stop charging deadhead" : "Charge deadhead"}
            </Button>
          )
        }
        title="Deadhead"
      >
        The empty drive from the garage to the pickup and back from the drop-off. Flat prices never
        include deadhead.
      </PartHeader>
      <Card className="@container !p-3">
        {deadhead ? (
          <div className="grid grid-cols-2 items-start gap-2 @xl:grid-cols-3">
            <Cell
              format={textFormat(60, "Enter a name")}
              label="Garage"
              path="deadhead.garage.name"
            />
            <Cell format={latitudeFormat} label="Latitude" path="deadhead.garage.latitude" />
            <Cell format={longitudeFormat} label="Longitude" path="deadhead.garage.longitude" />
            <ChoiceCell
              label="Charged drive"
              onValue={(legs) => draft.set("deadhead.legs", legs)}
              path="deadhead.legs"
              describe={(legs) => (legs === "both" ? "there and back" : "to the pickup")}
              value={deadhead.legs}
            >
              <option value="to_pickup">To the pickup</option>
              <option value="both">There and back</option>
            </ChoiceCell>
            <Cell
              format={distanceFormat(unit)}
              label="Free distance"
              path="deadhead.freeDistance"
            />
            <Cell
              format={money}
              label={`Per ${unit}, ${currency}`}
              path="deadhead.perDistanceMinor"
            />
          </div>
        ) : (
          <p className="text-ink-muted text-sm">
            {was?.value
              ? "The draft doesn’t charge deadhead, but the price list in force does."
              : "Deadhead is not charged."}
          </p>
        )}
        <RowFaults path="deadhead" />
      </Card>
    </section>
  );
}
