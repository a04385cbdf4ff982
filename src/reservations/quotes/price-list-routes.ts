import { ToldPricesAnswer } from "../../fares/price-list-contract";
import { createRouter, describe } from "../../server/http";
import { readToldPrices } from "./price-list-queries";

const tag = "fees";

/** What a ride costs, for everybody. */
export const priceListRoutes = createRouter().get(
  "/told-prices",
  describe({
    summary: "The prices in force as their page says them, in words and figures",
    tag,
    security: "public",
    answers: { 200: ToldPricesAnswer },
  }),
  async (c) => c.json((await readToldPrices(c.var.deps)) satisfies ToldPricesAnswer),
);
