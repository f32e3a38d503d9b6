import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

/** Labels of buttons that sentences mention. */
const OPT_OUT = 'Opt out';
const REVOKE = 'Revoke';

interface VoiceChannel {
  readonly voiceChannelId: string;
}

function countViewers(viewers: number): string {
  return format.plural(viewers, { one: '# viewer', other: '# viewers' });
}

/** Links under which captions are shown outside Discord. */
export const captionOverlayMessages = {
  command: { description: 'Show the captions outside Discord: in a browser, on a second screen or in OBS' },
  buttons: { open: 'Open the page', revoke: REVOKE, revokeAll: 'Revoke all', links: 'All links' },

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
      `Captions of ${channelMention(voiceChannelId)} now have a page. A form on it sets size, colors and more.`,
      codeBlock(page),
      'For OBS, add a browser source with this address. Its background is transparent.',
      codeBlock(obs),
      `Anyone with one of these addresses can read along until the captions end. Share them only with people who may read them. ${bold(REVOKE)} ends them sooner.`,
    ].join('\n'),
  /** Follows `created` where the session has more of them. */
  others: ({ links }: { readonly links: number }): string =>
    format.plural(links, {
      one: 'These captions have # other link.',
      other: 'These captions have # other links.',
    }),
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
        ? `There's a link to the captions of ${channelMention(voiceChannelId)}.`
        : `${userMention(createdBy)} made a link to the captions of ${channelMention(voiceChannelId)}.`;
    return `🔗 ${made} Until they end, people with the link can read them outside Discord. To keep what you say out of captions, press ${bold(OPT_OUT)} or use ${optOut}.`;
  },
  /** Follows the notice to people who joined the voice channel later. */
  shared: 'People with a link can also read them outside Discord.',

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
      'Links to these captions:',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)}, `;
        return `${index + 1}. ${maker}${when}: ${countViewers(viewers)}`;
      }),
    ].join('\n'),
  /** A link in the menu; `number` is its place in the list. */
  choice: ({ number }: { readonly number: number }): string => `Link ${format.number(number)}`,
  viewers: ({ viewers }: { readonly viewers: number }): string => countViewers(viewers),
  choose: 'Choose links to revoke',
  noLinks: `There are no links to these captions. Use ${overlay} to make one.`,
  revoked: ({ links }: { readonly links: number }): string =>
    format.plural(links, {
      one: 'Link revoked. Its screens get no more captions.',
      other: '# links revoked. Their screens get no more captions.',
    }),
  /** Below the status of captions. */
  status: ({ links, viewers }: { readonly links: number; readonly viewers: number }): string =>
    `Shown outside Discord: ${format.plural(links, { one: '# link', other: '# links' })}, ${countViewers(viewers)}.`,

  refusals: {
    noPublicUrl: `I can't show captions outside Discord yet. Ask the bot's operator to set ${inlineCode('PUBLIC_URL')}.`,
    mayNotShare: ({
      startedBy,
      voiceChannelId,
    }: VoiceChannel & {
      /** `undefined` for captions that started by themselves. */
      readonly startedBy: string | undefined;
    }): string =>
      startedBy === undefined
        ? `Only people in ${channelMention(voiceChannelId)} and people who manage the server or its voice channels can make links to these captions.`
        : `Only ${userMention(startedBy)}, people in ${channelMention(voiceChannelId)}, and people who manage the server or its voice channels can make links to these captions.`,
    hidden: "You can't see the channel of these captions, so I can't give you a link to them.",
    hiddenVoice: "You can't see the voice channel of these captions, so I can't give you a link to them.",
    tooMany: ({ limit }: { readonly limit: number }): string =>
      `These captions have ${format.number(limit)} links, which is the limit. Revoke one, then use ${overlay} again.`,
    noNotice: ({ textChannelId }: { readonly textChannelId: string }): string =>
      `I couldn't tell everyone in ${channelMention(textChannelId)} about the link, so I made none. Let me post there, then use ${overlay} again.`,
    /** By a menu or button; nothing was left to revoke. */
    alreadyEnded: 'This link has already ended.',
  },
};
