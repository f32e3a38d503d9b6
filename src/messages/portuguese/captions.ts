import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { command } from './names.ts';

type EndReason = Parameters<Messages['captions']['ended']>[0]['reason'];

const format = createFormat('pt');

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** Labels of buttons that sentences mention. */
const OPT_IN = 'Aceitar legendas';
const OPT_OUT = 'Recusar legendas';

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: 'ninguém',
    all: (named) => format.list(named),
    some: (named, hidden) => format.list([...named, `mais ${format.number(hidden)}`]),
  });

/** Where captions appear, after the name of the voice channel. */
function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? 'no chat do próprio canal' : `em ${channelMention(textChannelId)}`;
}

/** `language` by its name; `undefined` where the service detects it. */
function languageSentence(language: string | undefined): string {
  return language === undefined ? 'Idioma: detectado automaticamente.' : `Idioma: ${language}.`;
}

function countCaptions(lines: number): string {
  return format.plural(lines, { one: '# legenda', many: '# de legendas', other: '# legendas' });
}

/** Brazilian Portuguese: live captions. */
export const captionMessages: Messages['captions'] = {
  command: {
    description: 'Legendas ao vivo de um canal de voz',
    start: {
      description: 'Legenda o seu canal de voz neste canal',
      language: 'O idioma falado (padrão: detectado automaticamente)',
      interim: 'Mostrar o texto enquanto a pessoa ainda fala (padrão: sim)',
    },
    stop: { description: 'Encerra as legendas' },
    status: { description: 'Mostra quem é legendado, o atraso e a qualidade' },
    export: { description: 'Envia a transcrição como arquivo', format: 'Texto simples, legendas ou dados' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: 'Aceitar de novo',
    stop: 'Encerrar',
    export: 'Exportar',
    inChat: 'No chat do canal de voz',
    here: 'Aqui, com confirmação',
    confirm: 'Confirmar',
    formats: { txt: 'Texto (txt)', srt: 'Legendas (srt)', vtt: 'Legendas web (vtt)', json: 'Dados (json)' },
  },

  channelStatus: '💬 Legendas ao vivo ativas',
  channelStatusWith: ({ status }) => `💬 Legendas ao vivo ativas · ${status}`,
  webhookName: 'Legendas do Mynah',
  unnamedSpeaker: 'Alguém',
  late: '(com atraso)',
  transcriptTitle: ({ channelName }) => `Legendas de ${channelName}`,

  started: ({ voiceChannelId, startedBy, language, consent, retentionDays, postedIn, confirmedBy }) => {
    const on = `💬 As legendas ao vivo de ${channelMention(voiceChannelId)} estão ativas${postedIn === undefined ? '' : ` em ${channelMention(postedIn)}`}`;
    return [
      startedBy === undefined
        ? `${on}. Elas começam automaticamente quando alguém entra. ${languageSentence(language)}`
        : `${on}, iniciadas por ${userMention(startedBy)}. ${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [
            `Pessoas que não veem ${channelMention(voiceChannelId)} também podem ler, como ${userMention(confirmedBy)} confirmou.`,
          ]),
      consent === 'opt-in'
        ? `Só é legendado quem clica em ${bold(OPT_IN)} ou usa ${optIn}. Você pode recusar depois, quando quiser. A recusa vale na hora, em todos os servidores.`
        : `Todo mundo no canal de voz é legendado, menos quem clica em ${bold(OPT_OUT)} ou usa ${optOut}. A recusa vale na hora, em todos os servidores.`,
      `A transcrição é excluída depois de ${format.plural(retentionDays, { one: '# dia', many: '# de dias', other: '# dias' })}. Use ${erase} para excluir a sua parte antes.`,
    ].join('\n');
  },

  joined: ({ userIds, textChannelId, voiceChannelId, consent }) => {
    const where = textChannelId === voiceChannelId ? '' : ` em ${channelMention(textChannelId)}`;
    const rule =
      consent === 'opt-in'
        ? `Só é legendado quem clica em ${bold(OPT_IN)} ou usa ${optIn}.`
        : `O que você diz é legendado, a menos que você clique em ${bold(OPT_OUT)} ou use ${optOut}.`;
    return `💬 ${people(userIds)}: as legendas ao vivo de ${channelMention(voiceChannelId)} estão ativas${where}. ${rule}`;
  },
  noticeEnded: ({ voiceChannelId }) => `As legendas ao vivo de ${channelMention(voiceChannelId)} terminaram.`,
  chatNoticeMissing: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `Não consegui postar este aviso no chat de ${channelMention(voiceChannelId)}. Avise quem está lá que as legendas estão ativas.`
      : `Não consegui postar este aviso no chat de ${channelMention(voiceChannelId)}. Preciso de permissão para ${format.list(permissions.map((name) => bold(name)))} lá.`,

  audience: captionAudienceMessages,
  auto: autoCaptionMessages,
  overlay: captionOverlayMessages,

  status: ({
    voiceChannelId,
    textChannelId,
    startedBy,
    startedAtMs,
    language,
    captioned,
    notCaptioned,
    consent,
    delayMs,
    lossShare,
    pendingClips,
    pendingBytes,
    isLiveTextOn,
  }) => {
    const since = time(Math.floor(startedAtMs / 1_000), TimestampStyles.RelativeTime);
    const on = `As legendas de ${channelMention(voiceChannelId)} estão ativas ${place(voiceChannelId, textChannelId)}`;
    const pending = `Pendentes: ${format.number(pendingClips)}`;
    const facts = [
      ...(delayMs === undefined ? [] : [`Atraso: ${format.number(delayMs / 1_000)} s`]),
      `Áudio perdido: ${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending} (${format.bytes(pendingBytes)} em disco)`,
      isLiveTextOn ? 'Texto ao vivo: sim' : 'Texto ao vivo: não',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`Sem legendas: ${people(notCaptioned)}.`]),
      ...(consent === 'opt-in' ? ['Só é legendado quem aceita.'] : []),
    ].join(' ');
    return [
      startedBy === undefined
        ? `${on}, iniciadas automaticamente ${since}.`
        : `${on}, iniciadas ${since} por ${userMention(startedBy)}.`,
      languageSentence(language),
      `Com legendas: ${people(captioned)}.`,
      ...(rest === '' ? [] : [rest]),
      facts.join(' · '),
    ].join('\n');
  },

  stopped: ({ voiceChannelId, lines }) =>
    lines === 0
      ? `Você encerrou as legendas de ${channelMention(voiceChannelId)}.`
      : `Você encerrou as legendas de ${channelMention(voiceChannelId)}. A transcrição tem ${countCaptions(lines)}.`,

  ended: ({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }) => {
    const shownIn = channelMention(textChannelId);
    const captions = `As legendas de ${channelMention(voiceChannelId)}`;
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `${captions} terminaram.`,
      emptied: `${captions} terminaram porque todo mundo saiu.`,
      'voice-ended': `${captions} terminaram porque saí do canal de voz.`,
      moved:
        movedTo === undefined
          ? `${captions} terminaram porque mudei de canal. Use ${start} para legendar o novo canal.`
          : `${captions} terminaram porque fui para ${channelMention(movedTo)}. Use ${start} para legendar o novo canal.`,
      budget: [
        `${captions} terminaram.`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(' '),
      closed: startsAgain
        ? `${captions} terminaram porque estou reiniciando. Elas recomeçam automaticamente.`
        : `${captions} terminaram porque estou reiniciando. Use ${start} de novo daqui a pouco.`,
      'cannot-post': `${captions} terminaram porque não consigo mais postar em ${shownIn}. Permita que eu poste lá ou use ${start} em outro canal.`,
      'audience-widened': `${captions} terminaram porque agora pessoas que não veem esse canal podem ler ${shownIn}. Use ${start} para escolher onde elas vão aparecer.`,
      interrupted: startsAgain
        ? `${captions} foram interrompidas porque parei de funcionar de repente. Elas recomeçam automaticamente.`
        : `${captions} foram interrompidas porque parei de funcionar de repente. Use ${start} para recomeçar.`,
    };
    return end[reason];
  },
  endedTranscript: {
    attached: 'A transcrição está anexada.',
    export: `Use ${exportCommand} para obter a transcrição.`,
    nothing: 'Nada foi legendado.',
    pending: `Uma parte da fala ainda não foi transcrita. Use ${exportCommand} mais tarde para obter esse texto também.`,
  },

  chooseFormat: ({ voiceChannelId }) => `Escolha um formato para a transcrição de ${channelMention(voiceChannelId)}.`,
  exported: ({ voiceChannelId, lines, isRunning }) =>
    isRunning
      ? `Transcrição de ${channelMention(voiceChannelId)}: ${countCaptions(lines)} até agora.`
      : `Transcrição de ${channelMention(voiceChannelId)}: ${countCaptions(lines)}.`,

  refusals: {
    alreadyOn: ({ voiceChannelId, textChannelId }) =>
      `As legendas de ${channelMention(voiceChannelId)} já estão ativas ${place(voiceChannelId, textChannelId)}. Use ${stop} para encerrá-las.`,
    off: `Não há legendas ativas aqui. Use ${start} para ativá-las.`,
    alreadyEnded: `Essas legendas já terminaram. Se houver outras mais novas, use ${stop} para encerrá-las.`,
    oldStopButton: `Este botão expirou, por isso não encerrei nada. Use ${stop} para encerrar as legendas.`,
    notForYou: ({ voiceChannelId }) =>
      `Você não pode entrar em ${channelMention(voiceChannelId)}, por isso não vou legendar esse canal por você.`,
    joinFirst: `Entre em um canal de voz e depois use ${start}.`,
    channelHidden: `Não consigo ver este canal. Preciso de permissão para ${bold('Ver canal')} aqui. Ou use outro canal.`,
    permissionsMissing: ({ permissions }) =>
      `Não consigo postar legendas aqui. Peça a quem gerencia o servidor para me dar permissão para ${format.list(permissions.map((name) => bold(name)))} neste canal.`,
    mayNotStop: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Só quem está em ${channelMention(voiceChannelId)} e quem gerencia o servidor ou os canais de voz pode encerrar estas legendas.`
        : `Só ${userMention(startedBy)}, quem está em ${channelMention(voiceChannelId)} e quem gerencia o servidor ou os canais de voz podem encerrar estas legendas.`,
    noTranscript: `Ainda não há nenhuma transcrição aqui. Use ${start} para começar uma.`,
    transcriptDeleted: 'Esta transcrição foi excluída.',
    transcriptHidden: 'Você não pode ver o canal destas legendas, por isso não posso enviar a transcrição.',
    transcriptOfHiddenVoice:
      'Você não pode ver o canal de voz destas legendas, por isso não posso enviar a transcrição.',
    statusHidden: 'Você não pode ver o canal de voz destas legendas, por isso não posso mostrar o status.',
    notInThread:
      'Estas legendas estão em um tópico privado do qual você não participa. Peça a um membro para adicionar você.',
    accessUnknown:
      'Não consigo verificar agora se você pode ver o canal destas legendas. Se for um tópico privado, me adicione a ele e tente de novo.',
    nothingCaptioned: 'Nada foi legendado ainda, então não há o que exportar.',
    fileTooLarge: `A transcrição é maior do que o Discord permite aqui. Tente ${inlineCode('txt')} ou ${inlineCode('srt')}.`,
  },

  notices: {
    outage: ({ code }) => {
      const key = `O serviço de voz rejeitou a minha chave de API. Peça ao operador do bot para verificar ${inlineCode('SPEECH_API_KEY')}.`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS:
          'A conta do serviço de voz está sem créditos de API. Peça ao operador do bot para adicionar: eles são separados dos créditos da plataforma.',
        SPEECH_RATE_LIMITED: 'O serviço de voz está sobrecarregado.',
      };
      return `${reasons[code] ?? 'O serviço de voz não está respondendo.'} Estou guardando o que é dito. As legendas chegam depois, marcadas como atrasadas.`;
    },
    lost: ({ durationMs }) =>
      `Fala perdida: ${format.duration(Math.max(1_000, durationMs))}. O espaço para o áudio pendente está cheio.`,
    refused: ({ userIds, clips, reason }) =>
      [
        format.plural(
          clips,
          {
            one: 'Não foi possível legendar # gravação de {people}.',
            many: 'Não foi possível legendar # de gravações de {people}.',
            other: 'Não foi possível legendar # gravações de {people}.',
          },
          { people: people(userIds) },
        ),
        reason,
      ].join(' '),
    webhooksMissing: `Com permissão para ${bold('Gerenciar webhooks')} neste canal, mostro cada legenda com o nome e a foto de quem fala.`,
  },
};
