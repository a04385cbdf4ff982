import { useState } from "react";
import { PeriodFields, usePeriod } from "../office/period-fields";
import { Button } from "../ui/button";
import { buttonStyle } from "../ui/button-style";
import { Dialog } from "../ui/dialog";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";

const exportTargets = {
  quickbooks: "QuickBooks Online: invoices",
  "quickbooks-credit-notes": "QuickBooks Online: credit notes",
  xero: "Xero: invoices and credit notes",
  journal: "Journal: invoices and all payments",
} as const;
type ExportTarget = keyof typeof exportTargets;
const isTarget = (value: string): value is ExportTarget => value in exportTargets;

const quickBooks = {
  sales: ["Product or service in QuickBooks", "Rides"],
  noTax: ["Tax code for trips without tax", "Exempt"],
} as const;
/** The values that each program needs from the operator; none for the journal. */
const requestedValues = {
  quickbooks: {
    ...quickBooks,
    hint: "Import this file under Settings, Import data, Invoices. Amounts exclude tax, and dates are day/month/year. Credit notes are in a separate file.",
  },
  "quickbooks-credit-notes": {
    ...quickBooks,
    hint: "Import this file under Settings, Import data, Credit notes. Amounts exclude tax, and dates are day/month/year.",
  },
  xero: {
    sales: ["Sales account code in Xero", "200"],
    noTax: ["Tax rate for trips without tax", "Tax Exempt"],
    hint: "Import this file under Sales, Invoices, Import. Amounts exclude tax, and dates are day/month/year. Credit notes have negative amounts.",
  },
  journal: null,
} as const;

/** Downloads invoices for an accounting program, or the journal of a period. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const period = usePeriod("month");
  const { from, to, isValidPeriod } = period;
  const [target, setTarget] = useState<ExportTarget>("quickbooks");
  return (
    <Dialog
      actions={
        <Button onClick={onClose} size="small" variant="secondary">
          Close
        </Button>
      }
      onClose={onClose}
      open
      title="Export for your books"
    >
      <div className="mt-2 grid gap-4 text-ink text-sm">
        <SelectField
          dense
          label="Accounting program"
          name="target"
          onChange={({ target: { value } }) => {
            if (isTarget(value)) setTarget(value);
          }}
          value={target}
        >
          {Object.entries(exportTargets).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-3 sm:grid-cols-2">
          <PeriodFields period={period} />
        </div>
        <DownloadForm
          isValidPeriod={isValidPeriod}
          key={target}
          period={{ from, to }}
          target={target}
        />
      </div>
    </Dialog>
  );
}

function DownloadForm({
  target,
  period,
  isValidPeriod,
}: {
  target: ExportTarget;
  period: { from: string; to: string };
  isValidPeriod: boolean;
}) {
  const targetFields = requestedValues[target];
  const [salesAccount, setSalesAccount] = useState<string>(targetFields?.sales[1] ?? "");
  const [noTaxCode, setNoTaxCode] = useState<string>(targetFields?.noTax[1] ?? "");
  const query = new URLSearchParams({
    ...period,
    ...(targetFields && { sales: salesAccount, noTax: noTaxCode }),
  });
  const isComplete =
    isValidPeriod && (!targetFields || (salesAccount.trim() !== "" && noTaxCode.trim() !== ""));
  return (
    <>
      {targetFields && (
        <>
          <TextField
            dense
            label={targetFields.sales[0]}
            maxLength={60}
            name="sales"
            onChange={({ target: { value } }) => setSalesAccount(value)}
            value={salesAccount}
          />
          <TextField
            dense
            label={targetFields.noTax[0]}
            maxLength={60}
            name="noTax"
            onChange={({ target: { value } }) => setNoTaxCode(value)}
            value={noTaxCode}
          />
        </>
      )}
      <p className="text-ink-muted">
        {targetFields?.hint ??
          "Lists each invoice, credit note and payment with its day, account, debit and credit. Total debits equal total credits."}
      </p>
      {isComplete && (
        <div>
          <a
            className={buttonStyle("primary", "small")}
            download
            href={`/backend/admin/books/${target}.csv?${query}`}
          >
            Download CSV
          </a>
        </div>
      )}
    </>
  );
}
