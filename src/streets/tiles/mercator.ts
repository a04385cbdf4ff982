/** Positions in the world as web maps draw it (web Mercator): from 0 to 1, from west to east and from north to south. */

export type Position = [x: number, y: number];

export const worldX = (longitude: number): number => (longitude + 180) / 360;

export function worldY(latitude: number): number {
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
