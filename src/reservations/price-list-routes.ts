import { PriceListAnswer, ToldPricesAnswer } from "../fares/price-list-contract";
import { createRouter, describe } from "../http";
import { readPriceList, readToldPrices } from "./price-list-queries";

const tag = "fees";

/** What a ride costs, for everybody. */
export const priceListRoutes = createRouter()
  .get(
    "/price-list",
    describe({
      summary: "The prices in force, with examples between the operator's own places",
      tag,
      security: "public",
      answers: { 200: PriceListAnswer },
    }),
    async (c) => c.json((await readPriceList(c.var.deps)) satisfies PriceListAnswer),
  )
  .get(
    "/told-prices",
    describe({
      summary: "The prices in force as their page says them, in words and figures",
      tag,
      security: "public",
      answers: { 200: ToldPricesAnswer },
    }),
    async (c) => c.json((await readToldPrices(c.var.deps)) satisfies ToldPricesAnswer),
  );
