const BAR_LENGTH = 20;

/** A bar of blocks for a share of 0 to 1; beyond 1 it is full. */
export function progressBar(share: number): string {
  const full = Math.floor(Math.min(1, share) * BAR_LENGTH);
  return `\`${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)}\``;
}
