import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('es');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** Spanish: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
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
  optedInHere: {
    'opted-out': `Aceptas los subtítulos solo en este servidor y los rechazas en todos los demás. Usa ${optOut} para rechazarlos también aquí.`,
    undecided: `Aceptas los subtítulos solo en este servidor. Los demás siguen sus propios ajustes. Usa ${optOut} para rechazarlos en todos.`,
  },

  items: {
    captions: ({ count }) =>
      format.plural(count, { one: '# subtítulo', many: '# de subtítulos', other: '# subtítulos' }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# mensaje de subtítulos',
        many: '# de mensajes de subtítulos',
        other: '# mensajes de subtítulos',
      }),
    recordings: ({ count }) =>
      format.plural(count, {
        one: '# grabación pendiente',
        many: '# de grabaciones pendientes',
        other: '# grabaciones pendientes',
      }),
    voices: ({ count }) => format.plural(count, { one: '# voz', many: '# de voces', other: '# voces' }),
    confirmations: ({ count }) =>
      format.plural(count, {
        one: '# confirmación de derechos',
        many: '# de confirmaciones de derechos',
        other: '# confirmaciones de derechos',
      }),
    choices: ({ count }) =>
      format.plural(count, { one: '# elección de voz', many: '# de elecciones de voz', other: '# elecciones de voz' }),
    queuedTexts: ({ count }) =>
      format.plural(count, { one: '# texto en una cola', many: '# de textos en colas', other: '# textos en colas' }),
    nicknames: ({ count }) =>
      format.plural(count, {
        one: '# nombre para la lectura',
        many: '# de nombres para la lectura',
        other: '# nombres para la lectura',
      }),
    identities: ({ count }) =>
      format.plural(count, {
        one: '# nombre de proxy',
        many: '# de nombres de proxies',
        other: '# nombres de proxies',
      }),
    pronunciations: ({ count }) =>
      format.plural(count, { one: '# pronunciación', many: '# de pronunciaciones', other: '# pronunciaciones' }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'tu nombre en # pronunciación de un servidor',
        many: 'tu nombre en # de pronunciaciones de servidores',
        other: 'tu nombre en # pronunciaciones de servidores',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'tu nombre en los subtítulos automáticos de # canal de voz',
        many: 'tu nombre en los subtítulos automáticos de # de canales de voz',
        other: 'tu nombre en los subtítulos automáticos de # canales de voz',
      }),
    voicesWithConfirmations: ({ voices, confirmations }) => {
      const theirs = format.plural(confirmations, {
        one: 'su confirmación de derechos',
        many: 'sus # de confirmaciones de derechos',
        other: 'sus # confirmaciones de derechos',
      });
      return format.plural(voices, {
        one: `# voz y ${theirs}`,
        many: `# de voces y ${theirs}`,
        other: `# voces y ${theirs}`,
      });
    },
  },

  decision: {
    optedIn: ({ at }) => `Aceptas los subtítulos en todos los servidores desde el ${at}.`,
    optedOut: ({ at }) => `Rechazas los subtítulos desde el ${at}: no se subtitula lo que dices en ningún servidor.`,
    optedOutExcept: ({ at, servers }) =>
      `Rechazas los subtítulos desde el ${at} en todos los servidores, excepto en ${format.list(servers)}, donde los aceptas.`,
    optedInOnly: ({ servers }) =>
      `Aceptas los subtítulos solo en ${format.list(servers)}. En los demás servidores se subtitula lo que dices, salvo donde se pide aceptarlo.`,
    undecided:
      'No has aceptado ni rechazado los subtítulos: se subtitula lo que dices, salvo en los servidores que piden aceptarlo.',
  },
  servers: {
    unnamed: ({ count }) => format.plural(count, { one: '# servidor', many: '# de servidores', other: '# servidores' }),
    others: ({ count }) =>
      format.plural(count, { one: '# servidor más', many: '# de servidores más', other: '# servidores más' }),
  },

  stored: {
    noCaptions: 'No guardo ningún subtítulo tuyo.',
    captions: ({ count, oldest }) =>
      format.plural(
        count,
        {
          one: 'Guardo # subtítulo tuyo, del {oldest}.',
          many: 'Guardo # de subtítulos tuyos; el más antiguo es del {oldest}.',
          other: 'Guardo # subtítulos tuyos; el más antiguo es del {oldest}.',
        },
        { oldest },
      ),
    recordings: ({ count }) =>
      format.plural(count, {
        one: 'Falta transcribir una grabación de lo que dijiste.',
        many: 'Faltan por transcribir # de grabaciones de lo que dijiste.',
        other: 'Faltan por transcribir # grabaciones de lo que dijiste.',
      }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# mensaje de Discord muestra subtítulos tuyos.',
        many: '# de mensajes de Discord muestran subtítulos tuyos.',
        other: '# mensajes de Discord muestran subtítulos tuyos.',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'Configuraste los subtítulos automáticos de # canal de voz.',
        many: 'Configuraste los subtítulos automáticos de # de canales de voz.',
        other: 'Configuraste los subtítulos automáticos de # canales de voz.',
      }),
    noVoices: 'No tienes voces.',
    voices: ({ count }) =>
      format.plural(count, { one: 'Creaste # voz.', many: 'Creaste # de voces.', other: 'Creaste # voces.' }),
    confirmations: ({ count }) =>
      format.plural(count, {
        one: 'Guardo # confirmación de derechos.',
        many: 'Guardo # de confirmaciones de derechos.',
        other: 'Guardo # confirmaciones de derechos.',
      }),
    choices: ({ count }) =>
      format.plural(count, {
        one: 'Guardo # elección de voz.',
        many: 'Guardo # de elecciones de voz.',
        other: 'Guardo # elecciones de voz.',
      }),
    pronunciations: ({ count }) =>
      format.plural(count, {
        one: 'Tu diccionario tiene # pronunciación.',
        many: 'Tu diccionario tiene # de pronunciaciones.',
        other: 'Tu diccionario tiene # pronunciaciones.',
      }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'Añadiste # pronunciación a un servidor.',
        many: 'Añadiste # de pronunciaciones a servidores.',
        other: 'Añadiste # pronunciaciones a servidores.',
      }),
    usage: `${command('usage')} muestra lo que llevas usado hoy.`,
    queuedTexts: ({ count }) =>
      format.plural(count, {
        one: 'Tienes # texto en la cola.',
        many: 'Tienes # de textos en la cola.',
        other: 'Tienes # textos en la cola.',
      }),
    nicknames: ({ count }) =>
      format.plural(count, {
        one: 'Elegiste cómo se dice tu nombre antes de tus mensajes en # servidor.',
        many: 'Elegiste cómo se dice tu nombre antes de tus mensajes en # de servidores.',
        other: 'Elegiste cómo se dice tu nombre antes de tus mensajes en # servidores.',
      }),
    identities: ({ count }) =>
      format.plural(count, {
        one: 'PluralKit o Tupperbox publica por ti con # nombre que conozco.',
        many: 'PluralKit o Tupperbox publica por ti con # de nombres que conozco.',
        other: 'PluralKit o Tupperbox publica por ti con # nombres que conozco.',
      }),
    mutes: ({ count }) =>
      format.plural(count, {
        one: 'Elegiste que tus mensajes no se lean en voz alta en # servidor.',
        many: 'Elegiste que tus mensajes no se lean en voz alta en # de servidores.',
        other: 'Elegiste que tus mensajes no se lean en voz alta en # servidores.',
      }),
    change: ({ commands }) => `Para cambiarlo, usa ${format.alternatives(commands)}.`,
  },

  eraseQuestion: {
    ask: ({ items }) => `¿Eliminar estos datos tuyos: ${format.list(items)}?`,
    captions: 'Tus subtítulos desaparecerán de las transcripciones de todos los servidores.',
    voices: ({ count }) =>
      format.plural(count, {
        one: 'Quien use esta voz la perderá.',
        many: 'Quien use estas voces las perderá.',
        other: 'Quien use estas voces las perderá.',
      }),
    serverPronunciations: 'Las pronunciaciones que añadiste a servidores se conservan, sin tu nombre.',
    messages: ({ count }) =>
      format.plural(count, {
        one: '# mensaje de Discord muestra subtítulos tuyos: también puedo eliminarlo.',
        many: '# de mensajes de Discord muestran subtítulos tuyos: también puedo eliminarlos.',
        other: '# mensajes de Discord muestran subtítulos tuyos: también puedo eliminarlos.',
      }),
    final: 'Esto no se puede deshacer.',
  },
  nothingToErase: 'No tengo nada tuyo que eliminar.',
  kept: 'No se eliminó nada.',

  erased: {
    nothing: 'No se eliminó nada.',
    items: ({ items }) => `Datos eliminados: ${format.list(items)}.`,
    voicesLeft: ({ count }) =>
      format.plural(count, {
        one: `El servicio de voz no pudo eliminar # voz. Vuelve a usar ${erase} en unos minutos.`,
        many: `El servicio de voz no pudo eliminar # de voces. Vuelve a usar ${erase} en unos minutos.`,
        other: `El servicio de voz no pudo eliminar # voces. Vuelve a usar ${erase} en unos minutos.`,
      }),
    decision: {
      'opted-in': 'Recuerdo que aceptas los subtítulos, para poder respetarlo.',
      'opted-out': 'Recuerdo que rechazas los subtítulos, para poder respetarlo.',
      both: 'Recuerdo dónde aceptas y dónde rechazas los subtítulos, para poder respetarlo.',
    },
    mutes: 'Tus mensajes siguen sin leerse en voz alta, como elegiste.',
    files: 'No puedo eliminar los archivos de transcripción que ya se publicaron o descargaron.',
  },
  erasedMessages: {
    kept: ({ count }) =>
      format.plural(count, {
        one: `# mensaje de subtítulos sigue en Discord. Vuelve a usar ${erase} para eliminarlo.`,
        many: `# de mensajes de subtítulos siguen en Discord. Vuelve a usar ${erase} para eliminarlos.`,
        other: `# mensajes de subtítulos siguen en Discord. Vuelve a usar ${erase} para eliminarlos.`,
      }),
    underWay: ({ count }) =>
      format.plural(count, {
        one: 'Estoy eliminando # mensaje de subtítulos de Discord. Te avisaré cuando termine.',
        many: 'Estoy eliminando # de mensajes de subtítulos de Discord. Te avisaré cuando termine.',
        other: 'Estoy eliminando # mensajes de subtítulos de Discord. Te avisaré cuando termine.',
      }),
    deleted: ({ count }) =>
      format.plural(count, {
        one: 'Eliminé # mensaje de subtítulos de Discord.',
        many: 'Eliminé # de mensajes de subtítulos de Discord.',
        other: 'Eliminé # mensajes de subtítulos de Discord.',
      }),
    nothing: 'No quedaban mensajes de subtítulos que eliminar.',
    refused: ({ count }) =>
      format.plural(count, {
        one: '# mensaje de subtítulos queda fuera de mi alcance: ya no estoy en su servidor o no puedo usar su canal.',
        many: '# de mensajes de subtítulos quedan fuera de mi alcance: ya no estoy en sus servidores o no puedo usar sus canales.',
        other:
          '# mensajes de subtítulos quedan fuera de mi alcance: ya no estoy en sus servidores o no puedo usar sus canales.',
      }),
    remaining: ({ count }) =>
      format.plural(count, {
        one: 'Discord no respondió al eliminar # mensaje de subtítulos. Seguiré intentándolo.',
        many: 'Discord no respondió al eliminar # de mensajes de subtítulos. Seguiré intentándolo.',
        other: 'Discord no respondió al eliminar # mensajes de subtítulos. Seguiré intentándolo.',
      }),
  },
};
