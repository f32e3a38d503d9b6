import { type APIActionRowComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import { ephemeral, oneLine, type Reply, sanitize, truncate } from '../../src/discord/client/replies.ts';
import { type Button, buttonRows } from '../../src/discord/interactions/buttons.ts';
import type { InteractionContext } from '../../src/discord/interactions/command.ts';
import { ownerLabel, shownTitle } from '../../src/discord/voice-models/voice-model-messages.ts';
import type { Messages } from '../../src/messages/messages.ts';
import { retirementOf } from '../../src/voice-models/retirement.ts';
import type { KnownVoice, VoicePage } from '../../src/voice-models/voice-models-api.ts';
import { voiceButtons } from './buttons.ts';
import { type ListQuery, listCustomId } from './list-query.ts';
import { voiceCustomId } from './subcommand.ts';

/** Discord's limits for an option of a select. */
const MAX_LABEL_LENGTH = 100;
const MAX_VALUE_LENGTH = 100;
/** Languages beyond these are only counted. */
const MAX_LANGUAGES = 4;
/** Longest name of an owner in a line, in UTF-16 units. */
const MAX_OWNER_LENGTH = 40;

/** A page of voices, with a select for one of them and buttons for the chosen one. */
export function listReply(
  { messages, place }: Pick<InteractionContext, 'messages' | 'place'>,
  query: ListQuery,
  page: VoicePage,
  chosenId: string | undefined,
): Reply {
  const { list } = messages.voiceModels;
  const { voices, hasMore } = page;
  if (voices.length === 0 && !hasMore && query.page === 1) return ephemeral(emptyMessage(messages, query));
  const chosen = voices.find((voice) => voice.id === chosenId);
  const lines = voices.map((voice) => voiceLine(messages, voice));
  const words = lines.length === 0 ? list.emptyPage : lines.join('\n');
  const cutOff = page.cutOffAt === undefined ? '' : `\n\n${list.cutOff({ max: page.cutOffAt })}`;
  return {
    ...ephemeral(''),
    embeds: [
      {
        title: listTitle(messages, query, place.kind === 'guild'),
        description: `${words}${cutOff}`,
        footer: { text: pageFooter(messages, page) },
      },
    ],
    components: [
      ...chooser(messages, query, voices, chosen),
      ...buttonRows(pager(messages, query, hasMore)),
      ...buttonRows(chosen === undefined ? [] : actionsFor(messages, chosen)),
    ],
  };
}

function voiceLine(messages: Messages, { title, status, ownership, model }: KnownVoice): string {
  const { list, statusLabels, service } = messages.voiceModels;
  const retirement = retirementOf(model);
  const labels = [
    ...(status === 'ready' ? [] : [statusLabels[status]]),
    ...(retirement === undefined ? [] : [service.retiringLabel(retirement)]),
  ];
  const languages = model.languages.slice(0, MAX_LANGUAGES).map((code) => sanitize(messages.format.language(code)));
  return list.line({
    title: shownTitle(title),
    status: labels.length === 0 ? undefined : labels.join(' · '),
    owner: sanitize(ownerLabel(messages, ownership, truncate(model.author.nickname, MAX_OWNER_LENGTH))),
    languages,
    hiddenLanguages: model.languages.length - languages.length,
    likes: model.like_count,
  });
}

function listTitle(
  { voiceModels, format }: Messages,
  { scope, query, language, tag, isLicensed }: ListQuery,
  isGuild: boolean,
): string {
  const own = isGuild ? 'mineAndGuild' : 'mine';
  return voiceModels.list.title({
    scope: scope === 'mine' ? own : 'public',
    query: sanitize(query),
    language: language === '' ? '' : sanitize(format.language(language)),
    tag: sanitize(tag),
    isLicensed,
  });
}

function pageFooter({ voiceModels }: Messages, { page, pages, total, totalIs }: VoicePage): string {
  return voiceModels.list.page({ page, pages, voices: total, voicesAre: totalIs });
}

function emptyMessage({ voiceModels: { list } }: Messages, query: ListQuery): string {
  const { scope } = query;
  const isFiltered = query.query !== '' || query.language !== '' || query.tag !== '' || query.isLicensed;
  if (isFiltered) return scope === 'mine' ? list.noMatchesMine : list.noMatchesPublic;
  return scope === 'mine' ? list.noneMine : list.nonePublic;
}

function chooser(
  { voiceModels }: Messages,
  query: ListQuery,
  voices: readonly KnownVoice[],
  chosen: KnownVoice | undefined,
): APIActionRowComponent<APIStringSelectComponent>[] {
  const options = voices
    .filter((voice) => voice.id.length <= MAX_VALUE_LENGTH)
    .map((voice) => ({
      label: truncate(oneLine(voice.title) || voice.id, MAX_LABEL_LENGTH),
      value: voice.id,
      default: voice === chosen,
    }));
  if (options.length === 0) return [];
  const custom_id = listCustomId('choose', query);
  const placeholder = voiceModels.list.chooseVoice;
  return [
    {
      type: ComponentType.ActionRow,
      components: [{ type: ComponentType.StringSelect, custom_id, placeholder, options }],
    },
  ];
}

function pager({ voiceModels: { buttons } }: Messages, query: ListQuery, hasMore: boolean): Button[] {
  const to = (page: number): string => listCustomId('show', { ...query, page });
  return [
    ...(query.page > 1 ? [[to(query.page - 1), buttons.previous] as const] : []),
    ...(hasMore ? [[to(query.page + 1), buttons.next] as const] : []),
  ];
}

function actionsFor(messages: Messages, voice: KnownVoice): Button[] {
  const info: Button = [voiceCustomId('info', `show:${voice.id}`), messages.voiceModels.buttons.info];
  return [info, ...voiceButtons(messages, voice, ['use', 'sample'])];
}
