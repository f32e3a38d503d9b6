import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');

/** Voice channels that are named in one list. */
const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

/** Brazilian Portuguese: reading chat aloud. */
export const readingMessages: Messages['reading'] = {
  command: {
    description: 'Lê as mensagens de um canal em voz alta em um canal de voz',
    on: 'Começa a ler as mensagens de um canal em voz alta',
    off: 'Para de ler um canal em voz alta',
    status: 'Mostra quais canais leio em voz alta e se leio as suas mensagens',
    options: {
      channel: 'O canal; sem esta opção, é este aqui',
      autoJoin: 'Entrar no canal de voz de quem escreve; senão, leio só quando já estou em um',
    },
  },
  buttons: {
    mute: 'Não ler as minhas mensagens',
    unmute: 'Ler as minhas mensagens',
    name: 'Como falar o meu nome',
    identities: 'Vozes dos meus proxies',
    wider: 'Ler lá também',
  },
  form: {
    title: 'Como falar o seu nome',
    label: 'Nome a falar antes das suas mensagens',
    placeholder: 'Deixe vazio para usar o seu nome neste servidor',
  },

  notice: `As novas mensagens deste canal são lidas em voz alta em um canal de voz, menos as enviadas com ${inlineCode('@silent')}. ${status} mostra mais.`,
  widerNotice: ({ userId }) =>
    `${userMention(userId)} permitiu que este canal seja lido em voz alta em canais de voz onde pessoas que não o veem podem ouvir.`,
  turnedOn: ({ channelId, autoJoin }) =>
    autoJoin
      ? `Agora leio ${channelMention(channelId)} em voz alta e entro no canal de voz de quem escreve lá. Use ${off} para parar.`
      : `Agora leio ${channelMention(channelId)} em voz alta enquanto estou em um canal de voz. ${join} me traz para o seu.`,
  closedTo: ({ channelId, voiceChannelIds }) => {
    const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
    const rest = voiceChannelIds.length - shown.length;
    const more = rest === 0 ? [] : [format.plural(rest, { one: 'mais #', many: 'mais #', other: 'mais #' })];
    return `Pessoas que não veem ${channelMention(channelId)} podem entrar em ${format.list([...shown, ...more])}, por isso não leio lá, a menos que você permita.`;
  },
  widened: ({ channelId }) =>
    `Agora leio ${channelMention(channelId)} em qualquer canal de voz, também para pessoas que não o veem.`,
  turnedOff: ({ channelId }) => `Não leio mais ${channelMention(channelId)} em voz alta.`,
  notOn: ({ channelId }) => `Não leio ${channelMention(channelId)} em voz alta. Use ${on} para começar.`,
  tooMany: ({ max }) =>
    format.plural(max, {
      one: `Leio no máximo # canal por servidor. Use ${off} em outro antes.`,
      many: `Leio no máximo # de canais por servidor. Use ${off} em outro antes.`,
      other: `Leio no máximo # canais por servidor. Use ${off} em outro antes.`,
    }),
  noNotice: ({ channelId }) =>
    `Não consegui postar o aviso em ${channelMention(channelId)}, por isso não leio esse canal em voz alta. Tente de novo daqui a pouco.`,
  noWiderNotice: ({ channelId }) =>
    `Não consegui postar o aviso em ${channelMention(channelId)}, por isso não leio esse canal lá. Tente de novo daqui a pouco.`,
  notVisible: 'Você não pode ver esse canal, por isso não vou lê-lo em voz alta por você. Escolha outro.',
  mayNotManage: ({ channelId }) =>
    `Só quem pode gerenciar ${channelMention(channelId)} pode mudar isso. Fale com uma dessas pessoas.`,
  noIntent: `Não consigo ler mensagens porque o Discord não as envia para mim. Peça ao operador do bot para abrir o Discord Developer Portal, escolher o aplicativo, ativar Bot → Message Content Intent e me reiniciar.`,
  muted: 'Não leio as suas mensagens em voz alta neste servidor.',
  unmuted: 'Leio as suas mensagens em voz alta neste servidor.',
  named: ({ name }) => `Falo “${name}” antes das suas mensagens neste servidor.`,
  unnamed: 'Falo o seu nome neste servidor antes das suas mensagens.',
  nameTaken: ({ name }) => `Outra pessoa aqui já se chama “${name}”. Escolha um nome que ninguém mais tenha.`,
  identities: {
    none: 'Ainda não conheço nenhum dos seus proxies neste servidor. Escreva com o PluralKit ou o Tupperbox em um canal que eu leio e tente de novo.',
    intro:
      'O que o PluralKit e o Tupperbox postam por você conta como seu: o seu silêncio e os seus limites valem. Escolha um nome para dar uma voz a ele.',
    ownVoice: 'a sua própria voz',
    choose: 'Escolha um nome',
    form: {
      title: 'A voz de um proxy',
      label: 'Título ou ID da voz',
      placeholder: 'Deixe vazio para usar a sua própria voz',
    },
    set: ({ name, title }) => `Leio o que você escreve como “${name}” com a voz “${title}”.`,
    reset: ({ name }) => `Leio o que você escreve como “${name}” com a sua própria voz.`,
    gone: 'Não conheço mais esse proxy. Escreva uma vez com ele e tente de novo.',
  },

  status: {
    none: `Nenhum canal que você pode ver é lido em voz alta. Use ${on} em um canal para começar.`,
    readIn: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: lido em ${channelMention(voiceChannelId)}, menos as mensagens de quem está em outros canais de voz.`,
    waiting: ({ channelId, autoJoin }) =>
      autoJoin
        ? `${channelMention(channelId)}: entro quando alguém em um canal de voz escrever.`
        : `${channelMention(channelId)}: leio quando eu estiver em um canal de voz. Use ${join} para me trazer ao seu.`,
    elsewhere: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: não leio agora, porque estou em ${channelMention(voiceChannelId)}.`,
    'no-readers': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: não leio agora, porque ninguém em ${channelMention(voiceChannelId)} pode vê-lo.`,
    'not-open': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: não leio em ${channelMention(voiceChannelId)}, porque pessoas que não o veem podem entrar. Quem gerencia o canal pode permitir isso com ${on}.`,
    missing: ({ channelId, permissions }) =>
      `Não consigo ler ${channelMention(channelId)} em voz alta. Peça a quem gerencia o servidor para me dar permissão para ${format.list(permissions)} lá.`,
    youAreRead: 'As suas mensagens são lidas em voz alta.',
    youAreMuted: 'As suas mensagens não são lidas em voz alta, por escolha sua.',
  },

  spoken: {
    says: ({ name, text }) => `${name} diz: ${text}`,
    leftOut: ({ messages }) =>
      format.plural(messages, {
        one: '# mensagem pulada.',
        many: '# de mensagens puladas.',
        other: '# mensagens puladas.',
      }),
    joined: ({ names }) =>
      format.plural(
        names.length,
        {
          one: '{names} entrou.',
          many: '{names} entraram.',
          other: '{names} entraram.',
        },
        { names: format.list(names) },
      ),
    left: ({ names }) =>
      format.plural(
        names.length,
        {
          one: '{names} saiu.',
          many: '{names} saíram.',
          other: '{names} saíram.',
        },
        { names: format.list(names) },
      ),
  },

  usedUp: ({ writer, resetsAtMs }) => {
    const reset = time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime);
    return writer === undefined
      ? `Este servidor tem poucos caracteres restantes hoje, por isso não consigo ler tudo em voz alta. O limite é renovado ${reset}.`
      : `${writer} tem poucos caracteres restantes hoje, por isso não consigo ler todas as suas mensagens em voz alta. O limite é renovado ${reset}.`;
  },
};
