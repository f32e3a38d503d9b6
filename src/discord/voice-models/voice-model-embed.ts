import { type APIEmbed, type APIEmbedField, TimestampStyles, time } from 'discord.js';
import { serviceTimeMs } from '../../speech/service-time.ts';
import type { VoiceModel } from '../../speech/wire.ts';
import type { KnownVoice } from '../../voice-models/voice-models-api.ts';
import { languageName } from '../interactions/languages.ts';
import { clip, sanitize, sanitizeWithin } from '../interactions/replies.ts';
import { qualityLines } from './recording-quality.ts';
import { ownerLabel, VOICE_STATUS_LABELS, voiceStatusMessage } from './voice-model-messages.ts';

/** Bounds of what is shown, in UTF-16 units: together within the 6,000 characters that Discord takes in embeds. */
const MAX_TITLE_LENGTH = 256;
const MAX_DESCRIPTION_LENGTH = 1_200;
const MAX_VALUE_LENGTH = 700;
/** Longest text of one sample, or id. */
const MAX_PART_LENGTH = 150;
const MAX_OWNER_LENGTH = 60;

const LOUD_RED = 0xd8_3c_3e;

const VISIBILITY_WORDS: Readonly<Record<VoiceModel['visibility'], string>> = {
  public: 'public: in the service’s list',
  unlist: 'unlisted: for those who have the id',
  private: 'private',
};

/** All that there is to tell people about a voice; the cover is its picture. It pings nobody. */
export function voiceEmbed(voice: KnownVoice): APIEmbed {
  const { model, status } = voice;
  const isOut = status === 'taken-down' || status === 'gone' || status === 'failed';
  const warning = status === 'ready' ? '' : `${isOut ? '⚠️ ' : ''}${voiceStatusMessage(status, voice.title)}\n\n`;
  const description = harmlessLines(model.description, MAX_DESCRIPTION_LENGTH);
  const picture = pictureOf(model.cover_image);
  return {
    title: sanitizeWithin(voice.title.trim() === '' ? voice.id : voice.title, MAX_TITLE_LENGTH),
    ...(warning + description === '' ? {} : { description: warning + description }),
    ...(isOut ? { color: LOUD_RED } : {}),
    ...(picture === undefined ? {} : { image: { url: picture } }),
    fields: [...whatItIs(voice), ...figures(model), ...texts(model), ...quality(model)],
  };
}

function whatItIs({ id, status, ownership, makerId, model }: KnownVoice): APIEmbedField[] {
  // Strangers in another server need not learn who made a voice.
  const isNear = ownership === 'mine' || ownership === 'guild';
  const owner = sanitize(clip(ownerLabel(ownership, model.author.nickname), MAX_OWNER_LENGTH));
  const state = status === 'ready' ? model.state : `${model.state} (${VOICE_STATUS_LABELS[status]})`;
  return [
    inline('Id', `\`${clip(id, MAX_PART_LENGTH)}\``),
    inline('State', state),
    inline('Visibility', VISIBILITY_WORDS[model.visibility] + (model.lock_visibility ? ' (locked)' : '')),
    inline('Languages', listed(model.languages.map((code) => languageName(code)))),
    inline('Tags', listed(model.tags)),
    inline('Owner', makerId === undefined || !isNear ? owner : `${owner}, made by <@${makerId}>`),
    inline('Made', moment(model.created_at)),
    inline('Changed', moment(model.updated_at)),
    inline('Training', model.train_mode),
  ];
}

function figures(model: VoiceModel): APIEmbedField[] {
  const { like_count: likes, mark_count: marks, shared_count: shares, task_count: uses } = model;
  return [inline('Figures', `♥ ${likes} · marked ${marks} · shared ${shares} · used ${uses}`)];
}

function texts(model: VoiceModel): APIEmbedField[] {
  const samples = model.samples.map(({ title, text }) => {
    const words = `“${sanitizeWithin(text, MAX_PART_LENGTH)}”`;
    return title.trim() === '' ? words : `${sanitizeWithin(title, MAX_PART_LENGTH)}: ${words}`;
  });
  const spoken = sanitizeWithin(model.default_text, MAX_VALUE_LENGTH);
  return [
    ...(samples.length === 0 ? [] : [{ name: 'Samples', value: asManyAsFit(samples) }]),
    ...(spoken === '' ? [] : [{ name: 'Default text', value: spoken }]),
  ];
}

function quality(model: VoiceModel): APIEmbedField[] {
  const lines = qualityLines(model);
  return lines.length === 0 ? [] : [{ name: 'Recordings', value: asManyAsFit(lines) }];
}

function inline(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : sanitizeWithin(words.join(', '), MAX_VALUE_LENGTH);
}

/** Whole lines up to the bound, and how many were left out. */
function asManyAsFit(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > MAX_VALUE_LENGTH) break;
    kept.push(line);
  }
  const hidden = lines.length - kept.length;
  return [...kept, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('\n');
}

function harmlessLines(text: string, maxLength: number): string {
  const lines = clip(text.trim(), maxLength).split(/\n+/);
  return clip(lines.map((line) => sanitize(line)).join('\n'), maxLength);
}

function moment(dateTime: string): string {
  return time(Math.floor(serviceTimeMs(dateTime) / 1_000), TimestampStyles.RelativeTime);
}

/** Discord refuses a whole message for a picture that has no address of the web; the service may give parts of one. */
function pictureOf(coverImage: string): string | undefined {
  const url = URL.parse(coverImage);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
