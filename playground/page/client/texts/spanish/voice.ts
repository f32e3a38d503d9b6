import { english } from '../english/english.ts';
import type { Texts } from '../texts.ts';

/** Spanish: the voice channel, the fault panel and the figures. */
export const voice: Texts['voice'] = {
  panel: 'Canal de voz',
  connectedTo: (channel, server) => `En ${channel}, ${server}`,
  leave: 'Salir del canal',
  turnOnSound: 'Activar sonido',
  blocked: 'Tu navegador bloquea el sonido hasta que lo permitas.',
  cannotHear:
    'Este navegador no puede reproducir voz porque no tiene WebCodecs. Los subtítulos y todo lo demás funcionan.',
  volume: 'Volumen',
  volumeOfAll: 'Volumen general',

  speaking: 'hablando',
  you: 'tú',
  membersOf: (channel) => `En ${channel}`,
  volumeOf: (name) => `Volumen de ${name}`,
  mutePerson: (name) => `Silenciar a ${name}`,

  microphone: 'Micrófono',
  openMicrophone: 'Activar micrófono',
  openingMicrophone: 'Esperando permiso…',
  closeMicrophone: 'Desactivar micrófono',
  mute: 'Silenciar',
  level: 'Nivel de tu micrófono',
  mode: 'Cuándo enviar tu voz',
  modes: { 'voice-activity': 'Cuando hablo', 'push-to-talk': 'Pulsar para hablar' },
  threshold: 'Sensibilidad de entrada',
  hold: 'Mantén pulsado para hablar',
  holdHint: (key) => `Mantén pulsado este botón o ${key} mientras hablas.`,
  echoCancellation: 'Cancelación de eco',
  noiseSuppression: 'Supresión de ruido',
  appliesNext: 'Se aplica la próxima vez que actives el micrófono.',

  file: 'Reproducir un archivo de audio',
  fileHint: 'También puedes soltar uno en cualquier parte de este panel.',
  fileProgress: (name) => `Reproduciendo ${name}`,
  stopFile: 'Detener',

  letSay: 'Hacer hablar a alguien',
  who: 'Quién',
  text: 'Qué dice',
  say: 'Hacer hablar',
  saying: (name) => `${name} está hablando…`,
  // The local voices speak English only.
  samples: english.voice.samples,

  problems: {
    unsupported:
      'Este navegador no puede enviar tu voz porque no tiene WebCodecs. Usa «Hacer hablar a alguien» para decir una frase.',
    denied:
      'La página no tiene permiso para usar tu micrófono. Permítelo en la barra de direcciones del navegador e inténtalo de nuevo.',
    missing: 'No se encontró ningún micrófono. Conecta uno o reproduce un archivo de audio.',
    busy: 'Otro programa está usando tu micrófono. Ciérralo e inténtalo de nuevo.',
    'file-unreadable': 'Este navegador no puede leer ese archivo. Prueba con uno MP3, WAV u Ogg.',
    'file-too-long': 'Ese archivo dura más de 20 minutos. Elige uno más corto.',
    'not-said': 'Tu voz no llegó al canal. Inténtalo de nuevo.',
  },

  record: 'Grabar un mensaje de voz',
  recording: (seconds) => `Grabando: ${seconds}`,
  sendRecording: 'Enviar mensaje de voz',
  discardRecording: 'Descartar',

  faults: 'Fallos',
  faultsHint: 'Estropea algo y mira cómo se las arregla Mynah. Los fallos son los mismos en todas las pestañas.',
  lasting: 'Activar',
  happening: 'Provocar',
  cause: 'Provocar',
  amountOf: (fault) => `${fault}: valor`,
  faultNames: {
    'service-down': 'Servicio de voz caído',
    'rate-limited': 'Servicio de voz saturado',
    slow: 'Servicio de voz lento',
    'packet-loss': 'Pérdida de paquetes',
    jitter: 'Jitter',
    'kick-bot': 'Echar a Mynah del canal de voz',
    'drop-gateway': 'Cortar la conexión con el gateway',
    'kill-voice-thread': 'Hacer fallar los subprocesos de voz',
  },
  faultWatch: {
    'service-down': 'Usa /decir: Mynah explica por qué no puede. Los subtítulos esperan y llegan tarde.',
    'rate-limited': 'Usa /decir varias veces: Mynah espera y vuelve a intentarlo.',
    slow: 'Cada respuesta tarda este tiempo de más. Fíjate en «De /decir al sonido».',
    'packet-loss': 'Se pierde este porcentaje de los paquetes de voz. Escucha y fíjate en los subtítulos.',
    jitter: 'Cada paquete puede llegar hasta este tiempo más tarde. El sonido sigue completo, con algo de retraso.',
    'kick-bot': 'Mynah sale y avisa. Usa /unirse para que vuelva.',
    'drop-gateway': 'Mynah se reconecta por su cuenta. La voz y los subtítulos continúan.',
    'kill-voice-thread': 'La voz se interrumpe un momento. La frase se repite.',
  },
  needsLocalSpeech: 'Solo con el servicio de voz local.',

  figures: 'Métricas en tiempo real',
  unknown: 'Sin datos',
  firstSound: 'De /decir al sonido',
  loss: 'Paquetes perdidos',
  jitter: 'Jitter',
  captionDelay: 'De la voz al subtítulo',
  queue: 'Textos en cola',
  permits: 'Solicitudes al servicio de voz',
  permitsOf: (held, allowed) => `${held} de ${allowed}`,
  permitsWaiting: (held, allowed, waiting) => `${held} de ${allowed}, ${waiting} en espera`,
};
