import { inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

import { voiceCommandMessages } from './voice-command.ts';
import { listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { createVoiceNames, useMessages } from './voice-use.ts';

/** Of pictures. */
const COVER_FORMATS = ['png', 'jpeg', 'webp', 'gif'];

interface Titled {
  readonly title: string;
}

interface Identified extends Titled {
  readonly id: string;
}

interface Named {
  readonly name: string;
}

interface Offer extends Titled {
  readonly recordings: readonly { readonly name: string; readonly durationMs: number }[];
  readonly hasTranscripts: boolean;
  readonly hasDescription: boolean;
  readonly tags: readonly string[];
  readonly hasCover: boolean;
  readonly visibleTo: keyof Texts['voiceModels']['parts']['whoCanFind'];
  /** Whether the service may have the recordings, from an attempt that failed. */
  readonly wasSent: boolean;
  readonly expiresAtMs: number;
}

interface RecordingQuality extends Named {
  readonly durationMs: number | undefined;
  readonly language: string;
  readonly passed: boolean;
  readonly problem: string;
}

interface Edited extends Titled {
  /** What was changed; `undefined` where it wasn't. */
  readonly description: string | undefined;
  readonly visibleTo: keyof Texts['voiceModels']['parts']['whoCanFind'] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly hasNewCover: boolean;
}

const shortTime = (timeMs: number): string => time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);

/** Custom voices. Titles, ids and names come free of formatting and mentions; an empty title is none. */
export function voiceModelMessages(
  catalogue: Texts['voiceModels'],
  language: Language,
  readableFormats: (about: { readonly formats: readonly string[] }) => string,
) {
  const { parts, ...own } = catalogue;
  const { format, names } = language;
  const { command, option } = names;
  const { named, sound } = createVoiceNames(catalogue.use, language);
  const coverFormats = format.alternatives(COVER_FORMATS);
  const publicScope = option('scope', catalogue.command.list.scopeChoices.public);

  function chosenBy(users: number): string {
    if (users === 0) return parts.chosenBy.nobody;
    return parts.chosenBy.some({ users });
  }

  function seconds(durationMs: number): string {
    return parts.seconds({ duration: format.number(durationMs / 1_000) });
  }

  function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
    const quotedTags = tags.map((tag) => parts.sentParts.tag({ tag }));
    const sent = [
      ...recordings.map(({ name, durationMs }) => parts.sentParts.recording({ name, duration: seconds(durationMs) })),
      ...(hasTranscripts ? [parts.sentParts.transcripts({ count: recordings.length })] : []),
      parts.sentParts.title,
      ...(hasDescription ? [parts.sentParts.description] : []),
      ...(tags.length === 0
        ? []
        : [
            parts.sentParts.tags({
              quotedTags: format.list(quotedTags),
              joined: quotedTags.join(parts.sentParts.tagSeparator),
            }),
          ]),
      ...(hasCover ? [parts.sentParts.cover] : []),
    ];
    return parts.sentParts.all({ sent: format.list(sent), joined: sent.join(', ') });
  }
  return {
    ...own,
    command: voiceCommandMessages(catalogue.command, coverFormats),
    /** The suggestion of the voice that the person has chosen. */
    presentVoice: ({ title }: Titled): string =>
      catalogue.presentVoice({ name: title === '' ? parts.untitled : title }),
    /** How a voice is doing, and what to do about it. */
    status: {
      ...catalogue.status,
      ready: ({ title }: Titled) => catalogue.status.ready({ title: named(title) }),
      training: ({ title }: Titled) =>
        catalogue.status.training({ title: named(title), voiceInfo: command('voice info') }),
      failed: ({ title }: Titled) => catalogue.status.failed({ title: named(title) }),
      'taken-down': ({ title }: Titled) => catalogue.status['taken-down']({ title: named(title) }),
      'not-for-speech': ({ title }: Titled) => catalogue.status['not-for-speech']({ title: named(title) }),
      gone: ({ title }: Titled) => catalogue.status.gone({ title: named(title) }),
    },
    unknown: ({ entered }: { entered: string }) => catalogue.unknown({ entered, voiceList: command('voice list') }),
    unknownEntered: ({ entered }: { entered: string }) =>
      catalogue.unknownEntered({ entered, voiceList: command('voice list'), voiceInfo: command('voice info') }),
    severalEntered: ({ entered }: { entered: string }) =>
      catalogue.severalEntered({ entered, voiceInfo: command('voice info') }),
    /** Why somebody can't edit or delete a voice: whose it is. */
    notYours: {
      ...catalogue.notYours,
      public: ({ title }: Titled) => catalogue.notYours.public({ title: named(title) }),
      operator: ({ title }: Titled) => catalogue.notYours.operator({ title: named(title) }),
      guild: ({ title }: Titled) => catalogue.notYours.guild({ title: named(title) }),
      someoneElse: ({ title }: Titled) => catalogue.notYours.someoneElse({ title: named(title) }),
    },
    create: {
      ...catalogue.create,
      /** What somebody confirms. */
      offer: (offer: Offer) =>
        [
          catalogue.create.offer.question({ title: named(offer.title) }),
          catalogue.create.offer.sent({ offer: sentParts(offer) }),
          catalogue.create.offer.whoCanFind({ whoCanFind: parts.whoCanFind[offer.visibleTo] }),
          catalogue.create.offer.rights,
          offer.wasSent
            ? catalogue.create.offer.confirmSent({
                time: shortTime(offer.expiresAtMs),
                relative: time(Math.floor(offer.expiresAtMs / 1_000), TimestampStyles.RelativeTime),
              })
            : catalogue.create.offer.confirmUnsent({
                time: shortTime(offer.expiresAtMs),
                relative: time(Math.floor(offer.expiresAtMs / 1_000), TimestampStyles.RelativeTime),
              }),
        ].join('\n'),
      /** Where it isn't known what was sent or created: the bot has restarted, or the question is too old. */
      expired: catalogue.create.expired({ voiceCreate: command('voice create') }),
      expiredUnsent: catalogue.create.expiredUnsent({ voiceCreate: command('voice create') }),
      /** Where the service may have the recordings. */
      expiredSent: catalogue.create.expiredSent({ voiceCreate: command('voice create') }),
      alreadyAnswered: catalogue.create.alreadyAnswered({ voiceList: command('voice list') }),
      sending: ({ title }: Titled) => catalogue.create.sending({ title: named(title) }),
      waitingForTraining: ({ title }: Titled) => catalogue.create.waitingForTraining({ title: named(title) }),
      training: ({ title }: Titled) => catalogue.create.training({ title: named(title) }),
      ready: ({ title, id }: Identified) => catalogue.create.ready({ title: named(title), id: inlineCode(id) }),
      trainingFailed: ({ title, id, recordings }: Identified & { readonly recordings: readonly string[] }) =>
        [
          catalogue.create.trainingFailed.failed({ title: named(title) }),
          ...recordings,
          catalogue.create.trainingFailed.next({ voiceDelete: command('voice delete'), id: inlineCode(id) }),
        ].join('\n'),
      stillTraining: ({ title, id, afterMs }: Identified & { readonly afterMs: number }) =>
        catalogue.create.stillTraining({
          title: named(title),
          after: format.duration(afterMs),
          voiceInfo: command('voice info'),
          id: inlineCode(id),
        }),
      notFollowed: ({ title, id }: Identified) =>
        catalogue.create.notFollowed({ title: named(title), voiceInfo: command('voice info'), id: inlineCode(id) }),
      unsure: ({ title }: Titled) => catalogue.create.unsure({ title: named(title), voiceList: command('voice list') }),
      noRecording: catalogue.create.noRecording({ audio: option('audio') }),
      needsCover: catalogue.create.needsCover({ coverFormats, cover: option('cover') }),
      limits: {
        ...catalogue.create.limits,
        none: catalogue.create.limits.none({ settings: command('settings') }),
        person: ({ max }: { max: number }) =>
          catalogue.create.limits.person({ max, voiceDelete: command('voice delete'), settings: command('settings') }),
        guild: ({ max }: { max: number }) =>
          catalogue.create.limits.guild({ max, voiceDelete: command('voice delete'), settings: command('settings') }),
        /** Outside of servers. */
        direct: ({ max }: { max: number }) =>
          catalogue.create.limits.direct({ max, voiceDelete: command('voice delete') }),
      },
    },
    /** What is wrong with a recording of a voice. `name` is the file's. */
    recordings: {
      ...catalogue.recordings,
      tooLarge: ({ name, maxBytes }: Named & { readonly maxBytes: number }) =>
        catalogue.recordings.tooLarge({ name, maxBytes: format.sizeLimit(maxBytes) }),
      tooShort: ({ name, minMs }: Named & { readonly minMs: number }) =>
        catalogue.recordings.tooShort({ name, min: minMs / 1_000 }),
      tooLong: ({ name, maxMs }: Named & { readonly maxMs: number }) =>
        catalogue.recordings.tooLong({ name, max: maxMs / 60_000 }),
      notAudio: ({ name, formats }: Named & { readonly formats: readonly string[] }) =>
        catalogue.recordings.notAudio({ name, readableFormats: readableFormats({ formats }) }),
      unreadableSound: ({ name, formats }: Named & { readonly formats: readonly string[] }) =>
        catalogue.recordings.unreadableSound({ name, readableFormats: readableFormats({ formats }) }),
      changed: ({ name }: Named) => catalogue.recordings.changed({ name, voiceCreate: command('voice create') }),
    },
    /** What is wrong with what somebody entered about a voice. */
    fields: {
      ...catalogue.fields,
      /** Both at least 0; `recordings` at least 2. */
      transcriptCount: ({ recordings, transcripts }: { recordings: number; transcripts: number }) =>
        catalogue.fields.transcriptCount({ transcripts, recordings, transcript: option('transcript') }),
      coverTooLarge: ({ maxBytes }: { maxBytes: number }) =>
        catalogue.fields.coverTooLarge({ maxBytes: format.sizeLimit(maxBytes) }),
      coverNotAnImage: catalogue.fields.coverNotAnImage({ cover: option('cover'), coverFormats }),
    },
    list: listMessages(catalogue.list, language, { named, publicScope }),
    service: serviceMessages(catalogue.service, language, named),
    info: {
      ...catalogue.info,
      createdBy: ({ owner, userId }: { owner: string; userId: string }) =>
        catalogue.info.createdBy({ owner, user: userMention(userId) }),
      count: ({ count }: { count: number }) => format.number(count),
      sample: ({ title, text }: { title: string; text: string }) =>
        title === '' ? catalogue.info.sample.withoutTitle({ text }) : catalogue.info.sample.withTitle({ title, text }),
      /** What the service says of a recording. `language` and `problem` are empty where it says nothing of them. */
      recording: ({ name, durationMs, language, passed, problem }: RecordingQuality) =>
        [
          name,
          ...(durationMs === undefined ? [] : [seconds(durationMs)]),
          language === '' ? catalogue.info.recording.withoutLanguage : language,
          passed
            ? catalogue.info.recording.passed
            : catalogue.info.recording.notPassed({
                problem: problem === '' ? catalogue.info.recording.noProblem : problem,
              }),
        ].join(' · '),
    },
    /** Above a file in which a voice speaks. */
    sampleReply: ({ title }: Titled) => catalogue.sampleReply({ title: named(title) }),
    edit: {
      ...catalogue.edit,
      formFields: {
        ...catalogue.edit.formFields,
        /** `choices`: at least two names that may be typed. At most 45 characters. */
        visibility: ({ choices }: { choices: readonly string[] }) =>
          catalogue.edit.formFields.visibility({ choices: format.alternatives(choices), joined: choices.join(' / ') }),
      },
      edited: ({ title, description, visibleTo, tags, hasNewCover }: Edited) =>
        [
          catalogue.edit.edited.updated({ title: named(title) }),
          ...(description === undefined
            ? []
            : [
                catalogue.edit.edited.description({
                  description: description === '' ? catalogue.edit.edited.noDescription : description,
                }),
              ]),
          ...(visibleTo === undefined
            ? []
            : [catalogue.edit.edited.whoCanFind({ whoCanFind: parts.whoCanFind[visibleTo] })]),
          ...(tags === undefined
            ? []
            : [
                tags.length === 0
                  ? catalogue.edit.edited.noTags
                  : catalogue.edit.edited.someTags({ joined: tags.join(catalogue.edit.edited.someTagsSeparator) }),
              ]),
          ...(hasNewCover ? [catalogue.edit.edited.cover] : []),
        ].join('\n'),
      nothingDifferent: ({ title }: Titled) => catalogue.edit.nothingDifferent({ title: named(title) }),
      needsCover: ({ title }: Titled) =>
        catalogue.edit.needsCover({
          title: named(title),
          voiceEdit: command('voice edit'),
          visibility: option('visibility'),
          cover: option('cover'),
        }),
      makersChoice: ({ title }: Titled) => catalogue.edit.makersChoice({ title: named(title) }),
      openForm: ({ title }: Titled) => catalogue.edit.openForm({ title: named(title) }),
    },
    delete: {
      ...catalogue.delete,
      /** `users`: how many people have chosen the voice. */
      question: ({ title, id, users }: Identified & { readonly users: number }) =>
        catalogue.delete.question({ title: named(title), id: inlineCode(id), users: chosenBy(users) }),
      deleted: ({ title }: Titled) => catalogue.delete.deleted({ title: named(title) }),
      kept: ({ title }: Titled) => catalogue.delete.kept({ title: named(title) }),
    },
    sound,
    use: useMessages(catalogue.use, language),
  };
}
