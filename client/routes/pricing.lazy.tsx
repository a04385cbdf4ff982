import { createLazyFileRoute } from "@tanstack/react-router";
import type { PriceList } from "../../src/fares/price-list-contract";
import { Band } from "../site/band";
import { ClassPrices } from "../site/class-prices";
import { PriceAdditions } from "../site/price-additions";
import { FareExamples, FlatWays } from "../site/priced-ways";
import { SitePage } from "../site/site-page";
import { ButtonLink } from "../ui/button-link";
import { FareLines } from "../ui/fare-lines";

export const Route = createLazyFileRoute("/pricing")({ component: Pricing });

/** Parts of the text that say nothing without a price list. */
const ofPrices: readonly string[] = ["how", "waiting", "cancelling"];

/** What a ride costs, by the list in force. */
function Pricing() {
  const { settings } = Route.useRouteContext();
  const { page, priceList } = Route.useLoaderData();
  const sections = page.sections.filter(({ key }) => priceList || !ofPrices.includes(key));
  return (
    <SitePage
      beside={
        <div className="mt-6">
          <ButtonLink to="/request-ride">See the price of your ride</ButtonLink>
        </div>
      }
      drawing="ride"
      operator={settings}
      page={page}
      sections={sections}
    >
      {priceList ? (
        <Prices list={priceList} town={settings.town} />
      ) : (
        <Band
          detail="Tell us where and when: we call you back with a price before anything is booked."
          id="on-request"
          title="Prices on request"
        >
          <div className="mt-6">
            <ButtonLink to="/request-ride">Ask for a price</ButtonLink>
          </div>
        </Band>
      )}
    </SitePage>
  );
}

function Prices({ list, town }: { list: PriceList; town: string }) {
  const { flatWays, examples, worked, surcharges, extras, taxes, classes } = list;
  const adds = surcharges.length + extras.length + taxes.items.length > 0;
  const taxed = taxes.items.map(({ name }) => name).join(" and ");
  const before = taxed && !taxes.included ? `, before ${taxed}` : "";
  const hasMore = adds || list.gratuityPercent || list.deadhead;
  const worksIn = classes.find(({ vehicleClass }) => vehicleClass.id === worked?.vehicleClassId);
  return (
    <>
      <Band detail={`What the meter of each class says${before}.`} id="classes" title="Rates">
        <ClassPrices list={list} />
      </Band>
      {flatWays.length > 0 && (
        <Band
          detail={`These ways have one price, whatever the traffic${before}.`}
          id="flat"
          raised
          title="Fixed prices"
        >
          <FlatWays list={list} />
        </Band>
      )}
      {examples.length > 0 && (
        <Band
          detail={`Whole prices by day, worked out exactly as yours will be${
            examples.some(({ estimate }) => estimate) ? "; distances and times are estimates" : ""
          }.`}
          id="examples"
          title={`Rides in and around ${town}`}
        >
          <FareExamples list={list} />
          {worked && worksIn && (
            <div className="mt-8 max-w-2xl rounded-lg border border-line bg-surface-raised p-6 shadow-sm">
              <h3 className="break-words text-lg">
                {worked.from} to {worked.to}, line by line
              </h3>
              <p className="mt-1 mb-4 text-ink-muted">{worksIn.vehicleClass.name}</p>
              <FareLines {...worked.fare} />
            </div>
          )}
        </Band>
      )}
      {hasMore && (
        <Band id="additions" raised title="What can come on top">
          <PriceAdditions list={list} />
        </Band>
      )}
    </>
  );
}
