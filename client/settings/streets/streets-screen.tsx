import { useRouter } from "@tanstack/react-router";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { UNREADABLE_STREETS } from "../../../src/streets/rules";
import type { StreetsImport, StreetsStatus } from "../../../src/streets/streets-contract";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { DefinitionList } from "../../ui/definition-list";
import { FieldError } from "../../ui/field";
import { Moment } from "../../ui/moment";
import { NoticeBanner } from "../../ui/notice-banner";
import { PageHeader } from "../../ui/page-header";
import { TextField } from "../../ui/text-field";

/** How often the state of a running import is loaded, in ms. */
const POLL_INTERVAL_MS = 1_000;

/** The streets in use, and an import from a file or an address. */
export function StreetsScreen({ first }: { first: StreetsStatus }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const [status, setStatus] = useState(first);
  const [url, setUrl] = useState("");
  const [sha256, setSha256] = useState("");
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const actions = useStaffActions();
  const { streets, import: current } = status;
  const isRunning = current?.state === "downloading" || current?.state === "importing";

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      // After a failed load, the next one follows in a second.
      void call(api.admin.settings.streets.$get()).then(setStatus, () => {});
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRunning, api, call]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file)
      void actions.act(
        "file",
        () => call(api.admin.settings.streets.file.$post({ form: { file } })),
        setStatus,
      );
  };
  const download = (event: FormEvent) => {
    event.preventDefault();
    const json = { url: url.trim(), sha256: sha256.trim() };
    void actions.act(
      "address",
      () => call(api.admin.settings.streets.address.$post({ json })),
      setStatus,
    );
  };
  const remove = () =>
    void actions.act(
      "remove",
      () => call(api.admin.settings.streets.$delete()),
      (answer) => {
        setStatus(answer);
        setIsConfirmingRemoval(false);
        return router.invalidate();
      },
    );

  return (
    <div className="grid max-w-3xl gap-4">
      <PageHeader
        dense
        detail="Streets, addresses and driving distances from an extract of OpenStreetMap. Everything stays on this server."
        title="Map"
      />
      <Card>
        <h2 className="font-semibold text-base">Streets in use</h2>
        {streets && streets !== "unreadable" ? (
          <>
            <DefinitionList
              dense
              facts={[
                { name: "File", value: streets.source },
                { name: "Imported", value: <Moment at={streets.importedAt} /> },
                { name: "Roads", value: streets.roads.toLocaleString("en") },
                { name: "Names", value: streets.names.toLocaleString("en") },
                { name: "House numbers", value: streets.houses.toLocaleString("en") },
                { name: "Area", value: boundsText(streets.bounds) },
              ]}
            />
            <p className="mt-3 text-ink-muted text-sm">© OpenStreetMap contributors, ODbL</p>
          </>
        ) : (
          <p className="mt-1 text-ink-muted text-sm">
            {streets
              ? `The imported streets can’t be used. ${UNREADABLE_STREETS} `
              : "No streets are imported yet. "}
            Until you import streets, maps have a plain background, addresses come from your own
            places, and distances are estimates.
          </p>
        )}
        {streets && (
          <div className="mt-3">
            <Button
              disabled={isRunning}
              onClick={() => {
                actions.clear();
                setIsConfirmingRemoval(true);
              }}
              size="small"
              variant="secondary"
            >
              Remove street data
            </Button>
          </div>
        )}
      </Card>
      {current && <ImportState current={current} />}
      <Card>
        <h2 className="font-semibold text-base">Import streets</h2>
        <p className="mt-1 text-ink-muted text-sm">
          Use an extract of your country or region in the format .osm.pbf, for instance from
          download.geofabrik.de. The streets in use stay until the import is complete.
        </p>
        <input
          accept=".pbf"
          aria-label="Extract (.osm.pbf)"
          className="sr-only"
          onChange={choose}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <div className="mt-3">
          <Button
            busy={actions.acting === "file"}
            busyLabel="Uploading"
            disabled={isRunning}
            onClick={() => input.current?.click()}
            size="small"
          >
            Upload file
          </Button>
        </div>
        <form
          className="mt-5 grid gap-3"
          method="post"
          noValidate
          onSubmit={download}
          ref={actions.ref}
        >
          <TextField
            dense
            error={actions.fault("url")}
            label="Address to download from"
            name="url"
            onChange={(event) => setUrl(event.target.value)}
            placeholder="https://download.geofabrik.de/africa/rwanda-latest.osm.pbf"
            type="url"
            value={url}
          />
          <TextField
            dense
            error={actions.fault("sha256")}
            hint="The file is refused if its checksum differs."
            label="SHA-256 checksum"
            name="sha256"
            onChange={(event) => setSha256(event.target.value)}
            optional
            value={sha256}
          />
          <div>
            <Button
              busy={actions.acting === "address"}
              disabled={isRunning || url.trim() === ""}
              size="small"
              type="submit"
              variant="secondary"
            >
              Download and import
            </Button>
          </div>
        </form>
        <FieldError id={undefined}>{!isConfirmingRemoval && actions.failure}</FieldError>
      </Card>
      <ConfirmDialog
        busy={actions.acting === "remove"}
        confirmLabel="Remove street data"
        danger
        onClose={() => setIsConfirmingRemoval(false)}
        onConfirm={remove}
        open={isConfirmingRemoval}
        title="Remove the street data?"
      >
        Distances become estimates and maps have a plain background until you import streets again.
        <FieldError id={undefined}>{actions.failure}</FieldError>
      </ConfirmDialog>
    </div>
  );
}

/** The progress or the outcome of an import. */
function ImportState({ current }: { current: StreetsImport }) {
  const { state, source, done, secondsLeft, reason } = current;
  if (state === "done")
    return <NoticeBanner tone="success">{`${source} is imported.`}</NoticeBanner>;
  if (state === "failed")
    return (
      <NoticeBanner tone="danger">{`${source} was not imported. ${reason ?? ""}`}</NoticeBanner>
    );
  const label = state === "downloading" ? `Downloading ${source}` : `Importing ${source}`;
  return (
    <Card>
      <p aria-live="polite" className="font-medium text-sm">
        {label}
      </p>
      <progress
        aria-label={label}
        className="mt-2 w-full accent-accent"
        max={100}
        {...(done !== null && { value: done })}
      />
      <p className="text-ink-muted text-sm tabular-nums">
        {done === null ? "Size unknown" : `${done} %`}
        {secondsLeft !== null && secondsLeft > 0 && `, ${durationText(secondsLeft)} left`}
      </p>
    </Card>
  );
}

function durationText(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** Returns bounds in degrees with their directions: `46.79° to 47.53° N, 9.40° to 9.67° E`. */
function boundsText([west, south, east, north]: readonly [number, number, number, number]): string {
  const side = (degrees: number, [positiveLetter, negativeLetter]: readonly [string, string]) =>
    `${Math.abs(degrees).toFixed(2)}° ${degrees < 0 ? negativeLetter : positiveLetter}`;
  const [ns, ew] = [["N", "S"] as const, ["E", "W"] as const];
  return `${side(south, ns)} to ${side(north, ns)}, ${side(west, ew)} to ${side(east, ew)}`;
}
