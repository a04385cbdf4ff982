import { Trash2 } from "lucide-react";
import type { CompanyContact } from "../../src/companies/contract";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { FieldError } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import { TextField } from "../ui/text-field";

const topics = [
  { value: "confirmations", label: "Confirmations" },
  { value: "changes", label: "Changes and cancellations" },
  { value: "receipts", label: "Receipts" },
] as const;

/** The most that the server accepts. */
const MAX_CONTACTS = 10;

/** E-mail addresses that get copies of the messages about a company's trips. Each chooses which messages. */
export function CompanyContacts({
  contacts,
  fault,
  onContacts,
}: {
  contacts: readonly CompanyContact[];
  fault: (name: string) => string | undefined;
  onContacts: (contacts: CompanyContact[]) => void;
}) {
  const put = (at: number, change: Partial<CompanyContact>) =>
    onContacts(contacts.map((each, index) => (index === at ? { ...each, ...change } : each)));
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-2 font-medium text-sm">Copies of trip messages</legend>
      {contacts.map(({ email, gets }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a contact is its place in the list
        <div className="rounded-lg border border-line px-4 py-3" key={at}>
          <div className="flex items-start gap-2">
            <TextField
              autoComplete="off"
              className="flex-1"
              dense
              error={fault(`contacts.${at}.email`)}
              inputMode="email"
              label={`E-mail ${at + 1}`}
              maxLength={254}
              name={`contacts.${at}.email`}
              onChange={({ target }) => put(at, { email: target.value })}
              value={email}
            />
            <IconButton
              className="mt-6"
              dense
              icon={<Trash2 aria-hidden="true" size={18} />}
              label={`Remove e-mail ${at + 1}`}
              onClick={() => onContacts(contacts.filter((_, index) => index !== at))}
            />
          </div>
          <div className="mt-1 flex flex-wrap gap-x-6">
            {topics.map(({ value, label }) => (
              <Checkbox
                checked={gets.includes(value)}
                key={value}
                label={label}
                name={`contacts.${at}.${value}`}
                onChange={({ target }) =>
                  put(at, {
                    gets: topics
                      .map((topic) => topic.value)
                      .filter((each) => (each === value ? target.checked : gets.includes(each))),
                  })
                }
              />
            ))}
          </div>
          <FieldError id={`contacts-${at}-gets`}>{fault(`contacts.${at}.gets`)}</FieldError>
        </div>
      ))}
      {contacts.length < MAX_CONTACTS && (
        <div>
          <Button
            onClick={() =>
              onContacts([...contacts, { email: "", gets: topics.map(({ value }) => value) }])
            }
            size="small"
            variant="secondary"
          >
            Add e-mail for copies
          </Button>
        </div>
      )}
    </fieldset>
  );
}
