/** Reads the prices that pages show and that search engines read. */
import type { ShownService } from "../content/contract";
import { readServicePrices } from "../content/service-price-queries";
import { BookableService } from "../content/content-values-contract";
import type { Deps } from "../deps";
import { readRates } from "../reservations/quotes/price-list-queries";
import type { PriceOffer } from "./contract";

/** The most routes with fixed prices that are read. */
const MAX_ROUTES = 12;

/**
 * Reads what a service costs: the price that the operator states and, if the service can be booked, the prices in
 * force.
 */
export function readServiceOffers(deps: Deps, service: ShownService): PriceOffer[] {
  const { slug, name, priceFromMinor, currency } = service;
  const minimumOffer = (
    offerName: string,
    minPriceMinor: number,
    includesTax: boolean | null,
    offerCurrency = currency,
  ) => ({
    name: offerName,
    minPriceMinor,
    maxPriceMinor: null,
    currency: offerCurrency,
    includesTax,
  });
  const ownOffers = priceFromMinor === null ? [] : [minimumOffer(name, priceFromMinor, null)];
  const bookableService = BookableService.safeParse(slug);
  const prices = bookableService.success
    ? readServicePrices(deps, bookableService.data).prices
    : null;
  if (!prices) return ownOffers;
  return [
    ...ownOffers,
    minimumOffer(`${name}, a ride`, prices.fromMinor, true, prices.currency),
    ...prices.extras.map((extra) => ({
      name: extra.name,
      minPriceMinor: extra.amountMinor,
      maxPriceMinor: extra.amountMinor,
      currency: prices.currency,
      includesTax: prices.extrasBefore === "",
    })),
  ];
}

/** Reads the price list in force: the lowest price of each class, and the routes with fixed prices. */
export function readPriceListOffers(deps: Deps): PriceOffer[] {
  const rates = readRates(deps);
  if (!rates) return [];
  const { classes, flatDirections, currency, taxes } = rates.list;
  const includesTax = taxes.included || taxes.items.every(({ percent }) => percent === 0);
  return [
    ...classes.map(({ vehicleClass: { name }, fromMinor }) => ({
      name,
      minPriceMinor: fromMinor,
      maxPriceMinor: null,
      currency,
      includesTax: true,
    })),
    ...flatDirections.slice(0, MAX_ROUTES).map(({ from, to, prices }) => {
      const all = prices.map(({ amountMinor }) => amountMinor);
      return {
        name: `${from} to ${to}`,
        minPriceMinor: Math.min(...all),
        maxPriceMinor: Math.max(...all),
        currency,
        includesTax,
      };
    }),
  ];
}
