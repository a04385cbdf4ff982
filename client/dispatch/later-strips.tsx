/** What needs a human and is asked for after the page: its parts come after the page too. */
import type { Api } from "../api";
import { FleetStrip } from "../workshop/fleet-strip";
import { AfterAttention } from "./after-attention";
import { GettingStarted } from "./getting-started";
import { DocumentsStrip } from "./documents-strip";
import { TripAttentionStrip } from "./trip-attention";

export interface LaterStripsProps {
  api: Api;
  timeZone: string;
  onOpen: (id: string) => void;
}

export { GettingStarted };

/** The road, documents, and what past trips have left to do. */
export function LaterStrips({ api, timeZone, onOpen }: LaterStripsProps) {
  return (
    <>
      <TripAttentionStrip api={api} onOpen={onOpen} timeZone={timeZone} />
      <DocumentsStrip api={api} onOpen={onOpen} />
      <FleetStrip api={api} onOpen={onOpen} />
      <AfterAttention api={api} onOpen={onOpen} />
    </>
  );
}
