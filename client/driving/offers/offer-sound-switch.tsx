import { Bell, BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button";
import { announceOffer, rememberOfferSound, prepareSound, isOfferSoundOn } from "./offer-sound";
import { useWords } from "../../words/use-words";

/** Turns the sound for new offers on or off. The tap that turns it on also lets the browser play sound. */
export function OfferSoundSwitch() {
  const t = useWords();
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    if (!isOfferSoundOn()) return;
    setIsOn(true);
    // On an iPhone, a touch counts once the finger is lifted. A phone call silences the page again, so every touch
    // prepares the sound.
    window.addEventListener("pointerup", prepareSound);
    return () => window.removeEventListener("pointerup", prepareSound);
  }, []);
  const Icon = isOn ? Bell : BellOff;
  return (
    <Button
      className="mb-6"
      icon={<Icon aria-hidden="true" size={20} />}
      onClick={() => {
        rememberOfferSound(!isOn);
        setIsOn(!isOn);
        if (!isOn) announceOffer();
      }}
      variant="secondary"
      wide
    >
      {isOn
        ? t("Turn off sound and vibration for offers")
        : t("Turn on sound and vibration for offers")}
    </Button>
  );
}
