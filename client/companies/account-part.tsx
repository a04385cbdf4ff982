import { useState } from "react";
import { PeriodFields, usePeriod } from "../office/period-fields";
import { buttonStyle } from "../ui/button-style";
import { PdfLink } from "../ui/pdf-link";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";

/** A company's statement of account for a period, as PDF and CSV. */
export function CompanyAccountPart({
  companyId,
  currencies,
}: {
  companyId: string;
  /** The company's own currency first, then those of its invoices. */
  currencies: readonly string[];
}) {
  const period = usePeriod("year");
  const { from, to, isValidPeriod } = period;
  const [currency, setCurrency] = useState(currencies[0] ?? "");
  const fileUrl = (type: string) =>
    `/backend/admin/companies/${companyId}/account.${type}?from=${from}&to=${to}&currency=${currency}`;
  return (
    <Section
      detail="Invoices, credit notes and payments of a period, with the balance before and after the period."
      title="Statement of account"
    >
      <div className="flex flex-wrap items-end gap-3">
        <PeriodFields period={period} />
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
        {isValidPeriod && (
          <>
            <PdfLink className={buttonStyle("secondary", "small")} href={fileUrl("pdf")}>
              Download statement
            </PdfLink>
            <a className={buttonStyle("secondary", "small")} download href={fileUrl("csv")}>
              Download statement as CSV
            </a>
          </>
        )}
      </div>
    </Section>
  );
}
