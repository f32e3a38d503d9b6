import { UserError } from '../../../errors.ts';
import type { ServerSettings } from '../../../settings/server-settings.ts';
import type { ReadingServices } from '../../reading/reading-services.ts';
import { findVoice, requesterOf } from '../../voice-models/find-voice-model.ts';
import { shownTitle, voiceStatusMessage } from '../../voice-models/voice-model-messages.ts';
import type { FormEntry, Page } from '../controls.ts';
import { numberEntry, setting, toggle } from '../fields.ts';

/** As the settings take an id; titles are cut to it in the form. */
const MAX_ENTERED_LENGTH = 100;

/** How texts sound of people who chose no voice, how long they may be, and who is announced. */
export function voicePage(services: Pick<ReadingServices, 'voices'>): Page {
  return {
    topic: 'voice',
    controls: [
      {
        kind: 'form',
        id: 'voice',
        entries: [
          voiceEntry(services),
          numberEntry(setting('voice', 'speed'), (factor, { speed }) => speed({ factor })),
          numberEntry(setting('voice', 'volumeDb'), (decibels, { volume }) => volume({ decibels })),
        ],
      },
      {
        kind: 'form',
        id: 'lengths',
        entries: [
          numberEntry(setting('lengths', 'say'), (count, { characters }) => characters({ count })),
          numberEntry(setting('lengths', 'reading'), (count, { characters }) => characters({ count })),
        ],
      },
      toggle('announcements.joins'),
      toggle('announcements.leaves'),
    ],
  };
}

/** The voice with its title: a title is shown without asking the service. */
function voiceEntry({ voices }: Pick<ReadingServices, 'voices'>): FormEntry {
  const set = (all: ServerSettings, voice: { readonly voiceId: string | undefined; readonly title: string }) => ({
    ...all,
    voice: { ...all.voice, ...voice },
  });
  return {
    field: {
      id: 'voice.voiceId',
      get: ({ voice }) => voice.voiceId,
      show: ({ voice }, { messages }) =>
        voice.voiceId === undefined ? messages.settings.values.botsVoice : shownTitle(voice.title || voice.voiceId),
    },
    input: ({ voice }, { settings }) => ({
      style: 'short',
      required: false,
      maxLength: MAX_ENTERED_LENGTH,
      // An id, because several voices can have the same title.
      value: voice.voiceId ?? '',
      placeholder: settings.forms.voice,
    }),
    read: async (typed, context, present) => {
      const entered = typed.trim();
      if (entered === '') return (all) => set(all, { voiceId: undefined, title: '' });
      // Another line of the form may be what changes, so the present voice is not looked up again.
      if (entered === present.voice.voiceId) return (all) => all;
      const voice = await findVoice(voices, context, entered);
      if (!voice.mayUse) throw new UserError(voiceStatusMessage(context.messages, voice));
      const { guildId } = requesterOf(context);
      if (guildId !== undefined && !(await voices.isKnownIn(guildId, voice.id))) {
        throw new UserError(context.messages.settings.refusals.voiceOnlyYours({ title: shownTitle(voice.title) }));
      }
      return (all) => set(all, { voiceId: voice.id, title: voice.title });
    },
  };
}
