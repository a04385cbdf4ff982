import type { MapTheme } from "./contract";

/** The colours of the map: the page's greys and greens, muted so that a route stands out. */
export interface Palette {
  land: string;
  residential: string;
  industrial: string;
  wood: string;
  green: string;
  sand: string;
  ice: string;
  water: string;
  waterLine: string;
  building: string;
  buildingLine: string;
  /** Roads from the smallest to the largest, and their edges. */
  path: string;
  minor: string;
  main: string;
  motorway: string;
  casing: string;
  mainRoadCasing: string;
  rail: string;
  runway: string;
  border: string;
  placeText: string;
  minorPlaceText: string;
  roadText: string;
  waterText: string;
  poiText: string;
  halo: string;
}

export const palettes: Record<MapTheme, Palette> = {
  light: {
    land: "#f2f0ea",
    residential: "#edeae3",
    industrial: "#ebe8e2",
    wood: "#dfe6d8",
    green: "#e6ecdd",
    sand: "#f2ecdc",
    ice: "#fbfbfa",
    water: "#c9d8da",
    waterLine: "#bdcfd2",
    building: "#e6e2da",
    buildingLine: "#dad5cb",
    path: "#d3cdc1",
    minor: "#ffffff",
    main: "#ffffff",
    motorway: "#fdf4e0",
    casing: "#d8d2c6",
    mainRoadCasing: "#c9c1b1",
    rail: "#c6c1b8",
    runway: "#e2dfd9",
    border: "#a8a294",
    placeText: "#2a2f2c",
    minorPlaceText: "#59605b",
    roadText: "#62675f",
    waterText: "#5b7b82",
    poiText: "#6b6c63",
    halo: "#f8f7f4",
  },
  dark: {
    land: "#151917",
    residential: "#181c1a",
    industrial: "#1a1e1c",
    wood: "#17231c",
    green: "#17221b",
    sand: "#1d1e19",
    ice: "#20262a",
    water: "#0d1e25",
    waterLine: "#122830",
    building: "#1f2422",
    buildingLine: "#282e2b",
    path: "#323935",
    minor: "#2f3632",
    main: "#414944",
    motorway: "#55594b",
    casing: "#101312",
    mainRoadCasing: "#0d100f",
    rail: "#303633",
    runway: "#242927",
    border: "#525a55",
    placeText: "#d6dbd6",
    minorPlaceText: "#9aa29c",
    roadText: "#8f9791",
    waterText: "#5f818a",
    poiText: "#848b84",
    halo: "#111413",
  },
};
