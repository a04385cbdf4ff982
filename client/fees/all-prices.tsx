import { useMemo } from "react";
import type { FeeSchedule } from "../../src/fares/contract";
import { createDraft } from "./draft";
import { ExtrasPart } from "./extras-part";
import { type Fees, FeesProvider, useFees } from "./fees-context";
import { FlatPricesPart } from "./flat-prices-part";
import { PayPart } from "./pay-part";
import { PromotionsPart } from "./promotions-part";
import { RatesPart } from "./rates-part";
import { SurchargesPart } from "./surcharges-part";
import { TaxesPart } from "./taxes-part";
import { WaitingPart } from "./waiting-part";

/** The whole list as it was, by the same screens that edit one. */
export function AllPrices({
  schedule,
  before,
  today,
}: {
  schedule: FeeSchedule;
  before: FeeSchedule;
  today: string;
}) {
  const { world, names } = useFees();
  const fees = useMemo<Fees>(() => {
    const draft = createDraft(
      {
        schedule,
        version: 0,
        basedOn: { id: "", number: 0 },
        changed: false,
        updatedAt: null,
        updatedBy: null,
        faults: [],
        world,
      },
      // Nothing is edited here, so nothing is ever sent, reviewed or kept.
      { send: async () => ({ kind: "left" }), review: () => [], keep: () => {} },
    );
    return { draft, reference: before, world, names, canEdit: false };
  }, [schedule, before, world, names]);
  return (
    <FeesProvider value={fees}>
      <div className="@container grid max-w-5xl grid-cols-1 gap-8">
        <RatesPart />
        <FlatPricesPart />
        <div>
          <SurchargesPart />
        </div>
        <ExtrasPart />
        <PromotionsPart today={today} />
        <div>
          <TaxesPart />
        </div>
        <div>
          <WaitingPart />
        </div>
        <div>
          <PayPart />
        </div>
      </div>
    </FeesProvider>
  );
}
