import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

function atLeastCharacters(min: number): string {
  return plural('pt', min, {
    one: `Digite pelo menos ${min} caractere.`,
    many: `Digite pelo menos ${min} de caracteres.`,
    other: `Digite pelo menos ${min} caracteres.`,
  });
}

function shortenTo(max: number): string {
  return plural('pt', max, {
    one: `Reduza para ${max} caractere.`,
    many: `Reduza para ${max} de caracteres.`,
    other: `Reduza para ${max} caracteres.`,
  });
}

/** Brazilian Portuguese: the composer with its commands, the forms, and the menus of messages. */
export const commands: Texts['commands'] = {
  composer: {
    label: 'Escrever uma mensagem',
    placeholder: (channel) => `Conversar em #${channel}. Comandos: /`,
    directPlaceholder: (name) => `Conversar com ${name}. Comandos: /`,
    readOnly: 'Você não pode escrever neste canal.',
    send: 'Enviar',
    addFiles: 'Adicionar arquivos',
    files: 'Arquivos a enviar',
    removeFile: (name) => `Remover ${name}`,
    fileTooLarge: (name) => `${name} tem mais de 10 MB. Escolha um arquivo menor.`,
    filesLeftOut: (count) =>
      plural('pt', count, {
        one: `${count} arquivo ficou de fora. Uma mensagem aceita até 10.`,
        many: `${count} de arquivos ficaram de fora. Uma mensagem aceita até 10.`,
        other: `${count} arquivos ficaram de fora. Uma mensagem aceita até 10.`,
      }),
    charactersLeft: (count) =>
      plural('pt', count, {
        one: `Resta ${count} caractere`,
        many: `Restam ${count} de caracteres`,
        other: `Restam ${count} caracteres`,
      }),
    tooLong: (max, length) => `Uma mensagem aceita até ${max} caracteres. Esta tem ${length}.`,
    replyingTo: (name) => `Respondendo a ${name}`,
    cancelReply: 'Cancelar resposta',
  },
  list: {
    label: 'Comandos',
    input: 'Comando',
    found: (count) =>
      plural('pt', count, {
        one: `${count} comando`,
        many: `${count} de comandos`,
        other: `${count} comandos`,
      }),
  },
  run: {
    label: (command) => `Opções de ${command}`,
    run: 'Executar',
    running: 'Executando…',
    leave: 'Sair do comando',
    required: 'obrigatória',
    optional: 'opcional',
    more: 'Mais opções',
    morePlaceholder: (count) =>
      plural('pt', count, {
        one: `+${count} opção`,
        many: `+${count} de opções`,
        other: `+${count} opções`,
      }),
    removeOption: (name) => `Remover ${name}`,
    changeFile: 'Trocar o arquivo',
    suggestions: (name) => `Sugestões para ${name}`,
    foundSuggestions: (count) =>
      plural('pt', count, {
        one: `${count} sugestão`,
        many: `${count} de sugestões`,
        other: `${count} sugestões`,
      }),
    noSuggestions: 'Nenhum resultado. O que você digitou será enviado como está.',
    noMatches: 'Nenhum resultado.',
    loading: 'Perguntando ao Mynah…',
    yes: 'Verdadeiro',
    no: 'Falso',
  },
  problems: {
    in: (option, problem) => `${option}: ${problem}`,
    required: 'Esta opção é obrigatória.',
    'not-a-number': 'Digite um número.',
    'not-whole': 'Digite um número inteiro.',
    'too-small': (min) => `Digite um número a partir de ${min}.`,
    'too-large': (max) => `Digite um número até ${max}.`,
    'too-short': atLeastCharacters,
    'too-long': (max, length) => `${shortenTo(max)} Agora são ${length}.`,
    'not-listed': 'Escolha um item da lista.',
    'file-too-large': 'Escolha um arquivo de até 10 MB.',
    upload: 'Não foi possível enviar o arquivo. Tente de novo.',
  },
  form: {
    submit: 'Enviar',
    submitting: 'Enviando…',
    cancel: 'Cancelar',
    required: 'obrigatório',
    optional: 'opcional',
    counter: (length, max) => `${length} de ${max} caracteres`,
    choose: 'Escolher…',
    noChoice: 'Nada',
    chooseBetween: (min, max) => `Escolha de ${min} a ${max}.`,
    chooseUpTo: (max) => `Escolha até ${max}.`,
    addFiles: (max) =>
      plural('pt', max, {
        one: 'Escolher um arquivo',
        many: `Escolher até ${max} de arquivos`,
        other: `Escolher até ${max} arquivos`,
      }),
    problems: {
      required: 'Preencha este campo.',
      'too-short': atLeastCharacters,
      'too-long': shortenTo,
      'too-few': (min) => `Escolha pelo menos ${min}.`,
      'too-many': (max) => (max === 1 ? 'Escolha só 1.' : `Escolha no máximo ${max}.`),
      'file-too-large': 'Escolha arquivos de até 10 MB.',
    },
  },
  menu: {
    open: 'Mais ações',
    label: 'Ações para esta mensagem',
    copy: 'Copiar texto',
    copied: 'Copiado.',
    copyFailed: 'O navegador não permitiu copiar.',
  },
  language: {
    label: 'Idioma',
  },
};
