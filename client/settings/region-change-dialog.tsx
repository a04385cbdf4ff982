import type { RegionRules, RegionRulesAnswer } from "../../src/desk/region-contract";
import { convertAmount, convertRate } from "../../src/fares/conversion-rules";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { minorAmount } from "../../src/settings/money-rules";
import { formatMoney } from "../ui/money";

const distanceUnitNames = { km: "kilometre", mi: "mile" };

/** Explains what changes with another time zone, currency or distance unit, before it is saved. */
export function RegionChangeDialog({
  open,
  from,
  to,
  rates,
  onConfirm,
  onClose,
}: {
  open: boolean;
  /** The saved values and the new ones. */
  from: RegionRules;
  to: RegionRules;
  /** The current price per unit of distance. */
  rates: RegionRulesAnswer["rates"];
  onConfirm: () => void;
  onClose: () => void;
}) {
  const changesCurrency = from.currency !== to.currency;
  const changesUnit = from.distanceUnit !== to.distanceUnit;
  const sampleAmount = minorAmount(1_000, from.currency);
  return (
    <ConfirmDialog
      confirmLabel={
        changesCurrency && rates.length > 0 ? "Change currency and withdraw prices" : "Change"
      }
      danger={changesCurrency}
      onClose={onClose}
      onConfirm={onConfirm}
      open={open}
      title="Change country and units?"
    >
      <div className="grid gap-3">
        {from.timeZone !== to.timeZone && (
          <p>
            {`Pickup times, report days and opening hours will use the time in ${to.timeZone.replaceAll("_", " ")}. After the first booking, you can’t change the time zone.`}
          </p>
        )}
        {changesCurrency && (
          <p>
            {rates.length > 0
              ? "Your published prices will be withdrawn and become a draft. Until you publish the draft, riders can only send requests without a price. "
              : ""}
            {`The numbers in the draft stay the same, because no exchange rate is applied: ${formatMoney(sampleAmount, from.currency)} becomes ${formatMoney(convertAmount(sampleAmount, from.currency, to.currency), to.currency)}. Amounts are rounded if the new currency has fewer decimal places.`}
          </p>
        )}
        {changesUnit && (
          <p>
            {`Prices per ${distanceUnitNames[from.distanceUnit]} become prices per ${distanceUnitNames[to.distanceUnit]}, and are rounded. Agreed prices do not change.`}
          </p>
        )}
        {changesUnit && rates.length > 0 && (
          <table className="w-full text-sm">
            <caption className="sr-only">Price per unit of distance</caption>
            <thead>
              <tr className="text-start">
                <th scope="col">Class</th>
                <th scope="col">A {distanceUnitNames[from.distanceUnit]}</th>
                <th scope="col">A {distanceUnitNames[to.distanceUnit]}</th>
              </tr>
            </thead>
            <tbody>
              {rates.map(({ name, perDistanceMinor }) => (
                <tr key={name}>
                  <th className="font-normal text-start" scope="row">
                    {name}
                  </th>
                  <td>{formatMoney(perDistanceMinor, from.currency)}</td>
                  <td>{formatMoney(convertRate(perDistanceMinor, from, to), to.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </ConfirmDialog>
  );
}
