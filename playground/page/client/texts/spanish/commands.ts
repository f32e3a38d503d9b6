import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

function atLeastCharacters(min: number): string {
  return plural('es', min, {
    one: `Escribe al menos ${min} carácter.`,
    many: `Escribe al menos ${min} de caracteres.`,
    other: `Escribe al menos ${min} caracteres.`,
  });
}

function shortenTo(max: number): string {
  return plural('es', max, {
    one: `Acórtalo a ${max} carácter.`,
    many: `Acórtalo a ${max} de caracteres.`,
    other: `Acórtalo a ${max} caracteres.`,
  });
}

/** Spanish: the composer with its commands, the forms, and the menus of messages. */
export const commands: Texts['commands'] = {
  composer: {
    label: 'Escribir un mensaje',
    placeholder: (channel) => `Enviar mensaje a #${channel}. Comandos: /`,
    directPlaceholder: (name) => `Enviar mensaje a ${name}. Comandos: /`,
    readOnly: 'No puedes escribir en este canal.',
    send: 'Enviar',
    addFiles: 'Añadir archivos',
    files: 'Archivos que se enviarán',
    removeFile: (name) => `Quitar ${name}`,
    fileTooLarge: (name) => `${name} ocupa más de 10 MB. Elige un archivo más pequeño.`,
    filesLeftOut: (count) =>
      plural('es', count, {
        one: `${count} archivo se quedó fuera. Un mensaje admite hasta 10.`,
        many: `${count} de archivos se quedaron fuera. Un mensaje admite hasta 10.`,
        other: `${count} archivos se quedaron fuera. Un mensaje admite hasta 10.`,
      }),
    charactersLeft: (count) =>
      plural('es', count, {
        one: `Queda ${count} carácter`,
        many: `Quedan ${count} de caracteres`,
        other: `Quedan ${count} caracteres`,
      }),
    tooLong: (max, length) => `Un mensaje admite hasta ${max} caracteres. Este tiene ${length}.`,
    replyingTo: (name) => `Respondiendo a ${name}`,
    cancelReply: 'Cancelar respuesta',
  },
  list: {
    label: 'Comandos',
    input: 'Comando',
    found: (count) =>
      plural('es', count, {
        one: `${count} comando`,
        many: `${count} de comandos`,
        other: `${count} comandos`,
      }),
  },
  run: {
    label: (command) => `Opciones de ${command}`,
    run: 'Ejecutar',
    running: 'Ejecutando…',
    leave: 'Salir del comando',
    required: 'obligatoria',
    optional: 'opcional',
    more: 'Más opciones',
    morePlaceholder: (count) =>
      plural('es', count, {
        one: `+${count} opción`,
        many: `+${count} de opciones`,
        other: `+${count} opciones`,
      }),
    removeOption: (name) => `Quitar ${name}`,
    changeFile: 'Cambiar el archivo',
    suggestions: (name) => `Sugerencias para ${name}`,
    foundSuggestions: (count) =>
      plural('es', count, {
        one: `${count} sugerencia`,
        many: `${count} de sugerencias`,
        other: `${count} sugerencias`,
      }),
    noSuggestions: 'Sin resultados. Se enviará lo que escribiste, tal cual.',
    noMatches: 'Sin resultados.',
    loading: 'Preguntando a Mynah…',
    yes: 'Verdadero',
    no: 'Falso',
  },
  problems: {
    in: (option, problem) => `${option}: ${problem}`,
    required: 'Esta opción es obligatoria.',
    'not-a-number': 'Escribe un número.',
    'not-whole': 'Escribe un número entero.',
    'too-small': (min) => `Escribe un número a partir de ${min}.`,
    'too-large': (max) => `Escribe un número hasta ${max}.`,
    'too-short': atLeastCharacters,
    'too-long': (max, length) => `${shortenTo(max)} Tiene ${length}.`,
    'not-listed': 'Elige un elemento de la lista.',
    'file-too-large': 'Elige un archivo de hasta 10 MB.',
    upload: 'No se pudo subir el archivo. Inténtalo de nuevo.',
  },
  form: {
    submit: 'Enviar',
    submitting: 'Enviando…',
    cancel: 'Cancelar',
    required: 'obligatorio',
    optional: 'opcional',
    counter: (length, max) => `${length} de ${max} caracteres`,
    choose: 'Elegir…',
    noChoice: 'Nada',
    chooseBetween: (min, max) => `Elige de ${min} a ${max}.`,
    chooseUpTo: (max) => `Elige hasta ${max}.`,
    addFiles: (max) =>
      plural('es', max, {
        one: 'Elegir un archivo',
        many: `Elegir hasta ${max} de archivos`,
        other: `Elegir hasta ${max} archivos`,
      }),
    problems: {
      required: 'Rellena este campo.',
      'too-short': atLeastCharacters,
      'too-long': shortenTo,
      'too-few': (min) => `Elige al menos ${min}.`,
      'too-many': (max) => (max === 1 ? 'Elige solo 1.' : `Elige ${max} como máximo.`),
      'file-too-large': 'Elige archivos de hasta 10 MB.',
    },
  },
  menu: {
    open: 'Más acciones',
    label: 'Acciones para este mensaje',
    copy: 'Copiar texto',
    copied: 'Copiado.',
    copyFailed: 'El navegador no permitió copiar.',
  },
  language: {
    label: 'Idioma',
  },
};
