import { type APIComponentInContainer, ComponentType, SelectMenuDefaultValueType } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import { NO_CHOICE } from '../../reading/reading-ports.ts';
import { sanitize } from '../client/replies.ts';
import type { ComponentContext, GuildPlace, Modal, SubmitContext } from '../interactions/command.ts';
import { isSuspended, MAX_CHOSEN_NAME, requireFreeName } from '../reading/free-name.ts';
import type { ReadingServices } from '../reading/reading-services.ts';
import { shownTitle } from '../voice-models/voice-model-messages.ts';
import { CHOOSE_MEMBER_ID, memberId } from './custom-ids.ts';
import { button, row, text } from './layout.ts';

type Parts = Pick<ReadingServices, 'reading' | 'memberNames' | 'people' | 'publicMessages' | 'voices'>;

/** What a manager sees and changes of one member: how they are called aloud, and how they sound, in this server. */
export interface MemberPage {
  /** `userId` is the member that was chosen, if one was. */
  readonly draw: (
    guildId: string,
    userId: string | undefined,
    messages: Messages,
  ) => Promise<APIComponentInContainer[]>;
  /** Takes back what was chosen for the member, by them or by a manager. */
  readonly reset: (guildId: string, userId: string, what: 'name' | 'voice') => Promise<void>;
  readonly form: (guildId: string, userId: string, messages: Messages) => Promise<Modal>;
  /** @throws {UserError} when somebody else is called so. */
  readonly setName: (
    context: SubmitContext | ComponentContext,
    place: GuildPlace,
    userId: string,
    name: string,
  ) => Promise<void>;
}

/** Creates the page of members. */
export function createMemberPage(parts: Parts): MemberPage {
  const { people, reading, voices } = parts;
  const call = async (guildId: string, userId: string, nickname: string | undefined): Promise<void> =>
    reading.choose(guildId, userId, { ...(await reading.choiceOf(guildId, userId)), nickname });
  return {
    draw: async (guildId, userId, messages) => {
      const { members } = messages.settings;
      const select = row({
        ...{ type: ComponentType.UserSelect, custom_id: CHOOSE_MEMBER_ID, placeholder: members.choose },
        ...(userId && { default_values: [{ id: userId, type: SelectMenuDefaultValueType.User }] }),
      });
      if (userId === undefined) return [text(members.intro), select];
      const isBot = await people.isBot(guildId, userId);
      const { nickname } = isBot ? NO_CHOICE : await reading.choiceOf(guildId, userId);
      const { here } = await voices.choicesOf({ userId, guildId });
      const { setName, resetName, resetVoice } = members.buttons;
      const called = isBot ? members.bot({ userId }) : await calledAs(parts, { guildId, userId }, nickname, messages);
      const buttons = [
        ...(isBot ? [] : [button(memberId('name', userId), setName)]),
        ...(nickname === undefined ? [] : [button(memberId('reset-name', userId), resetName)]),
        ...(here === undefined ? [] : [button(memberId('reset-voice', userId), resetVoice)]),
      ];
      return [
        select,
        text([called, soundsLike(here, messages), members.howToSetVoice].join('\n')),
        ...(buttons.length === 0 ? [] : [row(...buttons)]),
      ];
    },
    reset: (guildId, userId, what) =>
      what === 'name' ? call(guildId, userId, undefined) : voices.takeBack(userId, { guildId }),
    form: async (guildId, userId, messages) => {
      const { title, label, placeholder } = messages.settings.members.form;
      const { nickname } = await reading.choiceOf(guildId, userId);
      const field = { id: 'name', label, style: 'short', required: false, maxLength: MAX_CHOSEN_NAME } as const;
      return {
        ...{ customId: memberId('name', userId), title },
        fields: [{ ...field, placeholder, ...(nickname === undefined ? {} : { value: nickname }) }],
      };
    },
    setName: async ({ messages }, { guildId }, userId, name) => {
      if (name !== '') await requireFreeName(parts, { guildId, userId }, name, messages);
      await call(guildId, userId, name === '' ? undefined : name);
    },
  };
}

async function calledAs(
  parts: Parts,
  who: { readonly guildId: string; readonly userId: string },
  nickname: string | undefined,
  { settings: { members } }: Messages,
): Promise<string> {
  if (nickname === undefined) return members.uncalled(who);
  const about = { userId: who.userId, name: sanitize(nickname) };
  return (await isSuspended(parts, who, nickname)) ? members.suspended(about) : members.called(about);
}

/** Only what they chose for this server, which everybody there hears: what they chose elsewhere is theirs. */
function soundsLike(
  here: Awaited<ReturnType<Parts['voices']['choicesOf']>>['here'],
  { settings: { members }, voiceModels }: Messages,
): string {
  const { voice, speed, volumeDb } = here ?? {};
  const sound = voiceModels.sound({ title: voice && shownTitle(voice.title), speed, volumeDb });
  return members.sounds({ sound: here === undefined ? members.usualVoice : sound });
}
