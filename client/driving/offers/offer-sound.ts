/**
 * Sound and vibration for a new offer. Browsers play no sound before the driver has touched the page. The tap on the
 * switch counts; after a reload, the first tap anywhere.
 */
const KEY = "livery.offer-sound";

let context: AudioContext | null = null;

/** Whether the driver has turned the sound on. */
export function isOfferSoundOn(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** Saves the driver's choice. Call it in the tap's handler. */
export function rememberOfferSound(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  if (isOn) prepareSound();
}

/** Prepares the audio. Call it in the handler of a touch. */
export function prepareSound(): void {
  if (!("AudioContext" in globalThis) || context?.state === "running") return;
  context ??= new AudioContext();
  // The browser refuses this outside a touch. The next touch tries again.
  void context.resume().catch(() => {});
}

/** Plays two rising tones and vibrates, if the driver has turned the sound on. */
export function announceOffer(): void {
  if (!isOfferSoundOn()) return;
  navigator.vibrate?.([200, 100, 200]);
  if (context?.state !== "running") return;
  const startsAt = context.currentTime + 0.02;
  for (const [at, hertz] of [660, 880].entries()) {
    const tone = context.createOscillator();
    const gainNode = context.createGain();
    const from = startsAt + at * 0.2;
    tone.frequency.value = hertz;
    gainNode.gain.setValueAtTime(0.0001, from);
    gainNode.gain.exponentialRampToValueAtTime(0.4, from + 0.02);
    gainNode.gain.exponentialRampToValueAtTime(0.0001, from + 0.3);
    tone.connect(gainNode).connect(context.destination);
    tone.start(from);
    tone.stop(from + 0.32);
  }
}
