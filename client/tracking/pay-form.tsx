import { useRouter } from "@tanstack/react-router";
import type { PayPage } from "../../src/payments/links/link-contract";
import { read } from "../api";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useForm } from "../forms/use-form";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { RadioCards } from "../ui/radio-cards";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import { paidWithText } from "./pay-method-words";
import { chosenTipMinor, OWN_AMOUNT, tipFault } from "./pay-tip";

/** The form to pay a payment link: the payment method, then the provider's page or the phone. */
export function PayForm({
  page,
  token,
  reloadPage,
}: {
  page: PayPage;
  token: string;
  /** Loads the link's state. */
  reloadPage: () => Promise<void>;
}) {
  const t = useWords();
  const { api } = useRouter().options.context;
  const { methods, currency, phone, hasFailed, isHold } = page;
  const isTip = page.what === "tip";
  const [firstMethod] = methods;
  const form = useForm({
    initialValues: {
      method: firstMethod?.method ?? "card_online",
      phone: phone ?? "",
      tip: String(page.tipChoices[0]?.percent ?? OWN_AMOUNT),
      tipMinor: "",
    },
    validate: (typed) => ({ tipMinor: isTip && tipFault(page, typed, t) }),
    send: (typed) => {
      const { method } = typed;
      const json = {
        method,
        ...(method === "mobile_money" && { phone: typed.phone }),
        ...(isTip && { tipMinor: chosenTipMinor(page, typed, t) }),
      };
      return read(api.pay[":token"].$post({ param: { token }, json }));
    },
    onSaved: async ({ url }) => {
      if (url) location.assign(url);
      await reloadPage();
    },
  });
  if (!firstMethod)
    return (
      <NoticeBanner tone="warning">
        {t("You can’t pay online at the moment. Please pay in another way, or call us.")}
      </NoticeBanner>
    );
  const amount = formatMoney(
    isTip ? chosenTipMinor(page, form.typed, t) : page.amountMinor,
    currency,
    t,
  );
  const chosenMethod = methods.find(({ method }) => method === form.typed.method) ?? firstMethod;
  return (
    <>
      {hasFailed && !form.failure && (
        <NoticeBanner tone="danger">
          {t("The last payment did not go through, and nothing was taken. Please try again.")}
        </NoticeBanner>
      )}
      {chosenMethod.isTest && (
        <NoticeBanner tone="warning">{t("This is a test: no money is taken.")}</NoticeBanner>
      )}
      <Form aria-label={t("Pay")} className="grid gap-5" form={form}>
        {isTip && (
          <RadioCards
            {...form.choice("tip")}
            legend={t("How much")}
            options={[
              ...page.tipChoices.map(({ percent, tipMinor }) => ({
                value: String(percent),
                title: `${percent} %`,
                aside: formatMoney(tipMinor, currency, t),
              })),
              { value: OWN_AMOUNT, title: t("Another amount") },
            ]}
          />
        )}
        {isTip && form.typed.tip === OWN_AMOUNT && (
          <TextField
            {...form.field("tipMinor")}
            inputMode="decimal"
            label={t("Amount in {currency}", { currency })}
          />
        )}
        {methods.length > 1 && (
          <RadioCards
            columns={2}
            legend={t("How do you want to pay?")}
            name="method"
            onValue={(method) => form.set({ method })}
            options={methods.map(({ method }) => ({
              value: method,
              title: paidWithText(method, t),
            }))}
            value={chosenMethod.method}
          />
        )}
        {chosenMethod.needsPhone && (
          <TextField
            {...form.field("phone")}
            autoComplete="tel"
            hint={t("You’ll confirm the payment on this phone.")}
            label={t("Mobile money number")}
            type="tel"
          />
        )}
        <FormFailure form={form} />
        <SubmitButton busyLabel={t("One moment...")} form={form}>
          {isHold ? t("Hold {amount}", { amount }) : t("Pay {amount}", { amount })}
        </SubmitButton>
        {chosenMethod.method === "card_online" && (
          <p className="text-ink-muted text-sm">
            {t("You pay on our payment provider’s page. We never see your card.")}
          </p>
        )}
      </Form>
    </>
  );
}
