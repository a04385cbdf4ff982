import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { PageHeader } from "../../ui/page-header";

/** The step that lies in the fees: they have screens of their own. */
export function PricesStep({ done }: { done: boolean }) {
  return (
    <div className="max-w-3xl">
      <PageHeader
        dense
        detail="What a ride costs, by class: base, distance, time and the hour. Riders see the price before they book."
        title="Prices"
      />
      <Card>
        <p>
          {done
            ? "Your prices are published. You can change them at any time: trips keep the price that was agreed."
            : "Fill in your rates, try them on a trip, then publish them. Nothing is charged by a draft."}
        </p>
        <div className="mt-4">
          <ButtonLink size="small" to="/dispatch/dashboard/FeeManagement" variant="secondary">
            {done ? "Look at the prices" : "Set your prices"}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
