import { useMemo } from "react";
import type { FeeSchedule } from "../../src/fares/contract";
import { createDraft } from "./draft";
import { ExtrasPart } from "./parts/extras-part";
import { type Fees, FeesProvider, useFees } from "./fees-context";
import { FlatPricesPart } from "./parts/flat-prices-part";
import { PayPart } from "./parts/pay-part";
import { PromotionsPart } from "./parts/promotions-part";
import { RatesPart } from "./parts/rates-part";
import { SurchargesPart } from "./parts/surcharges-part";
import { TaxesPart } from "./parts/taxes-part";
import { WaitingPart } from "./parts/waiting-part";

/** Shows a whole price list read-only, using the screens that edit it. */
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
      // Read-only: nothing is sent, reviewed or stored.
      { send: async () => ({ kind: "left" }), review: () => [], storeUnsaved: () => {} },
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
