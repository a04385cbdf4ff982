import type { Amount } from "../../../src/fares/contract";
import { classNames } from "../../ui/class-names";
import { Cell, ReferenceValue } from "./cell";
import { useDraftValue, useFees, useReferenceValue } from "../fees-context";
import { type Format, moneyFormat, percentFormat } from "../formats";
import { amountWords } from "../words";

/** The unit is beside the field, in the switch to percent. */
const plainPercentFormat: Format<number> = { ...percentFormat, unit: "" };

/** A fixed amount or a percentage: one field and a switch. */
export function AmountCell({
  path,
  label,
  labelHidden,
  currency,
  column = "amount",
  className,
}: {
  path: string;
  label: string;
  labelHidden?: boolean;
  currency: string;
  column?: string;
  className?: string;
}) {
  const { draft, canEdit } = useFees();
  const amount = useDraftValue<Amount>(path);
  const reference = useReferenceValue(path);
  const changeKind = (kind: string) => {
    if (kind === amount.kind) return;
    draft.forget(`${path}.percent`);
    draft.forget(`${path}.amountMinor`);
    draft.set(
      path,
      kind === "percent" ? { kind: "percent", percent: 0 } : { kind: "fixed", amountMinor: 0 },
    );
  };
  const referenceAmount = reference?.value as Amount | undefined;
  const hasKindChanged = referenceAmount !== undefined && referenceAmount.kind !== amount.kind;
  return (
    <div className={classNames("min-w-0", className)}>
      <span
        aria-hidden="true"
        className={labelHidden ? "hidden" : "mb-1 block font-medium text-ink-muted text-xs"}
      >
        {label}
      </span>
      <div className="flex gap-1">
        <Cell
          className="flex-1"
          column={column}
          format={amount.kind === "percent" ? plainPercentFormat : moneyFormat(currency)}
          // A new key for each kind, because the fields for a percentage and for an amount differ completely.
          key={amount.kind}
          label={label}
          labelHidden
          path={amount.kind === "percent" ? `${path}.percent` : `${path}.amountMinor`}
        />
        {canEdit ? (
          <select
            aria-label={`${label}: percentage or amount`}
            className="control control-dense !w-auto shrink-0 !px-2 text-center"
            data-col={`${column}-kind`}
            onChange={(event) => changeKind(event.target.value)}
            value={amount.kind}
          >
            <option value="percent">%</option>
            <option value="fixed">{currency}</option>
          </select>
        ) : (
          <span className="flex min-h-9 items-center text-ink-muted text-sm">
            {amount.kind === "fixed" ? currency : "%"}
          </span>
        )}
      </div>
      {hasKindChanged && (
        <ReferenceValue
          end
          path={path}
          describe={(value) => amountWords(value as Amount, currency)}
        />
      )}
    </div>
  );
}
