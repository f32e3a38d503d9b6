import type { Captions } from '../../captions/captions-api.ts';
import { ephemeral, type Reply } from '../client/replies.ts';
import { buttonRow } from '../interactions/buttons.ts';
import type { InteractionContext } from '../interactions/command.ts';

type ConsentParts = Pick<Captions, 'setConsent' | 'personSummary'>;

/** Where an opt-in is meant to hold. `only-here` also limits one that holds in every guild. */
type OptInScope =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'here' }
  | { readonly kind: 'only-here'; readonly elsewhere: 'opted-out' | 'undecided' };

/** Opts the person in. The reply says where that holds, and offers the other place. Outside of guilds there is only one. */
export async function optIn(
  captions: ConsentParts,
  { userId, place, messages: { privacy } }: InteractionContext,
  scope: OptInScope,
): Promise<Reply> {
  const guildId = place.kind === 'guild' ? place.guildId : undefined;
  if (scope.kind === 'everywhere' || guildId === undefined) {
    const before = guildId === undefined ? undefined : await captions.personSummary(userId);
    await captions.setConsent(userId, 'opted-in');
    return everywhere(before?.consent);
  }
  const limit = scope.kind === 'only-here' ? { elsewhere: scope.elsewhere } : {};
  const { consent: elsewhere } = await captions.setConsent(userId, { guildId, ...limit });
  if (elsewhere === 'opted-in') return everywhere(elsewhere);
  return {
    ...ephemeral(privacy.optedInHere[elsewhere]),
    components: [buttonRow([['privacy:opt-in', privacy.buttons.optInEverywhere]])],
  };

  /** `before` decides what holds elsewhere if the opt-in is limited after all; `undefined` where it cannot be. */
  function everywhere(before: 'opted-in' | 'opted-out' | 'undecided' | undefined): Reply {
    const reply = ephemeral(privacy.optedIn);
    if (before === undefined) return reply;
    const elsewhere = before === 'opted-out' ? 'opted-out' : 'undecided';
    return { ...reply, components: [buttonRow([[`privacy:only-here:${elsewhere}`, privacy.buttons.optInOnlyHere]])] };
  }
}
