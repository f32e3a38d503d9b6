import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');

const ONE_COMMAND = `Para ver as opções de um comando, use ${command('help', 'command')}.`;

/** Brazilian Portuguese: `/help`. */
export const helpMessages: Messages['help'] = {
  command: {
    description: 'Mostra o que eu sei fazer ou como um comando funciona',
    options: { command: 'O comando a explicar; sem ele, todos aparecem' },
  },
  introduction: {
    guild: ({ say }) =>
      `Eu falo o que você escreve, legendo o que as pessoas dizem e transcrevo gravações. Primeira vez aqui? Entre em um canal de voz e use ${say}. ${ONE_COMMAND}`,
    elsewhere: ({ say }) =>
      `Aqui eu transformo o que você escreve em arquivos de áudio e transcrevo gravações. Primeira vez aqui? Experimente ${say}. Nos servidores de que faço parte, também falo e legendo em canais de voz. ${ONE_COMMAND}`,
  },
  groups: {
    speaking: 'Fala',
    captions: 'Legendas',
    transcription: 'Transcrição',
    voices: 'Vozes',
    settings: 'Privacidade e configurações',
    more: 'Ajuda',
  },
  together: {
    control: 'Controla o que estou falando',
    autoread: 'Lê as mensagens de um canal em voz alta em um canal de voz',
    pronunciations: 'Define como pronuncio as palavras, nos seus textos ou neste servidor',
    voices: 'Cria, encontra, escolhe, edita ou exclui uma voz',
    consent: 'Define se o que você diz é legendado, em todos os servidores',
  },
  names: ({ names }) => format.list(names),
  menus: {
    speak: 'Lê o texto de uma mensagem no seu canal de voz',
    transcribe: 'Transcreve as gravações de uma mensagem',
  },
  menuPath: ({ name }) => bold(`Apps → ${name}`),
  entry: ({ name, description }) => `${name}: ${description}`,
  option: ({ name, description }) => `${inlineCode(name)}: ${description}`,
  requiredOption: ({ name, description }) => `${inlineCode(name)} (obrigatória): ${description}`,
  withChoices: ({ description, choices }) =>
    `${description}. Escolha ${format.alternatives(choices.map((choice) => inlineCode(choice)))}.`,
  noOptions: 'Sem opções.',
  menuUse: 'Fica no menu de uma mensagem: clique nela com o botão direito ou, no celular, mantenha-a pressionada.',
  serverOnly: 'Só em servidores.',
  unknownCommand: ({ entered }) => `Não tenho nenhum comando chamado “${entered}”. Escolha uma das sugestões.`,
};
