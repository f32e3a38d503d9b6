import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('es');

type Privacy = Messages['privacy'];
type Erased = Parameters<Privacy['erased']>[0];
type Counts = Omit<Erased, 'remaining' | 'decision' | 'messages' | 'mutedIn'>;
type CaptionMessages = Erased['messages'];
type DeletedMessages = Parameters<Privacy['messagesErased']>[0];

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const messageCount = (count: number): string =>
  format.plural(count, {
    one: '# mensaje de subtítulos',
    many: '# de mensajes de subtítulos',
    other: '# mensajes de subtítulos',
  });
const captionCount = (count: number): string =>
  format.plural(count, { one: '# subtítulo', many: '# de subtítulos', other: '# subtítulos' });
const voiceCount = (count: number): string =>
  format.plural(count, { one: '# voz', many: '# de voces', other: '# voces' });
const confirmationCount = (count: number): string =>
  format.plural(count, {
    one: '# confirmación de derechos',
    many: '# de confirmaciones de derechos',
    other: '# confirmaciones de derechos',
  });
const pronunciationCount = (count: number): string =>
  format.plural(count, { one: '# pronunciación', many: '# de pronunciaciones', other: '# pronunciaciones' });

const pendingRecordings = {
  one: '# grabación pendiente',
  many: '# de grabaciones pendientes',
  other: '# grabaciones pendientes',
};
const voiceChoices = { one: '# elección de voz', many: '# de elecciones de voz', other: '# elecciones de voz' };
const spokenNames = {
  one: '# nombre para la lectura',
  many: '# de nombres para la lectura',
  other: '# nombres para la lectura',
};
const namesInServers = {
  one: 'tu nombre en # pronunciación de un servidor',
  many: 'tu nombre en # de pronunciaciones de servidores',
  other: 'tu nombre en # pronunciaciones de servidores',
};
const namesInAutoCaptions = {
  one: 'tu nombre en los subtítulos automáticos de # canal de voz',
  many: 'tu nombre en los subtítulos automáticos de # de canales de voz',
  other: 'tu nombre en los subtítulos automáticos de # canales de voz',
};

/** `2 subtítulos, 1 voz y 1 elección de voz`, without zeros. */
function listOf(counts: Counts, messages = 0): string {
  const { captions, recordings, voices, confirmations, choices, nicknames, autoCaptions } = counts;
  const { pronunciations, serverPronunciations } = counts;
  return format.list([
    ...(captions === 0 ? [] : [captionCount(captions)]),
    ...(messages === 0 ? [] : [messageCount(messages)]),
    ...(recordings === 0 ? [] : [format.plural(recordings, pendingRecordings)]),
    ...(voices === 0 ? [] : [voiceCount(voices)]),
    ...(confirmations === 0 ? [] : [confirmationCount(confirmations)]),
    ...(choices === 0 ? [] : [format.plural(choices, voiceChoices)]),
    ...(nicknames === 0 ? [] : [format.plural(nicknames, spokenNames)]),
    ...(pronunciations === 0 ? [] : [pronunciationCount(pronunciations)]),
    ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, namesInServers)]),
    ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, namesInAutoCaptions)]),
  ]);
}

const lostVoices = {
  one: 'Quien use esta voz la perderá.',
  many: 'Quien use estas voces las perderá.',
  other: 'Quien use estas voces las perderá.',
};

/** The commands that change each decision. */
const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

/** What the question about deleting names. */
function belongingsOf(counts: Counts): string {
  const { voices, confirmations, ...rest } = counts;
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  if (others > 0 || voices === 0 || confirmations === 0) return listOf(counts);
  const theirs = format.plural(confirmations, {
    one: 'su confirmación de derechos',
    many: 'sus # de confirmaciones de derechos',
    other: 'sus # confirmaciones de derechos',
  });
  return `${voiceCount(voices)} y ${theirs}`;
}

function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  const outOfReach = {
    one: '# mensaje de subtítulos queda fuera de mi alcance: ya no estoy en su servidor o no puedo usar su canal.',
    many: '# de mensajes de subtítulos quedan fuera de mi alcance: ya no estoy en sus servidores o no puedo usar sus canales.',
    other:
      '# mensajes de subtítulos quedan fuera de mi alcance: ya no estoy en sus servidores o no puedo usar sus canales.',
  };
  const later = {
    one: 'Discord no respondió al eliminar # mensaje de subtítulos. Seguiré intentándolo.',
    many: 'Discord no respondió al eliminar # de mensajes de subtítulos. Seguiré intentándolo.',
    other: 'Discord no respondió al eliminar # mensajes de subtítulos. Seguiré intentándolo.',
  };
  return [
    ...(refused === 0 ? [] : [format.plural(refused, outOfReach)]),
    ...(remaining === 0 ? [] : [format.plural(remaining, later)]),
  ];
}

function messageSentences(messages: CaptionMessages): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, {
          one: `# mensaje de subtítulos sigue en Discord. Vuelve a usar ${erase} para eliminarlo.`,
          many: `# de mensajes de subtítulos siguen en Discord. Vuelve a usar ${erase} para eliminarlos.`,
          other: `# mensajes de subtítulos siguen en Discord. Vuelve a usar ${erase} para eliminarlos.`,
        }),
      ];
    case 'under-way':
      return [`Estoy eliminando ${messageCount(messages.count)} de Discord. Te avisaré cuando termine.`];
    case 'over':
      return unreachedMessages(messages);
  }
}

/** Most servers named in one list. */
const MAX_SERVERS = 10;

/** `**Uno**, **Dos** y 3 servidores más`; empty for none. */
function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const forms =
    named.length === 0
      ? { one: '# servidor', many: '# de servidores', other: '# servidores' }
      : { one: '# servidor más', many: '# de servidores más', other: '# servidores más' };
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [format.plural(rest, forms)])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** Spanish: what is stored about a person. */
export const privacyMessages: Privacy = {
  command: {
    description: 'Rechaza los subtítulos, y consulta o elimina tus datos',
    show: 'Muestra lo que guardo sobre ti',
    optOut: 'Rechaza que se subtitule lo que dices, en todos los servidores',
    optIn: 'Acepta que se subtitule lo que dices, en todos los servidores',
    erase: 'Elimina lo que guardo sobre ti',
  },
  buttons: {
    erase: 'Eliminar',
    eraseWithMessages: 'Eliminar, también los mensajes',
    eraseOnly: 'Eliminar, pero no los mensajes',
    keep: 'Conservar',
    optInEverywhere: 'Aceptar en todos los servidores',
    optInOnlyHere: 'Solo en este servidor',
  },

  optedOut: `Rechazas los subtítulos: no se subtitulará lo que digas en ningún servidor. Usa ${erase} para eliminar los que ya guardo.`,
  optedIn: `Aceptas los subtítulos en todos los servidores: se subtitulará lo que digas donde estén activos. Usa ${optOut} para rechazarlos.`,
  optedInHere: ({ elsewhere }) =>
    elsewhere === 'opted-out'
      ? `Aceptas los subtítulos solo en este servidor y los rechazas en todos los demás. Usa ${optOut} para rechazarlos también aquí.`
      : `Aceptas los subtítulos solo en este servidor. Los demás siguen sus propios ajustes. Usa ${optOut} para rechazarlos en todos.`,

  stored: ({
    consent,
    decidedAtMs,
    optedInServers,
    otherServers,
    oldestCaptionAtMs,
    captions,
    recordings,
    voices,
    confirmations,
    choices,
    nicknames,
    pronunciations,
    serverPronunciations,
    autoCaptions,
    messages,
    mutedIn,
  }) => {
    const since = decidedAtMs === undefined ? '' : ` desde el ${moment(decidedAtMs)}`;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `Aceptas los subtítulos en todos los servidores${since}.`,
      'opted-out':
        servers === ''
          ? `Rechazas los subtítulos${since}: no se subtitula lo que dices en ningún servidor.`
          : `Rechazas los subtítulos${since} en todos los servidores, excepto en ${servers}, donde los aceptas.`,
      undecided:
        servers === ''
          ? 'No has aceptado ni rechazado los subtítulos: se subtitula lo que dices, salvo en los servidores que piden aceptarlo.'
          : `Aceptas los subtítulos solo en ${servers}. En los demás servidores se subtitula lo que dices, salvo donde se pide aceptarlo.`,
    }[consent];
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
    const oldest = oldestCaptionAtMs === undefined ? '' : `; el más antiguo es del ${moment(oldestCaptionAtMs)}`;
    const storedCaptions = {
      one:
        oldestCaptionAtMs === undefined
          ? 'Guardo # subtítulo tuyo.'
          : `Guardo # subtítulo tuyo, del ${moment(oldestCaptionAtMs)}.`,
      many: `Guardo # de subtítulos tuyos${oldest}.`,
      other: `Guardo # subtítulos tuyos${oldest}.`,
    };
    const pending = {
      one: 'Falta transcribir una grabación de lo que dijiste.',
      many: 'Faltan por transcribir # de grabaciones de lo que dijiste.',
      other: 'Faltan por transcribir # grabaciones de lo que dijiste.',
    };
    const shownMessages = {
      one: '# mensaje de Discord muestra subtítulos tuyos.',
      many: '# de mensajes de Discord muestran subtítulos tuyos.',
      other: '# mensajes de Discord muestran subtítulos tuyos.',
    };
    const addedToServers = {
      one: 'Añadiste # pronunciación a un servidor.',
      many: 'Añadiste # de pronunciaciones a servidores.',
      other: 'Añadiste # pronunciaciones a servidores.',
    };
    const setUp = {
      one: 'Configuraste los subtítulos automáticos de # canal de voz.',
      many: 'Configuraste los subtítulos automáticos de # de canales de voz.',
      other: 'Configuraste los subtítulos automáticos de # canales de voz.',
    };
    const chosenNames = {
      one: 'Elegiste cómo se dice tu nombre antes de tus mensajes en # servidor.',
      many: 'Elegiste cómo se dice tu nombre antes de tus mensajes en # de servidores.',
      other: 'Elegiste cómo se dice tu nombre antes de tus mensajes en # servidores.',
    };
    const mutes = {
      one: 'Elegiste que tus mensajes no se lean en voz alta en # servidor.',
      many: 'Elegiste que tus mensajes no se lean en voz alta en # de servidores.',
      other: 'Elegiste que tus mensajes no se lean en voz alta en # servidores.',
    };
    return [
      decision,
      [
        captions === 0 ? 'No guardo ningún subtítulo tuyo.' : format.plural(captions, storedCaptions),
        ...(recordings === 0 ? [] : [format.plural(recordings, pending)]),
        ...(messages === 0 ? [] : [format.plural(messages, shownMessages)]),
        ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, setUp)]),
      ].join(' '),
      [
        voices === 0 ? 'No tienes voces.' : `Creaste ${voiceCount(voices)}.`,
        ...(confirmations === 0 ? [] : [`Guardo ${confirmationCount(confirmations)}.`]),
        ...(choices === 0 ? [] : [`Guardo ${format.plural(choices, voiceChoices)}.`]),
        ...(pronunciations === 0 ? [] : [`Tu diccionario tiene ${pronunciationCount(pronunciations)}.`]),
        ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, addedToServers)]),
        `${command('usage')} muestra lo que llevas usado hoy.`,
      ].join(' '),
      ...(nicknames + mutedIn === 0
        ? []
        : [
            [
              ...(nicknames === 0 ? [] : [format.plural(nicknames, chosenNames)]),
              ...(mutedIn === 0 ? [] : [format.plural(mutedIn, mutes)]),
            ].join(' '),
          ]),
      `Para cambiarlo, usa ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])}.`,
    ].join('\n');
  },

  eraseQuestion: ({ messages, ...counts }) => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    const shown = {
      one: '# mensaje de Discord muestra subtítulos tuyos: también puedo eliminarlo.',
      many: '# de mensajes de Discord muestran subtítulos tuyos: también puedo eliminarlos.',
      other: '# mensajes de Discord muestran subtítulos tuyos: también puedo eliminarlos.',
    };
    return [
      `¿Eliminar estos datos tuyos: ${isAnythingStored ? belongingsOf(counts) : messageCount(messages)}?`,
      ...(counts.captions === 0
        ? []
        : ['Tus subtítulos desaparecerán de las transcripciones de todos los servidores.']),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, lostVoices)]),
      ...(counts.serverPronunciations === 0
        ? []
        : ['Las pronunciaciones que añadiste a servidores se conservan, sin tu nombre.']),
      ...(messages === 0 || !isAnythingStored ? [] : [format.plural(messages, shown)]),
      'Esto no se puede deshacer.',
    ].join(' ');
  },
  nothingToErase: 'No tengo nada tuyo que eliminar.',
  kept: 'No se eliminó nada.',

  erased: ({ remaining, decision, messages, mutedIn, ...counts }) => {
    const kept = {
      'opted-in': ['Recuerdo que aceptas los subtítulos, para poder respetarlo.'],
      'opted-out': ['Recuerdo que rechazas los subtítulos, para poder respetarlo.'],
      both: ['Recuerdo dónde aceptas y dónde rechazas los subtítulos, para poder respetarlo.'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    const left = {
      one: `El servicio de voz no pudo eliminar # voz. Vuelve a usar ${erase} en unos minutos.`,
      many: `El servicio de voz no pudo eliminar # de voces. Vuelve a usar ${erase} en unos minutos.`,
      other: `El servicio de voz no pudo eliminar # voces. Vuelve a usar ${erase} en unos minutos.`,
    };
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ['No se eliminó nada.']
        : [`Datos eliminados: ${listOf(counts, deleted)}.`]),
      ...messageSentences(messages),
      ...(remaining === 0 ? [] : [format.plural(remaining, left)]),
      ...kept,
      ...(mutedIn === 0 ? [] : ['Tus mensajes siguen sin leerse en voz alta, como elegiste.']),
      'No puedo eliminar los archivos de transcripción que ya se publicaron o descargaron.',
    ].join(' ');
  },
  messagesErased: (outcome) =>
    [
      ...(outcome.deleted === 0 ? [] : [`Eliminé ${messageCount(outcome.deleted)} de Discord.`]),
      ...unreachedMessages(outcome),
    ].join(' ') || 'No quedaban mensajes de subtítulos que eliminar.',
};
