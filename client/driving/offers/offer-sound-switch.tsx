import { Bell, BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button";
import { announceOffer, chooseSound, wake, isOfferSoundOn } from "./offer-sound";
import { useWords } from "../../words/use-words";

/** Turns the sound for new offers on or off. The tap that turns it on also lets the browser play sound. */
export function OfferSoundSwitch() {
  const t = useWords();
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!isOfferSoundOn()) return;
    setOn(true);
    // To an iPhone a finger has touched the page once it is lifted; and a call silences the page again.
    window.addEventListener("pointerup", wake);
    return () => window.removeEventListener("pointerup", wake);
  }, []);
  const Icon = on ? Bell : BellOff;
  return (
    <Button
      className="mb-6"
      icon={<Icon aria-hidden="true" size={20} />}
      onClick={() => {
        chooseSound(!on);
        setOn(!on);
        if (!on) announceOffer();
      }}
      variant="secondary"
      wide
    >
      {on
        ? t("Turn off sound and vibration for offers")
        : t("Turn on sound and vibration for offers")}
    </Button>
  );
}
