import { LanguageQuery } from "../../accounts/contract";
import { createRouter } from "../../server/calls";
import { ToldPricesAnswer } from "../../fares/price-list-contract";
import { readToldPrices } from "./price-list-queries";

/** What a ride costs, for everybody. */
export const priceListRoutes = createRouter("fees").get(
  "/told-prices",
  "The prices in force as their page says them, in words and figures",
  { who: "public", query: LanguageQuery, answer: ToldPricesAnswer },
  ({ deps, query }) => readToldPrices(deps, query.language),
);
