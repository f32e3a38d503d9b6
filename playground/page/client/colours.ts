/** A colour of Discord (24 bits, RGB) for CSS; `undefined` for none: `0` is Discord's “no colour”. */
export function hexColour(colour: number | null | undefined): string | undefined {
  if (colour === undefined || colour === null || colour === 0) return undefined;
  return `#${colour.toString(16).padStart(6, '0')}`;
}
