import { bold, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface Transcribing {
  readonly bar: string;
  readonly share: number;
  readonly piecesDone: number;
  readonly pieces: number;
  /** `undefined` where nothing is known of it. */
  readonly leftMs: number | undefined;
}

interface Missing {
  readonly stretches: readonly { readonly from: string; readonly to: string }[];
  readonly more: number;
  /** `undefined` where there is no room for it. */
  readonly reason: string | undefined;
}

/** Transcripts of recordings. Attachments' `name`s come free of formatting and mentions. */
export function transcriptionMessages(
  catalogue: Texts['transcription'],
  { format, names: { command, option, menu } }: Language,
) {
  const { parts, ...own } = catalogue;

  /** Each of these permissions lets a member cancel what others began. */
  const MAY_CANCEL = [
    bold(parts.mayCancel.manageServer),
    bold(parts.mayCancel.moveMembers),
    bold(parts.mayCancel.muteMembers),
  ];

  /** Rounded, so that an estimate does not look like a measurement. */
  function timeLeft(leftMs: number): string {
    const seconds = Math.max(0, leftMs) / 1_000;
    if (seconds < 10) return parts.timeLeft.seconds;
    const stepS = seconds < 55 ? 10 : 60;
    return parts.timeLeft.about({ seconds: format.duration(Math.round(seconds / stepS) * stepS * 1_000) });
  }
  return {
    ...own,
    /** `/transcribe`. */
    command: {
      ...catalogue.command,
      options: {
        ...catalogue.command.options,
        file: ({ formats }: { formats: readonly string[] }) =>
          catalogue.command.options.file({ formats: format.alternatives(formats) }),
      },
    },
    noFile: catalogue.noFile({ file: option('file') }),
    forwardedVoiceMessage: catalogue.forwardedVoiceMessage({ Transcribe: menu('Transcribe') }),
    alreadyEnded: catalogue.alreadyEnded({ transcribe: command('transcribe') }),
    notYoursToCancel: ({ userId }: { userId: string }) =>
      catalogue.notYoursToCancel({ user: userMention(userId), mayCancel: format.alternatives(MAY_CANCEL) }),
    tooLarge: ({ maxBytes }: { maxBytes: number }) => catalogue.tooLarge({ maxBytes: format.sizeLimit(maxBytes) }),
    tooLong: ({ maxMs }: { maxMs: number }) => catalogue.tooLong({ max: format.duration(maxMs) }),
    /** A line about one of several attachments that have no transcript. */
    failedAttachment: ({ name, reason }: { name: string; reason: string }) =>
      catalogue.failedAttachment({ name: bold(name), reason }),
    /** How far an attachment is. `bar` is a drawing; `share` is 0 to 1. */
    progress: {
      ...catalogue.progress,
      queued: ({ ahead }: { ahead: number }) =>
        ahead === 0 ? catalogue.progress.queued.noAhead : catalogue.progress.queued.someAhead({ ahead }),
      downloading: ({ bar, bytes, totalBytes }: { bar: string; bytes: number; totalBytes: number }) =>
        catalogue.progress.downloading({ bar, bytes: format.bytes(bytes), totalBytes: format.bytes(totalBytes) }),
      transcribing: ({ bar, share, piecesDone, pieces, leftMs }: Transcribing) =>
        [
          catalogue.progress.transcribing.share({ bar, share: format.percent(share) }),
          ...(pieces === 1 ? [] : [catalogue.progress.transcribing.pieces({ piecesDone, pieces })]),
          ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
        ].join(' · '),
    },
    /** Above a transcript. `length` is a time such as `1:02`. */
    heading: ({ name, length, language }: { name: string; length: string; language: string | undefined }) =>
      [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
    /** Above the reason why an attachment has no transcript, where others have one. */
    failedHeading: ({ name }: { name: string }) => bold(name),
    /**
     * What of a recording has no text: `from` and `to` are times such as `1:02`, the same if the length is unknown; `more`
     * further stretches are not named.
     */
    missing: ({ stretches, more, reason }: Missing) => {
      const named = stretches.map(({ from, to }) =>
        from === to ? catalogue.missing.sameFrom({ from }) : catalogue.missing.otherFrom({ from, to }),
      );
      const rest =
        stretches.length === 0 ? catalogue.missing.noStretches({ more }) : catalogue.missing.someStretches({ more });
      const places = [...named, ...(more === 0 ? [] : [rest])];
      return catalogue.missing.sentence({
        places: format.list(places),
        reason: reason === undefined ? '' : catalogue.missing.withReason({ reason }),
        joined: places.join(', '),
      });
    },
  };
}
