import { useId, useState } from "react";
import type { ImportFault } from "../../src/zones/contract";
import { ApiError } from "../api-error";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { showToast } from "../ui/toasts";

/** Imports zones from a GeoJSON file or pasted text, and reports errors by feature. */
export function ZoneImport({
  open,
  onClose,
  onImported,
}: {
  open: boolean;
  onClose: () => void;
  /** Called with the new zones' ids. */
  onImported: (ids: string[]) => void;
}) {
  const { api, call } = useOffice();
  const fileId = useId();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [featureFaults, setFeatureFaults] = useState<readonly string[]>([]);
  const clear = () => {
    setFault(null);
    setFeatureFaults([]);
  };

  const send = async (skipFaulty: boolean) => {
    clear();
    let geojson: unknown;
    try {
      geojson = JSON.parse(text);
    } catch (error) {
      setFault(
        text.trim() === ""
          ? "Choose a file, or paste GeoJSON here."
          : `This is not valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`,
      );
      return;
    }
    setBusy(true);
    try {
      const { zones, faults } = await call(
        api.admin.zones.import.$post({ json: { geojson, skipFaulty } }),
      );
      showToast(
        "success",
        zones.length === 1 ? "1 zone imported" : `${zones.length} zones imported`,
      );
      onImported(zones.map(({ id }) => id));
      setText("");
      if (faults.length === 0) onClose();
      else setFeatureFaults(faults.map(faultText));
    } catch (error) {
      if (error instanceof LeftPageError) return;
      if (error instanceof ApiError && error.code === "zone.import_refused")
        setFeatureFaults(Object.values(error.fields));
      setFault(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="secondary">
            Close
          </Button>
          {fault !== null && featureFaults.length > 0 && (
            <Button busy={busy} onClick={() => void send(true)} variant="secondary">
              Import the rest
            </Button>
          )}
          <Button busy={busy} busyLabel="Importing..." onClick={() => void send(false)}>
            Import
          </Button>
        </>
      }
      onClose={onClose}
      open={open}
      isSticky
      title="Import zones"
      wide
    >
      <div className="grid gap-4 text-start">
        <div>
          <label className="mb-2 block font-medium text-sm" htmlFor={fileId}>
            GeoJSON file
          </label>
          <input
            accept=".geojson,.json,application/geo+json,application/json"
            className="control file:me-3 file:rounded-sm file:border-0 file:bg-surface-sunken file:px-3 file:py-1 file:text-ink"
            id={fileId}
            onChange={async (event) => {
              const file = event.target.files?.[0];
              if (!file) return;
              clear();
              setText(await file.text());
            }}
            type="file"
          />
        </div>
        <TextArea
          className="[&_textarea]:font-mono [&_textarea]:text-xs"
          error={fault}
          hint="Each polygon becomes a zone, named after its feature."
          label="Or paste its text"
          onChange={(event) => {
            setText(event.target.value);
            clear();
          }}
          rows={8}
          spellCheck={false}
          value={text}
        />
        <div className="empty:hidden" role="status">
          {featureFaults.length > 0 && (
            <NoticeBanner tone="warning">
              <ul className="grid max-h-48 list-disc gap-1 overflow-y-auto ps-4">
                {featureFaults.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </NoticeBanner>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function faultText({ feature, name, text }: ImportFault): string {
  return `Feature ${feature}${name ? ` (${name})` : ""}: ${text}`;
}
