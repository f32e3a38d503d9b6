import { english } from '../english/english.ts';
import type { Texts } from '../texts.ts';

/** German: the voice channel, the fault panel and the figures. */
export const voice: Texts['voice'] = {
  panel: 'Sprachkanal',
  connectedTo: (channel, server) => `In ${channel}, ${server}`,
  leave: 'Verlassen',
  turnOnSound: 'Ton einschalten',
  blocked: 'Dein Browser blockiert den Ton, bis du ihn erlaubst.',
  cannotHear:
    'Dieser Browser kann keine Stimmen abspielen: Ihm fehlt WebCodecs. Untertitel und alles andere funktionieren.',
  volume: 'Lautstärke',
  volumeOfAll: 'Lautstärke von allen',

  speaking: 'spricht',
  you: 'du',
  membersOf: (channel) => `In ${channel}`,
  volumeOf: (name) => `Lautstärke von ${name}`,
  mutePerson: (name) => `${name} stummschalten`,

  microphone: 'Mikrofon',
  openMicrophone: 'Mikrofon einschalten',
  openingMicrophone: 'Warte auf Erlaubnis …',
  closeMicrophone: 'Mikrofon aus',
  mute: 'Stumm',
  level: 'Pegel deines Mikrofons',
  mode: 'Wann deine Stimme gesendet wird',
  modes: { 'voice-activity': 'Wenn ich spreche', 'push-to-talk': 'Push-to-Talk' },
  threshold: 'Eingabeempfindlichkeit',
  hold: 'Zum Sprechen halten',
  holdHint: (key) => `Halte diesen Button oder ${key} gedrückt, während du sprichst.`,
  echoCancellation: 'Echounterdrückung',
  noiseSuppression: 'Rauschunterdrückung',
  appliesNext: 'Gilt, sobald du das Mikrofon das nächste Mal einschaltest.',

  file: 'Audiodatei abspielen',
  fileHint: 'Du kannst auch eine Datei irgendwo auf diesem Bereich ablegen.',
  fileProgress: (name) => `${name} wird abgespielt`,
  stopFile: 'Stopp',

  letSay: 'Jemanden sprechen lassen',
  who: 'Wer',
  text: 'Was gesagt wird',
  say: 'Sprechen lassen',
  saying: (name) => `${name} spricht …`,
  // The local voices speak English only.
  samples: english.voice.samples,

  problems: {
    unsupported:
      'Dieser Browser kann deine Stimme nicht senden: Ihm fehlt WebCodecs. Nimm stattdessen „Jemanden sprechen lassen“.',
    denied:
      'Die Seite darf dein Mikrofon nicht verwenden. Erlaube es in der Adressleiste deines Browsers und versuch es dann noch einmal.',
    missing: 'Kein Mikrofon gefunden. Schließ eines an oder spiel eine Audiodatei ab.',
    busy: 'Ein anderes Programm verwendet dein Mikrofon. Schließ es und versuch es dann noch einmal.',
    'file-unreadable': 'Dieser Browser kann die Datei nicht lesen. Versuch es mit MP3, WAV oder Ogg.',
    'file-too-long': 'Die Datei ist länger als 20 Minuten. Wähle eine kürzere.',
    'not-said': 'Deine Stimme ist nicht angekommen. Versuch es noch einmal.',
  },

  record: 'Sprachnachricht aufnehmen',
  recording: (seconds) => `Aufnahme: ${seconds}`,
  sendRecording: 'Sprachnachricht senden',
  discardRecording: 'Verwerfen',

  faults: 'Störungen',
  faultsHint: 'Mach etwas kaputt und sieh zu, wie Mynah damit klarkommt. Störungen gelten in allen Tabs.',
  lasting: 'Einschalten',
  happening: 'Auslösen',
  cause: 'Auslösen',
  amountOf: (fault) => `${fault}: Stärke`,
  faultNames: {
    'service-down': 'Sprachdienst ausgefallen',
    'rate-limited': 'Sprachdienst ausgelastet',
    slow: 'Sprachdienst langsam',
    'packet-loss': 'Paketverlust',
    jitter: 'Jitter',
    'kick-bot': 'Mynah aus dem Kanal werfen',
    'drop-gateway': 'Gateway-Verbindung trennen',
    'kill-voice-thread': 'Voice-Threads abstürzen lassen',
  },
  faultWatch: {
    'service-down': 'Verwende /sagen: Mynah sagt, warum es nicht geht. Untertitel warten und kommen später.',
    'rate-limited': 'Verwende /sagen ein paarmal: Mynah wartet und versucht es erneut.',
    slow: 'Jede Antwort dauert um so viel länger. Achte auf „Von /sagen bis zum Ton“.',
    'packet-loss': 'Dieser Anteil aller Sprachpakete geht verloren. Hör hin und achte auf die Untertitel.',
    jitter: 'Jedes Paket kommt bis zu so viel später an. Der Ton bleibt vollständig, nur etwas verzögert.',
    'kick-bot': 'Mynah verlässt den Kanal und sagt Bescheid. Mit /beitreten holst du Mynah zurück.',
    'drop-gateway': 'Mynah verbindet sich von selbst neu. Sprechen und Untertitel laufen weiter.',
    'kill-voice-thread': 'Das Sprechen setzt kurz aus. Der Satz wird noch einmal gesprochen.',
  },
  needsLocalSpeech: 'Nur mit dem lokalen Sprachdienst.',

  figures: 'Live-Werte',
  unknown: 'Noch nicht gemessen',
  firstSound: 'Von /sagen bis zum Ton',
  loss: 'Verlorene Pakete',
  jitter: 'Jitter',
  captionDelay: 'Vom Sprechen bis zum Untertitel',
  queue: 'Texte in der Warteschlange',
  permits: 'Anfragen an den Sprachdienst',
  permitsOf: (held, allowed) => `${held} von ${allowed}`,
  permitsWaiting: (held, allowed, waiting) => `${held} von ${allowed} (wartend: ${waiting})`,
};
