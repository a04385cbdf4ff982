import { PriceListAnswer } from "../fares/price-list-contract";
import { createRouter, describe } from "../http";
import { readPriceList } from "./price-list-queries";

/** What a ride costs, for everybody. */
export const priceListRoutes = createRouter().get(
  "/price-list",
  describe({
    summary: "The prices in force, with examples between the operator's own places",
    tag: "fees",
    security: "public",
    answers: { 200: PriceListAnswer },
  }),
  async (c) => c.json((await readPriceList(c.var.deps)) satisfies PriceListAnswer),
);
