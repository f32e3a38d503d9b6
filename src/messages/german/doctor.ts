import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');

const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  return format.list(
    rest > 0 ? [...mentions, format.plural(rest, { one: '# weitere Person', other: '# weitere' })] : mentions,
  );
}

const KINDS = { characters: 'Sprechen', captions: 'Untertitel', transcription: 'Transkribieren' } as const;
const OWNERS = {
  person: 'Dein Tageslimit',
  member: 'Dein Tageslimit',
  guild: 'Das Tageslimit dieses Servers',
  account: 'Das Tageslimit des Bots',
} as const;

/** German: `/doctor`. */
export const doctorMessages: Messages['doctor'] = {
  command: { description: 'Finde heraus, warum ich hier stumm oder taub bin und was zu tun ist' },

  allWell: 'Hier funktioniert alles.',
  noProblems: 'Keine Probleme gefunden.',
  again: 'Noch einmal prüfen',
  checked: ({ atMs }) => `Geprüft ${ago(atMs)}.`,

  groups: {
    here: 'Hier',
    voice: 'Sprache',
    captions: 'Untertitel',
    speech: 'Sprachdienst',
    server: 'Limits dieses Servers',
    machine: 'Rechner',
  },

  findings: {
    mayPost: 'Ich kann hier schreiben.',
    cannotPost: ({ channelId, permissions }) =>
      `Ich kann in ${channelMention(channelId)} nicht schreiben, deshalb fehlen Untertitel und Hinweise. Gib mir dort ${format.list(permissions)}.`,
    missingExtras: ({ channelId, permissions }) =>
      `Untertitel mit Namen und Bild und angehängte Dateien brauchen in ${channelMention(channelId)} mehr: Gib mir dort ${format.list(permissions)}.`,
    youAreNotInVoice:
      'Du bist in keinem Sprachkanal. Tritt einem bei und prüfe noch einmal, dann sehe ich mir auch ihn an.',
    mayJoin: ({ channelId }) => `Ich darf ${channelMention(channelId)} beitreten und dort sprechen.`,
    mayJoinStage: ({ channelId }) => `Ich darf dem Stage-Kanal ${channelMention(channelId)} beitreten.`,
    cannotJoin: ({ channelId, permissions }) =>
      `Ich kann ${channelMention(channelId)} nicht beitreten und dort sprechen. Gib mir dort ${format.list(permissions)}.`,
    channelFull: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} ist voll (höchstens ${format.number(userLimit)}). Mach Platz, erhöhe das Limit oder gib mir Mitglieder verschieben.`,
    speakingForRoles:
      'Auf diesem Server dürfen mich nur bestimmte Rollen sprechen lassen. Bitte jemanden um eine, der den Server verwaltet.',
    captionsForRoles:
      'Auf diesem Server dürfen nur bestimmte Rollen Untertitel starten. Bitte jemanden um eine, der den Server verwaltet.',
    cannotReadChat:
      'Ich kann den Chat nicht vorlesen, weil Discord mir keine Nachrichten schickt. Der Betreiber des Bots muss den Message Content Intent einschalten und mich neu starten.',
    readsChat: 'Ich bekomme die Nachrichten, die ich vorlese.',

    discordAway:
      'Meine Verbindung zu Discord ist unterbrochen. Sie kommt von selbst wieder; prüfe in einer Minute noch einmal.',
    discordSlow: ({ pingMs }) =>
      `Discord antwortet mir langsam: ${format.number(pingMs)} ms. Befehle und Beitritte dauern länger als sonst.`,
    discordOk: ({ pingMs, sinceMs }) => `Mit Discord verbunden ${ago(sinceMs)}, ${format.number(pingMs)} ms.`,
    voiceHangs:
      'Der Teil von mir, der Sprache überträgt, antwortet nicht. Er startet innerhalb einer Minute von selbst neu; prüfe dann noch einmal.',
    inNoChannel: `Ich bin in keinem Sprachkanal. Verwende ${command('say')} oder ${command('captions start')}, während du in einem bist, dann komme ich dazu.`,
    elsewhere: ({ channelId }) =>
      `Ich bin in ${channelMention(channelId)}, nicht in deinem Sprachkanal. Komm dazu oder hol mich mit ${command('join')} zu dir.`,
    elsewhereHidden: `Ich bin in einem Sprachkanal, den du nicht sehen kannst. Ruf mich mit ${command('join')}.`,
    stranded: ({ channelId }) =>
      `Discord zeigt mich in ${channelMention(channelId)}, aber ich bin nicht verbunden. Mit ${command('join')} verbinde ich mich wieder.`,
    joining: ({ channelId }) =>
      `Ich trete gerade ${channelMention(channelId)} bei. Prüfe in ein paar Sekunden noch einmal.`,
    reconnecting: ({ channelId, sinceMs }) =>
      `Meine Verbindung zu ${channelMention(channelId)} ist ${ago(sinceMs)} abgebrochen, und ich stelle sie wieder her. Wenn das Minuten dauert, verwende ${command('leave')} und dann ${command('join')}.`,
    voicePastProxy:
      'Meine Sprachverbindung klappt nicht. Ich bin hinter einem Proxy, den Sprachverbindungen nicht nutzen können: Der Betreiber des Bots muss UDP zu den Sprachservern von Discord freigeben, und der Proxy muss alle Ports von discord.media zulassen.',
    connected: ({ channelId, sinceMs }) => `Mit ${channelMention(channelId)} verbunden ${ago(sinceMs)}.`,
    voicePing: ({ pingMs }) => `Sprachserver: ${format.number(pingMs)} ms.`,
    botMuted: ({ channelId }) =>
      `In ${channelMention(channelId)} hört mich niemand: Die Moderation hat mich stummgeschaltet. Klick mich dort mit rechts an und nimm die Server-Stummschaltung weg.`,
    botDeafened: ({ channelId }) =>
      `In ${channelMention(channelId)} höre ich niemanden: Die Moderation hat meinen Ton ausgeschaltet. Klick mich dort mit rechts an und nimm das weg.`,
    inAudience: ({ channelId }) =>
      `Ich bin im Publikum von ${channelMention(channelId)}: Untertitel gehen, sprechen kann ich nicht. Die Stage-Moderation muss mich einladen; mit ${command('join')} bitte ich ums Wort.`,
    mayNotSpeak: ({ channelId }) =>
      `Discord lässt mich in ${channelMention(channelId)} nicht sprechen. Gib mir dort Sprechen und verwende dann ${command('leave')} und ${command('join')}.`,
    paused: `Das Sprechen ist angehalten. Mit ${command('resume')} geht es weiter.`,
    nobodyListens:
      'Ein Text wartet, weil in meinem Sprachkanal niemand zuhört. Ich spreche ihn, sobald jemand beitritt.',
    queue: ({ texts }) =>
      texts === 0
        ? 'Die Warteschlange ist leer.'
        : format.plural(texts, { one: '# Text in der Warteschlange.', other: '# Texte in der Warteschlange.' }),
    queueFull: ({ texts }) =>
      `Die Warteschlange ist voll: ${format.plural(texts, { one: '# Text', other: '# Texte' })}. Warte oder leere sie mit ${command('stop')}.`,
    keysMissing: `Die Verschlüsselung dieses Sprachkanals ist noch nicht vereinbart, deshalb hört mich niemand. Wenn das länger als eine Minute dauert, verwende ${command('leave')} und dann ${command('join')}.`,
    keysChanging:
      'Die Schlüssel der Verschlüsselung wechseln, weil jemand beigetreten oder gegangen ist. Das dauert einen Moment.',
    encrypted: ({ version, epoch }) =>
      `Ende-zu-Ende-verschlüsselt (DAVE ${format.number(version)}, Epoche ${format.number(epoch)}).`,
    privacyCode: ({ code }) =>
      `Sprach-Privatsphärecode: ${inlineCode(code)}. Er sollte mit dem übereinstimmen, den Discord dir zeigt.`,
    notEndToEnd: 'Nicht Ende-zu-Ende-verschlüsselt: Das sind Stages nie, nur der Weg zu Discords Servern.',
    traffic: ({ sent, received }) =>
      `Pakete in der letzten Minute: ${format.number(sent)} gesendet, ${format.number(received)} empfangen.`,
    noLoss: 'Keine Pakete verloren.',
    loss: ({ share }) =>
      `${format.percent(share)} von dem, was in der letzten Minute gesagt wurde, gingen auf dem Weg zu mir verloren, deshalb haben Untertitel Lücken. Wenn das bleibt, versuch eine andere Region für den Sprachkanal.`,
    holes: ({ holes, ms }) =>
      `${format.plural(holes, { one: 'Meine Sprache hatte in der letzten Minute # Lücke', other: 'Meine Sprache hatte in der letzten Minute # Lücken' })} (${format.number(ms)} ms): Der Sprachdienst schickt den Ton zu langsam.`,
    undecryptable: ({ userIds }) =>
      `Ich kann nicht entschlüsseln, was ${named(userIds)} sagen. Sie sollten den Sprachkanal verlassen und wieder beitreten.`,
    unknownSpeakers:
      'Discord hat mir nicht gesagt, wer gerade spricht, deshalb fehlt, was jemand sagt. Die Person sollte kurz innehalten oder neu beitreten.',

    captionsOff: `Untertitel sind aus. ${command('captions start')} schaltet sie ein.`,
    captionsOn: ({ channelId }) => `Untertitel erscheinen in ${channelMention(channelId)}.`,
    captionDelay: ({ delayMs }) => `Text folgt der Sprache nach ${format.number(delayMs / 1_000, 1)} s.`,
    captionsSlow: ({ delayMs }) =>
      `Untertitel kommen spät: Text folgt der Sprache erst nach ${format.number(delayMs / 1_000, 1)} s. Der Sprachdienst ist langsam.`,
    clipsWaiting: ({ clips }) =>
      `${format.plural(clips, { one: '# Aufnahme wartet', other: '# Aufnahmen warten' })} auf den Sprachdienst. Ihre Untertitel kommen spät, und nichts geht verloren.`,
    youOptedOut: `Du hast abgelehnt, deshalb untertitle ich dich nicht. ${command('privacy opt-in')} ändert das.`,
    youHaveNotOptedIn: `Dieser Server untertitelt nur, wer zustimmt, und das hast du nicht. ${command('privacy opt-in')} ändert das.`,
    youAreMuted:
      'Die Moderation hat dich stummgeschaltet, deshalb höre ich dich nicht. Bitte sie, die Server-Stummschaltung wegzunehmen.',
    youMutedYourself: 'Dein Mikrofon ist in Discord stummgeschaltet.',
    youMayNotSpeak:
      'Du darfst in diesem Kanal nicht sprechen, deshalb höre ich dich nicht. Bitte auf einer Stage ums Wort.',
    unheardByChoice: ({ people }) =>
      format.plural(people, {
        one: '# Person hier möchte nicht untertitelt werden.',
        other: '# Personen hier möchten nicht untertitelt werden.',
      }),
    optedOut: ({ userIds }) => `Haben abgelehnt und werden nicht untertitelt: ${named(userIds)}.`,
    notOptedIn: ({ userIds }) =>
      `Werden erst untertitelt, wenn sie mit ${command('privacy opt-in')} zustimmen: ${named(userIds)}.`,
    mutedByServer: ({ userIds }) =>
      `Von der Moderation stummgeschaltet, deshalb höre ich sie nicht: ${named(userIds)}.`,
    notSpeakers: ({ userIds }) =>
      `Im Publikum oder ohne die Berechtigung Sprechen, deshalb höre ich sie nicht: ${named(userIds)}.`,
    botsUnheard: ({ userIds }) =>
      `Bots werden nicht untertitelt: ${named(userIds)}. Wer den Server verwaltet, kann das in ${command('settings')} ändern.`,

    speechOk: ({ ms }) => `Er antwortet (${format.number(ms)} ms) und nimmt den Schlüssel an.`,
    keyRejected:
      'Der Sprachdienst lehnt meinen Schlüssel ab, deshalb kann ich weder sprechen noch untertiteln. Der Betreiber des Bots muss `SPEECH_API_KEY` prüfen.',
    outOfCredits: ({ freeModel }) =>
      format.sentences([
        'Das Konto beim Sprachdienst hat kein API-Guthaben mehr, deshalb kann ich weder sprechen noch untertiteln. Der Betreiber des Bots muss es aufladen; es ist vom Guthaben für die Plattform des Sprachdienstes getrennt.',
        ...(freeModel === undefined
          ? []
          : [`Oder er setzt ${inlineCode(`SPEECH_MODEL=${freeModel}`)}: Dann kann ich auch ohne Guthaben sprechen.`]),
      ]),
    creditForCaptions: ({ model }) =>
      `Sprechen mit ${inlineCode(model)} ist kostenlos, aber Untertitel und ${command('transcribe')} brauchen API-Guthaben, und das Konto hat keines. Der Betreiber des Bots kann es aufladen; es ist vom Guthaben für die Plattform des Sprachdienstes getrennt.`,
    speechBusy: 'Der Sprachdienst lehnt Anfragen ab, weil es zu viele sind. Versuch es in einer Minute noch einmal.',
    speechDown:
      'Der Sprachdienst hat gerade Probleme: Texte schlagen fehl, Untertitel kommen später. Versuch es in einer Minute noch einmal.',
    speechFailedLately: 'Der Sprachdienst hatte beim letzten Text hier Probleme. Versuch es noch einmal.',
    speechAway:
      'Der Sprachdienst antwortet nicht, deshalb kann ich weder sprechen noch untertiteln. Ich versuche es weiter; wenn es anhält, muss der Betreiber des Bots das Netz und `SPEECH_API_URL` prüfen.',
    speechOdd:
      'Der Sprachdienst antwortet nicht wie erwartet. Der Betreiber des Bots muss `SPEECH_API_URL` und die Logs prüfen.',
    speechFull:
      'Beim Sprachdienst laufen so viele Anfragen, wie erlaubt sind, deshalb müssen Texte und Untertitel warten. Das gibt sich von selbst.',
    liveDown:
      'Die schnelle Verbindung zum Sprachdienst scheitert, deshalb beginnt Sprache später als sonst. Ich versuche es weiter.',
    credit: ({ credit }) => `Guthaben: ${format.number(Number(credit), 2)}.`,
    requests: ({ underWay, limit, waiting }) =>
      `Anfragen: ${format.number(underWay)} von ${format.number(limit)} laufen, ${format.number(waiting)} warten.`,

    limitsOk: 'Kein Tageslimit ist in der Nähe.',
    usedUp: ({ kind, whose, resetsAtMs }) =>
      `${OWNERS[whose]} für „${KINDS[kind]}“ ist aufgebraucht. Es beginnt ${ago(resetsAtMs)} neu.`,
    turnedOff: ({ kind, whose }) =>
      `${OWNERS[whose]} für „${KINDS[kind]}“ ist 0, damit ist das ausgeschaltet. Wer den Server verwaltet oder der Betreiber des Bots kann es erhöhen.`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }) =>
      `${OWNERS[whose]} für „${KINDS[kind]}“ ist zu ${format.percent(share)} verbraucht. Es beginnt ${ago(resetsAtMs)} neu.`,

    databaseAway:
      'Meine Datenbank antwortet nicht, deshalb gehen Einstellungen, Transkripte und neue Untertitel nicht. Der Betreiber des Bots muss sie prüfen.',
    databaseOk: ({ ms }) => `Die Datenbank antwortet (${format.number(ms)} ms).`,
    diskFull:
      'Meine Festplatte ist fast voll, deshalb können Untertitel verloren gehen. Der Betreiber des Bots muss Platz schaffen.',
    diskLow: 'Meine Festplatte wird voll. Der Betreiber des Bots sollte Platz schaffen.',
    diskUnknown: 'Meine Festplatte lässt sich nicht lesen. Der Betreiber des Bots muss sie prüfen.',
    diskFree: ({ bytes }) => `${format.bytes(bytes)} Festplatte sind frei.`,
    behindProxy: 'Ich bin hinter einem Proxy, den Sprachverbindungen nicht nutzen können: Sie gehen direkt über UDP.',
    versions: ({ mynah, node }) => `Mynah ${mynah}, Node.js ${node}.`,
    machineOk: 'Die Datenbank antwortet, und die Festplatte hat Platz.',

    notChecked: ({ group }) => `Das konnte ich nicht rechtzeitig prüfen: ${group}. Prüfe gleich noch einmal.`,
  },
};
