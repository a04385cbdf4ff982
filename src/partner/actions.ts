/** The actions of partners, who book for passengers and change their bookings by the rules for riders. */
import type { z } from "zod";
import { webhookEndpoints } from "../../db/schema/webhooks";
import type { Partner } from "../accounts/keys/key-queries";
import { findOrAddRiderByPhone } from "../accounts/caller-actions";
import { phoneNumberOf } from "../accounts/caller-queries";
import { normalizeName, personNameError } from "../accounts/rules";
import type { Deps } from "../deps";
import { changeTrip, quoteChange } from "../dispatch/changes/change-actions";
import { AppError } from "../errors";
import type { ChangeTrip } from "../reservations/change-contract";
import { cancelReservation } from "../reservations/actions";
import { createReservation } from "../reservations/booking-actions";
import type { QuoteRequest } from "../reservations/quotes/quote-contract";
import { answerQuoteRequest } from "../reservations/quotes/return-trip-quotes";
import { requireRow } from "../rows";
import { addEndpoint, removeEndpoint } from "../webhooks/actions";
import type { EndpointSecret } from "../webhooks/contract";
import { requireOperatorKey } from "./queries";
import {
  type PartnerAddWebhook,
  type PartnerBook,
  type PartnerCancel,
  type PartnerChange,
  PartnerChangeQuote,
  PartnerQuote,
} from "./contract";

/** Returns prices as for riders, or as for the company that will be billed. */
export async function quoteForPartner(
  deps: Deps,
  partner: Partner,
  body: z.output<typeof QuoteRequest>,
  signal: AbortSignal,
): Promise<z.infer<typeof PartnerQuote>> {
  const companyId = companyOf(partner, body.companyId);
  const request = { ...body, ...(companyId !== undefined && { companyId }) };
  return PartnerQuote.parse(
    await answerQuoteRequest(deps, request, { signal, billsAnyCompany: true }),
  );
}

/** Returns the company that pays: the key's own, or for a key without a company the one that the request names. */
function companyOf(
  { companyId }: Partner,
  requestedCompanyId: string | undefined,
): string | undefined {
  if (companyId !== null && (requestedCompanyId ?? companyId) !== companyId)
    throw new AppError("key.company");
  return companyId ?? requestedCompanyId;
}

/**
 * Books a quote for a passenger, who becomes a rider by their phone number. A company's key bills its company.
 * Idempotent by key. Throws the errors for riders, and 400 for an invalid name or number.
 */
export async function bookForPartner(
  deps: Deps,
  partner: Partner,
  { passenger, billTo, ...input }: PartnerBook,
  idempotencyKey: string | null,
): Promise<string> {
  requireIdempotencyKey(idempotencyKey);
  const payer = payerOf(partner, { billTo, payment: input.payment });
  return createReservation(
    deps,
    partner,
    { ...input, ...payer, ...passengerFields(passenger) },
    idempotencyKey,
    {
      riderOf: (tx) => {
        const { name, phone } = readPassenger(deps, passenger);
        return findOrAddRiderByPhone(deps, tx, phone, name, deps.now()).rider;
      },
      billsAnyPassenger: true,
    },
  );
}

/** Throws 400 without a key, because a repeated request would book again. */
export function requireIdempotencyKey(key: string | null): void {
  if (key === null)
    throw new AppError("request.invalid", {
      fields: {
        "Idempotency-Key": "Send this header, with the same value when you repeat a request.",
      },
    });
}

/** Returns the passenger's name and phone number in stored form. Throws 400 if one is invalid. */
export function readPassenger(
  deps: Deps,
  { name: typed, phone: number }: Pick<PartnerBook["passenger"], "name" | "phone">,
) {
  const name = normalizeName(typed);
  const phone = phoneNumberOf(deps, number);
  const nameError = personNameError("name", name);
  const fields = {
    ...(nameError && { "passenger.name": nameError }),
    ...(phone === null && { "passenger.phone": "Enter a valid phone number." }),
  };
  if (phone === null || nameError) throw new AppError("request.invalid", { fields });
  return { name, phone };
}

function passengerFields({ name, phone, email, language }: Partial<PartnerBook["passenger"]>) {
  return {
    ...(name !== undefined && { passengerName: name }),
    ...(phone !== undefined && { passengerPhone: phone }),
    ...(email !== undefined && { passengerEmail: email }),
    ...(language !== undefined && { passengerLanguage: language }),
  };
}

/** Returns who pays: for a company's key its company, for another key the company that it names. */
function payerOf(partner: Partner, { billTo, payment }: Pick<PartnerBook, "billTo" | "payment">) {
  const companyId = companyOf(partner, billTo?.companyId);
  if (partner.companyId !== null && (payment ?? "account") !== "account")
    throw new AppError("request.invalid", {
      fields: { payment: "This API key always bills its company. Leave this field out." },
    });
  if (companyId !== undefined)
    return { payment: payment ?? ("account" as const), billTo: { ...billTo, companyId } };
  if (billTo)
    throw new AppError("request.invalid", {
      fields: { "billTo.companyId": "Name the company that pays." },
    });
  return {};
}

/** Returns the price of a changed trip. Throws the errors for its rider. */
export async function quoteChangeForPartner(
  deps: Deps,
  partner: Partner,
  id: string,
  body: ChangeTrip,
  signal: AbortSignal,
): Promise<z.infer<typeof PartnerChangeQuote>> {
  return PartnerChangeQuote.parse(await quoteChange(deps, partner, id, body, signal));
}

/** Changes a trip by a quote, or its passenger, flight or note. Throws the errors for its rider. */
export async function changeForPartner(
  deps: Deps,
  partner: Partner,
  id: string,
  { passenger, ...body }: PartnerChange,
): Promise<void> {
  await changeTrip(deps, partner, id, { ...body, ...(passenger && passengerFields(passenger)) });
}

/** Cancels a trip for the fee of its preview. Throws the errors for its rider. */
export function cancelForPartner(
  deps: Deps,
  partner: Partner,
  id: string,
  body: z.output<typeof PartnerCancel>,
): Promise<void> {
  return cancelReservation(deps, partner, id, body);
}

/** Adds a webhook endpoint for this program. Throws 400 for a URL that may not be called, 403 for a company's key. */
export function addWebhook(
  deps: Deps,
  partner: Partner,
  body: z.output<typeof PartnerAddWebhook>,
): Promise<EndpointSecret> {
  requireOperatorKey(partner);
  return addEndpoint(deps, partner, body, partner.id);
}

/** Deletes one of the program's own endpoints. Throws 404 for any other. */
export async function removeWebhook(deps: Deps, partner: Partner, id: string): Promise<void> {
  const { version } = requireRow(deps.db, webhookEndpoints, { id, apiKeyId: partner.id });
  await removeEndpoint(deps, partner, id, version);
}
