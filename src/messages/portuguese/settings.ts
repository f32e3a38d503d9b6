import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('pt');

const start = command('captions start');
const MANAGE_SERVER = `permissão para ${bold('Gerenciar servidor')}`;

const dayCount = (days: number): string => format.plural(days, { one: '# dia', many: '# de dias', other: '# dias' });

/** Brazilian Portuguese: the settings of a server. */
export const settingsMessages: Messages['settings'] = {
  command: { description: 'Mostra e muda como eu funciono neste servidor' },

  title: 'Configurações deste servidor',
  intro: 'As mudanças valem na hora. Abra uma seção para fazer mudanças.',

  topics: {
    general: { title: 'Geral', about: 'Idioma, avisos e registro de mudanças' },
    access: { title: 'Acesso', about: 'Quem pode usar o quê' },
    muted: { title: 'Silenciados', about: 'Pessoas cujos textos nunca falo' },
    members: { title: 'Membros', about: 'Como falo o nome dos membros, e as vozes deles' },
    voice: { title: 'Voz', about: 'A voz padrão, os tamanhos e os anúncios de entradas e saídas' },
    reading: { title: 'Leitura automática', about: 'Como leio o chat em voz alta' },
    captions: { title: 'Legendas', about: 'Quem é legendado e por quanto tempo guardo as transcrições' },
    autoCaptions: { title: 'Legendas automáticas', about: 'Canais de voz legendados sem comando' },
    voiceMessages: { title: 'Mensagens de voz', about: 'Onde respondo com o texto delas' },
    limits: { title: 'Limites', about: 'As vozes deste servidor e o uso por dia' },
  },

  fields: settingFields,

  values: {
    on: 'sim',
    off: 'não',
    none: 'nenhum',
    nobody: 'ninguém',
    nobodyElse: 'só quem tem permissão para Gerenciar servidor',
    everyone: 'todo mundo',
    nowhere: 'nenhum',
    noLimit: 'sem limite',
    serverLanguage: 'o idioma do próprio servidor',
    botsVoice: 'a voz padrão do bot',
    ownWords: 'texto padrão',
    detected: 'detectado automaticamente',
    optOut: 'todo mundo, menos quem recusa',
    optIn: 'só quem aceita',
    voiceMessages: {
      mention: 'mencionadas',
      play: 'tocadas',
      transcribe: 'transcritas e lidas',
    },
    speed: ({ factor }) => `${format.number(factor, 2)}×`,
    volume: ({ decibels }) => `${format.number(decibels, 1)} dB`,
    characters: ({ count }) =>
      format.plural(count, { one: '# caractere', many: '# de caracteres', other: '# caracteres' }),
    minutes: ({ count }) => format.plural(count, { one: '# minuto', many: '# de minutos', other: '# minutos' }),
    count: ({ count }) => format.number(count),
    days: ({ days }) => `excluídas depois de ${dayCount(days)}`,
    quoted: ({ text }) => inlineCode(text),
    list: ({ items }) => format.list(items),
    andMore: ({ items, more }) => format.list([...items, `mais ${format.number(more)}`]),
  },

  deleted: {
    role: 'um cargo excluído',
    channel: 'um canal excluído',
  },
  hiddenChannel: 'um canal',

  line: ({ label, value, about }) => `${bold(label)}: ${value}\n-# ${about}`,
  summary: ({ label, value }) => `${label}: ${value}`,
  allDefault: 'Tudo no padrão',

  buttons: {
    back: 'Voltar',
    turnOn: 'Ativar',
    turnOff: 'Desativar',
    edit: 'Editar',
    removeDeleted: 'Remover os excluídos',
    earlier: 'Pessoas anteriores',
    later: 'Mais pessoas',
  },

  placeholders: {
    everyone: 'Todo mundo',
    chooseRoles: 'Escolha cargos',
    choosePeople: 'Escolha pessoas',
    chooseChannels: 'Escolha canais',
    chooseChannel: 'Escolha um canal',
  },

  options: {
    serverLanguage: 'O idioma do próprio servidor',
    anyLanguage: 'Detectar o idioma',
    optOut: 'Legendar todo mundo, menos quem recusa',
    optIn: 'Legendar só quem aceita',
    retention: ({ days }) => `Excluir transcrições depois de ${dayCount(days)}`,
    voiceMessages: {
      mention: 'Mencionar mensagens de voz',
      play: 'Tocar mensagens de voz',
      transcribe: 'Transcrever mensagens de voz e ler o texto',
    },
  },

  forms: {
    number: ({ min, max }) => `De ${format.number(min, 2)} a ${format.number(max, 2)}`,
    voice: 'Um nome ou um ID; vazio para a voz padrão',
    announcement: '{name} escreve',
    prefix: 'Vazio para ler tudo',
    invalidNumber: ({ field, min, max }) =>
      `“${field}” deve ser um número de ${format.number(min, 2)} a ${format.number(max, 2)}. Nada foi alterado.`,
    invalidWhole: ({ field, min, max }) =>
      `“${field}” deve ser um número inteiro de ${format.number(min)} a ${format.number(max)}. Nada foi alterado.`,
    announcementNeedsName: ({ typed }) =>
      `O anúncio precisa conter ${inlineCode('{name}')}. Nada foi alterado. Você digitou: ${typed}`,
  },

  autoCaptions: {
    none: 'Nenhum canal de voz é legendado automaticamente.',
    entry: ({ voice, text }) => `${voice} → ${text}`,
    chooseToRemove: 'Escolha o que remover',
    howToAdd: `Para adicionar um, use ${command('captions auto')} no canal de texto das legendas.`,
  },

  members: {
    choose: 'Escolha um membro',
    intro: 'Escolha um membro para ver como falo o nome dele e que voz ele tem neste servidor.',
    called: ({ userId, name }) => `Falo “${name}” como nome de ${userMention(userId)}.`,
    uncalled: ({ userId }) => `Para ${userMention(userId)}, falo o nome que o Discord mostra.`,
    sounds: ({ sound }) => `A voz neste servidor: ${sound}.`,
    usualVoice: 'a que ele usa em todos os lugares, ou a do servidor',
    howToSetVoice: `Para dar outra voz a um membro, use ${command('voice use')} com a opção ${inlineCode('membro')}.`,
    buttons: { setName: 'Definir o nome', resetName: 'Redefinir o nome', resetVoice: 'Redefinir a voz' },
    form: {
      title: 'Como falar o nome de um membro',
      label: 'Nome a falar antes das mensagens dele',
      placeholder: 'Deixe vazio para o nome que o Discord mostra',
    },
  },

  notes: {
    stricterNow: `As legendas ativas agora ainda dependem de cada pessoa aceitar. A nova escolha vale a partir do próximo ${start}.`,
    logUnreachable: ({ channelId, permissions }) =>
      `Não consigo postar mudanças em ${channelMention(channelId)}. Preciso de permissão para ${format.list(permissions.map((name) => bold(name)))} lá.`,
    logDeleted: 'O canal de registro foi excluído. Escolha outro.',
    changedMeanwhile: 'Outra pessoa mudou esta lista nesse meio-tempo. Esta é a atual; escolha de novo.',
  },

  log: {
    setting: ({ topic, label }) => `${topic} › ${label}`,
    changed: ({ person, setting, from, to }) => `${bold(person)} mudou ${bold(setting)}: ${from} → ${to}`,
    listed: ({ person, setting, added, removed }) => {
      const parts = [
        ...(added.length === 0 ? [] : [`adicionou ${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`removeu ${format.list(removed)}`]),
      ];
      return `${bold(person)} mudou ${bold(setting)}: ${parts.join('; ')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }) =>
      roles.length === 0
        ? `Só quem tem ${MANAGE_SERVER} pode mudar estas configurações.`
        : `Só quem tem ${MANAGE_SERVER} ou o cargo ${format.alternatives(roles)} pode mudar estas configurações.`,
    serverManagersOnly: `Só quem tem ${MANAGE_SERVER} pode escolher quem mais pode mudar as configurações.`,
    roleNeeded: ({ roles }) =>
      roles.length === 0
        ? `Neste servidor, só quem gerencia o servidor pode usar isso. Dá para mudar em ${command('settings')}.`
        : `Neste servidor, você precisa do cargo ${format.alternatives(roles)} para isso. Fale com quem gerencia o servidor.`,
    muted: 'Quem gerencia este servidor silenciou você, por isso não falo nada do que você escreve aqui.',
    authorMuted: 'Quem gerencia este servidor silenciou quem escreveu isto, por isso não falo o texto.',
    authorUnknown:
      'Não consegui verificar se quem escreveu isto está silenciado aqui, por isso não falei o texto. Tente de novo daqui a pouco.',
    tooLong: ({ length, max }) =>
      `Este texto tem ${format.number(length)} caracteres, e este servidor permite ${format.number(max)}. Encurte o texto.`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)} é só para você. Para usar a voz neste servidor, primeiro deixe-a não listada com ${command('voice edit')}.`,
    outdated: `Este painel expirou. Use ${command('settings')} de novo.`,
  },
};
