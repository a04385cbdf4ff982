import { MapPin, Search } from "lucide-react";
import { useState } from "react";
import { PhoneField } from "../../phone-input/phone-field";
import { Checkbox } from "../../ui/checkbox";
import { CodeField } from "../../ui/code-field";
import { Combobox } from "../../ui/combobox";
import { RadioCards } from "../../ui/radio-cards";
import { SearchField } from "../../ui/search-field";
import { Section } from "../../ui/section";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField, TimeField } from "../../ui/text-field";
import { VehicleArt } from "../../ui/vehicle-art";

const places = [
  { id: "kgl", name: "Kigali International Airport", detail: "KGL, Kanombe" },
  { id: "station", name: "Nyabugogo Bus Station", detail: "Nyabugogo" },
  { id: "heights", name: "Kigali Heights", detail: "KG 7 Ave, Kimihurura" },
  { id: "market", name: "Kimironko Market", detail: "KG 11 Ave, Kimironko" },
];

async function findPlaces(query: string) {
  const normalizedQuery = query.toLowerCase();
  return places.filter(({ name }) => name.toLowerCase().includes(normalizedQuery));
}

export function Fields() {
  const [code, setCode] = useState("12");
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState("");
  const [car, setCar] = useState<"sedan" | "suv">("sedan");
  return (
    <Section title="Fields">
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField autoComplete="given-name" defaultValue="Aline" label="First name" />
        <TextField
          defaultValue="aline@"
          error="Enter a valid email address."
          hint="Your receipt goes here."
          label="E-mail"
          type="email"
        />
        <Combobox
          label="Pickup"
          onSelect={() => {}}
          onText={setPlace}
          optionDetail={(option) => option.detail}
          optionIcon={() => <MapPin aria-hidden="true" size={18} />}
          optionKey={(option) => option.id}
          optionText={(option) => option.name}
          placeholder="Airport, hotel, address"
          prefix={<MapPin aria-hidden="true" size={18} />}
          search={findPlaces}
          suggestions={places.slice(0, 2)}
          text={place}
        />
        <PhoneField country="RW" defaultValue="+250788123456" label="Phone number" />
        <DateField defaultValue="2026-11-21" label="Date" />
        <TimeField defaultValue="14:30" label="Time" />
        <SelectField defaultValue="suv" label="Vehicle class">
          <option value="sedan">Standard</option>
          <option value="suv">Executive SUV</option>
        </SelectField>
        <TextField
          disabled
          label="Not now"
          optional
          prefix={<Search aria-hidden="true" size={18} />}
          value="Disabled"
          readOnly
        />
        <TextArea label="Note to the driver" optional rows={3} />
        <div className="grid content-start gap-4">
          <SearchField label="Search reservations" onValue={setQuery} value={query} />
          <div className="grid grid-cols-2 gap-2">
            <TextField defaultValue="36 px high" dense label="Dense" />
            <SelectField dense label="Dense select">
              <option>All states</option>
            </SelectField>
          </div>
        </div>
        <CodeField label="4-digit code" onValue={setCode} value={code} />
        <CodeField
          digits={6}
          error="OTP Verification failed. Please try again."
          label="6-digit code"
          onValue={() => {}}
          value="123456"
        />
        <RadioCards
          legend="Choose your car"
          name="car"
          onValue={setCar}
          options={[
            {
              value: "sedan",
              title: "Standard",
              detail: "Up to 3 passengers",
              aside: "RWF 12,500",
              media: <VehicleArt className="w-20" kind="sedan" />,
            },
            {
              value: "suv",
              title: "Executive SUV",
              detail: "Up to 5 passengers",
              aside: "RWF 18,000",
              media: <VehicleArt className="w-20" kind="suv" />,
            },
          ]}
          value={car}
        />
        <div>
          <Checkbox defaultChecked label="I certify that this is accurate" />
          <Checkbox hint="Adults need none." label="A child seat" />
          <Checkbox error="Please confirm." label="I have read the terms" />
        </div>
      </div>
    </Section>
  );
}
