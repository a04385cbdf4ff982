import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { FeeDraftAnswer } from "../../../src/fares/fee-contract";
import type { PricedClass } from "../../opening/price-answers";
import { FirstPriceListForm } from "../../opening/first-price-list-form";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { PageHeader } from "../../ui/page-header";
import { useSetupStep } from "../setup-step-context";

const FEES_PATH = "/dispatch/dashboard/FeeManagement";

/** Makes the first price list from known fares. After publishing, it links to the price list. */
export function PricesStep({
  done,
  draft,
  classes,
}: {
  /** Whether a price list has been published. */
  done: boolean;
  draft: FeeDraftAnswer;
  classes: readonly PricedClass[];
}) {
  const step = useSetupStep();
  const navigate = useNavigate();
  // Kept from the first render, so that a list published by somebody else doesn't discard the typed values.
  const [wasPublished] = useState(done);
  return (
    <>
      <PageHeader
        dense
        detail="Enter what a few trips cost, and we’ll work out your price list. Until you publish it, riders can only send requests without a price."
        title="Prices"
      />
      {wasPublished ? (
        <Card>
          <p>
            Your prices are published. You can change them at any time. Trips keep their agreed
            price.
          </p>
          <div className="mt-4">
            <ButtonLink size="small" to={FEES_PATH} variant="secondary">
              View prices
            </ButtonLink>
          </div>
        </Card>
      ) : (
        <FirstPriceListForm
          classes={classes}
          draft={draft}
          onDrafted={() => navigate({ to: FEES_PATH as string })}
          onPublished={() => step?.next()}
        />
      )}
    </>
  );
}
