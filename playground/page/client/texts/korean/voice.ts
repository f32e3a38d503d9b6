import { english } from '../english/english.ts';
import type { Texts } from '../texts.ts';

/** Korean: the voice channel, the fault panel and the figures. */
export const voice: Texts['voice'] = {
  panel: '음성',
  connectedTo: (channel, server) => `${channel} / ${server}`,
  leave: '연결 끊기',
  turnOnSound: '소리 켜기',
  blocked: '브라우저가 소리를 막고 있어요. 소리를 켜면 들을 수 있어요.',
  cannotHear:
    '이 브라우저는 WebCodecs를 지원하지 않아서 음성을 재생할 수 없어요. 자막과 다른 기능은 모두 쓸 수 있어요.',
  volume: '음량',
  volumeOfAll: '전체 음량',

  speaking: '말하는 중',
  you: '나',
  /** Names who is in a voice channel, for screen readers. */
  membersOf: (channel) => `${channel} 채널에 있는 사람`,
  volumeOf: (name) => `${name}님의 음량`,
  mutePerson: (name) => `${name}님 음소거`,

  microphone: '마이크',
  openMicrophone: '마이크 켜기',
  openingMicrophone: '허용을 기다리는 중…',
  closeMicrophone: '마이크 끄기',
  mute: '음소거',
  level: '내 마이크 음량',
  mode: '입력 모드',
  modes: { 'voice-activity': '음성 감지', 'push-to-talk': '눌러서 말하기' },
  threshold: '입력 감도',
  hold: '누르고 말하기',
  holdHint: (key) => `말하는 동안 이 버튼이나 ${key} 키를 누르고 있으세요.`,
  echoCancellation: '에코 제거',
  noiseSuppression: '잡음 제거',
  appliesNext: '다음에 마이크를 켤 때 적용돼요.',

  file: '오디오 파일로 말하기',
  fileHint: '파일을 이 패널에 끌어다 놓아도 돼요.',
  fileProgress: (name) => `${name} 재생 중`,
  stopFile: '중지',

  letSay: '누군가에게 말 시키기',
  who: '말할 사람',
  text: '할 말',
  say: '말 시키기',
  saying: (name) => `${name}님이 말하는 중…`,
  // The local voices speak English only.
  samples: english.voice.samples,

  problems: {
    unsupported:
      '이 브라우저는 WebCodecs를 지원하지 않아서 내 목소리를 보낼 수 없어요. 대신 ‘누군가에게 말 시키기’를 사용해 보세요.',
    denied: '이 페이지에서 마이크를 쓸 수 없어요. 브라우저 주소창에서 마이크를 허용한 뒤 다시 시도해 주세요.',
    missing: '마이크를 찾을 수 없어요. 마이크를 연결하거나 오디오 파일로 말해 보세요.',
    busy: '다른 프로그램이 마이크를 쓰고 있어요. 그 프로그램을 닫은 뒤 다시 시도해 주세요.',
    'file-unreadable': '이 브라우저에서는 이 파일을 읽을 수 없어요. MP3, WAV, Ogg 파일을 사용해 보세요.',
    'file-too-long': '파일이 20분보다 길어요. 더 짧은 파일을 골라 주세요.',
    'not-said': '목소리가 전달되지 않았어요. 다시 시도해 주세요.',
  },

  record: '음성 메시지 녹음',
  recording: (seconds) => `녹음 중: ${seconds}`,
  sendRecording: '음성 메시지 보내기',
  discardRecording: '버리기',

  faults: '장애',
  faultsHint: '뭔가를 고장 내고 Mynah가 어떻게 이겨 내는지 지켜보세요. 장애는 모든 탭에 똑같이 적용돼요.',
  lasting: '켜 두기',
  happening: '한 번 일으키기',
  cause: '실행',
  amountOf: (fault) => `${fault} 정도`,
  faultNames: {
    'service-down': '음성 서비스 중단',
    'rate-limited': '음성 서비스 혼잡',
    slow: '음성 서비스 지연',
    'packet-loss': '패킷 손실',
    jitter: '지터',
    'kick-bot': 'Mynah를 음성 채널에서 내보내기',
    'drop-gateway': '게이트웨이 연결 끊기',
    'kill-voice-thread': '음성 처리 스레드 강제 종료',
  },
  faultWatch: {
    'service-down': '/말하기 명령어를 실행하면 Mynah가 읽을 수 없는 이유를 알려 줘요. 자막은 기다렸다가 늦게 나와요.',
    'rate-limited': '/말하기 명령어를 몇 번 실행해 보세요. Mynah가 기다렸다가 다시 시도해요.',
    slow: '응답할 때마다 이만큼 더 걸려요. 소리가 나기까지 걸리는 시간을 지켜보세요.',
    'packet-loss': '전체 음성 패킷 중 이만큼이 사라져요. 소리를 들으면서 자막을 지켜보세요.',
    jitter: '패킷마다 최대 이만큼 늦게 도착해요. 소리는 끊기지 않고 조금 늦게 들려요.',
    'kick-bot': 'Mynah가 나가면서 그 사실을 알려 줘요. /참가 명령어로 다시 부를 수 있어요.',
    'drop-gateway': 'Mynah가 스스로 다시 연결해요. 말소리와 자막은 계속 이어져요.',
    'kill-voice-thread': '말소리가 잠깐 멈췄다가, 그 문장을 다시 읽어 줘요.',
  },
  needsLocalSpeech: '로컬 음성 서비스에서만 쓸 수 있어요.',

  figures: '실시간 측정값',
  unknown: '측정 전',
  firstSound: '/말하기부터 소리까지',
  loss: '손실된 패킷',
  jitter: '지터',
  captionDelay: '말에서 자막까지',
  queue: '읽을 글',
  permits: '음성 서비스 요청',
  permitsOf: (held, allowed) => `${held}/${allowed}`,
  permitsWaiting: (held, allowed, waiting) => `${held}/${allowed}, 대기 ${waiting}`,
};
