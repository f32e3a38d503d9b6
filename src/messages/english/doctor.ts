import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

interface InChannel {
  readonly channelId: string;
}

interface Lacking extends InChannel {
  /** Names of permissions. */
  readonly permissions: readonly string[];
}

interface People {
  readonly userIds: readonly string[];
}

interface DailyLimit {
  readonly kind: 'characters' | 'captions' | 'transcription';
  readonly whose: 'person' | 'member' | 'guild' | 'account';
  readonly resetsAtMs: number;
}

/** People that a line names; it counts the rest. */
const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  return format.list(rest > 0 ? [...mentions, format.plural(rest, { one: '# other', other: '# others' })] : mentions);
}

const KINDS = { characters: 'speaking', captions: 'captions', transcription: 'transcribing' } as const;
const OWNERS = {
  person: 'Your',
  member: 'Your',
  guild: "This server's",
  account: "The bot's",
} as const;

/** English: `/doctor`. What it finds is a sentence or two: what is wrong, and what to do. */
export const doctorMessages = {
  command: { description: "Find out why I'm silent or deaf here, and what to do" },

  /** The first line, where nothing is wrong. */
  allWell: 'Everything works here.',
  /** The first line, where nothing is wrong, but there is something to know. */
  noProblems: 'No problems found.',
  again: 'Check again',
  checked: ({ atMs }: { readonly atMs: number }): string => `Checked ${ago(atMs)}.`,

  groups: {
    here: 'Here',
    voice: 'Voice',
    captions: 'Captions',
    speech: 'Speech service',
    server: "This server's limits",
    machine: 'The machine',
  },

  findings: {
    mayPost: 'I can post here.',
    cannotPost: ({ channelId, permissions }: Lacking): string =>
      `I can't post in ${channelMention(channelId)}, so captions and notices are missing. Give me ${format.list(permissions)} there.`,
    missingExtras: ({ channelId, permissions }: Lacking): string =>
      `Captions in people's names and attached files need more in ${channelMention(channelId)}: give me ${format.list(permissions)} there.`,
    youAreNotInVoice: "You're not in a voice channel. Join one and check again, so that I can check it too.",
    mayJoin: ({ channelId }: InChannel): string => `I may join and speak in ${channelMention(channelId)}.`,
    mayJoinStage: ({ channelId }: InChannel): string => `I may join the stage ${channelMention(channelId)}.`,
    cannotJoin: ({ channelId, permissions }: Lacking): string =>
      `I can't join and speak in ${channelMention(channelId)}. Give me ${format.list(permissions)} there.`,
    channelFull: ({ channelId, userLimit }: InChannel & { readonly userLimit: number }): string =>
      `${channelMention(channelId)} is full (${format.number(userLimit)} at most). Make room, raise its limit, or give me Move Members.`,
    speakingForRoles: 'Only certain roles may have me speak in this server. Ask someone who manages it for one.',
    captionsForRoles: 'Only certain roles may start captions in this server. Ask someone who manages it for one.',
    cannotReadChat:
      "I can't read chat aloud, because Discord doesn't send me messages. The bot's operator must switch on the Message Content intent and restart me.",
    readsChat: 'I receive the messages that I read aloud.',

    discordAway: 'My connection to Discord is interrupted. It comes back by itself; check again in a minute.',
    discordSlow: ({ pingMs }: { readonly pingMs: number }): string =>
      `Discord answers me slowly: ${format.number(pingMs)} ms. Commands and joins take longer than usual.`,
    discordOk: ({ pingMs, sinceMs }: { readonly pingMs: number; readonly sinceMs: number }): string =>
      `Connected to Discord ${ago(sinceMs)}, ${format.number(pingMs)} ms.`,
    voiceHangs:
      "The part of me that carries voice doesn't answer. It restarts by itself within a minute; check again then.",
    inNoChannel: `I'm not in a voice channel. Use ${command('say')} or ${command('captions start')} while you're in one, and I'll join you.`,
    elsewhere: ({ channelId }: InChannel): string =>
      `I'm in ${channelMention(channelId)}, not in your voice channel. Join me there, or use ${command('join')} to bring me to yours.`,
    elsewhereHidden: `I'm in a voice channel that you can't see. Use ${command('join')} to ask for me.`,
    stranded: ({ channelId }: InChannel): string =>
      `Discord shows me in ${channelMention(channelId)}, but I'm not connected. Use ${command('join')} to connect me again.`,
    joining: ({ channelId }: InChannel): string =>
      `I'm joining ${channelMention(channelId)}. Check again in a few seconds.`,
    reconnecting: ({ channelId, sinceMs }: InChannel & { readonly sinceMs: number }): string =>
      `My connection to ${channelMention(channelId)} broke ${ago(sinceMs)}, and I'm restoring it. If that takes minutes, use ${command('leave')}, then ${command('join')}.`,
    voicePastProxy:
      "My voice connection fails. I'm behind a proxy, which voice can't use: the bot's operator must let UDP out to Discord's voice servers, and the proxy must allow all ports of discord.media.",
    connected: ({ channelId, sinceMs }: InChannel & { readonly sinceMs: number }): string =>
      `Connected to ${channelMention(channelId)} ${ago(sinceMs)}.`,
    voicePing: ({ pingMs }: { readonly pingMs: number }): string => `Voice server: ${format.number(pingMs)} ms.`,
    botMuted: ({ channelId }: InChannel): string =>
      `Nobody hears me in ${channelMention(channelId)}: a moderator muted me. Right-click me there, and uncheck Server Mute.`,
    botDeafened: ({ channelId }: InChannel): string =>
      `I hear nobody in ${channelMention(channelId)}: a moderator deafened me. Right-click me there, and uncheck Server Deafen.`,
    inAudience: ({ channelId }: InChannel): string =>
      `I'm in the audience of ${channelMention(channelId)}: I can caption, but not speak. A stage moderator has to invite me; ${command('join')} makes me ask.`,
    mayNotSpeak: ({ channelId }: InChannel): string =>
      `Discord doesn't let me speak in ${channelMention(channelId)}. Give me Speak there, then use ${command('leave')} and ${command('join')}.`,
    paused: `Speaking is paused. Use ${command('resume')} to continue.`,
    nobodyListens: "A text waits, because nobody is in my voice channel to hear it. I'll speak when someone joins.",
    queue: ({ texts }: { readonly texts: number }): string =>
      texts === 0
        ? 'The queue is empty.'
        : format.plural(texts, { one: '# text in the queue.', other: '# texts in the queue.' }),
    queueFull: ({ texts }: { readonly texts: number }): string =>
      `The queue is full: ${format.plural(texts, { one: '# text', other: '# texts' })}. Wait, or use ${command('stop')} to clear it.`,
    keysMissing: `The encryption of this voice channel isn't agreed on yet, so nobody hears me. If that takes longer than a minute, use ${command('leave')}, then ${command('join')}.`,
    keysChanging: 'The encryption keys are changing, because someone joined or left. That takes a moment.',
    encrypted: ({ version, epoch }: { readonly version: number; readonly epoch: number }): string =>
      `End-to-end encrypted (DAVE ${format.number(version)}, epoch ${format.number(epoch)}).`,
    privacyCode: ({ code }: { readonly code: string }): string =>
      `Voice privacy code: ${inlineCode(code)}. It should match the one that Discord shows you.`,
    notEndToEnd: 'Not end-to-end encrypted: on stages, Discord encrypts voice only between its servers and each of us.',
    traffic: ({ sent, received }: { readonly sent: number; readonly received: number }): string =>
      `Packets in the last minute: ${format.number(sent)} sent, ${format.number(received)} received.`,
    noLoss: 'No packets lost.',
    loss: ({ share }: { readonly share: number }): string =>
      `${format.percent(share)} of what people said in the last minute was lost on the way to me, so captions have gaps. If it lasts, try another region for the voice channel.`,
    holes: ({ holes, ms }: { readonly holes: number; readonly ms: number }): string =>
      `${format.plural(holes, { one: 'My speech had # gap', other: 'My speech had # gaps' })} in the last minute (${format.number(ms)} ms): the speech service sends sound too slowly.`,
    undecryptable: ({ userIds }: People): string =>
      `I can't decrypt the speech of ${named(userIds)}. They should leave the voice channel and join again.`,
    unknownSpeakers:
      "Discord didn't tell me who is speaking, so someone's speech is missing. They should pause for a moment, or join again.",

    captionsOff: `Captions are off. ${command('captions start')} turns them on.`,
    captionsOn: ({ channelId }: InChannel): string => `Captions appear in ${channelMention(channelId)}.`,
    captionDelay: ({ delayMs }: { readonly delayMs: number }): string =>
      `They appear ${format.number(delayMs / 1_000, 1)} s after speech.`,
    captionsSlow: ({ delayMs }: { readonly delayMs: number }): string =>
      `Captions are late: they appear ${format.number(delayMs / 1_000, 1)} s after speech. The speech service is slow.`,
    clipsWaiting: ({ clips }: { readonly clips: number }): string =>
      `${format.plural(clips, { one: '# recording waits', other: '# recordings wait' })} for the speech service. Captions come late, and nothing is lost.`,
    youOptedOut: `You opted out, so I don't caption you. ${command('privacy opt-in')} changes that.`,
    youHaveNotOptedIn: `This server captions only people who opt in, and you haven't. ${command('privacy opt-in')} changes that.`,
    youAreMuted: "A moderator muted you, so I can't hear you. Ask one to uncheck Server Mute.",
    youMutedYourself: 'Your microphone is muted in Discord.',
    youMayNotSpeak: "You may not speak in this channel, so I can't hear you. On a stage, ask to speak.",
    unheardByChoice: ({ people }: { readonly people: number }): string =>
      format.plural(people, {
        one: '# person here has chosen not to be captioned.',
        other: '# people here have chosen not to be captioned.',
      }),
    optedOut: ({ userIds }: People): string => `Opted out, so not captioned: ${named(userIds)}.`,
    notOptedIn: ({ userIds }: People): string =>
      `Not captioned until they opt in with ${command('privacy opt-in')}: ${named(userIds)}.`,
    mutedByServer: ({ userIds }: People): string => `Muted by a moderator, so I can't hear them: ${named(userIds)}.`,
    notSpeakers: ({ userIds }: People): string =>
      `In the audience, or without the Speak permission, so I can't hear them: ${named(userIds)}.`,
    botsUnheard: ({ userIds }: People): string =>
      `Bots aren't captioned: ${named(userIds)}. Managers can change that in ${command('settings')}.`,

    speechOk: ({ ms }: { readonly ms: number }): string => `It answers (${format.number(ms)} ms) and accepts the key.`,
    keyRejected:
      "The speech service rejects my key, so I can't speak or caption. The bot's operator must check `SPEECH_API_KEY`.",
    /** `freeModel`: the speech model that needs no credit, where it is not in use yet. */
    outOfCredits: ({ freeModel }: { readonly freeModel: string | undefined }): string =>
      format.sentences([
        "The account at the speech service is out of credits, so I can't speak or caption. The bot's operator must top up its API credit, which is separate from the credit of the speech service's own platform.",
        ...(freeModel === undefined
          ? []
          : [`Or they set ${inlineCode(`SPEECH_MODEL=${freeModel}`)}: then I can speak without credit.`]),
      ]),
    /** `model` needs no credit. */
    creditForCaptions: ({ model }: { readonly model: string }): string =>
      `Speaking with ${inlineCode(model)} is free, but captions and ${command('transcribe')} need API credit, and the account has none. The bot's operator can top it up; it's separate from the credit of the speech service's own platform.`,
    speechBusy: 'The speech service refuses requests, because there are too many. Try again in a minute.',
    speechDown: 'The speech service is having problems, so texts fail and captions come later. Try again in a minute.',
    speechFailedLately: 'The speech service had problems with the latest text here. Try it again.',
    speechAway:
      "The speech service doesn't answer, so I can't speak or caption. I keep trying; if it lasts, the bot's operator must check the network and `SPEECH_API_URL`.",
    speechOdd:
      "The speech service doesn't answer as expected. The bot's operator must check `SPEECH_API_URL` and the logs.",
    speechFull:
      'As many requests as allowed are under way at the speech service, so texts and captions wait their turn. That passes by itself.',
    liveDown: 'The fast connection to the speech service fails, so speech starts later than usual. I keep trying it.',
    credit: ({ credit }: { readonly credit: string }): string => `Credit: ${format.number(Number(credit), 2)}.`,
    requests: ({ underWay, limit, waiting }: Record<'underWay' | 'limit' | 'waiting', number>): string =>
      `Requests: ${format.number(underWay)} of ${format.number(limit)} under way, ${format.number(waiting)} waiting.`,

    limitsOk: 'No daily limit is close.',
    usedUp: ({ kind, whose, resetsAtMs }: DailyLimit): string =>
      `${OWNERS[whose]} daily limit for ${KINDS[kind]} is used up. It resets ${ago(resetsAtMs)}.`,
    turnedOff: ({ kind, whose }: Omit<DailyLimit, 'resetsAtMs'>): string =>
      `${OWNERS[whose]} daily limit for ${KINDS[kind]} is 0, which turns that off. Someone who manages the server, or the bot's operator, can raise it.`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }: DailyLimit & { readonly share: number }): string =>
      `${format.percent(share)} of ${OWNERS[whose].toLowerCase()} daily limit for ${KINDS[kind]} is used. It resets ${ago(resetsAtMs)}.`,

    databaseAway:
      "My database doesn't answer, so settings, transcripts and new captions don't work. The bot's operator must check it.",
    databaseOk: ({ ms }: { readonly ms: number }): string => `The database answers (${format.number(ms)} ms).`,
    diskFull: "My disk is almost full, so captions may be lost. The bot's operator must make room.",
    diskLow: "My disk is filling up. The bot's operator should make room.",
    diskUnknown: "My disk can't be read. The bot's operator must check it.",
    diskFree: ({ bytes }: { readonly bytes: number }): string => `${format.bytes(bytes)} of disk are free.`,
    behindProxy: "I'm behind a proxy. Voice can't use it and goes directly, over UDP.",
    versions: ({ mynah, node }: { readonly mynah: string; readonly node: string }): string =>
      `Mynah ${mynah}, Node.js ${node}.`,
    machineOk: 'The database answers, and the disk has room.',

    /** A check that took too long; `group` is the name of what was checked. */
    notChecked: ({ group }: { readonly group: string }): string =>
      `I couldn't check this in time: ${group}. Check again in a moment.`,
  },
};
