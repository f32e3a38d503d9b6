import type { VoiceModel } from '@mynah/speech-wire/wire';
import { type APIEmbed, type APIEmbedField, TimestampStyles, time } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import { serviceTimeMs } from '../../speech/service-time.ts';
import type { KnownVoice } from '../../voice-models/voice-models-api.ts';
import { sanitize, sanitizeWithin, truncate } from '../client/replies.ts';
import { qualityLines } from './recording-quality.ts';
import { ownerLabel, retiringMessage, voiceStatusMessage } from './voice-model-messages.ts';

/** Limits in UTF-16 units: together they stay within the 6,000 characters that Discord allows in embeds. */
const MAX_TITLE_LENGTH = 256;
const MAX_DESCRIPTION_LENGTH = 1_200;
const MAX_VALUE_LENGTH = 700;
/** Longest text of one sample, or id. */
const MAX_PART_LENGTH = 150;
const MAX_OWNER_LENGTH = 60;
/** Longest link of a picture that Discord takes. */
const MAX_LINK_LENGTH = 2_048;

const LOUD_RED = 0xd8_3c_3e;

/** Everything that people can know about a voice; the cover is its picture. It pings nobody. */
export function voiceEmbed(messages: Messages, voice: KnownVoice): APIEmbed {
  const { model, status } = voice;
  const isUnusable = status === 'taken-down' || status === 'gone' || status === 'failed';
  const retiring = retiringMessage(messages, voice);
  const warnings = [
    ...(status === 'ready' ? [] : [`${isUnusable ? '⚠️ ' : ''}${voiceStatusMessage(messages, voice)}`]),
    ...(retiring === undefined || isUnusable ? [] : [`⚠️ ${retiring}`]),
  ];
  const warning = warnings.map((line) => `${line}\n\n`).join('');
  const description = sanitizedLines(model.description, MAX_DESCRIPTION_LENGTH);
  const picture = pictureOf(model.cover_image);
  return {
    title: sanitizeWithin(voice.title.trim() === '' ? voice.id : voice.title, MAX_TITLE_LENGTH),
    ...(warning + description === '' ? {} : { description: warning + description }),
    ...(isUnusable ? { color: LOUD_RED } : {}),
    ...(picture === undefined ? {} : { image: { url: picture } }),
    fields: [
      ...identity(messages, voice),
      ...serviceWords(messages, model),
      ...texts(messages, model),
      ...recordings(messages, model),
    ],
  };
}

function identity(messages: Messages, voice: KnownVoice): APIEmbedField[] {
  const { info, statusLabels } = messages.voiceModels;
  const { id, status, model } = voice;
  const visibilities = model.lock_visibility ? info.lockedVisibilities : info.visibilities;
  return [
    inline(info.id, `\`${truncate(id, MAX_PART_LENGTH)}\``),
    inline(info.status, statusLabels[status]),
    inline(info.visibility, visibilities[model.visibility]),
    inline(info.languages, listed(model.languages.map((code) => messages.format.language(code))) ?? info.none),
    inline(info.tags, listed(model.tags) ?? info.none),
    inline(info.owner, ownerOf(messages, voice)),
    ...inlineTime(info.created, model.created_at),
    ...inlineTime(info.updated, model.updated_at),
    inline(info.likes, info.count({ count: model.like_count })),
    inline(info.uses, info.count({ count: model.task_count })),
  ];
}

/** What the service decided about a voice. A value that is unknown here is shown as it is: it may be all that there is to know. */
function serviceWords({ voiceModels: { service } }: Messages, model: VoiceModel): APIEmbedField[] {
  const { licensed, pvc_release_state: release, dmca_taken_down: isTakenDown, takedown_category: category } = model;
  const wordsFor = (known: Readonly<Record<string, string>>, word: string): string =>
    Object.hasOwn(known, word)
      ? String(known[word])
      : service.otherValue({ word: sanitizeWithin(word, MAX_PART_LENGTH) });
  const takedown = category ?? (isTakenDown ? 'dmca' : undefined);
  return [
    ...(licensed ? [inline(service.licensed, service.isLicensed)] : []),
    ...(release === undefined ? [] : [inline(service.release, wordsFor(service.releases, release))]),
    ...(takedown === undefined ? [] : [inline(service.takenDown, wordsFor(service.takedowns, takedown))]),
  ];
}

/** Only people in a voice's server learn who created it: strangers in another server do not. */
function ownerOf(messages: Messages, { ownership, makerId, model }: KnownVoice): string {
  if (ownership === 'mine') return messages.voiceModels.info.you;
  const owner = sanitize(truncate(ownerLabel(messages, ownership, model.author.nickname), MAX_OWNER_LENGTH));
  const isNamed = ownership === 'guild' && makerId !== undefined;
  return isNamed ? messages.voiceModels.info.createdBy({ owner, userId: makerId }) : owner;
}

function texts({ voiceModels }: Messages, model: VoiceModel): APIEmbedField[] {
  const { info } = voiceModels;
  const samples = model.samples.map(({ title, text }) =>
    info.sample({ title: sanitizeWithin(title, MAX_PART_LENGTH), text: sanitizeWithin(text, MAX_PART_LENGTH) }),
  );
  const defaultText = sanitizeWithin(model.default_text, MAX_VALUE_LENGTH);
  return [
    ...(samples.length === 0 ? [] : [{ name: info.samples, value: asManyAsFit(samples, info.more) }]),
    ...(defaultText === '' ? [] : [{ name: info.defaultText, value: defaultText }]),
  ];
}

function recordings(messages: Messages, model: VoiceModel): APIEmbedField[] {
  const { info } = messages.voiceModels;
  const lines = qualityLines(messages, model);
  return lines.length === 0 ? [] : [{ name: info.recordings, value: asManyAsFit(lines, info.more) }];
}

function inline(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

function inlineTime(name: string, dateTime: string | undefined): APIEmbedField[] {
  return dateTime === undefined ? [] : [inline(name, relativeTime(dateTime))];
}

function listed(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : sanitizeWithin(words.join(', '), MAX_VALUE_LENGTH);
}

/** Whole lines up to the limit, then how many are left out. */
function asManyAsFit(lines: readonly string[], more: (left: { count: number }) => string): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > MAX_VALUE_LENGTH) break;
    kept.push(line);
  }
  const count = lines.length - kept.length;
  return [...kept, ...(count > 0 ? [more({ count })] : [])].join('\n');
}

function sanitizedLines(text: string, maxLength: number): string {
  const lines = truncate(text.trim(), maxLength).split(/\n+/);
  return truncate(lines.map((line) => sanitize(line)).join('\n'), maxLength);
}

function relativeTime(dateTime: string): string {
  return time(Math.floor(serviceTimeMs(dateTime) / 1_000), TimestampStyles.RelativeTime);
}

/** Discord refuses a whole message over a picture without a web address, or with a long one; the service may give only a part of one. */
function pictureOf(coverImage: string): string | undefined {
  const url = URL.parse(coverImage);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.href.length <= MAX_LINK_LENGTH ? url.href : undefined;
}
