/**
 * Sends waiting uploads one after the other. Without a network, or when the server is busy, it retries automatically.
 * It reports a final refusal, and keeps the upload if the driver may need it.
 */
import { ApiError } from "../../api-error";
import { runAlone, FIRST_RETRY_MS, isRefusal, LONGEST_RETRY_MS } from "../sender-rules";
import type { LocalRows } from "../local-rows";
import { type StoredUpload, onUploadsChange } from "./upload-store";

type Environment = {
  driverId: string;
  rows: LocalRows<StoredUpload>;
  /** Whether this upload may be sent now: a photo must follow its tap. */
  isDue: (upload: StoredUpload) => Promise<boolean>;
  /** Sends one whole upload; `saveProgress` records how far it has come. Throws `ApiError`. */
  send: (
    upload: StoredUpload,
    saveProgress: (changedUpload: StoredUpload) => Promise<void>,
  ) => Promise<void>;
  /** Called for a final refusal. Returns true to keep the upload for the driver to read. */
  onRefused: (upload: StoredUpload, error: ApiError) => boolean;
  onChange: (uploads: readonly StoredUpload[]) => void;
};

/** Starts sending at once. Call `close` to stop. */
export class UploadSender {
  private isRunning = false;
  private mustRunAgain = false;
  private isClosed = false;
  private retryMs = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribe: () => void;

  constructor(private readonly env: Environment) {
    this.unsubscribe = onUploadsChange(this.sendAgain);
    window.addEventListener("online", this.sendAgain);
    this.sendAgain();
  }

  /** Checks again what can be sent. */
  readonly sendAgain = (): void => {
    clearTimeout(this.timer);
    this.retryMs = FIRST_RETRY_MS;
    void this.sendNext();
  };

  /** Deletes a refused upload after the driver has read the reason. */
  async discard(seq: number): Promise<void> {
    await this.env.rows.remove([seq]);
    await this.readUploads();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.unsubscribe();
    window.removeEventListener("online", this.sendAgain);
  }

  private async sendNext(): Promise<void> {
    if (this.isRunning) {
      this.mustRunAgain = true;
      return;
    }
    this.isRunning = true;
    try {
      do {
        this.mustRunAgain = false;
        await runAlone(`livery.letters.${this.env.driverId}`, () => this.sendAll());
      } while (this.mustRunAgain && !this.isClosed);
    } finally {
      this.isRunning = false;
    }
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      const next = await this.nextReadyUpload();
      if (!next || this.isClosed) return;
      try {
        await this.env.send(next, (changedUpload) => this.env.rows.put([changedUpload]));
        await this.env.rows.remove([next.seq]);
        this.retryMs = FIRST_RETRY_MS;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!isRefusal(error)) return this.retryLater(error);
        if (this.env.onRefused(next, error))
          await this.env.rows.put([{ ...next, refusal: error.message }]);
        else await this.env.rows.remove([next.seq]);
      }
    }
  }

  private async nextReadyUpload(): Promise<StoredUpload | null> {
    for (const row of await this.readUploads())
      if (row.refusal === null && (await this.env.isDue(row))) return row;
    return null;
  }

  private retryLater({ retryAfterSeconds }: ApiError): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => void this.sendNext(),
      retryAfterSeconds ? retryAfterSeconds * 1000 : this.retryMs,
    );
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }

  private async readUploads(): Promise<StoredUpload[]> {
    const uploads = (await this.env.rows.all()).sort((a, b) => a.seq - b.seq);
    if (!this.isClosed) this.env.onChange(uploads);
    return uploads;
  }
}
