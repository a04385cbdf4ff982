/** What dispatch does to several reservations at once: one call after another, each with the version that was shown. */
import type { AdminRole } from "../../../src/accounts/contract";
import type { DriverRow } from "../../../src/drivers/contract";
import type { ReservationAnswer, ReservationRow } from "../../../src/reservations/contract";
import { refusalsText } from "../../../src/reservations/refusal-rules";
import {
  concurrentChangesOf,
  failureText,
  LeftPageError,
  type useOffice,
} from "../../office/calls";
import { concurrentChangeWords } from "../../office/concurrent-change-words";
import { driverName } from "../../office/words";
import { mayAct, canRoleAct, isActAvailable } from "../../trip-acts/allowed-acts";

export const bulkActions = ["confirm", "assign", "settle", "message"] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkActionWords: Record<BulkAction, { label: string; successText: string }> = {
  confirm: { label: "Confirm", successText: "Confirmed" },
  assign: { label: "Assign driver", successText: "Assigned" },
  settle: { label: "Settle", successText: "Settled" },
  message: { label: "Send message", successText: "Sent" },
};

/** What the action needs besides the reservations. */
export interface BulkInput {
  driver: Pick<DriverRow, "id" | "firstName" | "lastName"> | null;
  text: string;
  to: "rider" | "driver" | "both";
}

/** The result for one reservation. `part`: an earlier step was done and stays done, but the next was refused. */
export type BulkResult = { kind: "done" | "part" | "refused" | "untried"; text: string };

type Office = Pick<ReturnType<typeof useOffice>, "api" | "call">;

/** Whether a role may take the action on several reservations. */
export function mayActInBulk(name: BulkAction, role: AdminRole): boolean {
  // A role that may confirm trips may also send messages to the people of a trip.
  return canRoleAct(name === "message" ? "confirm" : name, role);
}

/** Takes the action on one reservation. Throws only when the session has ended. */
export async function applyAction(
  office: Office,
  name: BulkAction,
  row: ReservationRow,
  input: BulkInput,
  key: string,
): Promise<BulkResult> {
  if (name !== "message" && !(mayAct(name, row.state) && isActAvailable(name, row)))
    return { kind: "refused", text: wrongStateWords[name] };
  const path = office.api.admin.reservations[":id"];
  const param = { id: row.id };
  const json = { version: row.version };
  const doneResult: BulkResult = { kind: "done", text: bulkActionWords[name].successText };
  try {
    if (name === "confirm") await office.call(path.confirmation.$post({ param, json }));
    else if (name === "settle") await office.call(path.settlement.$post({ param, json }));
    else if (name === "message") {
      const { text, to } = input;
      await office.call(path.messages.$post({ param, json: { text, to, key } }));
    } else return await assignOne(office, row, input);
    return doneResult;
  } catch (error) {
    if (error instanceof LeftPageError) throw error;
    return { kind: "refused", text: refusalText(error) };
  }
}

/** Returns the refusal, with what somebody else has changed. */
const refusalText = (error: unknown) =>
  `${failureText(error)} ${concurrentChangeWords(concurrentChangesOf(error), Date.now())}`.trim();

const wrongStateWords: Record<Exclude<BulkAction, "message">, string> = {
  confirm: "Not pending",
  assign: "Can’t be assigned in this state",
  settle: "Not completed",
};

/** Assigns the driver with the vehicle that suits them; confirms a pending booking, or withdraws an offer, first. */
async function assignOne(
  { api, call }: Office,
  row: ReservationRow,
  { driver }: BulkInput,
): Promise<BulkResult> {
  const path = api.admin.reservations[":id"];
  const param = { id: row.id };
  const { drivers } = await call(path.candidates.$get({ param }));
  const candidate = drivers.find((one) => one.driver.id === driver?.id);
  if (!candidate || candidate.refusals.length > 0)
    return {
      kind: "refused",
      text: candidate ? refusalsText(candidate.refusals) : "Driver not found",
    };
  if (candidate.vehicleId === null)
    return { kind: "refused", text: "No vehicle can take this trip" };
  const driverAndVehicle = { driverId: candidate.driver.id, vehicleId: candidate.vehicleId };
  let { version } = row;
  let doneStepsText = "";
  const sendStep = async (
    request: Parameters<typeof call<ReservationAnswer>>[0],
    doneText: string,
  ) => {
    ({ version } = (await call(request)).reservation);
    doneStepsText = doneText;
  };
  if (row.state === "pending")
    await sendStep(
      path.confirmation.$post({ param, json: { version } }),
      "Confirmed, but not assigned: ",
    );
  if (row.state === "offered")
    await sendStep(
      path.offer.$delete({ param, json: { version } }),
      "Offer withdrawn, but not assigned: ",
    );
  try {
    await call(path.assignment.$post({ param, json: { version, ...driverAndVehicle } }));
  } catch (error) {
    if (error instanceof LeftPageError || doneStepsText === "") throw error;
    return { kind: "part", text: `${doneStepsText}${refusalText(error)}` };
  }
  const text = [`Assigned to ${driverName(candidate.driver)}`, ...candidate.warnings].join(". ");
  return { kind: "done", text };
}
