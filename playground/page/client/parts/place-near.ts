const GAP_PX = 6;
const MARGIN_PX = 8;

/**
 * Places a popover below what opened it, or above where there is more room, within the window. Call it when the popover is
 * shown, and again when its content changes.
 */
export function placeNear(popover: HTMLElement, opener: Element): void {
  const anchor = opener.getBoundingClientRect();
  const roomBelow = innerHeight - anchor.bottom - GAP_PX - MARGIN_PX;
  const roomAbove = anchor.top - GAP_PX - MARGIN_PX;
  const { style } = popover;
  style.setProperty('min-width', `${Math.min(anchor.width, innerWidth - 2 * MARGIN_PX)}px`);
  style.setProperty('max-height', 'none');
  const isBelow = popover.offsetHeight <= roomBelow || roomBelow >= roomAbove;
  style.setProperty('max-height', `${Math.max(isBelow ? roomBelow : roomAbove, 0)}px`);
  const top = isBelow ? anchor.bottom + GAP_PX : anchor.top - GAP_PX - popover.offsetHeight;
  const left = Math.min(anchor.left, innerWidth - popover.offsetWidth - MARGIN_PX);
  style.setProperty('top', `${top}px`);
  style.setProperty('left', `${Math.max(left, MARGIN_PX)}px`);
}
