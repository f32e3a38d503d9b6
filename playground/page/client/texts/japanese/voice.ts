import { english } from '../english/english.ts';
import type { Texts } from '../texts.ts';

/** Japanese: the voice channel, the fault panel and the figures. */
export const voice: Texts['voice'] = {
  panel: 'ボイス',
  connectedTo: (channel, server) => `${channel} / ${server}`,
  leave: '切断',
  turnOnSound: '音声をオンにする',
  blocked: 'ブラウザーが音声をブロックしています。オンにすると聞こえます。',
  cannotHear:
    'このブラウザーはWebCodecsに対応していないため、ボイスを再生できません。字幕など、ほかの機能はすべて使えます。',
  volume: '音量',
  volumeOfAll: '全員の音量',

  speaking: '発言中',
  you: 'あなた',
  /** Names who is in a voice channel, for screen readers. */
  membersOf: (channel) => `${channel} にいる人`,
  volumeOf: (name) => `${name}の音量`,
  mutePerson: (name) => `${name}をミュート`,

  microphone: 'マイク',
  openMicrophone: 'マイクをオンにする',
  openingMicrophone: '許可を待っています…',
  closeMicrophone: 'マイクをオフにする',
  mute: 'ミュート',
  level: 'マイクの音量',
  mode: '入力モード',
  modes: { 'voice-activity': '音声検出', 'push-to-talk': 'プッシュトゥトーク' },
  threshold: '入力感度',
  hold: '押している間話す',
  holdHint: (key) => `話す間、このボタンか${key}キーを押し続けてください。`,
  echoCancellation: 'エコー除去',
  noiseSuppression: 'ノイズ抑制',
  appliesNext: '次にマイクをオンにしたときに反映されます。',

  file: '音声ファイルで話す',
  fileHint: 'このパネルにファイルをドロップすることもできます。',
  fileProgress: (name) => `${name} を再生中`,
  stopFile: '停止',

  letSay: '誰かに話してもらう',
  who: '話す人',
  text: '話す言葉',
  say: '話してもらう',
  saying: (name) => `${name}さんが話しています…`,
  // The local voices speak English only.
  samples: english.voice.samples,

  problems: {
    unsupported:
      'このブラウザーはWebCodecsに対応していないため、あなたの声を送信できません。代わりに「誰かに話してもらう」を使ってください。',
    denied:
      'このページでのマイクの使用が許可されていません。ブラウザーのアドレスバーで許可してから、もう一度お試しください。',
    missing: 'マイクが見つかりません。マイクを接続するか、音声ファイルで話してください。',
    busy: '別のプログラムがマイクを使用しています。そちらを閉じてから、もう一度お試しください。',
    'file-unreadable': 'このブラウザーではこのファイルを読み取れません。MP3、WAV、Oggのファイルをお試しください。',
    'file-too-long': 'このファイルは20分を超えています。もっと短いファイルを選んでください。',
    'not-said': '声を送信できませんでした。もう一度お試しください。',
  },

  record: 'ボイスメッセージを録音',
  recording: (seconds) => `録音中：${seconds}`,
  sendRecording: 'ボイスメッセージを送信',
  discardRecording: '破棄',

  faults: '障害',
  faultsHint: '何かを壊して、Mynahがどう乗り切るか見てみましょう。障害はすべてのタブに共通です。',
  lasting: 'オンにして続ける',
  happening: '一度だけ起こす',
  cause: '実行',
  amountOf: (fault) => `${fault}の程度`,
  faultNames: {
    'service-down': '音声サービスの停止',
    'rate-limited': '音声サービスの混雑',
    slow: '音声サービスの遅延',
    'packet-loss': 'パケットロス',
    jitter: 'ジッター',
    'kick-bot': 'Mynahをボイスから切断',
    'drop-gateway': 'ゲートウェイを切断',
    'kill-voice-thread': '音声処理スレッドをクラッシュ',
  },
  faultWatch: {
    'service-down': '/話す を実行すると、Mynahが読み上げられない理由を伝えます。字幕は保留され、遅れて表示されます。',
    'rate-limited': '/話す を何度か実行すると、Mynahは待ってから再試行します。',
    slow: '応答のたびに、この時間だけ余計にかかります。音が出るまでの時間に注目してください。',
    'packet-loss': '音声パケットのうち、この割合が失われます。音を聞き、字幕にも注目してください。',
    jitter: '各パケットが最大でこの時間だけ遅れます。音声は途切れず、少し遅れて届きます。',
    'kick-bot': 'Mynahが退出し、そのことを知らせます。/参加 で呼び戻せます。',
    'drop-gateway': 'Mynahは自動で再接続します。読み上げと字幕は続きます。',
    'kill-voice-thread': '読み上げが一瞬止まり、その文がもう一度読み上げられます。',
  },
  needsLocalSpeech: 'ローカルの音声サービスでのみ使えます。',

  figures: 'リアルタイムの測定値',
  unknown: '未測定',
  firstSound: '/話す から音が出るまで',
  loss: '失われたパケット',
  jitter: 'ジッター',
  captionDelay: '発言から字幕まで',
  queue: '読み上げるテキスト',
  permits: '音声サービスへのリクエスト',
  permitsOf: (held, allowed) => `${held} / ${allowed}`,
  permitsWaiting: (held, allowed, waiting) => `${held} / ${allowed}、待機中 ${waiting}`,
};
