import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { command } from './names.ts';

const format = createFormat('ja');

type Captions = Messages['captions'];
type EndReason = Parameters<Captions['ended']>[0]['reason'];

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const OPT_IN = 'オプトイン';
const OPT_OUT = 'オプトアウト';

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: 'なし',
    all: (named) => format.list(named),
    some: (named, hidden) => format.list([...named, `ほか${format.number(hidden)}人`]),
  });

function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? 'そのチャット' : ` ${channelMention(textChannelId)} `;
}

function languageSentence(language: string | undefined): string {
  return language === undefined ? '言語：自動検出' : `言語：${language}`;
}

function countCaptions(lines: number): string {
  return format.plural(lines, { other: '#件' });
}

/** Japanese: live captions. */
export const captionMessages: Captions = {
  command: {
    description: 'ボイスチャンネルの会話にリアルタイムで字幕を付けます',
    start: {
      description: '自分のいるボイスチャンネルの字幕を、このチャンネルに表示します',
      language: '話されている言語（省略時は自動検出）',
      interim: '話している途中のテキストも表示する（省略時は表示する）',
    },
    stop: { description: '字幕を終了します' },
    status: { description: '字幕の対象者、遅延、品質を表示します' },
    export: { description: '書き起こしをファイルで取得します', format: 'テキスト、字幕、またはデータ' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: '再びオプトイン',
    stop: '終了',
    export: 'エクスポート',
    inChat: 'ボイスチャンネルのチャットに表示',
    here: 'ここに表示（要承認）',
    confirm: '承認',
    formats: { txt: 'テキスト（txt）', srt: '字幕（srt）', vtt: 'Web字幕（vtt）', json: 'データ（json）' },
  },

  channelStatus: '💬 リアルタイム字幕オン',
  channelStatusWith: ({ status }) => `💬 リアルタイム字幕オン · ${status}`,
  webhookName: 'Mynah 字幕',
  unnamedSpeaker: '名前不明',
  late: '（遅延）',
  transcriptTitle: ({ channelName }) => `${channelName}の字幕`,

  started: ({ voiceChannelId, startedBy, language, consent, retentionDays, postedIn, confirmedBy }) => {
    const place = postedIn === undefined ? '' : `（表示先：${channelMention(postedIn)}）`;
    const channel = `💬 ${channelMention(voiceChannelId)} のリアルタイム字幕`;
    return [
      startedBy === undefined
        ? `${channel}が始まりました${place}。誰かが参加すると自動で始まります。${languageSentence(language)}`
        : `${channel}を ${userMention(startedBy)} さんが開始しました${place}。${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [
            `${userMention(confirmedBy)} さんの承認により、${channelMention(voiceChannelId)} を見られない人もこの字幕を読めます。`,
          ]),
      consent === 'opt-in'
        ? `字幕が付くのは、${bold(OPT_IN)}を押すか ${optIn} を使った人だけです。あとでいつでもオプトアウトできます。オプトアウトは、すべてのサーバーですぐに反映されます。`
        : `ボイスチャンネルにいる全員の発言に字幕が付きます。字幕を付けたくない人は、${bold(OPT_OUT)}を押すか ${optOut} を使ってください。オプトアウトは、すべてのサーバーですぐに反映されます。`,
      `書き起こしは${format.plural(retentionDays, { other: '#日' })}後に削除されます。自分の分を早く削除するには ${erase} を使ってください。`,
    ].join('\n');
  },

  joined: ({ userIds, textChannelId, voiceChannelId, consent }) => {
    const where = textChannelId === voiceChannelId ? '' : `（表示先：${channelMention(textChannelId)}）`;
    const rule =
      consent === 'opt-in'
        ? `字幕が付くのは、${bold(OPT_IN)}を押すか ${optIn} を使った人だけです。`
        : `あなたの発言にも字幕が付きます。付けたくない場合は、${bold(OPT_OUT)}を押すか ${optOut} を使ってください。`;
    return `💬 ${people(userIds)}：${channelMention(voiceChannelId)} ではリアルタイム字幕がオンです${where}。${rule}`;
  },
  noticeEnded: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} のリアルタイム字幕は終了しました。`,
  chatNoticeMissing: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `このお知らせを ${channelMention(voiceChannelId)} のチャットに投稿できませんでした。字幕がオンであることを参加者に伝えてください。`
      : `このお知らせを ${channelMention(voiceChannelId)} のチャットに投稿できませんでした。そこでの${format.list(permissions.map((name) => bold(name)))}の権限をBotに付与してください。`,

  audience: captionAudienceMessages,
  auto: autoCaptionMessages,
  overlay: captionOverlayMessages,

  status: ({
    voiceChannelId,
    textChannelId,
    startedBy,
    startedAtMs,
    language,
    captioned,
    notCaptioned,
    consent,
    delayMs,
    lossShare,
    pendingClips,
    pendingBytes,
    isLiveTextOn,
  }) => {
    const since = time(Math.floor(startedAtMs / 1_000), TimestampStyles.RelativeTime);
    const shownIn = textChannelId === voiceChannelId ? 'チャット' : channelMention(textChannelId);
    const pending = `処理待ち：${format.plural(pendingClips, { other: '#件' })}`;
    const facts = [
      ...(delayMs === undefined ? [] : [`遅延：${format.number(delayMs / 1_000)}秒`]),
      `音声の欠落：${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending}（ディスク上に${format.bytes(pendingBytes)}）`,
      isLiveTextOn ? '途中表示：オン' : '途中表示：オフ',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`対象外：${people(notCaptioned)}`]),
      ...(consent === 'opt-in' ? ['オプトインした人だけに字幕が付きます。'] : []),
    ];
    return [
      startedBy === undefined
        ? `${channelMention(voiceChannelId)} の字幕はオンです（表示先：${shownIn}）。${since}に自動で始まりました。`
        : `${channelMention(voiceChannelId)} の字幕はオンです（表示先：${shownIn}）。${since}に ${userMention(startedBy)} さんが開始しました。`,
      languageSentence(language),
      `対象：${people(captioned)}`,
      ...rest,
      facts.join(' · '),
    ].join('\n');
  },

  stopped: ({ voiceChannelId, lines }) =>
    lines === 0
      ? `${channelMention(voiceChannelId)} の字幕を終了しました。`
      : `${channelMention(voiceChannelId)} の字幕を終了しました。書き起こしには${countCaptions(lines)}の字幕があります。`,

  ended: ({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }) => {
    const shownIn = channelMention(textChannelId);
    const captions = `${channelMention(voiceChannelId)} の字幕`;
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `${captions}は終了しました。`,
      emptied: `全員が退出したため、${captions}は終了しました。`,
      'voice-ended': `Botがボイスチャンネルから退出したため、${captions}は終了しました。`,
      moved:
        movedTo === undefined
          ? `Botが移動したため、${captions}は終了しました。移動先で字幕を付けるには ${start} を使ってください。`
          : `Botが ${channelMention(movedTo)} に移動したため、${captions}は終了しました。移動先で字幕を付けるには ${start} を使ってください。`,
      budget: `${captions}は終了しました。${usedUp === undefined ? '' : budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })}`,
      closed: startsAgain
        ? `Botの再起動のため、${captions}は終了しました。自動で再開します。`
        : `Botの再起動のため、${captions}は終了しました。少し待ってからもう一度 ${start} を使ってください。`,
      'cannot-post': `Botが ${shownIn} に投稿できなくなったため、${captions}は終了しました。投稿を許可するか、別のチャンネルで ${start} を使ってください。`,
      'audience-widened': `${shownIn} がこのボイスチャンネルを見られない人にも読めるようになったため、${captions}は終了しました。${start} で表示先を選び直してください。`,
      interrupted: startsAgain
        ? `Botが予期せず停止したため、${captions}が中断されました。自動で再開します。`
        : `Botが予期せず停止したため、${captions}が中断されました。再開するには ${start} を使ってください。`,
    };
    return end[reason];
  },
  endedTranscript: {
    attached: '書き起こしを添付します。',
    export: `書き起こしは ${exportCommand} で取得できます。`,
    nothing: '字幕が付いた発言はありません。',
    pending: `まだ文字起こし中の発言があります。その分も含めるには、あとで ${exportCommand} を使ってください。`,
  },

  chooseFormat: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} の書き起こしの形式を選んでください。`,
  exported: ({ voiceChannelId, lines, isRunning }) =>
    isRunning
      ? `${channelMention(voiceChannelId)} の書き起こし：これまでに${countCaptions(lines)}`
      : `${channelMention(voiceChannelId)} の書き起こし：${countCaptions(lines)}`,

  refusals: {
    alreadyOn: ({ voiceChannelId, textChannelId }) =>
      `${channelMention(voiceChannelId)} の字幕は、すでに${place(voiceChannelId, textChannelId)}に表示中です。終了するには ${stop} を使ってください。`,
    off: `ここでは字幕はオフです。開始するには ${start} を使ってください。`,
    alreadyEnded: `その字幕はすでに終了しています。新しい字幕がオンの場合は、${stop} で終了できます。`,
    oldStopButton: `このボタンはもう使えないため、何も終了していません。字幕を終了するには ${stop} を使ってください。`,
    notForYou: ({ voiceChannelId }) =>
      `あなたは ${channelMention(voiceChannelId)} に参加できないため、そこで字幕を開始することはできません。`,
    joinFirst: `先にボイスチャンネルに参加してから、${start} を使ってください。`,
    channelHidden: `Botにはこのチャンネルが見えません。ここで${bold('チャンネルを見る')}の権限をBotに付与するか、別のチャンネルを使ってください。`,
    permissionsMissing: ({ permissions }) =>
      `ここには字幕を投稿できません。サーバーの管理者に、このチャンネルでの${format.list(permissions.map((name) => bold(name)))}の権限をBotに付与するよう依頼してください。`,
    mayNotStop: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `この字幕を終了できるのは、${channelMention(voiceChannelId)} にいる人と、サーバーやボイスチャンネルの管理者だけです。`
        : `この字幕を終了できるのは、${userMention(startedBy)} さん、${channelMention(voiceChannelId)} にいる人と、サーバーやボイスチャンネルの管理者だけです。`,
    noTranscript: `ここにはまだ書き起こしがありません。${start} で開始してください。`,
    transcriptDeleted: 'この書き起こしは削除されました。',
    transcriptHidden: 'あなたはこの字幕のチャンネルを見られないため、書き起こしを取得できません。',
    transcriptOfHiddenVoice: 'あなたはこの字幕のボイスチャンネルを見られないため、書き起こしを取得できません。',
    statusHidden: 'あなたはこの字幕のボイスチャンネルを見られないため、状態を表示できません。',
    notInThread:
      'この字幕は、あなたが参加していないプライベートスレッドにあります。スレッドのメンバーに追加してもらってください。',
    accessUnknown:
      'あなたがこの字幕のチャンネルを見られるかどうか、今は確認できません。プライベートスレッドの場合は、Botを追加してからもう一度お試しください。',
    nothingCaptioned: 'まだ字幕がないため、エクスポートするものがありません。',
    fileTooLarge: `書き起こしが、ここでDiscordが許可しているサイズを超えています。${inlineCode('txt')} または ${inlineCode('srt')} をお試しください。`,
  },

  notices: {
    outage: ({ code }) => {
      const key = `音声サービスにAPIキーを拒否されました。Botの運営者に ${inlineCode('SPEECH_API_KEY')} の確認を依頼してください。`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS:
          '音声サービスのAPIクレジットがなくなりました。Botの運営者にチャージを依頼してください。プラットフォームのクレジットとは別のものです。',
        SPEECH_RATE_LIMITED: '音声サービスが混み合っています。',
      };
      return `${reasons[code] ?? '音声サービスから応答がありません。'}発言は保存されています。字幕は「遅延」の印を付けて、あとで表示します。`;
    },
    lost: ({ durationMs }) =>
      `処理待ちの音声の保存領域がいっぱいのため、${format.duration(Math.max(1_000, durationMs))}分の発言が失われました。`,
    refused: ({ userIds, clips, reason }) =>
      `${people(userIds)} の録音${format.plural(clips, { other: '#件' })}に字幕を付けられませんでした。${reason}`,
    webhooksMissing: `字幕を話し手の名前とアイコンで表示するには、このチャンネルで${bold('ウェブフックの管理')}の権限をBotに付与してください。`,
  },
};
