import { fullName } from "../../src/accounts/name-rules";
import { ArrowLeftRight } from "lucide-react";
import type { ReactNode } from "react";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import type { RiderPage } from "../../src/riders/contract";
import type { MergeRiders, MergeSide, MergeView } from "../../src/riders/merge-contract";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { paymentWords } from "../ui/service-facts";
import { TextArea } from "../ui/text-area";
import { conflictWords, refusalWords } from "./merge-words";

type ChosenSides = Pick<MergeRiders, "name" | "phone" | "email">;
const choosableFields = ["name", "phone", "email"] as const;
const keepAllFromSurvivor: ChosenSides = { name: "kept", phone: "kept", email: "kept" };

/** One row of the comparison: its label, and each rider's value. */
type Row = [what: string, cells: { kept: ReactNode; merged: ReactNode }];

/** Both riders side by side, the fields to choose, and the final merge. */
export function MergeForm({
  view,
  note: typedNote,
  onNote,
  onSwap,
  onRecheck,
  onMerged,
  onClose,
}: {
  view: MergeView;
  /** The typed dispatch note. Null means that the two notes are combined. */
  note: string | null;
  onNote: (note: string) => void;
  /** Keeps the other rider instead. */
  onSwap: () => void;
  /** Loads both again after one of them has changed. */
  onRecheck: () => Promise<void>;
  onMerged: (rider: RiderPage) => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const { kept, merged, conflicts, refusal, seen } = view;
  const note = typedNote ?? [kept.note, merged.note].filter(Boolean).join("\n");
  const form = useStaffForm({
    initialValues: { ...keepAllFromSurvivor, movesMemberships: false, isSamePerson: false },
    validate: ({ movesMemberships, isSamePerson }) => ({
      movesMemberships:
        refusal && !movesMemberships && "Tick this to move the membership, or go back.",
      isSamePerson: !isSamePerson && "Tick this if they are the same person, or go back.",
    }),
    send: ({ movesMemberships, isSamePerson: _, ...chosen }) =>
      call(
        api.admin.riders[":id"].merges.$post({
          param: { id: kept.id },
          json: { mergedId: merged.id, seen, note, moveMemberships: movesMemberships, ...chosen },
        }),
      ),
    successText: "Riders merged",
    onSaved: ({ rider }) => onMerged(rider),
  });
  const chosen = form.typed;
  const contactCells = (
    name: keyof ChosenSides,
    of: (side: MergeSide) => string | null,
    words: string,
  ) => {
    const isConflict = conflicts.includes(name);
    const cell = (side: "kept" | "merged") =>
      isConflict ? (
        <label className="flex min-h-11 items-center gap-2">
          <input
            aria-label={`Keep the ${words} ${of(view[side]) ?? ""}`}
            checked={chosen[name] === side}
            className="check"
            name={name}
            onChange={() => form.set({ [name]: side })}
            type="radio"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">{of(view[side])}</span>
        </label>
      ) : (
        of(view[side])
      );
    return { kept: cell("kept"), merged: cell("merged") };
  };
  const cellsOf = (of: (side: MergeSide) => ReactNode) => ({ kept: of(kept), merged: of(merged) });
  const rows: Row[] = [
    ["Name", contactCells("name", fullName, "name")],
    ["Phone", contactCells("phone", ({ phone }) => phone, "number")],
    ["E-mail", contactCells("email", ({ email }) => email, "address")],
    ["Since", cellsOf(({ createdAt }) => <Moment at={createdAt} style="date" />)],
    ["Trips", cellsOf(({ trips, underWay }) => tripWords(trips, underWay))],
    ["Paid by", cellsOf(({ payments }) => payments.map(paymentMethodWords).join(", "))],
    ["Companies", cellsOf(({ companies }) => companies.join(", "))],
    ["Repeating trips", cellsOf(({ standingOrders }) => standingOrders || null)],
    ["Saved places", cellsOf(({ places }) => places || null)],
    ["Open lost property reports", cellsOf(({ openLostReports }) => openLostReports || null)],
    ["Contact messages", cellsOf(({ messages }) => messages || null)],
    ["Sign-in methods", cellsOf(({ providers }) => providers.map(capitalize).join(", "))],
    ["Signed in on", cellsOf(({ sessions }) => deviceWords(sessions))],
    ["Language", cellsOf(({ language }) => languageNames[language])],
    ["Blocked", cellsOf(({ block }) => block)],
    ["Note", cellsOf((side) => side.note)],
  ];
  const droppedContacts = choosableFields
    .filter((name) => name !== "name" && conflicts.includes(name))
    .map((name) => view[chosen[name] === "kept" ? "merged" : "kept"][name as "phone" | "email"]);
  return (
    <Form className="" form={form}>
      <RiderComparison rows={rows} />
      <div className="mt-2">
        <Button
          icon={<ArrowLeftRight aria-hidden size={16} />}
          onClick={onSwap}
          size="small"
          variant="quiet"
        >
          Keep the other rider instead
        </Button>
      </div>
      {refusal && (
        <div className="mt-3">
          <NoticeBanner tone="warning">{refusalWords[refusal]}</NoticeBanner>
          <Checkbox
            {...form.checkbox("movesMemberships")}
            className="mt-2"
            label="Move the memberships: the rider we keep can use both riders’ company accounts"
          />
        </div>
      )}
      <ul className="mt-3 grid list-disc gap-1 ps-5">
        {conflicts
          .filter((name) => name !== "name" && name !== "phone" && name !== "email")
          .map((name) => (
            <li key={name}>{conflictWords[name]}</li>
          ))}
        {droppedContacts.map((contact) => (
          <li
            key={contact}
          >{`${contact} will no longer work for signing in. We’ll notify that address or number.`}</li>
        ))}
        <li>
          Both riders’ trips, messages, lost property and saved places will be combined. Both riders
          will be signed out and must sign in again.
        </li>
      </ul>
      <TextArea
        className="mt-4"
        dense
        error={form.fault("note")}
        label="Dispatch note"
        maxLength={500}
        name="note"
        onChange={(event) => onNote(event.target.value)}
        optional
        rows={3}
        value={note}
      />
      <Checkbox
        {...form.checkbox("isSamePerson")}
        className="mt-2"
        hint="This can’t be undone. Afterwards nobody can tell whose trips were whose."
        label="These two riders are the same person"
      />
      <FormFailure
        action={
          form.code === "rider_merge.stale" && (
            <Button onClick={() => void onRecheck()} size="small" variant="secondary">
              Refresh
            </Button>
          )
        }
        className="mt-2 empty:hidden"
        form={form}
      />
      <div className="mt-4 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose} size="small" variant="secondary">
          Go back
        </Button>
        <SubmitButton busyLabel="Merging..." form={form} size="small" variant="danger">
          Merge riders
        </SubmitButton>
      </div>
    </Form>
  );
}

function RiderComparison({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed border-collapse text-start">
        <caption className="sr-only">Details of both riders</caption>
        <thead className="bg-surface-sunken text-xs">
          <tr>
            <th
              className="w-[24%] px-2 sm:px-3 py-2 text-start font-medium text-ink-muted"
              scope="col"
            >
              <span className="sr-only">Detail</span>
            </th>
            <th className="px-2 py-2 text-start sm:px-3 font-medium" scope="col">
              Rider to keep
            </th>
            <th className="px-2 py-2 text-start sm:px-3 font-medium" scope="col">
              Rider to merge
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, cells]) => cells.kept || cells.merged)
            .map(([what, cells]) => (
              <tr className="border-line border-t align-middle" key={what}>
                <th className="px-2 py-2 text-start sm:px-3 font-normal text-ink-muted" scope="row">
                  {what}
                </th>
                {[cells.kept, cells.merged].map((cell, at) => (
                  <td
                    className="whitespace-pre-line px-2 py-2 [overflow-wrap:anywhere] sm:px-3 [&_time]:whitespace-normal"
                    // biome-ignore lint/suspicious/noArrayIndexKey: the first stays, the second goes
                    key={at}
                  >
                    {cell || <span className="text-ink-muted">–</span>}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function tripWords(trips: number, underWay: number): string | null {
  if (trips === 0) return null;
  const all = trips >= 1_000 ? "1,000 or more" : String(trips);
  return underWay > 0 ? `${all}, ${underWay} under way` : all;
}

const deviceWords = (sessions: number) =>
  sessions === 0 ? null : sessions === 1 ? "1 device" : `${sessions} devices`;

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function paymentMethodWords(payment: string): string {
  return (paymentWords as Record<string, string>)[payment] ?? payment;
}
