import { Phone, UserRound } from "lucide-react";
import type { Caller } from "../../src/accounts/caller-contract";
import type { StaffCall } from "../office/calls";
import { Combobox } from "../ui/combobox";
import { TextField } from "../ui/text-field";
import type { Faults, PhoneDraft } from "./draft";
import { rowClass } from "./row";
import { useOffice } from "../office/calls";

/** A known rider, or a number that belongs to no rider yet. */
type CallerOption = { kind: "rider"; caller: Caller } | { kind: "new"; number: string };

const DEBOUNCE_MS = 100;
const MIN_CHARACTERS = 2;

/** The field for the caller, by number or name. For a new number it also asks for the name. */
export function CallerField({
  call,
  draft,
  faults,
  onRider,
  onNumber,
  update,
}: {
  call: StaffCall;
  draft: PhoneDraft;
  faults: Faults;
  onRider: (caller: Caller) => void;
  onNumber: (number: string) => void;
  update: (change: Partial<PhoneDraft>) => void;
}) {
  const { api } = useOffice();
  const search = async (query: string, signal: AbortSignal): Promise<CallerOption[]> => {
    const { callers, number } = await call(
      api.admin.callers.$get({ query: { q: query } }, { init: { signal } }),
    );
    const riderOptions = callers.map((caller) => ({ kind: "rider" as const, caller }));
    // An exact match of the number comes first.
    riderOptions.sort(
      (a, b) => Number(b.caller.phone === number) - Number(a.caller.phone === number),
    );
    const isNew = number !== null && !callers.some(({ phone }) => phone === number);
    return isNew ? [...riderOptions, { kind: "new", number }] : riderOptions;
  };
  return (
    <>
      <Combobox<CallerOption>
        className={rowClass}
        dense
        error={faults.caller}
        id="caller"
        label="Caller"
        minLength={MIN_CHARACTERS}
        name="caller"
        noneText="No caller matches. Type the full number to book for somebody new."
        onSelect={(offered) =>
          offered.kind === "rider" ? onRider(offered.caller) : onNumber(offered.number)
        }
        onText={(callerText) => update({ callerText, riderId: null, number: null })}
        optionDetail={(offered) =>
          offered.kind === "new"
            ? "New caller"
            : [offered.caller.name && offered.caller.phone, offered.caller.email]
                .filter(Boolean)
                .join(" · ")
        }
        optionIcon={(offered) => {
          const Icon = offered.kind === "new" ? Phone : UserRound;
          return <Icon aria-hidden="true" size={18} />;
        }}
        optionKey={(offered) => (offered.kind === "new" ? "new" : offered.caller.id)}
        optionText={(offered) =>
          offered.kind === "new" ? offered.number : callerName(offered.caller)
        }
        placeholder="Number or name"
        debounceMs={DEBOUNCE_MS}
        search={search}
        text={draft.callerText}
      />
      {draft.number !== null && draft.riderId === null && (
        <TextField
          autoComplete="off"
          className={rowClass}
          dense
          error={faults.name}
          hint="We’ll create an account for this number. The rider can then sign in with a code."
          id="name"
          label="Name"
          maxLength={160}
          name="name"
          onChange={({ target: { value } }) => update({ name: value })}
          value={draft.name}
        />
      )}
    </>
  );
}

/** Returns the caller's name, or a substitute. */
export function callerName({ name, phone, email }: Caller): string {
  return name || phone || email || "No name";
}
