import { LanguageQuery } from "../../accounts/contract";
import { createRouter } from "../../server/calls";
import { PublishedPricesAnswer } from "../../fares/price-list-contract";
import { readPublishedPrices } from "./price-list-queries";

/** The calls for the published prices, for everybody. */
export const priceListRoutes = createRouter("fees").get(
  "/published-prices",
  "Gives the published prices, in words and figures",
  { who: "public", query: LanguageQuery, answer: PublishedPricesAnswer },
  ({ deps, query }) => readPublishedPrices(deps, query.language),
);
