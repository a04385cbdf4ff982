import { type KeyboardEvent, useMemo, useState } from "react";
import type { CandidateDriver, Candidates } from "../../src/dispatch/contract";
import type { ReservationRow } from "../../src/reservations/contract";
import { useOffice } from "../office/calls";
import { driverName } from "../office/words";
import { mayAct } from "./allowed-acts";
import { type OfferMode, offersSentWords } from "./offer-mode";
import type { Act, ActOutcome } from "./use-act";

/** Keeps the state of the assign dialog: the chosen driver and vehicle, the offer mode, and sending. */
export function useAssignForm(
  row: ReservationRow,
  {
    act,
    candidates,
    reload,
    onClose,
  }: {
    act: Act;
    candidates: Candidates | null;
    reload: () => Promise<unknown>;
    onClose: () => void;
  },
) {
  const { api } = useOffice();
  const [seenRow, setSeenRow] = useState(row);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<{ driverId: string; vehicleId: string } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"offer" | "assign" | null>(null);
  const [offerMode, setMode] = useState<OfferMode>("one");
  const [answerSeconds, setAnswerSeconds] = useState("");
  const [pickedDriverIds, setPickedDriverIds] = useState<readonly string[]>([]);

  // Until somebody chooses, the first available driver is proposed.
  const choice = chosen ?? proposedPair(candidates);
  const shownDrivers = useMemo(
    () => filterDrivers(candidates?.drivers ?? [], filter),
    [candidates, filter],
  );
  const assignableDrivers =
    candidates?.drivers.filter(({ refusals }) => refusals.length === 0) ?? [];
  const driver = assignableDrivers.find((candidate) => candidate.driver.id === choice?.driverId);
  const vehicle = candidates?.vehicles.find(
    (candidate) => candidate.vehicle.id === choice?.vehicleId,
  );
  const assignmentWarnings = [
    ...new Set([...(driver?.warnings ?? []), ...(vehicle?.warnings ?? [])]),
  ];
  const canAssign = mayAct("assign", seenRow.state);
  const hasSeveralDrivers = offerMode !== "one";
  // A chosen driver who is no longer available gets no offer.
  const offeredPairs = pickedDriverIds.flatMap((id) => {
    const candidate = assignableDrivers.find((one) => one.driver.id === id);
    const pair = candidate && pairWithVehicle(candidate);
    return pair ? [pair] : [];
  });
  const chosenPairs = hasSeveralDrivers ? offeredPairs : driver && choice ? [choice] : [];
  const isReady = canAssign && busy === null && chosenPairs.length > 0;

  const choose = (candidate: CandidateDriver) => {
    setError(null);
    if (!hasSeveralDrivers) return setChosen(pairWithVehicle(candidate));
    const { id } = candidate.driver;
    setPickedDriverIds((old) =>
      old.includes(id) ? old.filter((one) => one !== id) : [...old, id],
    );
  };

  /** Filters the list and chooses the first remaining available driver. */
  const onValue = (text: string) => {
    setFilter(text);
    const first = filterDrivers(candidates?.drivers ?? [], text)[0];
    if (!hasSeveralDrivers && text !== "" && first && first.refusals.length === 0) choose(first);
  };
  const chooseVehicle = (vehicleId: string) =>
    choice && setChosen({ driverId: choice.driverId, vehicleId });
  const pickSuitableDrivers = () =>
    setPickedDriverIds(assignableDrivers.filter(({ suits }) => suits).map((one) => one.driver.id));

  const setOfferMode = (next: OfferMode) => {
    setMode(next);
    if (pickedDriverIds.length === 0 && choice) setPickedDriverIds([choice.driverId]);
  };

  const send = async (how: "offer" | "assign") => {
    const [pair] = chosenPairs;
    if (!pair) return;
    const answerTime = answerSeconds === "" ? {} : { seconds: Number(answerSeconds) };
    setBusy(how);
    setError(null);
    const param = { id: seenRow.id };
    const path = api.admin.reservations[":id"];
    let currentRow = seenRow;
    if (currentRow.state !== "confirmed") {
      const isPending = currentRow.state === "pending";
      const outcome = await act(
        currentRow,
        (version) =>
          isPending
            ? path.confirmation.$post({ param, json: { version } })
            : path.offer.$delete({ param, json: { version } }),
        isPending ? `Reservation ${currentRow.number} confirmed` : "Offer withdrawn",
      );
      if (outcome.kind !== "done") return finish(outcome);
      currentRow = outcome.reservation;
      setSeenRow(currentRow);
    }
    const name = driver ? driverName(driver.driver) : "";
    const outcome = await act(
      currentRow,
      (version) =>
        how === "assign"
          ? path.assignment.$post({ param, json: { version, ...pair } })
          : offerMode === "one"
            ? path.offer.$post({ param, json: { version, ...pair, ...answerTime } })
            : path.offers.$post({
                param,
                json: { version, how: offerMode, to: chosenPairs, ...answerTime },
              }),
      how === "assign"
        ? `${name} is assigned`
        : offersSentWords(offerMode, name, chosenPairs.length),
    );
    finish(outcome);
  };

  const handleOutcome = (outcome: ActOutcome) => {
    if (outcome.kind === "done" || outcome.kind === "left") return onClose();
    void reload();
    if (outcome.kind === "stale") setSeenRow(outcome.reservation);
  };

  const finish = (outcome: ActOutcome) => {
    setBusy(null);
    handleOutcome(outcome);
    if ("text" in outcome) setError(outcome.text);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const selectableDrivers = shownDrivers.filter(({ refusals }) => refusals.length === 0);
    const at = selectableDrivers.findIndex((candidate) => candidate.driver.id === choice?.driverId);
    const next = selectableDrivers[at === -1 ? 0 : at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next && !hasSeveralDrivers) choose(next);
  };

  return {
    filterField: { value: filter, onValue, onKeyDown },
    vehicle,
    handleOutcome,
    seenRow,
    choice,
    shownDrivers,
    assignableDrivers,
    driver,
    assignmentWarnings,
    canAssign,
    hasSeveralDrivers,
    pickedDriverIds,
    offeredPairs,
    isReady,
    busy,
    error,
    offerMode,
    answerSeconds,
    choose,
    chooseVehicle,
    pickSuitableDrivers,
    setOfferMode,
    setAnswerSeconds,
    send,
  };
}

/** Returns the drivers whose name or phone contains every typed word. */
function filterDrivers(drivers: readonly CandidateDriver[], filter: string): CandidateDriver[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return drivers.filter(({ driver }) => {
    const text = `${driverName(driver)} ${driver.phone ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Pairs a driver with the vehicle that goes with them. */
function pairWithVehicle({ driver, vehicleId }: CandidateDriver) {
  return vehicleId === null ? null : { driverId: driver.id, vehicleId };
}

/** Returns the first available driver, in ranking order. */
function proposedPair(candidates: Candidates | null) {
  const bestDriver = candidates?.drivers.find(({ refusals }) => refusals.length === 0);
  return bestDriver ? pairWithVehicle(bestDriver) : null;
}
