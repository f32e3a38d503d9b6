import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('pt');

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

type Scope = 'me' | 'server';

const entryCount = (count: number): string =>
  format.plural(count, { one: '# entrada', many: '# de entradas', other: '# entradas' });
const quoted = (words: string): string => `“${words}”`;

/** Where the words of a dictionary count. */
const where: Readonly<Record<Scope, string>> = { me: 'nos seus textos', server: 'neste servidor' };

/** What is wrong with a word or with what it is to be spoken as. */
const faults = {
  'word-empty': 'a palavra está vazia',
  'word-long': 'a palavra é longa demais: use no máximo 60 caracteres',
  'word-unheard': 'emojis, emoticons, links e formatação viram palavras antes: use o que eu falo no lugar',
  'as-empty': 'não há nada para falar: use algumas letras ou números',
  'as-long': 'o que devo falar é longo demais: use no máximo 200 caracteres',
  markup: 'tem menções, marcas de estilo entre colchetes ou `<|`: use só palavras',
  phonemes: 'não conheço estes fonemas',
};

/** Brazilian Portuguese: `/pronounce`. */
export const pronunciationMessages: Messages['pronunciation'] = {
  command: {
    description: 'Define como eu pronuncio as palavras',
    add: {
      description: 'Define como eu pronuncio uma palavra',
      word: 'A palavra como as pessoas escrevem',
      as: 'O que falo no lugar. Fonemas vão entre chaves: {T AH0 M EY1 T OW0}',
      scope: 'Onde vale (padrão: nos seus textos)',
    },
    remove: {
      description: 'Remove uma pronúncia',
      word: 'Comece a digitar a palavra',
      scope: 'De qual dicionário (padrão: do seu; senão, do servidor)',
    },
    list: { description: 'Mostra as palavras de um dicionário', scope: 'Qual dicionário (padrão: o seu)' },
    import: {
      description: 'Adiciona as palavras de um arquivo CSV',
      file: 'Um arquivo CSV com uma linha por palavra: palavra,pronúncia',
      scope: 'Onde valem (padrão: nos seus textos)',
    },
    export: { description: 'Envia um dicionário como arquivo CSV', scope: 'Qual dicionário (padrão: o seu)' },
    scopeChoices: { me: 'Meus textos, em todos os servidores', server: 'Textos de todo mundo neste servidor' },
  },

  added: ({ word, as, scope: whose }) => `Agora pronuncio ${bold(word)} como ${quoted(as)} ${where[whose]}.`,
  changed: ({ word, as, before, scope: whose }) =>
    `Agora pronuncio ${bold(word)} como ${quoted(as)} ${where[whose]}, em vez de ${quoted(before)}.`,
  unchanged: ({ word, as, scope: whose }) => `Já pronuncio ${bold(word)} como ${quoted(as)} ${where[whose]}.`,
  phonemesNote: 'Se o serviço de voz rejeitar estes fonemas, pronuncio a palavra como ela é escrita.',
  removed: ({ word, scope: whose }) =>
    whose === 'me'
      ? `${bold(word)} foi removida do seu dicionário.`
      : `${bold(word)} foi removida do dicionário deste servidor.`,
  unknown: ({ word }) => `Não tenho nenhuma pronúncia para ${bold(word)}. ${list} mostra as palavras.`,

  noServer: `Aqui não há dicionário do servidor. Para usar o seu, deixe ${scope} de fora.`,
  locked: `O dicionário deste servidor está bloqueado: só quem pode gerenciar o servidor faz mudanças. Para usar o seu, deixe ${scope} de fora.`,
  notYours: ({ word }) =>
    `Outra pessoa adicionou ${bold(word)} ao dicionário deste servidor. Para mudar a pronúncia nos seus textos, deixe ${scope} de fora.`,
  full: ({ whose, limit }) =>
    ({
      person: `O seu dicionário está cheio: ele comporta ${entryCount(limit)}. Remova uma antes.`,
      server: `O dicionário deste servidor está cheio: ele comporta ${entryCount(limit)}. Remova uma antes.`,
      member: `Você adicionou ${entryCount(limit)} ao dicionário deste servidor, que é o limite. Remova uma antes.`,
    })[whose],
  fault: ({ fault }) =>
    ({
      'word-empty': 'Digite uma palavra para pronunciar.',
      'word-long': 'Esta palavra é longa demais. Use no máximo 60 caracteres.',
      'word-unheard':
        'Emojis, emoticons, links e formatação viram palavras antes. Adicione o que eu falo no lugar, por exemplo “coração vermelho”.',
      'as-empty': 'Não consigo falar só emojis ou símbolos. Use algumas letras ou números.',
      'as-long': 'Isso é longo demais para uma palavra. Use no máximo 200 caracteres.',
      markup: 'Uma pronúncia não pode ter menções, marcas de estilo entre colchetes nem `<|`. Use só palavras.',
      phonemes:
        'Não conheço estes fonemas. Escreva inglês em Arpabet `{T AH0 M EY1 T OW0}`, chinês em pinyin `{chong2 qing4}` ou japonês em romaji com acento tonal `{ha0shi1}`.',
    })[fault],

  list: {
    title: { me: 'As suas pronúncias', server: 'As pronúncias deste servidor' },
    empty: {
      me: `O seu dicionário está vazio. Adicione uma palavra com ${add}.`,
      server: `O dicionário deste servidor está vazio. Adicione uma palavra com ${add}.`,
    },
    entry: ({ word, as }) => `${bold(word)} → ${as}`,
    entryBy: ({ word, as, addedBy, addedAtMs }) => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? 'alguém cujos dados foram excluídos' : userMention(addedBy);
      return `${bold(word)} → ${as} (${who}, ${day})`;
    },
    locked: 'Bloqueado: só quem pode gerenciar o servidor faz mudanças.',
    page: ({ page, pages, entries, limit }) =>
      `Página ${format.number(page)} de ${format.number(pages)} · ${format.number(entries)} de ${entryCount(limit)}`,
    buttons: { previous: 'Anterior', next: 'Próxima', lock: 'Bloquear', unlock: 'Desbloquear' },
  },

  csv: { word: 'palavra', as: 'pronúncia' },
  import: {
    added: ({ added, changed, unchanged, scope: whose }) => {
      const done = [
        ...(added === 0 ? [] : [`adicionei ${entryCount(added)}`]),
        ...(changed === 0 ? [] : [`mudei ${entryCount(changed)}`]),
        ...(unchanged === 0 ? [] : [`mantive ${entryCount(unchanged)} sem mudanças`]),
      ];
      if (done.length === 0) return 'Nada foi adicionado.';
      return whose === 'me'
        ? `No seu dicionário, ${format.list(done)}.`
        : `No dicionário deste servidor, ${format.list(done)}.`;
    },
    skipped: ({ lines }) =>
      format.plural(lines, {
        one: '# linha não foi adicionada:',
        many: '# de linhas não foram adicionadas:',
        other: '# linhas não foram adicionadas:',
      }),
    problem: ({ line, problem }) => {
      const reasons = {
        ...faults,
        malformed: 'não tem duas células ou tem aspas que não fecham',
        'not-yours': 'outra pessoa adicionou esta palavra',
        full: 'o dicionário está cheio',
      };
      return `Linha ${format.number(line)}: ${reasons[problem]}`;
    },
    moreProblems: ({ lines }) =>
      format.plural(lines, { one: '… e mais # linha', many: '… e mais # de linhas', other: '… e mais # linhas' }),
    notText: 'Este arquivo não é texto em UTF-8. Salve como “CSV UTF-8” e tente de novo.',
    tooManyLines: ({ most }) =>
      `Este arquivo tem linhas demais. Divida-o em arquivos de no máximo ${format.number(most)} linhas.`,
    empty: 'Este arquivo não tem entradas. Escreva uma por linha: `palavra,pronúncia`.',
    tooLarge: ({ maxBytes }) => `Este arquivo é grande demais. Use um de no máximo ${format.sizeLimit(maxBytes)}.`,
  },
  exported: ({ entries }) =>
    `${format.plural(entries, { one: 'Aqui está # entrada.', many: 'Aqui estão # de entradas.', other: 'Aqui estão # entradas.' })} Para importar este arquivo de novo, use ${command('pronounce import')}.`,
  choice: ({ word, as, scope: whose }) => (whose === 'me' ? `${word} → ${as}` : `${word} → ${as} (servidor)`),
};
