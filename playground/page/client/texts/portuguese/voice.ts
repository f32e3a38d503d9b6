import { english } from '../english/english.ts';
import type { Texts } from '../texts.ts';

/** Brazilian Portuguese: the voice channel, the fault panel and the figures. */
export const voice: Texts['voice'] = {
  panel: 'Canal de voz',
  connectedTo: (channel, server) => `Em ${channel}, ${server}`,
  leave: 'Sair do canal',
  turnOnSound: 'Ativar som',
  blocked: 'Seu navegador bloqueia o som até você permitir.',
  cannotHear: 'Este navegador não reproduz voz porque não tem WebCodecs. As legendas e todo o resto funcionam.',
  volume: 'Volume',
  volumeOfAll: 'Volume geral',

  speaking: 'falando',
  you: 'você',
  membersOf: (channel) => `Em ${channel}`,
  volumeOf: (name) => `Volume de ${name}`,
  mutePerson: (name) => `Silenciar ${name}`,

  microphone: 'Microfone',
  openMicrophone: 'Ativar microfone',
  openingMicrophone: 'Aguardando permissão…',
  closeMicrophone: 'Desativar microfone',
  mute: 'Silenciar',
  level: 'Nível do seu microfone',
  mode: 'Quando enviar sua voz',
  modes: { 'voice-activity': 'Quando eu falar', 'push-to-talk': 'Apertar para falar' },
  threshold: 'Sensibilidade de entrada',
  hold: 'Segure para falar',
  holdHint: (key) => `Segure este botão ou ${key} enquanto fala.`,
  echoCancellation: 'Cancelamento de eco',
  noiseSuppression: 'Supressão de ruído',
  appliesNext: 'Vale na próxima vez que você ativar o microfone.',

  file: 'Reproduzir um arquivo de áudio',
  fileHint: 'Você também pode soltar um em qualquer lugar deste painel.',
  fileProgress: (name) => `Reproduzindo ${name}`,
  stopFile: 'Parar',

  letSay: 'Fazer alguém falar',
  who: 'Quem',
  text: 'O que vai dizer',
  say: 'Fazer falar',
  saying: (name) => `${name} está falando…`,
  // The local voices speak English only.
  samples: english.voice.samples,

  problems: {
    unsupported:
      'Este navegador não consegue enviar sua voz porque não tem WebCodecs. Use “Fazer alguém falar” para dizer uma frase.',
    denied:
      'A página não tem permissão para usar seu microfone. Permita na barra de endereço do navegador e tente de novo.',
    missing: 'Nenhum microfone encontrado. Conecte um ou reproduza um arquivo de áudio.',
    busy: 'Outro programa está usando seu microfone. Feche esse programa e tente de novo.',
    'file-unreadable': 'Este navegador não consegue ler esse arquivo. Tente um MP3, WAV ou Ogg.',
    'file-too-long': 'Esse arquivo tem mais de 20 minutos. Escolha um mais curto.',
    'not-said': 'Sua voz não chegou ao canal. Tente de novo.',
  },

  record: 'Gravar uma mensagem de voz',
  recording: (seconds) => `Gravando: ${seconds}`,
  sendRecording: 'Enviar mensagem de voz',
  discardRecording: 'Descartar',

  faults: 'Falhas',
  faultsHint: 'Quebre alguma coisa e veja como o Mynah se vira. As falhas são as mesmas em todas as abas.',
  lasting: 'Ativar',
  happening: 'Provocar',
  cause: 'Provocar',
  amountOf: (fault) => `${fault}: valor`,
  faultNames: {
    'service-down': 'Serviço de voz fora do ar',
    'rate-limited': 'Serviço de voz ocupado',
    slow: 'Serviço de voz lento',
    'packet-loss': 'Perda de pacotes',
    jitter: 'Jitter',
    'kick-bot': 'Expulsar o Mynah do canal de voz',
    'drop-gateway': 'Derrubar a conexão com o gateway',
    'kill-voice-thread': 'Derrubar as threads de voz',
  },
  faultWatch: {
    'service-down': 'Use /dizer: o Mynah explica por que não consegue. As legendas esperam e chegam atrasadas.',
    'rate-limited': 'Use /dizer algumas vezes: o Mynah espera e tenta de novo.',
    slow: 'Cada resposta demora esse tempo a mais. Repare em “De /dizer ao som”.',
    'packet-loss': 'Essa porcentagem dos pacotes de voz se perde. Ouça e repare nas legendas.',
    jitter: 'Cada pacote pode atrasar até esse tempo. O som continua inteiro, só um pouco mais tarde.',
    'kick-bot': 'O Mynah sai e avisa. Use /entrar para trazê-lo de volta.',
    'drop-gateway': 'O Mynah se reconecta sozinho. A fala e as legendas continuam.',
    'kill-voice-thread': 'A fala para por um momento. A frase é dita de novo.',
  },
  needsLocalSpeech: 'Só com o serviço de voz local.',

  figures: 'Métricas ao vivo',
  unknown: 'Sem dados',
  firstSound: 'De /dizer ao som',
  loss: 'Pacotes perdidos',
  jitter: 'Jitter',
  captionDelay: 'Da fala à legenda',
  queue: 'Textos na fila',
  permits: 'Pedidos ao serviço de voz',
  permitsOf: (held, allowed) => `${held} de ${allowed}`,
  permitsWaiting: (held, allowed, waiting) => `${held} de ${allowed}, ${waiting} na fila`,
};
