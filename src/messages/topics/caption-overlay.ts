import { channelMention, codeBlock, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface VoiceChannel {
  readonly voiceChannelId: string;
}

/** Links under which captions are shown outside Discord. */
export function captionOverlayMessages(catalogue: Texts['captions']['overlay'], { names: { command } }: Language) {
  const { parts, ...own } = catalogue;

  const overlay = command('captions overlay');

  const optOut = command('privacy opt-out');

  function countViewers(viewers: number): string {
    return parts.countViewers({ viewers });
  }
  return {
    ...own,
    /** To the person who made the link, and to nobody else. */
    created: ({
      voiceChannelId,
      page,
      obs,
    }: VoiceChannel & {
      /** Addresses. */
      readonly page: string;
      readonly obs: string;
    }): string =>
      [
        catalogue.created.page({ voiceChannel: channelMention(voiceChannelId) }),
        codeBlock(page),
        catalogue.created.obs,
        codeBlock(obs),
        catalogue.created.warning,
      ].join('\n'),
    /** To everyone in the captions' text channel and in the voice channel's chat, once for each session. */
    notice: ({
      voiceChannelId,
      createdBy,
    }: VoiceChannel & {
      /** `undefined` once everything about this person is erased. */
      readonly createdBy: string | undefined;
    }): string => {
      const made =
        createdBy === undefined
          ? catalogue.notice.withoutCreatedBy({ voiceChannel: channelMention(voiceChannelId) })
          : catalogue.notice.withCreatedBy({
              createdBy: userMention(createdBy),
              voiceChannel: channelMention(voiceChannelId),
            });
      return catalogue.notice.sentence({ made, optOut });
    },
    /** Numbered as in the menu. */
    list: ({
      links,
    }: {
      readonly links: readonly {
        /** `undefined` once everything about this person is erased. */
        readonly createdBy: string | undefined;
        readonly createdAtMs: number;
        readonly viewers: number;
      }[];
    }): string =>
      [
        catalogue.list.heading,
        ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
          const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
          const maker =
            createdBy === undefined ? '' : catalogue.list.withCreatedBy({ createdBy: userMention(createdBy) });
          return catalogue.list.entry({ index: String(index + 1), maker, when, viewers: countViewers(viewers) });
        }),
      ].join('\n'),
    viewers: ({ viewers }: { readonly viewers: number }): string => countViewers(viewers),
    noLinks: catalogue.noLinks({ overlay }),
    /** Below the status of captions. */
    status: ({ links, viewers }: { readonly links: number; readonly viewers: number }): string =>
      catalogue.status({ links, viewers: countViewers(viewers) }),
    refusals: {
      ...catalogue.refusals,
      mayNotShare: ({
        startedBy,
        voiceChannelId,
      }: VoiceChannel & {
        /** `undefined` for captions that started by themselves. */
        readonly startedBy: string | undefined;
      }): string =>
        startedBy === undefined
          ? catalogue.refusals.mayNotShare.withoutStartedBy({ voiceChannel: channelMention(voiceChannelId) })
          : catalogue.refusals.mayNotShare.withStartedBy({
              startedBy: userMention(startedBy),
              voiceChannel: channelMention(voiceChannelId),
            }),
      tooMany: ({ limit }: { readonly limit: number }): string => catalogue.refusals.tooMany({ limit, overlay }),
      noNotice: ({ textChannelId }: { readonly textChannelId: string }): string =>
        catalogue.refusals.noNotice({ textChannel: channelMention(textChannelId), overlay }),
    },
  };
}
