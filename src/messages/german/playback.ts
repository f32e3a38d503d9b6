import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

type Playback = Messages['playback'];

const format = createFormat('de');

const USUAL_VOICE = 'Meine übliche Stimme';

const yourVoice = ({ title }: { readonly title: string }): string =>
  title === '' ? 'Deine Stimme' : `Deine Stimme ${bold(title)}`;

/** German: speaking in voice channels, and the commands for it. */
export const playbackMessages: Playback = {
  commands: {
    say: {
      description: 'Spricht einen Text in deinem Sprachkanal oder gibt ihn dir als Audiodatei',
      options: {
        text: 'Der Text, den ich sprechen soll; ohne Angabe öffnet sich ein Formular',
        voice: 'Die Stimme: Tippe den Anfang ihres Titels ein oder füge ihre ID ein',
        style: 'Wie ich es sagen soll: Wähle einen Stil oder beschreibe einen in ein paar Worten',
        speed: 'Wie schnell, von 0,5 bis 2 (Standard: dein übliches Tempo)',
        file: 'Eine Audiodatei senden, statt zu sprechen',
      },
    },
    join: {
      description: 'Tritt einem Sprachkanal bei',
      options: { channel: 'Der Kanal, dem ich beitreten soll; ohne Angabe deiner' },
    },
    leave: { description: 'Verlässt den Sprachkanal' },
    skip: { description: 'Überspringt den Text, der gerade gesprochen wird' },
    stop: { description: 'Hört auf zu sprechen und leert die Warteschlange' },
    pause: { description: 'Pausiert das Sprechen' },
    resume: { description: 'Setzt das Sprechen fort' },
    queue: { description: 'Zeigt die Warteschlange und entfernt Texte daraus' },
  },

  join: {
    joined: ({ channelId }) =>
      `Ich bin ${channelMention(channelId)} beigetreten. Mit ${command('say')} lässt du mich sprechen.`,
    moved: ({ channelId }) =>
      `Ich bin nach ${channelMention(channelId)} gewechselt. Mit ${command('say')} lässt du mich sprechen.`,
    alreadyHere: ({ channelId }) =>
      `Ich bin schon in ${channelMention(channelId)}. Mit ${command('say')} lässt du mich sprechen.`,
    missingPermissions: ({ channelId, permissions }) =>
      `Ich kann in ${channelMention(channelId)} nicht sprechen. Bitte jemanden, der den Server verwaltet, mir dort ${format.list(permissions)} zu geben.`,
    full: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} ist voll (höchstens ${format.number(userLimit)}). Schafft Platz, erhöht das Limit oder gebt mir „Mitglieder verschieben“.`,
    unknownChannel:
      'Diesen Sprachkanal sehe ich nicht. Gib mir dort „Kanal anzeigen“ und „Verbinden“ oder wähle einen anderen.',
    noAnswer:
      'Discord hat mich nicht beitreten lassen. Vielleicht ist der Kanal voll oder für mich gesperrt. Versuch es gleich noch einmal.',
    notReady:
      'Discord hat mich hereingelassen, aber die Sprachverbindung ist nicht zustande gekommen. Versuch es gleich noch einmal.',
    busy: ({ retryAtMs }) =>
      `Ich kann noch nicht beitreten: Discord begrenzt, wie vielen Kanälen ich pro Minute beitrete. Versuch es ${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)} noch einmal.`,
    cancelled: 'Noch bevor ich beigetreten war, sollte ich wieder gehen.',
    noChannel: `Tritt erst einem Sprachkanal bei oder wähle einen mit ${option('channel')}.`,
    notForYou: ({ channelId }) =>
      `Du kannst ${channelMention(channelId)} selbst nicht beitreten, deshalb trete ich dort auch nicht für dich bei.`,
  },

  stage: {
    asked: ({ channelId }) =>
      `Ich bin im Publikum von ${channelMention(channelId)} und habe ums Wort gebeten. Die Stage-Moderation muss mich einladen; Untertitel gehen schon.`,
    mayNotAsk: ({ channelId }) =>
      `Ich bin im Publikum von ${channelMention(channelId)}, wo Untertitel gehen. Damit ich spreche, lade mich zum Sprechen ein oder gib mir dort „Redeanfrage“.`,
    couldNotAsk: ({ channelId }) =>
      `Ich bin im Publikum von ${channelMention(channelId)}, wo Untertitel gehen. Ums Wort bitten konnte ich nicht: Die Stage-Moderation muss mich einladen.`,
    waits: {
      asked: ({ channelId }) =>
        `Ich bin im Publikum von ${channelMention(channelId)} und habe ums Wort gebeten. Meine Warteschlange wartet, bis mich die Stage-Moderation einlädt.`,
      mayNotAsk: ({ channelId }) =>
        `Aus dem Publikum von ${channelMention(channelId)} kann ich nicht sprechen. Meine Warteschlange wartet, bis mich die Stage-Moderation einlädt oder mir „Redeanfrage“ gibt.`,
      movedToAudience: ({ channelId }) =>
        `Ich wurde ins Publikum von ${channelMention(channelId)} verschoben und spreche nicht weiter. Mit ${command('join')} bitte ich noch einmal ums Wort.`,
    },
  },

  inUse: {
    join: ({ channelId }) =>
      `In ${channelMention(channelId)} hört mir jemand zu. Komm dazu oder bitte die Leute dort, ${command('leave')} zu verwenden.`,
    say: ({ channelId, mayMove }) =>
      mayMove
        ? `Ich werde gerade in ${channelMention(channelId)} gebraucht. Tritt diesem Kanal bei oder hol mich mit ${command('join')} in deinen.`
        : `Ich werde gerade in ${channelMention(channelId)} gebraucht. Tritt diesem Kanal bei oder lass dir mit ${option('file')} eine Audiodatei geben.`,
    captions: ({ channelId, mayMove }) =>
      mayMove
        ? `Ich werde gerade in ${channelMention(channelId)} gebraucht. Tritt diesem Kanal bei, um ihn zu untertiteln, oder hol mich mit ${command('join')} in deinen.`
        : `Ich werde gerade in ${channelMention(channelId)} gebraucht. Tritt diesem Kanal bei, um ihn zu untertiteln.`,
  },

  notInVoice: `Ich bin hier in keinem Sprachkanal. Hol mich mit ${command('join')} in deinen.`,
  nothingToControl: 'Ich bin in keinem Sprachkanal.',
  mayNotControl: ({ channelId }) =>
    `Das können nur Personen in ${channelMention(channelId)} und alle, die den Server oder seine Sprachkanäle verwalten.`,

  left: ({ channelId }) => `Ich habe ${channelMention(channelId)} verlassen.`,
  joinCancelled: ({ channelId }) => `Abgebrochen: Ich trete ${channelMention(channelId)} nicht bei.`,
  skipped: ({ userId }) => `Text von ${userMention(userId)} übersprungen.`,
  skippedOwn: 'Dein Text wurde übersprungen.',
  nothingToSkip: 'Es gibt nichts zu überspringen: Ich spreche gerade nicht.',
  stopped: 'Gestoppt.',
  stoppedAndRemoved: ({ texts }) =>
    format.plural(texts, {
      one: 'Gestoppt. # Text wurde aus der Warteschlange entfernt.',
      other: 'Gestoppt. # Texte wurden aus der Warteschlange entfernt.',
    }),
  nothingToStop: 'Es gibt nichts zu stoppen: Ich spreche gerade nicht.',
  paused: `Pausiert. Weiter geht es mit ${command('resume')}.`,
  alreadyPaused: `Ich mache schon Pause. Weiter geht es mit ${command('resume')}.`,
  resumed: 'Es geht weiter.',
  notPaused: 'Ich mache gerade keine Pause.',

  queue: {
    empty: `Die Warteschlange ist leer. Füge mit ${command('say')} etwas hinzu.`,
    heading: ({ channelId }) => `In ${channelMention(channelId)}:`,
    joiningHeading: ({ channelId }) => `Auf dem Weg in ${channelMention(channelId)}:`,
    pausedHeading: ({ channelId }) => `In ${channelMention(channelId)} (pausiert):`,
    item: ({ number, userId, state, text }) => `${number}\\. ${userMention(userId)} (${state}): ${text}`,
    states: {
      waiting: 'wartet',
      preparing: 'wird vorbereitet',
      speaking: 'wird gesprochen',
      paused: 'pausiert',
      'waiting-for-listeners': 'wartet auf Zuhörer',
      'waiting-for-permission': 'darf noch nicht sprechen',
    },
    hidden: ({ texts }) => format.plural(texts, { one: '… und # weiterer Text.', other: '… und # weitere Texte.' }),
    selectPlaceholder: 'Einen Text entfernen…',
    removed: 'Aus der Warteschlange entfernt.',
    notFound: 'Dieser Text ist nicht mehr in der Warteschlange.',
    notYours: 'Du kannst nur deine eigenen Texte entfernen.',
    notForYou:
      'Du kannst den Sprachkanal nicht sehen, in dem ich bin, deshalb kann ich dir seine Warteschlange nicht zeigen.',
  },

  say: {
    form: { title: 'Einen Text sprechen', text: 'Text' },
    voiceTooLong: `Der Name dieser Stimme ist zu lang für das Formular. Wähle sie aus den Vorschlägen oder gib auch ${option('text')} an.`,
    styles: {
      whispering: 'flüsternd',
      'soft tone': 'sanft',
      shouting: 'rufend',
      screaming: 'schreiend',
      'in a hurry tone': 'gehetzt',
      happy: 'fröhlich',
      excited: 'aufgeregt',
      calm: 'ruhig',
      sad: 'traurig',
      angry: 'wütend',
      surprised: 'überrascht',
      nervous: 'nervös',
      scared: 'ängstlich',
      confident: 'selbstbewusst',
      proud: 'stolz',
      curious: 'neugierig',
      grateful: 'dankbar',
      sarcastic: 'sarkastisch',
      embarrassed: 'verlegen',
      laughing: 'lachend',
      sighing: 'seufzend',
      sobbing: 'schluchzend',
    },
    knownStyles: ({ styles }) =>
      `Stile: ${format.list(styles.map((style) => inlineCode(style)))}. Du kannst auch einen in ein paar eigenen Worten beschreiben.`,
    invalidStyle: ({ max }) =>
      `Beschreibe den Stil in ein paar Worten, nur mit Buchstaben und mit höchstens ${format.number(max)} Zeichen, zum Beispiel ${inlineCode('flüsternd')}.`,
    nothingToSpeak: 'In diesem Text ist nichts, was ich sprechen kann. Füge ein paar Wörter hinzu.',
    nothingInMessage: 'In dieser Nachricht ist nichts, was ich sprechen kann. Wähle eine mit Text.',
    queued: ({ ahead }) =>
      format.plural(ahead, {
        one: `In der Warteschlange: # Text ist vor deinem dran. ${command('queue')} zeigt alle.`,
        other: `In der Warteschlange: # Texte sind vor deinem dran. ${command('queue')} zeigt alle.`,
      }),
    queuedWhilePaused: ({ ahead }) =>
      ahead === 0
        ? `In der Warteschlange. Ich mache gerade Pause; weiter geht es mit ${command('resume')}.`
        : format.plural(ahead, {
            one: `In der Warteschlange: # Text ist vor deinem dran. Ich mache gerade Pause; weiter geht es mit ${command('resume')}.`,
            other: `In der Warteschlange: # Texte sind vor deinem dran. Ich mache gerade Pause; weiter geht es mit ${command('resume')}.`,
          }),
    fileInstead: 'Du bist in keinem Sprachkanal, deshalb hier das Audio.',
    audioFor: ({ userId }) => `${userMention(userId)} wollte dieses Audio:`,
    waitingForSound: 'Der erste Ton lässt noch auf sich warten…',
    waitingForPeople: 'Im Sprachkanal ist niemand, der zuhört. Ich spreche, sobald jemand beitritt.',
    waitingToContinue: 'Im Sprachkanal ist niemand, der zuhört. Ich spreche weiter, sobald jemand beitritt.',
    waitingForPermission:
      'Ich darf hier noch nicht sprechen. Ich fange an, sobald mich die Stage-Moderation einlädt oder ich „Sprechen“ habe.',
    speaking: 'Ich spreche…',
    spoken: 'Gesprochen.',
    dropped: {
      skipped: 'Übersprungen.',
      stopped: 'Gestoppt.',
      removed: 'Aus der Warteschlange entfernt.',
      'session-ended': 'Ich habe den Sprachkanal verlassen, bevor dieser Text zu Ende war.',
    },
    neverSpoken: 'Nicht gesprochen: Ich habe den Sprachkanal verlassen.',
    notContinued: `Ich wurde neu gestartet und konnte diesen Text nicht zu Ende sprechen. Sende ihn mit ${command('say')} noch einmal.`,
    interrupted: ({ reason }) => `Ich musste mittendrin aufhören. ${reason}`,
    tooManyTexts: ({ max }) =>
      `Die Warteschlange ist voll (${format.plural(max, { one: '# Text', other: '# Texte' })}). Versuch es noch einmal, wenn ich einen Teil gesprochen habe.`,
    tooManyCharacters: ({ max }) =>
      `Die Warteschlange ist voll (${format.plural(max, { one: '# Zeichen', other: '# Zeichen' })}). Versuch es noch einmal, wenn ich einen Teil gesprochen habe.`,
  },

  voice: {
    lost: {
      deleted: (voice) => `${yourVoice(voice)} wurde gelöscht.`,
      withdrawn: (voice) => `${yourVoice(voice)} ist jetzt privat.`,
      gone: (voice) => `${yourVoice(voice)} wurde beim Sprachdienst gelöscht.`,
      failed: (voice) => `${yourVoice(voice)} ist nicht verwendbar: Das Training ist fehlgeschlagen.`,
      'taken-down': (voice) => `${yourVoice(voice)} wurde vom Sprachdienst gesperrt.`,
    },
    refused: {
      ready: 'Der Sprachdienst nimmt die gewünschte Stimme gerade nicht an.',
      training: 'Die gewünschte Stimme wird noch trainiert.',
      failed: 'Das Training der gewünschten Stimme ist fehlgeschlagen.',
      'taken-down': 'Die gewünschte Stimme wurde vom Sprachdienst gesperrt.',
      'not-for-speech': 'Die gewünschte Stimme ist nicht zum Sprechen gemacht.',
      gone: 'Die gewünschte Stimme wurde beim Sprachdienst gelöscht.',
    },
    now: {
      default: `Ab jetzt sprichst du mit der Standardstimme. Eine andere wählst du mit ${command('voice use')}.`,
      everywhere: `Ab jetzt sprichst du mit der Stimme, die du für überall gewählt hast. Eine andere wählst du mit ${command('voice use')}.`,
      here: `Ab jetzt sprichst du mit der Stimme, die du für diesen Server gewählt hast. Eine andere wählst du mit ${command('voice use')}.`,
      said: `Ab jetzt sprichst du mit der Stimme, die du zuletzt bei ${command('say')} verwendet hast. Eine andere wählst du mit ${command('voice use')}.`,
    },
    serverRefused: `Die Stimme dieses Servers ist gerade nicht verwendbar, deshalb spreche ich mit der Standardstimme. Wer den Server verwaltet, kann in ${command('settings')} eine andere wählen.`,
    usual: USUAL_VOICE,
    lastUsed: ({ title }) => (title === '' ? 'Die zuletzt verwendete Stimme' : `${title} · zuletzt verwendet`),
    remembered: ({ title }) =>
      `Für dein ${command('say')} verwende ich hier ab jetzt ${title === '' ? 'diese Stimme' : bold(title)}. Mit „${USUAL_VOICE}“ als ${option('voice')} wechselst du zurück.`,
    thisTimeDefault: 'Stattdessen spreche ich mit der Standardstimme.',
    choiceUnavailable:
      'Ich kann gerade nicht nachsehen, welche Stimme du gewählt hast, deshalb spreche ich mit der Standardstimme.',
  },

  notices: {
    leftAlone: ({ channelId }) =>
      `Ich habe ${channelMention(channelId)} verlassen, weil sonst niemand mehr da war. Mit ${command('join')} holst du mich zurück.`,
    moved: ({ channelId }) => `Ich wurde nach ${channelMention(channelId)} verschoben und mache dort weiter.`,
    movedWithoutPermissions: ({ channelId, permissions }) =>
      `Ich wurde nach ${channelMention(channelId)} verschoben und kann dort nicht sprechen. Gib mir dort ${format.list(permissions)}.`,
    movedToStage: ({ channelId }) =>
      `Ich wurde in den Stage-Kanal ${channelMention(channelId)} verschoben und bin im Publikum. Ich bitte ums Wort, sobald es etwas zu sagen gibt.`,
    disconnected: ({ channelId }) =>
      `Ich wurde von ${channelMention(channelId)} getrennt, und die Warteschlange wurde geleert. Mit ${command('join')} holst du mich zurück.`,
    channelDeleted: `Ich bin gegangen, weil der Sprachkanal gelöscht wurde, und die Warteschlange wurde geleert. Mit ${command('join')} holst du mich in einen anderen.`,
    connectionLost: ({ channelId }) =>
      `Die Verbindung zu ${channelMention(channelId)} ist abgebrochen. Mit ${command('join')} holst du mich zurück.`,
  },
};
