import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { useWords } from "../../words/use-words";
import { notify } from "../../ui/notify";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { NoticeBanner } from "../../ui/notice-banner";
import { Section } from "../../ui/section";
import { Spinner } from "../../ui/spinner";
import { TextField } from "../../ui/text-field";
import { vinField } from "../fields";
import type { ApplicationForm, StepProps } from "../application-form";
import { hintOf, StepSections } from "./step-sections";

/** The length of a VIN. The vehicle is looked up once all characters are typed. */
const VIN_LENGTH = 17;
const decodedFields = ["make", "model", "year"] as const;
type DecodedVin = Partial<Record<(typeof decodedFields)[number], string>>;
/** The key of the values that the last VIN filled in. A new VIN may replace them. */
const VIN_FILLED_KEY = "~vin-filled";

/** Step 4: the vehicle. The VIN fills in make, model and year. */
export function VehicleStep(props: StepProps) {
  const t = useWords();
  return (
    <StepSections
      {...props}
      before={
        <Card>
          <Section
            detail={t(
              "17 letters and digits, on the dashboard behind the windshield, in the driver’s door frame and in the registration.",
            )}
            title={t("Vehicle identification number")}
          >
            <Vin {...props} />
          </Section>
        </Card>
      }
      step={4}
    />
  );
}

function Vin({ form, shouldMarkMissing }: StepProps) {
  const t = useWords();
  const { api } = useRouter().options.context;
  const [busy, setBusy] = useState(false);
  const [differences, setDifferences] = useState<DecodedVin | null>(null);
  const requestedVin = useRef("");
  const latestForm = useRef(form);
  latestForm.current = form;
  useEffect(
    () => () => {
      requestedVin.current = "";
    },
    [],
  );
  const value = form.values.vinNumber ?? "";

  const decode = async (vin: string) => {
    requestedVin.current = vin;
    setBusy(true);
    setDifferences(null);
    try {
      const { data } = await read(api["vehicle-data"].$get({ query: { vin } }));
      if (requestedVin.current !== vin) return;
      setDifferences(fillDecodedFields(latestForm.current, data));
      void notify("success", t("Vehicle information auto-filled from VIN"));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (requestedVin.current === vin)
        void notify("error", t("Failed to decode VIN. Please enter vehicle details manually."));
    } finally {
      if (requestedVin.current === vin) setBusy(false);
    }
  };
  const put = (typed: string) => {
    const vin = typed.toUpperCase().replace(/\s/g, "").slice(0, VIN_LENGTH);
    form.setValue("vinNumber", vin);
    if (vin === value) return;
    requestedVin.current = "";
    setBusy(false);
    setDifferences(null);
    if (vin.length === VIN_LENGTH) void decode(vin);
  };

  return (
    <>
      <div className="needed sm:max-w-md">
        <TextField
          aria-required
          autoCapitalize="characters"
          autoComplete="off"
          error={form.faults.vinNumber}
          hint={hintOf(vinField, value, shouldMarkMissing, t)}
          label={t.of(vinField.label)}
          maxLength={VIN_LENGTH}
          name="vinNumber"
          onChange={(event) => put(event.target.value)}
          spellCheck={false}
          suffix={
            busy ? (
              <Spinner />
            ) : (
              <span aria-hidden="true" className="text-xs tabular-nums">
                {value.length}/{VIN_LENGTH}
              </span>
            )
          }
          value={value}
        />
      </div>
      <span className="sr-only" role="status">
        {busy ? t("Looking up the vehicle") : ""}
      </span>
      <Button
        className="-ms-4 mt-1 underline"
        onClick={() => {
          void notify("info", t("Please enter vehicle details manually below"));
          document.querySelector<HTMLInputElement>("input[name=make]")?.focus();
        }}
        variant="quiet"
      >
        {t("Don't know your VIN")}
      </Button>
      {differences && (
        <div className="mt-3">
          <NoticeBanner
            action={
              <Button
                onClick={() => {
                  for (const [name, text] of Object.entries(differences)) form.setValue(name, text);
                  rememberFilledFields(form, differences);
                  setDifferences(null);
                }}
                size="small"
                variant="secondary"
              >
                {t("Use these values")}
              </Button>
            }
          >
            {t("According to the VIN: {values}. We kept your own entries.", {
              values: t.list(Object.values(differences)),
            })}
          </NoticeBanner>
        </div>
      )}
    </>
  );
}

/** Fills in the decoded values. Returns those that differ from what the applicant typed, or null. */
function fillDecodedFields(
  form: ApplicationForm,
  data: { make: string | null; model: string | null; year: number | null },
): DecodedVin | null {
  const filledFields: DecodedVin = {};
  const differences: DecodedVin = {};
  const before = readFilledFields(form);
  for (const name of decodedFields) {
    const decodedValue = data[name];
    const typed = form.values[name]?.trim() ?? "";
    const wasTyped = typed !== "" && typed !== before[name];
    if (decodedValue === null || decodedValue === "") {
      // Clear a value that an earlier VIN filled in.
      if (!wasTyped) form.setValue(name, "");
      continue;
    }
    const text = String(decodedValue);
    if (wasTyped && typed.toLowerCase() !== text.toLowerCase()) differences[name] = text;
    else if (!wasTyped) {
      filledFields[name] = text;
      form.setValue(name, text);
    }
  }
  rememberFilledFields(form, filledFields);
  return Object.keys(differences).length > 0 ? differences : null;
}

function rememberFilledFields(form: ApplicationForm, fields: DecodedVin): void {
  form.setValue(VIN_FILLED_KEY, JSON.stringify({ ...readFilledFields(form), ...fields }));
}

function readFilledFields(form: ApplicationForm): DecodedVin {
  try {
    return JSON.parse(form.values[VIN_FILLED_KEY] ?? "{}") as DecodedVin;
  } catch {
    return {};
  }
}
