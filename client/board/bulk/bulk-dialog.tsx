import { CircleAlert, CircleCheck, CircleX, Minus } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { DriverRow } from "../../../src/drivers/contract";
import type { ReservationRow } from "../../../src/reservations/contract";
import { loadAllPages } from "../../office/lists/all-pages";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { driverName } from "../../office/words";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Moment } from "../../ui/moment";
import { NoticeBanner } from "../../ui/notice-banner";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { countText } from "../../ui/trip-words";
import {
  applyAction,
  type BulkAction,
  type BulkInput,
  type BulkResult,
  bulkActionWords,
} from "./bulk-actions";

/** The server's limit for a message. */
const MAX_MESSAGE_LENGTH = 1_000;

const resultIcons = { done: CircleCheck, part: CircleAlert, refused: CircleX, untried: Minus };
const resultClasses = {
  done: "text-success-ink",
  part: "text-warning-ink",
  refused: "text-danger-ink",
  untried: "text-ink-muted",
};
const untriedResult: BulkResult = { kind: "untried", text: "Not tried" };

/** Asks for what the action needs, takes it on one reservation after another, and shows each result. */
export function BulkDialog({
  name,
  rows,
  onClose,
  onKeep,
}: {
  name: BulkAction;
  rows: readonly ReservationRow[];
  onClose: () => void;
  /** Reduces the selection to these reservations. */
  onKeep: (ids: readonly string[]) => void;
}) {
  const office = useOffice();
  const { drivers, failure } = useDrivers(name === "assign");
  const [input, setInput] = useState<BulkInput>({ driver: null, text: "", to: "rider" });
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const wasStopped = useRef(false);
  // One key for each reservation, so that a message sent twice after a network fault arrives once.
  const [keys] = useState(() => new Map(rows.map(({ id }) => [id, crypto.randomUUID()])));
  const { label, successText } = bulkActionWords[name];
  const isFinished = results.size > 0 && !isRunning;
  const isReady =
    name === "assign" ? input.driver !== null : name !== "message" || input.text.trim().length > 0;

  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isRunning || isFinished) return;
    setIsRunning(true);
    const resultById = new Map<string, BulkResult>();
    const addResult = (id: string, result: BulkResult) => {
      resultById.set(id, result);
      setResults(new Map(resultById));
    };
    try {
      for (const row of rows)
        addResult(
          row.id,
          wasStopped.current
            ? untriedResult
            : await applyAction(office, name, row, input, keys.get(row.id) ?? row.id),
        );
    } catch (error) {
      // The session has ended, and the screen disappears with it.
      if (!(error instanceof LeftPageError)) throw error;
      return;
    }
    setIsRunning(false);
    onKeep(rows.flatMap(({ id }) => (resultById.get(id)?.kind === "done" ? [] : [id])));
  };

  const count = (kind: BulkResult["kind"]) =>
    [...results.values()].filter((result) => result.kind === kind).length;
  return (
    <Dialog
      // The new key opens the dialog again at the end: if it was closed in between, the results are still seen.
      key={String(isRunning)}
      onClose={() => !isRunning && onClose()}
      open
      isSticky={isRunning}
      title={`${label}: ${countText(rows.length, "reservation")}`}
      wide
    >
      <form className="grid gap-4 text-ink" method="post" onSubmit={(event) => void run(event)}>
        {!isFinished && !isRunning && (
          <BulkFields
            drivers={drivers}
            input={input}
            name={name}
            onInput={(change) => setInput({ ...input, ...change })}
          />
        )}
        {failure !== null && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        <p className="text-sm empty:hidden" role="status">
          {isFinished &&
            [
              `${successText}: ${count("done")} of ${rows.length}.`,
              count("part") > 0 && `Partly done: ${count("part")}.`,
              count("refused") > 0 && `Refused: ${count("refused")}.`,
              count("untried") > 0 && `Not tried: ${count("untried")}.`,
            ]
              .filter(Boolean)
              .join(" ")}
        </p>
        <ul className="divide-y divide-line rounded-md border border-line text-sm">
          {rows.map((row) => (
            <BulkRow key={row.id} result={results.get(row.id) ?? null} row={row} />
          ))}
        </ul>
        {/* The main button comes first in the markup, because the dialog gives it the focus. */}
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          {!isFinished && (
            <Button
              busy={isRunning}
              busyLabel={`${results.size} of ${rows.length} done...`}
              disabled={!isReady}
              size="small"
              type="submit"
            >
              {label}
            </Button>
          )}
          {isRunning ? (
            <Button
              onClick={() => {
                wasStopped.current = true;
              }}
              size="small"
              variant="quiet"
            >
              Stop
            </Button>
          ) : (
            <Button onClick={onClose} size="small" variant={isFinished ? "primary" : "quiet"}>
              {isFinished ? "Close" : "Go back"}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Loads the active drivers by name. */
function useDrivers(isEnabled: boolean) {
  const { api, call } = useOffice();
  const [drivers, setDrivers] = useState<readonly DriverRow[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!isEnabled) return;
    loadAllPages((query) =>
      call(api.admin.drivers.$get({ query: { state: "active", ...query } })),
    ).then(
      (pages) => setDrivers(pages.flatMap((page) => page.drivers)),
      (error) => error instanceof LeftPageError || setFailure(failureText(error)),
    );
  }, [api, call, isEnabled]);
  return { drivers, failure };
}

function BulkFields({
  name,
  input,
  drivers,
  onInput,
}: {
  name: BulkAction;
  input: BulkInput;
  drivers: readonly DriverRow[];
  onInput: (change: Partial<BulkInput>) => void;
}) {
  if (name === "assign")
    return (
      <SelectField
        autoFocus
        dense
        hint="Each trip gets the driver’s usual vehicle, or another one if that vehicle doesn’t suit. Pending bookings will be confirmed, and open offers will be withdrawn."
        label="Driver"
        name="driver"
        onChange={({ target }) =>
          onInput({ driver: drivers.find(({ id }) => id === target.value) ?? null })
        }
        value={input.driver?.id ?? ""}
      >
        <option value="">Choose a driver</option>
        {drivers.map((driver) => (
          <option key={driver.id} value={driver.id}>
            {driverName(driver)}
          </option>
        ))}
      </SelectField>
    );
  if (name !== "message") return null;
  return (
    <>
      <SelectField
        dense
        label="To"
        name="to"
        onChange={({ target }) => onInput({ to: target.value as BulkInput["to"] })}
        value={input.to}
      >
        <option value="rider">Riders</option>
        <option value="driver">Drivers</option>
        <option value="both">Riders and drivers</option>
      </SelectField>
      <TextArea
        autoFocus
        dense
        hint="The message is added to each trip’s conversation. A conversation starts when a driver is assigned."
        label="Message"
        maxLength={MAX_MESSAGE_LENGTH}
        name="text"
        onChange={({ target }) => onInput({ text: target.value })}
        value={input.text}
      />
    </>
  );
}

/** One reservation and its result. */
function BulkRow({ row, result }: { row: ReservationRow; result: BulkResult | null }) {
  const ResultIcon = result && resultIcons[result.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="font-medium tabular-nums">{row.number}</span>
      <Moment at={row.pickupAt} />
      <span className="min-w-0 flex-1 truncate">{row.passenger.name}</span>
      {result && ResultIcon && (
        <span
          className={`flex w-full items-start gap-1.5 sm:w-auto sm:max-w-1/2 ${resultClasses[result.kind]}`}
        >
          <ResultIcon aria-hidden="true" className="mt-0.5 shrink-0" size={16} />
          {result.text}
        </span>
      )}
    </li>
  );
}
