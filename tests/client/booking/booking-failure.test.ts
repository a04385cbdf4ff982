import { expect, test } from "bun:test";
import { ApiError } from "../../../client/api-error";
import { isDefinitelyNotBooked } from "../../../client/booking/booking-failure";

const failure = (status: number, code = "some.code") => new ApiError(status, code, "No.");

test.each([
  [failure(409, "quote.expired"), true, true],
  [failure(422, "idempotency.reused"), true, true],
  [failure(429, "request.too_many"), true, false],
  [failure(401, "request.unauthenticated"), true, false],
  [failure(423, "session.locked"), true, false],
  [failure(0, "network"), false, false],
  [failure(408), false, false],
  [failure(409, "idempotency.in_flight"), false, false],
  [failure(500), false, false],
  [failure(503), false, false],
])(
  "after %p nothing is booked: %p when first sent, %p when sent again",
  (error, first, whenResent) => {
    expect(isDefinitelyNotBooked(error, false)).toBe(first);
    expect(isDefinitelyNotBooked(error, true)).toBe(whenResent);
  },
);
