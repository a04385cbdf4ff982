import { useCallback, useEffect, useState } from "react";
import type { MyCompany } from "../../../src/companies/contract";
import { exampleReference } from "../../../src/companies/rules";
import type { SavedCard } from "../../../src/reservations/prepaying/card-contract";
import { type Api, read } from "../../api";
import type { ApiError } from "../../api-error";
import { lazy } from "../../lazy";
import { Button } from "../../ui/button";
import { paymentCardName } from "../../ui/card-name";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";
import type { BookingDraft } from "../draft";
import { Pills } from "./pills";

const ColleagueField = lazy(async () => (await import("./colleague-field")).default);

/** How the trip is paid: in the car, with a saved card, or by a company that the rider may book for. */
export function PaymentField({
  api,
  draft,
  error,
  update,
  isForColleagues = false,
}: {
  api: Api;
  draft: Pick<BookingDraft, "payment" | "billTo" | "card">;
  error: Pick<ApiError, "fields"> | null;
  update: (change: Pick<BookingDraft, "payment" | "billTo" | "card">) => void;
  /** Whether a company's managers may book for its members. */
  isForColleagues?: boolean;
}) {
  const t = useWords();
  const { companies, retry } = useMyCompanies(api);
  const cards = useMyCards(api);
  const { payment, billTo, card } = draft;
  const chosenValue =
    payment === "account"
      ? (billTo?.companyId ?? "")
      : payment === "card" && card
        ? (cards.find((one) => isSameCard(one, card))?.id ?? "")
        : payment;
  const billableCompanies =
    companies === "failed" || !companies ? [] : companies.filter(canBeBilled);
  const company = billableCompanies.find(({ id }) => id === billTo?.companyId);
  const isCompanyUnavailable = payment === "account" && Array.isArray(companies) && !company;
  const changeBill = (part: Partial<NonNullable<typeof billTo>>) =>
    billTo && update({ payment, card, billTo: { ...billTo, ...part } });
  return (
    <div className="grid gap-4">
      <Pills
        legend={t("Payment")}
        name="payment"
        onValue={(value) => {
          const saved = cards.find(({ id }) => id === value);
          update(
            saved
              ? { payment: "card", card: saved, billTo: null }
              : value === "cash" || value === "card"
                ? { payment: value, card: null, billTo: null }
                : {
                    payment: "account",
                    card: null,
                    billTo: { companyId: value, costCentreId: null, reference: "" },
                  },
          );
        }}
        options={[
          { value: "cash", words: t("Cash in the car") },
          { value: "card", words: t("Card in the car") },
          ...cards.map((saved) => ({ value: saved.id, words: paymentCardName(saved) })),
          ...billableCompanies.map(({ id, name }) => ({
            value: id,
            words: t("Bill to {company}", { company: name }),
          })),
        ]}
        value={chosenValue}
      />
      {isCompanyUnavailable && (
        <p className="text-danger-text text-sm" role="alert">
          {t("You can no longer book on this company's account. Choose another way to pay.")}
        </p>
      )}
      {companies === "failed" && (
        <div className="flex flex-wrap items-center gap-3 text-ink-muted text-sm" role="status">
          {t("Company accounts could not be loaded.")}
          <Button onClick={retry} size="small" variant="secondary">
            {t("Try again")}
          </Button>
        </div>
      )}
      {payment === "account" && billTo && company && (
        <div className="grid gap-4 sm:grid-cols-2">
          {isForColleagues && company.role === "manager" && (
            <ColleagueField
              api={api}
              companyId={company.id}
              member={billTo.member}
              onMember={(member) => {
                const { member: _previousMember, ...others } = billTo;
                update({ payment, card, billTo: { ...others, ...(member && { member }) } });
              }}
            />
          )}
          {company.costCentres.length > 0 && (
            <SelectField
              error={error?.fields["billTo.costCentreId"] ?? null}
              label={t("Cost centre")}
              name="costCentre"
              onChange={(event) => changeBill({ costCentreId: event.target.value || null })}
              optional={!company.requiresCostCentre}
              value={billTo.costCentreId ?? ""}
            >
              <option value="">{company.requiresCostCentre ? t("Choose one") : t("None")}</option>
              {company.costCentres.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            autoComplete="off"
            error={error?.fields["billTo.reference"] ?? null}
            hint={
              company.referencePattern
                ? t("For example {example}. Shown on the company's invoice.", {
                    example: exampleReference(company.referencePattern),
                  })
                : t("Shown on the company's invoice.")
            }
            label={t("Reference")}
            maxLength={60}
            name="billingReference"
            onChange={(event) => changeBill({ reference: event.target.value })}
            optional={!company.requiresReference}
            value={billTo.reference}
          />
        </div>
      )}
    </div>
  );
}

/** Whether it is the given saved card. A booked trip names its card without an id. */
const isSameCard = (one: SavedCard, { id, brand, last4 }: NonNullable<BookingDraft["card"]>) =>
  id ? one.id === id : one.brand === brand && one.last4 === last4;

const canBeBilled = ({ approved, state }: MyCompany) => approved && state === "active";

/** Loads the rider's valid saved cards. Empty until then, and without a network. */
function useMyCards(api: Api): readonly SavedCard[] {
  const [cards, setCards] = useState<readonly SavedCard[]>([]);
  useEffect(() => {
    let isUnmounted = false;
    read(api.users.cards.$get()).then(
      (answer) => {
        if (!isUnmounted) setCards(answer.cards.filter(({ hasExpired }) => !hasExpired));
      },
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [api]);
  return cards;
}

/** Loads the rider's companies; null until then. */
function useMyCompanies(api: Api) {
  const [companies, setCompanies] = useState<MyCompany[] | "failed" | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let isUnmounted = false;
    read(api.companies.$get()).then(
      (answer) => {
        if (!isUnmounted) setCompanies(answer.companies);
      },
      () => {
        if (!isUnmounted) setCompanies("failed");
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { companies, retry };
}
