import { useState } from "react";
import { useOffice } from "../office/calls";
import { buttonStyle } from "../ui/button-style";
import { localDay } from "../ui/moment";
import { PaperLink } from "../ui/paper-link";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { DateField } from "../ui/text-field";

/** A company's statement of account for a period, as PDF and CSV. */
export function AccountPart({
  companyId,
  currencies,
}: {
  companyId: string;
  /** Those of its invoices, and its own first. */
  currencies: readonly string[];
}) {
  const { timeZone } = useOffice();
  const [to, setTo] = useState(() => localDay(new Date().toISOString(), timeZone));
  const [from, setFrom] = useState(() => `${to.slice(0, 4)}-01-01`);
  const [currency, setCurrency] = useState(currencies[0] ?? "");
  const isPeriod = from !== "" && from <= to;
  const file = (type: string) =>
    `/backend/admin/companies/${companyId}/account.${type}?from=${from}&to=${to}&currency=${currency}`;
  return (
    <Section
      detail="Invoices, credit notes and payments of a period, with what was owed before and after it."
      title="Statement of account"
    >
      <div className="flex flex-wrap items-end gap-3">
        <DateField
          dense
          label="From"
          name="from"
          onChange={({ target: { value } }) => setFrom(value)}
          value={from}
        />
        <DateField
          dense
          error={isPeriod ? null : "The last day is before the first."}
          label="To"
          name="to"
          onChange={({ target: { value } }) => setTo(value)}
          value={to}
        />
        {currencies.length > 1 && (
          <SelectField
            dense
            label="Currency"
            name="currency"
            onChange={({ target: { value } }) => setCurrency(value)}
            value={currency}
          >
            {currencies.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        )}
        {isPeriod && (
          <>
            <PaperLink className={buttonStyle("secondary", "small")} href={file("pdf")}>
              Download statement
            </PaperLink>
            <a className={buttonStyle("secondary", "small")} download href={file("csv")}>
              Download statement as CSV
            </a>
          </>
        )}
      </div>
    </Section>
  );
}
