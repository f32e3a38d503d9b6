import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('ja');

const join = command('join');
const say = command('say');
const use = command('voice use');

const USUAL_VOICE = 'いつもの声';
const MOVE_MEMBERS = 'メンバーを移動';

const yourVoice = ({ title }: { readonly title: string }): string =>
  title === '' ? 'あなたの声' : `あなたの声（${bold(title)}）`;

const quoted = (permissions: readonly string[]): string => format.list(permissions.map((name) => bold(name)));

/** Japanese: speaking in voice channels, and the commands for it. */
export const playbackMessages: Messages['playback'] = {
  commands: {
    say: {
      description: 'テキストをボイスチャンネルで読み上げるか、音声ファイルにします',
      options: {
        text: '読み上げるテキスト（省略するとフォームが開きます）',
        voice: '使う声（タイトルを入力して選ぶか、IDを貼り付けます）',
        style: '話し方（候補から選ぶか、短い言葉で説明します）',
        speed: '速さ（0.5～2、省略時はいつもの速さ）',
        file: '読み上げる代わりに音声ファイルを送信する',
      },
    },
    join: {
      description: 'Botをボイスチャンネルに参加させます',
      options: { channel: '参加させるチャンネル（省略時は自分のいるチャンネル）' },
    },
    leave: { description: 'Botをボイスチャンネルから退出させます' },
    skip: { description: '今読み上げているテキストをスキップします' },
    stop: { description: '読み上げを停止し、キューを空にします' },
    pause: { description: '読み上げを一時停止します' },
    resume: { description: '読み上げを再開します' },
    queue: { description: 'キューを表示します（テキストの削除もできます）' },
  },

  join: {
    joined: ({ channelId }) => `${channelMention(channelId)} に参加しました。${say} で読み上げます。`,
    moved: ({ channelId }) => `${channelMention(channelId)} に移動しました。${say} で読み上げます。`,
    alreadyHere: ({ channelId }) => `すでに ${channelMention(channelId)} にいます。${say} で読み上げます。`,
    missingPermissions: ({ channelId, permissions }) =>
      `${channelMention(channelId)} では読み上げられません。サーバーの管理者に、そこでの${quoted(permissions)}の権限をBotに付与するよう依頼してください。`,
    full: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} は満員です（${format.number(userLimit)}人まで）。空きを作るか、人数制限を上げるか、Botに${bold(MOVE_MEMBERS)}の権限を付与してください。`,
    unknownChannel: `Botにはそのボイスチャンネルが見えません。そこで${bold('チャンネルを見る')}と${bold('接続')}の権限をBotに付与するか、別のチャンネルを選んでください。`,
    noAnswer:
      'チャンネルに参加できませんでした。満員か、Botに権限がない可能性があります。少し待ってからもう一度お試しください。',
    notReady: 'チャンネルには入れましたが、音声の接続に失敗しました。少し待ってからもう一度お試しください。',
    busy: ({ retryAtMs }) =>
      `1分間に参加できるチャンネル数がDiscordで制限されているため、まだ参加できません。${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)}にもう一度お試しください。`,
    cancelled: '参加する前に退出の指示があったため、参加しませんでした。',
    noChannel: `先にボイスチャンネルに参加するか、${option('channel')} でチャンネルを選んでください。`,
    notForYou: ({ channelId }) =>
      `あなたは ${channelMention(channelId)} に参加できないため、Botを参加させることもできません。`,
  },

  stage: {
    asked: ({ channelId }) =>
      `${channelMention(channelId)} のオーディエンスとして参加し、スピーカー参加をリクエストしました。ステージのモデレーターがBotを招待してください。字幕はもう使えます。`,
    mayNotAsk: ({ channelId }) =>
      `${channelMention(channelId)} のオーディエンスとして参加しました。字幕は使えます。読み上げるには、Botをスピーカーに招待するか、そこでの${bold('スピーカー参加をリクエスト')}の権限をBotに付与してください。`,
    couldNotAsk: ({ channelId }) =>
      `${channelMention(channelId)} のオーディエンスとして参加しました。字幕は使えます。スピーカー参加をリクエストできなかったため、ステージのモデレーターがBotを招待してください。`,
    waits: {
      asked: ({ channelId }) =>
        `${channelMention(channelId)} のオーディエンスにいて、スピーカー参加をリクエストしました。ステージのモデレーターに招待されるまで、キューは待機します。`,
      mayNotAsk: ({ channelId }) =>
        `${channelMention(channelId)} のオーディエンスからは読み上げられません。ステージのモデレーターに招待されるか、${bold('スピーカー参加をリクエスト')}の権限が付与されるまで、キューは待機します。`,
      movedToAudience: ({ channelId }) =>
        `${channelMention(channelId)} のオーディエンスに移されたため、読み上げを止めました。${join} でもう一度スピーカー参加をリクエストします。`,
    },
  },

  inUse: {
    join: ({ channelId }) =>
      `Botは ${channelMention(channelId)} で使用中です。そこに参加するか、そこにいる人に ${command('leave')} を使ってもらってください。`,
    say: ({ channelId, mayMove }) =>
      mayMove
        ? `Botは ${channelMention(channelId)} で使用中です。そこに参加するか、${join} で自分のチャンネルに移動させてください。`
        : `Botは ${channelMention(channelId)} で使用中です。そこに参加するか、${option('file')} で音声を取得してください。`,
    captions: ({ channelId, mayMove }) =>
      mayMove
        ? `Botは ${channelMention(channelId)} で使用中です。字幕を付けるには、そこに参加するか、${join} で自分のチャンネルに移動させてください。`
        : `Botは ${channelMention(channelId)} で使用中です。字幕を付けるには、そこに参加してください。`,
  },

  notInVoice: `Botはここのボイスチャンネルに参加していません。${join} で自分のチャンネルに呼んでください。`,
  nothingToControl: 'Botはボイスチャンネルに参加していません。',
  mayNotControl: ({ channelId }) =>
    `この操作ができるのは、${channelMention(channelId)} にいる人と、サーバーやボイスチャンネルの管理者だけです。`,

  left: ({ channelId }) => `${channelMention(channelId)} から退出しました。`,
  joinCancelled: ({ channelId }) => `${channelMention(channelId)} への参加をキャンセルしました。`,
  skipped: ({ userId }) => `${userMention(userId)} さんのテキストをスキップしました。`,
  skippedOwn: 'あなたのテキストをスキップしました。',
  nothingToSkip: '読み上げ中ではないため、スキップするものがありません。',
  stopped: '停止しました。',
  stoppedAndRemoved: ({ texts }) => format.plural(texts, { other: '停止し、キューから#件のテキストを削除しました。' }),
  nothingToStop: '読み上げ中ではないため、停止するものがありません。',
  paused: `一時停止しました。再開するには ${command('resume')} を使ってください。`,
  alreadyPaused: `すでに一時停止中です。再開するには ${command('resume')} を使ってください。`,
  resumed: '再開しました。',
  notPaused: '一時停止中ではありません。',

  queue: {
    empty: `キューは空です。${say} で追加できます。`,
    heading: ({ channelId }) => `${channelMention(channelId)} のキュー：`,
    joiningHeading: ({ channelId }) => `${channelMention(channelId)} のキュー（参加中…）：`,
    pausedHeading: ({ channelId }) => `${channelMention(channelId)} のキュー（一時停止中）：`,
    item: ({ number, userId, state, text }) => `${number}\\. ${userMention(userId)}（${state}）：${text}`,
    states: {
      waiting: '順番待ち',
      preparing: '準備中',
      speaking: '読み上げ中',
      paused: '一時停止中',
      'waiting-for-listeners': '聞く人待ち',
      'waiting-for-permission': '発言の許可待ち',
    },
    hidden: ({ texts }) => format.plural(texts, { other: '…ほか#件のテキスト' }),
    selectPlaceholder: 'テキストを削除…',
    removed: 'キューから削除しました。',
    notFound: 'そのテキストはもうキューにありません。',
    notYours: '削除できるのは自分のテキストだけです。',
    notForYou: 'あなたはBotのいるボイスチャンネルを見られないため、キューを表示できません。',
  },

  say: {
    form: { title: 'テキストを読み上げ', text: 'テキスト' },
    voiceTooLong: `その声の名前は、フォームで使うには長すぎます。候補から選ぶか、${option('text')} を指定してください。`,
    styles: {
      whispering: 'ささやき声',
      'soft tone': 'やさしい声',
      shouting: '大声',
      screaming: '叫び声',
      'in a hurry tone': '急いだ口調',
      happy: '喜び',
      excited: '興奮',
      calm: '落ち着き',
      sad: '悲しみ',
      angry: '怒り',
      surprised: '驚き',
      nervous: '緊張',
      scared: '怯え',
      confident: '自信',
      proud: '誇らしげ',
      curious: '興味津々',
      grateful: '感謝',
      sarcastic: '皮肉',
      embarrassed: '照れ',
      laughing: '笑い',
      sighing: 'ため息',
      sobbing: 'すすり泣き',
    },
    knownStyles: ({ styles }) =>
      `スタイル：${format.list(styles.map((style) => inlineCode(style)))}。自分の言葉で短く説明することもできます。`,
    invalidStyle: ({ max }) =>
      `スタイルは、${inlineCode('ささやき声')} のように、記号や数字を含まない${format.number(max)}文字以内の短い言葉にしてください。`,
    nothingToSpeak: 'このテキストには読み上げるものがありません。言葉を加えてください。',
    nothingInMessage: 'このメッセージには読み上げられるものがありません。テキストのあるメッセージを選んでください。',
    queued: ({ ahead }) =>
      format.plural(ahead, { other: `キューに追加しました（前に#件）。${command('queue')} ですべて確認できます。` }),
    queuedWhilePaused: ({ ahead }) =>
      ahead === 0
        ? `キューに追加しました。一時停止中です。再開するには ${command('resume')} を使ってください。`
        : format.plural(ahead, {
            other: `キューに追加しました（前に#件）。一時停止中です。再開するには ${command('resume')} を使ってください。`,
          }),
    fileInstead: 'ボイスチャンネルに参加していないため、音声ファイルを送信します。',
    audioFor: ({ userId }) => `${userMention(userId)} さんがリクエストした音声：`,
    waitingForSound: '音声の生成を待っています…',
    waitingForPeople: 'ボイスチャンネルに聞く人がいません。誰かが参加したら読み上げます。',
    waitingToContinue: 'ボイスチャンネルに聞く人がいません。誰かが参加したら続きを読み上げます。',
    waitingForPermission:
      'まだここで発言できません。ステージのモデレーターに招待されるか、発言の権限が付与されたら読み上げます。',
    speaking: '読み上げ中…',
    spoken: '読み上げました。',
    dropped: {
      skipped: 'スキップされました。',
      stopped: '停止されました。',
      removed: 'キューから削除されました。',
      'session-ended': '読み上げの途中で、Botがボイスチャンネルから退出しました。',
    },
    neverSpoken: 'Botがボイスチャンネルから退出したため、読み上げていません。',
    notContinued: `Botの再起動のため、このテキストを最後まで読み上げられませんでした。${say} でもう一度送信してください。`,
    interrupted: ({ reason }) => `読み上げが途中で止まりました。${reason}`,
    tooManyTexts: ({ max }) =>
      `キューがいっぱいです（${format.plural(max, { other: '#件' })}まで）。読み上げが進んでからもう一度お試しください。`,
    tooManyCharacters: ({ max }) =>
      `キューがいっぱいです（${format.plural(max, { other: '#文字' })}まで）。読み上げが進んでからもう一度お試しください。`,
  },

  voice: {
    lost: {
      deleted: (voice) => `${yourVoice(voice)}は削除されました。`,
      withdrawn: (voice) => `${yourVoice(voice)}は非公開になりました。`,
      gone: (voice) => `${yourVoice(voice)}は音声サービスから削除されました。`,
      failed: (voice) => `${yourVoice(voice)}は学習に失敗したため使えません。`,
      'taken-down': (voice) => `${yourVoice(voice)}は音声サービスで公開停止になりました。`,
    },
    refused: {
      ready: '指定された声を、現在音声サービスが受け付けていません。',
      training: '指定された声はまだ学習中です。',
      failed: '指定された声は学習に失敗しました。',
      'taken-down': '指定された声は音声サービスで公開停止になりました。',
      'not-for-speech': '指定された声は読み上げに使えません。',
      gone: '指定された声は音声サービスから削除されました。',
    },
    now: {
      default: `今後はデフォルトの声で読み上げます。別の声は ${use} で選べます。`,
      everywhere: `今後は、どこでも使う声として選んだ声で読み上げます。別の声は ${use} で選べます。`,
      here: `今後は、このサーバーで使う声として選んだ声で読み上げます。別の声は ${use} で選べます。`,
      said: `今後は、最後に ${say} で使った声で読み上げます。別の声は ${use} で選べます。`,
    },
    serverRefused: `このサーバーの声が現在使えないため、デフォルトの声で読み上げます。管理者は ${command('settings')} で別の声を選べます。`,
    usual: USUAL_VOICE,
    lastUsed: ({ title }) => (title === '' ? '前回使った声' : `${title} · 前回使用`),
    remembered: ({ title }) =>
      `今後もここでは、あなたの ${say} に${title === '' ? 'この声' : bold(title)}を使います。元に戻すには、${option('voice')} で「${USUAL_VOICE}」を選んでください。`,
    thisTimeDefault: '代わりにデフォルトの声で読み上げます。',
    choiceUnavailable: '選択した声を現在確認できないため、デフォルトの声で読み上げます。',
  },

  notices: {
    leftAlone: ({ channelId }) =>
      `ほかに誰もいなくなったため、${channelMention(channelId)} から退出しました。${join} でまた呼べます。`,
    moved: ({ channelId }) => `${channelMention(channelId)} に移動されました。ここで続けます。`,
    movedWithoutPermissions: ({ channelId, permissions }) =>
      `${channelMention(channelId)} に移動されましたが、そこでは読み上げられません。そこでの${quoted(permissions)}の権限をBotに付与してください。`,
    movedToStage: ({ channelId }) =>
      `ステージチャンネルの ${channelMention(channelId)} に移動されました。今はオーディエンスです。読み上げるものがあれば、スピーカー参加をリクエストします。`,
    disconnected: ({ channelId }) =>
      `${channelMention(channelId)} から切断されたため、キューを空にしました。${join} でまた呼べます。`,
    channelDeleted: `ボイスチャンネルが削除されたため退出し、キューを空にしました。${join} で別のチャンネルに呼べます。`,
    connectionLost: ({ channelId }) => `${channelMention(channelId)} との接続が切れました。${join} でまた呼べます。`,
  },
};
