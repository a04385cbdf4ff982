import { Link } from "@tanstack/react-router";
import type { Twins } from "../../src/riders/contract";
import { NoticeBanner } from "../ui/notice-banner";

/** Riders with one contact, above the list of all; each pair leads to where they are compared. */
export function TwinsNotice({ twins }: { twins: readonly Twins[] }) {
  if (twins.length === 0) return null;
  return (
    <div className="mb-4">
      <NoticeBanner tone="warning">
        <p className="font-medium">
          {twins.length === 1
            ? "Two riders have the same email or phone number, written differently"
            : "Some riders have the same email or phone number as another, written differently"}
        </p>
        <p>
          {twins.length === 1 ? "Only the first can" : "Only the first of each pair can"} sign in
          with it. Compare them, and merge them if they are the same person.
        </p>
        <ul>
          {twins.map(({ rider, twin, shared }) => (
            <li key={`${rider.id} ${twin.id}`}>
              <Link
                className="inline-flex min-h-11 items-center underline underline-offset-4 [overflow-wrap:anywhere]"
                params={{ id: rider.id }}
                to="/dispatch/dashboard/riders/$id"
              >
                {rider.name || "No name yet"} and {twin.name || "no name yet"} · {rider[shared]}
              </Link>
            </li>
          ))}
        </ul>
      </NoticeBanner>
    </div>
  );
}
