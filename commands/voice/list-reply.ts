import { type APIActionRowComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import { type Button, buttonRows } from '../../src/discord/interactions/buttons.ts';
import { languageName } from '../../src/discord/interactions/languages.ts';
import { clip, ephemeral, oneLine, type Reply, sanitize } from '../../src/discord/interactions/replies.ts';
import { ownerLabel, titled, VOICE_STATUS_LABELS } from '../../src/discord/voice-models/voice-model-messages.ts';
import { type KnownVoice, VOICES_PER_PAGE, type VoicePage } from '../../src/voice-models/voice-models-api.ts';
import { voiceButtons } from './buttons.ts';
import { type ListQuery, listCustomId } from './list-query.ts';
import { voiceCustomId } from './subcommand.ts';

/** Discord's bounds on an option of a select. */
const MAX_LABEL_LENGTH = 100;
const MAX_VALUE_LENGTH = 100;
/** Most languages named in a line. */
const MAX_LANGUAGES = 4;
/** Longest name of an owner in a line, in UTF-16 units. */
const MAX_OWNER_LENGTH = 40;

/** A page of voices, with a select for one of them, and what can be done with the chosen one. */
export function listReply(query: ListQuery, page: VoicePage, chosenId: string | undefined): Reply {
  const { voices, hasMore } = page;
  if (voices.length === 0 && !hasMore && query.page === 1) return ephemeral(emptyWords(query));
  const chosen = voices.find((voice) => voice.id === chosenId);
  const lines = voices.map((voice) => voiceLine(voice));
  return {
    ...ephemeral(''),
    embeds: [
      {
        title: titleOf(query),
        description: lines.length === 0 ? 'There is nothing on this page.' : lines.join('\n'),
        footer: { text: pageWords(query.page, page) },
      },
    ],
    components: [
      ...chooser(query, voices, chosen),
      ...buttonRows(pager(query, hasMore)),
      ...buttonRows(chosen === undefined ? [] : actsOn(chosen)),
    ],
  };
}

/** One voice in a line: title, state unless it is ready, owner, languages, likes. */
function voiceLine(voice: KnownVoice): string {
  const { title, status, ownership, model } = voice;
  const languages = model.languages.slice(0, MAX_LANGUAGES).map((code) => languageName(code));
  const hidden = model.languages.length - languages.length;
  const owner = ownerLabel(ownership, clip(model.author.nickname, MAX_OWNER_LENGTH));
  const parts = [
    status === 'ready' ? '' : `*${VOICE_STATUS_LABELS[status]}*`,
    sanitize(owner),
    sanitize(languages.join(', ')) + (hidden > 0 ? ` and ${hidden} more` : ''),
    `♥ ${model.like_count}`,
  ];
  return `${titled(title)} · ${parts.filter((part) => part !== '').join(' · ')}`;
}

function titleOf({ scope, query, language, tag }: ListQuery): string {
  const filters = [
    query === '' ? '' : `“${query}”`,
    language === '' ? '' : languageName(language),
    tag === '' ? '' : `tag “${tag}”`,
  ].filter((filter) => filter !== '');
  const scopeWords = scope === 'mine' ? 'Your voices, and this server’s' : 'Public voices';
  return sanitize(filters.length === 0 ? scopeWords : `${scopeWords}: ${filters.join(', ')}`);
}

/** The service's total may be wrong, so it only counts as long as what was seen does not tell otherwise. */
function pageWords(number: number, { voices, total, hasMore }: VoicePage): string {
  const seen = (number - 1) * VOICES_PER_PAGE + voices.length;
  const count = hasMore ? Math.max(total, seen + 1) : seen;
  const pages = hasMore ? Math.max(Math.ceil(count / VOICES_PER_PAGE), number + 1) : number;
  return `Page ${number} of ${pages} · ${count === 1 ? '1 voice' : `${count} voices`}`;
}

function emptyWords(query: ListQuery): string {
  const isFiltered = query.query !== '' || query.language !== '' || query.tag !== '';
  if (isFiltered) {
    const where = query.scope === 'mine' ? 'Choose `scope: public` to look among public voices, or l' : 'L';
    return `No voice is like that. ${where}eave out some of \`query\`, \`language\` and \`tag\`.`;
  }
  return query.scope === 'mine'
    ? 'There is no voice of yours or of this server yet. `/voice create` makes one of a recording; `/voice list` with `scope: public` shows those that everybody may use.'
    : 'The speech service lists no public voice. `/voice create` makes one of a recording.';
}

function chooser(
  query: ListQuery,
  voices: readonly KnownVoice[],
  chosen: KnownVoice | undefined,
): APIActionRowComponent<APIStringSelectComponent>[] {
  const options = voices
    .filter((voice) => voice.id.length <= MAX_VALUE_LENGTH)
    .map((voice) => ({
      label: clip(oneLine(voice.title) || voice.id, MAX_LABEL_LENGTH),
      value: voice.id,
      default: voice === chosen,
    }));
  if (options.length === 0) return [];
  const custom_id = listCustomId('choose', query);
  const placeholder = 'Choose a voice to look at, use or hear';
  return [
    {
      type: ComponentType.ActionRow,
      components: [{ type: ComponentType.StringSelect, custom_id, placeholder, options }],
    },
  ];
}

function pager(query: ListQuery, hasMore: boolean): Button[] {
  const to = (page: number): string => listCustomId('show', { ...query, page });
  return [
    ...(query.page > 1 ? [[to(query.page - 1), 'Previous'] as const] : []),
    ...(hasMore ? [[to(query.page + 1), 'Next'] as const] : []),
  ];
}

function actsOn(voice: KnownVoice): Button[] {
  return [[voiceCustomId('info', `show:${voice.id}`), 'Info'], ...voiceButtons(voice, ['use', 'sample'])];
}
