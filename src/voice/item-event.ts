import type { VoiceEvent } from './voice-api.ts';

/** What happens to an item as a whole: that it is heard, waits, or is over. */
export type ItemEvent = Exclude<
  Extract<VoiceEvent, { readonly textId: string }>,
  { readonly type: 'piece-started' | 'piece-progress' }
>;

/** What ends an item: nothing follows it. */
export type ItemEndEvent = Exclude<ItemEvent, { readonly type: 'item-started' | 'item-waiting' }>;

/** True for an event that ends its item. */
export function isEndEvent(event: ItemEvent): event is ItemEndEvent {
  return event.type !== 'item-started' && event.type !== 'item-waiting';
}

/** True for an event about an item as a whole; false for those of its pieces, and for all others. */
export function isItemEvent(event: VoiceEvent): event is ItemEvent {
  return 'textId' in event && event.type !== 'piece-started' && event.type !== 'piece-progress';
}
