/** The most that a price of one trip may be, in minor units. */
export const MAX_PRICE_MINOR = 1_000_000_000;
/** The most that a company's limit or payment, or a garage's bill, may be, in minor units. */
export const MAX_BUSINESS_AMOUNT_MINOR = 1_000_000_000_000;
