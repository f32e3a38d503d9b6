import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  return format.list(rest > 0 ? [...mentions, format.plural(rest, { other: 'ほか#人' })] : mentions);
}

const quoted = (permissions: readonly string[]): string => format.list(permissions.map((name) => bold(name)));

const KINDS = { characters: '読み上げ', captions: '字幕', transcription: '文字起こし' } as const;
const OWNERS = { person: 'あなた', member: 'あなた', guild: 'このサーバー', account: 'Bot全体' } as const;

/** Japanese: `/doctor`. */
export const doctorMessages: Messages['doctor'] = {
  command: { description: 'ここでBotが話さない、聞こえない理由と対処法を調べます' },

  allWell: 'ここではすべて正常です。',
  noProblems: '問題は見つかりませんでした。',
  again: 'もう一度調べる',
  checked: ({ atMs }) => `確認: ${ago(atMs)}`,

  groups: {
    here: 'このチャンネル',
    voice: '音声',
    captions: '字幕',
    speech: '音声サービス',
    server: 'このサーバーの上限',
    machine: '動作環境',
  },

  findings: {
    mayPost: 'ここに投稿できます。',
    cannotPost: ({ channelId, permissions }) =>
      `${channelMention(channelId)} に投稿できないため、字幕とお知らせが表示されません。そこでの${quoted(permissions)}の権限をBotに付与してください。`,
    missingExtras: ({ channelId, permissions }) =>
      `${channelMention(channelId)} で話した人の名前での字幕とファイルの添付をするには、${quoted(permissions)}の権限をBotに付与してください。`,
    youAreNotInVoice: 'あなたはボイスチャンネルにいません。参加してからもう一度調べると、そのチャンネルも確認します。',
    mayJoin: ({ channelId }) => `${channelMention(channelId)} に参加して読み上げられます。`,
    mayJoinStage: ({ channelId }) => `ステージの ${channelMention(channelId)} に参加できます。`,
    cannotJoin: ({ channelId, permissions }) =>
      `${channelMention(channelId)} に参加して読み上げることができません。そこでの${quoted(permissions)}の権限をBotに付与してください。`,
    channelFull: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} は満員です（最大${format.number(userLimit)}人）。空きを作るか、人数制限を上げるか、${bold('メンバーを移動')}の権限をBotに付与してください。`,
    speakingForRoles:
      'このサーバーでは、特定のロールの人だけがBotに読み上げさせることができます。サーバーの管理者に依頼してください。',
    captionsForRoles:
      'このサーバーでは、特定のロールの人だけが字幕を開始できます。サーバーの管理者に依頼してください。',
    cannotReadChat:
      'Discordからメッセージが届かないため、チャットを読み上げられません。Botの運営者がMessage Content Intentを有効にして、Botを再起動してください。',
    readsChat: '読み上げるメッセージは届いています。',

    discordAway: 'Discordとの接続が切れています。自動で復旧します。1分後にもう一度調べてください。',
    discordSlow: ({ pingMs }) =>
      `Discordの応答が遅くなっています（${format.number(pingMs)}ミリ秒）。コマンドや参加に普段より時間がかかります。`,
    discordOk: ({ pingMs, sinceMs }) => `Discordに接続中（${ago(sinceMs)}から、${format.number(pingMs)}ミリ秒）。`,
    voiceHangs: '音声を扱う部分が応答しません。1分以内に自動で再起動します。その後もう一度調べてください。',
    inNoChannel: `Botはボイスチャンネルにいません。あなたが参加しているときに ${command('say')} か ${command('captions start')} を使うと、Botも参加します。`,
    elsewhere: ({ channelId }) =>
      `Botはあなたのボイスチャンネルではなく ${channelMention(channelId)} にいます。そこに参加するか、${command('join')} で呼んでください。`,
    elsewhereHidden: `Botはあなたに見えないボイスチャンネルにいます。${command('join')} で呼んでください。`,
    stranded: ({ channelId }) =>
      `Discordでは ${channelMention(channelId)} にいる表示ですが、接続していません。${command('join')} でもう一度接続してください。`,
    joining: ({ channelId }) => `${channelMention(channelId)} に参加しています。数秒後にもう一度調べてください。`,
    reconnecting: ({ channelId, sinceMs }) =>
      `${channelMention(channelId)} との接続が切れ（${ago(sinceMs)}）、再接続しています。数分かかる場合は、${command('leave')} のあとに ${command('join')} を使ってください。`,
    voicePastProxy:
      '音声接続に失敗しています。Botはプロキシの内側にありますが、音声はプロキシを通れません。Botの運営者が、Discordの音声サーバーへのUDP通信と、プロキシでのdiscord.mediaの全ポートを許可してください。',
    connected: ({ channelId, sinceMs }) => `${channelMention(channelId)} に接続中（${ago(sinceMs)}から）。`,
    voicePing: ({ pingMs }) => `音声サーバー: ${format.number(pingMs)}ミリ秒。`,
    botMuted: ({ channelId }) =>
      `${channelMention(channelId)} でBotの声が聞こえません。モデレーターがBotをミュートしています。Botを右クリックして「サーバーミュート」を外してください。`,
    botDeafened: ({ channelId }) =>
      `${channelMention(channelId)} の声がBotに聞こえません。モデレーターがBotのスピーカーをミュートしています。Botを右クリックして「サーバースピーカーミュート」を外してください。`,
    inAudience: ({ channelId }) =>
      `Botは ${channelMention(channelId)} のオーディエンスです。字幕は使えますが、読み上げられません。ステージのモデレーターが招待してください。${command('join')} でスピーカー参加をリクエストします。`,
    mayNotSpeak: ({ channelId }) =>
      `Discordが ${channelMention(channelId)} での発言を許可していません。そこでの${bold('発言')}の権限をBotに付与し、${command('leave')} のあとに ${command('join')} を使ってください。`,
    paused: `読み上げは一時停止中です。${command('resume')} で再開します。`,
    nobodyListens: 'ボイスチャンネルに聞く人がいないため、テキストが待機しています。誰かが参加したら読み上げます。',
    queue: ({ texts }) =>
      texts === 0 ? 'キューは空です。' : format.plural(texts, { other: 'キューには#件のテキストがあります。' }),
    queueFull: ({ texts }) =>
      `キューがいっぱいです（${format.plural(texts, { other: '#件' })}）。待つか、${command('stop')} で空にしてください。`,
    keysMissing: `このボイスチャンネルの暗号化がまだ整っていないため、Botの声が聞こえません。1分以上かかる場合は、${command('leave')} のあとに ${command('join')} を使ってください。`,
    keysChanging: '誰かが参加または退出したため、暗号鍵を切り替えています。すぐに終わります。',
    encrypted: ({ version, epoch }) =>
      `エンドツーエンドで暗号化されています（DAVE ${format.number(version)}、エポック${format.number(epoch)}）。`,
    privacyCode: ({ code }) =>
      `音声プライバシーコード: ${inlineCode(code)}。Discordに表示されるコードと一致するか確認してください。`,
    notEndToEnd:
      'エンドツーエンドでは暗号化されていません。ステージでは常に、Discordのサーバーまでの通信だけが暗号化されます。',
    traffic: ({ sent, received }) => `直近1分のパケット: 送信${format.number(sent)}、受信${format.number(received)}。`,
    noLoss: 'パケットの損失はありません。',
    loss: ({ share }) =>
      `直近1分の発言の${format.percent(share)}がBotに届かなかったため、字幕が欠けています。続く場合は、ボイスチャンネルの地域を変えてみてください。`,
    holes: ({ holes, ms }) =>
      `直近1分の読み上げに${format.plural(holes, { other: '#回' })}の途切れがありました（${format.number(ms)}ミリ秒）。音声サービスからの音が遅れています。`,
    undecryptable: ({ userIds }) =>
      `${named(userIds)} の発言を復号できません。ボイスチャンネルから退出して、もう一度参加してもらってください。`,
    unknownSpeakers:
      '誰が話しているかがDiscordから届かず、一部の発言が欠けています。話している人は少し間を置くか、参加し直してください。',

    captionsOff: `字幕はオフです。${command('captions start')} でオンになります。`,
    captionsOn: ({ channelId }) => `字幕は ${channelMention(channelId)} に表示されます。`,
    captionDelay: ({ delayMs }) => `発言から字幕まで${format.number(delayMs / 1_000, 1)}秒です。`,
    captionsSlow: ({ delayMs }) =>
      `字幕が遅れています。発言から${format.number(delayMs / 1_000, 1)}秒かかります。音声サービスが遅くなっています。`,
    clipsWaiting: ({ clips }) =>
      `${format.plural(clips, { other: '#件の録音' })}が音声サービスを待っています。字幕は遅れますが、失われるものはありません。`,
    youOptedOut: `あなたはオプトアウトしているため、字幕の対象外です。${command('privacy opt-in')} で変更できます。`,
    youHaveNotOptedIn: `このサーバーではオプトインした人だけが字幕の対象で、あなたはまだです。${command('privacy opt-in')} で変更できます。`,
    youAreMuted:
      'モデレーターがあなたをミュートしているため、Botに聞こえません。「サーバーミュート」を外すよう依頼してください。',
    youMutedYourself: 'Discordであなたのマイクがミュートされています。',
    youMayNotSpeak:
      'このチャンネルで発言できないため、あなたの声がBotに聞こえません。ステージではスピーカー参加をリクエストしてください。',
    unheardByChoice: ({ people }) => format.plural(people, { other: 'ここにいる#人は、字幕の対象外を選んでいます。' }),
    optedOut: ({ userIds }) => `オプトアウトしていて字幕の対象外: ${named(userIds)}`,
    notOptedIn: ({ userIds }) => `${command('privacy opt-in')} でオプトインするまで字幕の対象外: ${named(userIds)}`,
    mutedByServer: ({ userIds }) => `モデレーターがミュートしていてBotに聞こえない人: ${named(userIds)}`,
    notSpeakers: ({ userIds }) => `オーディエンスか、発言の権限がなく、Botに聞こえない人: ${named(userIds)}`,
    botsUnheard: ({ userIds }) =>
      `Botは字幕の対象外です: ${named(userIds)}。サーバーの管理者は ${command('settings')} で変更できます。`,

    speechOk: ({ ms }) => `応答し（${format.number(ms)}ミリ秒）、キーも有効です。`,
    keyRejected:
      '音声サービスがキーを拒否したため、読み上げも字幕もできません。Botの運営者が `SPEECH_API_KEY` を確認してください。',
    outOfCredits: ({ freeModel }) =>
      format.sentences([
        '音声サービスのAPIクレジットがないため、読み上げも字幕もできません。Botの運営者が追加してください。音声サービスのプラットフォームのクレジットとは別のものです。',
        ...(freeModel === undefined
          ? []
          : [`${inlineCode(`SPEECH_MODEL=${freeModel}`)} にすると、クレジットがなくても読み上げはできます。`]),
      ]),
    creditForCaptions: ({ model }) =>
      `${inlineCode(model)} での読み上げは無料ですが、字幕と ${command('transcribe')} にはAPIクレジットが必要で、アカウントに残高がありません。Botの運営者が追加できます。音声サービスのプラットフォームのクレジットとは別のものです。`,
    speechBusy: 'リクエストが多すぎて、音声サービスに断られています。1分後にもう一度試してください。',
    speechDown:
      '現在、音声サービスで問題が発生しているため、読み上げは失敗し、字幕は遅れます。1分ほど待って、もう一度お試しください。',
    speechFailedLately: 'ここでの直近の読み上げは、音声サービスの問題で失敗しました。もう一度お試しください。',
    speechAway:
      '音声サービスが応答しないため、読み上げも字幕もできません。再試行を続けます。長引く場合は、Botの運営者がネットワークと `SPEECH_API_URL` を確認してください。',
    speechOdd: '音声サービスの応答が想定と異なります。Botの運営者が `SPEECH_API_URL` とログを確認してください。',
    speechFull:
      '音声サービスへのリクエストが上限に達しているため、テキストと字幕は順番を待ちます。しばらくすると解消します。',
    liveDown: '音声サービスとの高速な接続に失敗しているため、読み上げの開始が普段より遅くなります。再試行を続けます。',
    credit: ({ credit }) => `クレジット: ${format.number(Number(credit), 2)}。`,
    requests: ({ underWay, limit, waiting }) =>
      `リクエスト: 処理中${format.number(underWay)}/${format.number(limit)}、待機${format.number(waiting)}。`,

    limitsOk: '1日の上限には余裕があります。',
    usedUp: ({ kind, whose, resetsAtMs }) =>
      `${OWNERS[whose]}の${KINDS[kind]}の1日の上限に達しました。リセット: ${ago(resetsAtMs)}`,
    turnedOff: ({ kind, whose }) =>
      `${OWNERS[whose]}の${KINDS[kind]}の1日の上限が0のため、オフになっています。サーバーの管理者かBotの運営者が変更できます。`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }) =>
      `${OWNERS[whose]}の${KINDS[kind]}の1日の上限の${format.percent(share)}を使いました。リセット: ${ago(resetsAtMs)}`,

    databaseAway:
      'データベースが応答しないため、設定、書き起こし、新しい字幕が使えません。Botの運営者が確認してください。',
    databaseOk: ({ ms }) => `データベースは応答しています（${format.number(ms)}ミリ秒）。`,
    diskFull: 'ディスクの空きがほとんどなく、字幕が失われるおそれがあります。Botの運営者が空きを作ってください。',
    diskLow: 'ディスクの空きが少なくなっています。Botの運営者が空きを作ってください。',
    diskUnknown: 'ディスクを読み取れません。Botの運営者が確認してください。',
    diskFree: ({ bytes }) => `ディスクの空き: ${format.bytes(bytes)}。`,
    behindProxy: 'プロキシの内側で動いています。音声はプロキシを通れないため、UDPで直接通信します。',
    versions: ({ mynah, node }) => `Mynah ${mynah}、Node.js ${node}。`,
    machineOk: 'データベースは応答し、ディスクにも空きがあります。',

    notChecked: ({ group }) => `時間内に確認できませんでした: ${group}。少し待ってからもう一度調べてください。`,
  },
};
