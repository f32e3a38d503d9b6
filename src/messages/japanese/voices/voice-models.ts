import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

const format = createFormat('ja');

type VoiceModels = Messages['voiceModels'];
type Offer = Parameters<VoiceModels['create']['offer']>[0];

const CONFIRM = '確認して作成';
const OPEN_FORM = 'フォームを開く';
const SAMPLE = 'サンプル';
const USE = '使う';
const RECORD_AGAIN = 'もう一度書き出すか、録音し直してください。';

/** Japanese: custom voices. */
export const voiceModelMessages: VoiceModels = {
  command: voiceCommandMessages,
  defaultVoice: 'デフォルトの声',
  presentVoice: ({ title }) => `${title === '' ? '無題' : title} · 現在の声`,
  buttons: {
    confirm: CONFIRM,
    cancel: 'キャンセル',
    delete: '削除',
    keep: '残す',
    info: '情報',
    use: USE,
    useEverywhere: 'どこでも使う',
    useOnlyHere: 'ここだけで使う',
    resetHere: 'ここで使う声をリセット',
    resetEverywhere: 'どこでも使う声をリセット',
    sample: SAMPLE,
    edit: '編集',
    openForm: OPEN_FORM,
    previous: '前へ',
    next: '次へ',
  },

  statusLabels: {
    ready: '使用可能',
    training: '学習中',
    failed: '学習失敗',
    'taken-down': '公開停止',
    'not-for-speech': '読み上げ不可',
    gone: '削除済み',
  },
  status: {
    ready: ({ title }) => `${named(title)}は使えます。`,
    training: ({ title }) => `${named(title)}はまだ学習中です。数分後に ${command('voice info')} で確認してください。`,
    failed: ({ title }) => `${named(title)}は学習に失敗したため使えません。もっと質の良い録音で作成し直してください。`,
    'taken-down': ({ title }) => `${named(title)}は音声サービスで公開停止になりました。`,
    'not-for-speech': ({ title }) => `${named(title)}は読み上げ用ではないため使えません。`,
    gone: ({ title }) => `${named(title)}は音声サービスから削除されました。`,
  },
  owners: { mine: '自分', guild: 'このサーバー', operator: 'Botの運営者', public: '公開' },

  unknown: ({ entered }) =>
    `「${entered}」という声はここでは見つかりません。候補から選ぶか、${command('voice list')} で確認してください。`,
  several: ({ entered }) => `「${entered}」という声は複数あります。候補から選ぶか、IDを貼り付けてください。`,
  notYours: {
    public: ({ title }) => `${named(title)}は公開の声のため、変更も削除もできません。`,
    operator: ({ title }) => `${named(title)}はBotの運営者の声のため、変更も削除もできません。`,
    guild: ({ title }) =>
      `${named(title)}を変更・削除できるのは、作成者と${bold('サーバー管理')}の権限を持つメンバーだけです。`,
    someoneElse: ({ title }) => `${named(title)}はほかの人の声のため、変更も削除もできません。`,
    unknown: `この声を変更・削除できるのは、作成者と${bold('サーバー管理')}の権限を持つメンバーだけです。`,
  },

  create: {
    offer: (offer) =>
      [
        `${named(offer.title)}という声を作成しますか？`,
        `${bold('音声サービスに送信する内容：')}${sentParts(offer)}`,
        `${bold('見つけられる人：')}${WHO_CAN_FIND[offer.visibleTo]}`,
        `${bold(CONFIRM)}を押すと、この声を使う権利があること（自分の声であるか、声の持ち主の許可を得ていること）を確認したことになります。この確認は、日時と録音のハッシュ値とともに保存されます。`,
        offer.wasSent
          ? `声はまだ作成されていません。確認の期限は ${shortTime(offer.expiresAtMs)} です。`
          : `まだ何も送信していません。確認の期限は ${shortTime(offer.expiresAtMs)} です。`,
      ].join('\n'),
    cancelled: 'キャンセルしました。何も送信していません。',
    cancelledSent: 'キャンセルしました。声は作成されていません。',
    expired: `この確認は期限切れです。もう一度 ${command('voice create')} を使ってください。`,
    expiredUnsent: `この確認は期限切れで、何も送信していません。もう一度 ${command('voice create')} を使ってください。`,
    expiredSent: `この確認は期限切れで、声は作成されていません。もう一度 ${command('voice create')} を使ってください。`,
    alreadyAnswered: `この確認は回答済みです。自分の声は ${command('voice list')} で確認できます。`,
    sending: ({ title }) => `${named(title)}の録音を音声サービスに送信しています…`,
    waitingForTraining: ({ title }) => `${named(title)}を作成しました。学習の開始を待っています…`,
    training: ({ title }) => `${named(title)}を作成しました。学習中です…`,
    ready: ({ title, id }) =>
      `${named(title)}が完成しました。${bold(SAMPLE)}で試聴、${bold(USE)}で自分の声に設定できます。IDは ${inlineCode(id)} です。`,
    trainingFailed: ({ title, id, recordings }) =>
      [
        `${named(title)}は学習に失敗したため使えません。`,
        ...recordings,
        `${command('voice delete')} で削除し、もっと質の良い録音でもう一度お試しください。IDは ${inlineCode(id)} です。`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }) =>
      `${named(title)}は${format.duration(afterMs)}たってもまだ学習中です。あとで ${command('voice info')} で確認してください。IDは ${inlineCode(id)} です。`,
    notFollowed: ({ title, id }) =>
      `${named(title)}を作成しましたが、今は学習の状況を確認できません。${command('voice info')} で確認してください。IDは ${inlineCode(id)} です。`,
    unsure: ({ title }) =>
      `音声サービスの応答がなく、${named(title)}が作成されたか分かりません。30分後に ${command('voice list')} を確認してください。作成されていれば、自分の声として表示されます。`,
    busy: '現在、ほかの人の声を作成中です。1分ほど待ってからもう一度お試しください。',
    noRecording: `声の録音を1件以上、${option('audio')} に添付してください。`,
    needsCover: `公開の声にはカバー画像が必要です。${COVER_FORMATS}の画像を ${option('cover')} に添付するか、別の公開範囲を選んでください。`,
    limits: {
      none: `このサーバーでは誰も声を作成できません。サーバーの管理者が ${command('settings')} で許可できます。`,
      person: ({ max }) =>
        `このサーバーで1人が作成できる声は${countVoices(max)}までです。${command('voice delete')} で1つ削除するか、サーバーの管理者に ${command('settings')} で上限を上げてもらってください。`,
      guild: ({ max }) =>
        `このサーバーの声は上限の${countVoices(max)}に達しています。${command('voice delete')} で1つ削除するか、サーバーの管理者に ${command('settings')} で上限を上げてもらってください。`,
      account: 'これ以上の声を保存できません。Botの運営者に相談してください。',
      direct: ({ max }) =>
        `1人が作成できる声は${countVoices(max)}までです。${command('voice delete')} で1つ削除してください。`,
    },
  },

  recordings: {
    empty: ({ name }) => `「${name}」は空です。もう一度アップロードしてください。`,
    tooLarge: ({ name, maxBytes }) => `「${name}」は大きすぎます。上限は${format.sizeLimit(maxBytes)}です。`,
    tooShort: ({ name, minMs }) =>
      `「${name}」は短すぎます。${format.plural(minMs / 1_000, { other: '#秒' })}以上のものを使ってください。`,
    tooLong: ({ name, maxMs }) =>
      `「${name}」は長すぎます。上限は${format.plural(maxMs / 60_000, { other: '#分' })}です。`,
    notAudio: ({ name, formats }) =>
      `「${name}」には読み取れる音声が入っていません。${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }) => `「${name}」には音声がありません。録音、または音声のある動画を添付してください。`,
    damaged: ({ name }) => `「${name}」は破損しているため、音声を読み取れません。${RECORD_AGAIN}`,
    protected: ({ name }) =>
      `「${name}」はコピー防止（DRM）されていて、専用のプレイヤーでしか開けません。保護されていないファイルを添付してください。`,
    unreadableSound: ({ name, formats }) =>
      `「${name}」の種類の音声は読み取れません。先にファイルをmp3またはwavに変換してください。${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }) => `「${name}」は途中で切れています。もう一度アップロードしてください。`,
    changed: ({ name }) =>
      `「${name}」は確認後に変更されています。もう一度 ${command('voice create')} を使ってください。`,
    hasGaps: ({ name }) =>
      `「${name}」の音声には長い途切れがあります。音声だけをwavまたはmp3でアップロードしてください。`,
  },

  fields: {
    titleMissing: '声にはタイトルが必要です。',
    titleTooLong: ({ length, max }) =>
      `タイトルが${format.number(length)}文字あります。上限は${format.number(max)}文字です。`,
    descriptionTooLong: ({ length, max }) =>
      `説明が${format.number(length)}文字あります。上限は${format.number(max)}文字です。`,
    tagTooLong: ({ tag, max }) =>
      `タグ「${tag}」が上限の${format.number(max)}文字を超えています。タグとタグの間はカンマで区切ってください。`,
    tooManyTags: ({ count, max }) => `タグが${format.number(count)}個あります。上限は${format.number(max)}個です。`,
    invalidVisibility: '公開範囲は `公開`、`限定公開`、`非公開` から選んでください。',
    transcriptCount: ({ recordings, transcripts }) =>
      `録音が${format.number(recordings)}件あるのに対し、${format.plural(transcripts, { other: '書き起こしは#件です。' })}書き起こしを \`|\` で区切るか、${option('transcript')} を省略してください。`,
    coverTooLarge: ({ maxBytes }) => `カバー画像が大きすぎます。上限は${format.sizeLimit(maxBytes)}です。`,
    coverNotAnImage: `${option('cover')} に使えない形式のファイルです。${COVER_FORMATS}の画像を添付してください。`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    id: 'ID',
    status: '状態',
    visibility: '公開範囲',
    languages: '言語',
    tags: 'タグ',
    owner: '所有者',
    created: '作成日',
    updated: '更新日',
    likes: 'いいね',
    uses: '使用回数',
    samples: 'サンプル',
    defaultText: '標準のテキスト',
    recordings: '録音',
    none: 'なし',
    you: 'あなた',
    createdBy: ({ owner, userId }) => `${owner}（作成者：${userMention(userId)}）`,
    visibilities: {
      public: '公開（音声サービスの一覧に掲載）',
      unlist: '限定公開（IDを知っている人だけ）',
      private: '非公開',
    },
    lockedVisibilities: {
      public: '公開（音声サービスの一覧に掲載、変更不可）',
      unlist: '限定公開（IDを知っている人だけ、変更不可）',
      private: '非公開（変更不可）',
    },
    count: ({ count }) => format.number(count),
    sample: ({ title, text }) => (title === '' ? `「${text}」` : `${title}：「${text}」`),
    more: ({ count }) => format.plural(count, { other: 'ほか#件' }),
    recording: ({ name, durationMs, language, passed, problem }) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? '言語不明' : language,
        passed ? '✅ 合格' : `⚠️ ${problem === '' ? '品質不足' : problem}`,
      ].join(' · '),
  },
  sampleReply: ({ title }) => `${named(title)}の声です：`,
  sampleText: 'こんにちは。こんな声で話します。',

  edit: {
    formTitle: '声を編集',
    formFields: {
      title: 'タイトル',
      description: '説明',
      tags: 'タグ（カンマ区切り）',
      visibility: ({ choices }) => `公開範囲（${choices.join(' / ')}）`,
    },
    visibilityNames: { public: '公開', unlist: '限定公開', private: '非公開' },
    edited: ({ title, description, visibleTo, tags, hasNewCover }) =>
      [
        `${named(title)}を更新しました。`,
        ...(description === undefined ? [] : [`${bold('説明：')}${description === '' ? 'なし' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('見つけられる人：')}${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('タグ：')}${tags.length === 0 ? 'なし' : tags.join('、')}`]),
        ...(hasNewCover ? [`${bold('カバー画像：')}新しい画像`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }) => `変更はありません。${named(title)}はすでにこの内容です。`,
    needsCover: ({ title }) =>
      `公開の声にはカバー画像が必要ですが、${named(title)}にはありません。${command('voice edit')} で ${option('visibility')} と ${option('cover')} を一緒に指定してください。`,
    makersChoice: ({ title }) =>
      `${named(title)}の公開範囲を広げられるのは作成者だけです。あなたは公開範囲を狭めるか、削除することができます。`,
    openForm: ({ title }) => `${named(title)}を編集するには、${bold(OPEN_FORM)}を押してください。`,
  },

  delete: {
    question: ({ title, id, users }) =>
      `${named(title)}（${inlineCode(id)}）を削除しますか？${chosenBy(users)}この操作は取り消せません。`,
    deleted: ({ title }) => `${named(title)}を削除しました。`,
    alreadyDeleted: 'この声はすでに削除されています。',
    kept: ({ title }) => `${named(title)}は削除していません。`,
  },

  sound: soundMessage,
  use: useMessages,
};

const WHO_CAN_FIND = {
  everyone: 'Discordの外も含めて誰でも（音声サービスの公開一覧に掲載）',
  'with-id': 'IDを知っている人',
  guild: 'このサーバーの人だけ',
  'its-guild': '作成されたサーバーの人だけ',
  maker: '自分だけ',
} as const;

function chosenBy(users: number): string {
  if (users === 0) return '使っている人はいません。';
  return format.plural(users, {
    other: '使っている#人は、ほかで選んだ声かデフォルトの声に切り替わります。',
  });
}

function seconds(durationMs: number): string {
  return `${format.number(durationMs / 1_000)}秒`;
}

function shortTime(timeMs: number): string {
  return time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);
}

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  return format.list([
    ...recordings.map(({ name, durationMs }) => `録音「${name}」（${seconds(durationMs)}）`),
    ...(hasTranscripts ? ['書き起こし'] : []),
    'タイトル',
    ...(hasDescription ? ['説明'] : []),
    ...(tags.length === 0 ? [] : [`タグ${tags.map((tag) => `「${tag}」`).join('')}`]),
    ...(hasCover ? ['カバー画像'] : []),
  ]);
}
