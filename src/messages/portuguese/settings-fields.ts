import { bold, inlineCode } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { command, menu } from './names.ts';

const say = command('say');

/** Brazilian Portuguese: the name of each setting, and what it does in a line. */
export const settingFields: Messages['settings']['fields'] = {
  'general.language': {
    label: 'Idioma',
    about: 'O idioma do que posto e falo para todo mundo neste servidor.',
  },
  'notices.posted': {
    label: 'Avisos',
    about: 'Aviso quando saio de um canal vazio, quando me movem ou quando perco a conexão.',
  },
  'log.channelId': {
    label: 'Canal de registro',
    about: 'Posto nele cada mudança destas configurações e quem a fez.',
  },
  'access.managers': {
    label: 'Mudar configurações',
    about: `Quem pode usar ${command('settings')}, além de quem tem permissão para ${bold('Gerenciar servidor')}.`,
  },
  'access.speak': {
    label: 'Falar',
    about: `Quem pode usar ${say}, ${command('join')}, a fila e ${menu('Speak')}.`,
  },
  'access.captions': {
    label: 'Legendar',
    about: 'Quem pode iniciar e exportar legendas. Aceitar ou recusar continua aberto a todo mundo.',
  },
  'access.transcribe': {
    label: 'Transcrever',
    about: 'Quem pode transcrever gravações; só as mensagens de voz dessas pessoas são respondidas com o texto.',
  },
  'access.voices': {
    label: 'Vozes',
    about: 'Quem pode criar, mudar, listar e escolher vozes.',
  },
  'muted.userIds': {
    label: 'Pessoas silenciadas',
    about: 'Não falo nada do que elas escrevem.',
  },
  'muted.roleIds': {
    label: 'Cargos silenciados',
    about: 'Não falo nada do que escreve quem tem estes cargos.',
  },
  'voice.voiceId': {
    label: 'Voz',
    about: 'Fala por quem não escolheu uma voz.',
  },
  'voice.speed': {
    label: 'Velocidade',
    about: 'A velocidade com que essa voz fala.',
  },
  'voice.volumeDb': {
    label: 'Volume',
    about: 'O volume dessa voz.',
  },
  'lengths.say': {
    label: 'Texto mais longo',
    about: `${say} recusa textos mais longos.`,
  },
  'lengths.reading': {
    label: 'Mensagem mais longa',
    about: 'Mensagens mais longas são encurtadas na leitura do chat em voz alta.',
  },
  'announcements.joins': {
    label: 'Entradas',
    about: 'Anuncio quem entra no meu canal de voz.',
  },
  'announcements.leaves': {
    label: 'Saídas',
    about: 'Anuncio quem sai do meu canal de voz.',
  },
  'captions.consent': {
    label: 'Consentimento',
    about: 'Quem é legendado.',
  },
  'captions.captionBots': {
    label: 'Bots',
    about: 'Legendo também os bots.',
  },
  'captions.language': {
    label: 'Idioma falado',
    about: `O idioma das legendas, a menos que ${command('captions start')} indique outro.`,
  },
  'captions.interim': {
    label: 'Texto ao vivo',
    about: 'As legendas aparecem enquanto a pessoa ainda fala.',
  },
  'captions.soundCues': {
    label: 'Sons',
    about: 'As legendas também mostram sons, como [risos].',
  },
  'captions.retentionDays': {
    label: 'Transcrições',
    about: 'Quando eu as excluo.',
  },
  'reading.bots': {
    label: 'Bots',
    about: 'Leio o que os bots escrevem.',
  },
  'reading.webhooks': {
    label: 'Webhooks',
    about: 'Leio o que os webhooks e as pontes com outros chats postam.',
  },
  'reading.proxied': {
    label: 'Mensagens via proxy',
    about: 'Leio o que o PluralKit e o Tupperbox postam pelas pessoas, como mensagens delas.',
  },
  'reading.voiceMessages': {
    label: 'Mensagens de voz',
    about: 'O que faço com elas quando leio o chat.',
  },
  'reading.skipPrefix': {
    label: 'Prefixo para pular',
    about: 'Pulo as mensagens que começam com ele.',
  },
  'reading.requiredRoleIds': {
    label: 'Cargos necessários',
    about: 'Só leio quem tem um destes cargos.',
  },
  'reading.announceWriters': {
    label: 'Nome de quem escreve',
    about: 'Anuncio quem escreve quando o autor muda.',
  },
  'reading.announcement': {
    label: 'Anúncio',
    about: `Como anuncio quem escreve. ${inlineCode('{name}')} é trocado pelo nome.`,
  },
  'reading.builtInPronunciations': {
    label: 'Abreviações',
    about: `Falo por extenso abreviações comuns, como ${inlineCode('vc')}.`,
  },
  'voiceMessages.transcribedIn': {
    label: 'Canais com resposta',
    about: 'Neles, respondo às mensagens de voz com o texto.',
  },
  'voices.maxPerPerson': {
    label: 'Vozes por pessoa',
    about: 'Quantas vozes cada pessoa pode criar neste servidor.',
  },
  'voices.maxPerGuild': {
    label: 'Vozes neste servidor',
    about: 'Quantas vozes este servidor pode ter.',
  },
  'budgets.charactersPerPerson': {
    label: 'Caracteres por pessoa',
    about: 'Quanto texto falo por dia para cada pessoa.',
  },
  'budgets.characters': {
    label: 'Caracteres neste servidor',
    about: 'Quanto texto falo por dia neste servidor.',
  },
  'budgets.captionMinutes': {
    label: 'Minutos de legendas',
    about: 'Quantos minutos de fala legendo por dia.',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: 'Transcrição por pessoa',
    about: 'Quantos minutos transcrevo por dia para cada pessoa.',
  },
  'budgets.transcribeMinutes': {
    label: 'Transcrição neste servidor',
    about: 'Quantos minutos de gravações transcrevo por dia.',
  },
};
