import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('es');

type Pronunciation = Messages['pronunciation'];
type Scope = Parameters<Pronunciation['added']>[0]['scope'];

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

const entryCount = (count: number): string =>
  format.plural(count, { one: '# entrada', many: '# de entradas', other: '# entradas' });
const quoted = (words: string): string => `«${words}»`;

const where: Readonly<Record<Scope, string>> = { me: 'en tus textos', server: 'en este servidor' };

const faults = {
  'word-empty': 'la palabra está vacía',
  'word-long': 'la palabra es demasiado larga: usa 60 caracteres como máximo',
  'word-unheard':
    'los emojis, emoticonos, enlaces y formatos se convierten antes en palabras: usa lo que digo en su lugar',
  'as-empty': 'no hay nada que pronunciar: usa letras o cifras',
  'as-long': 'la pronunciación es demasiado larga: usa 200 caracteres como máximo',
  markup: 'hay menciones, marcas de estilo entre corchetes o `<|`: usa solo palabras',
  phonemes: 'no conozco estos fonemas',
};

/** Spanish: `/pronounce`. */
export const pronunciationMessages: Pronunciation = {
  command: {
    description: 'Elige cómo pronuncio las palabras',
    add: {
      description: 'Elige cómo pronuncio una palabra',
      word: 'La palabra tal como se escribe',
      as: 'Lo que digo en su lugar. Los fonemas van entre llaves: {T AH0 M EY1 T OW0}',
      scope: 'Dónde vale (por defecto: en tus textos)',
    },
    remove: {
      description: 'Quita una pronunciación',
      word: 'Empieza a escribir la palabra',
      scope: 'De qué diccionario (por defecto: el tuyo y, si no está, el del servidor)',
    },
    list: { description: 'Muestra las palabras de un diccionario', scope: 'Qué diccionario (por defecto: el tuyo)' },
    import: {
      description: 'Añade las palabras de un archivo CSV',
      file: 'Un archivo CSV con una línea por palabra: palabra,pronunciación',
      scope: 'Dónde valen (por defecto: en tus textos)',
    },
    export: {
      description: 'Te da un diccionario en un archivo CSV',
      scope: 'Qué diccionario (por defecto: el tuyo)',
    },
    scopeChoices: { me: 'Mis textos, en todos los servidores', server: 'Los textos de todos en este servidor' },
  },

  added: ({ word, as, scope: whose }) => `Ahora digo ${bold(word)} como ${quoted(as)} ${where[whose]}.`,
  changed: ({ word, as, before, scope: whose }) =>
    `Ahora digo ${bold(word)} como ${quoted(as)} ${where[whose]}, en lugar de ${quoted(before)}.`,
  unchanged: ({ word, as, scope: whose }) => `Ya digo ${bold(word)} como ${quoted(as)} ${where[whose]}.`,
  phonemesNote: 'Si el servicio de voz rechaza estos fonemas, digo la palabra tal como se escribe.',
  removed: ({ word, scope: whose }) =>
    whose === 'me'
      ? `${bold(word)} ya no está en tu diccionario.`
      : `${bold(word)} ya no está en el diccionario de este servidor.`,
  unknown: ({ word }) => `No tengo ninguna pronunciación de ${bold(word)}. ${list} muestra las palabras.`,

  noServer: `Aquí no hay diccionario del servidor. Para usar el tuyo, omite ${scope}.`,
  locked: `El diccionario de este servidor está bloqueado: solo lo cambia quien puede gestionar el servidor. Para usar el tuyo, omite ${scope}.`,
  notYours: ({ word }) =>
    `Otra persona añadió ${bold(word)} al diccionario de este servidor. Para que suene a tu manera en tus textos, omite ${scope}.`,
  full: ({ whose, limit }) =>
    ({
      person: `Tu diccionario está lleno: caben ${entryCount(limit)}. Quita antes alguna.`,
      server: `El diccionario de este servidor está lleno: caben ${entryCount(limit)}. Quita antes alguna.`,
      member: `Ya hay ${entryCount(limit)} tuyas en el diccionario de este servidor, que es el límite. Quita antes alguna.`,
    })[whose],
  fault: ({ fault }) =>
    ({
      'word-empty': 'Escribe la palabra que quieres que pronuncie.',
      'word-long': 'Esta palabra es demasiado larga. Usa 60 caracteres como máximo.',
      'word-unheard':
        'Los emojis, emoticonos, enlaces y formatos se convierten antes en palabras. Añade lo que digo en su lugar, por ejemplo «corazón rojo».',
      'as-empty': 'No puedo pronunciar solo emojis o símbolos. Usa letras o cifras.',
      'as-long': 'Esto es demasiado largo para una sola palabra. Usa 200 caracteres como máximo.',
      markup:
        'Una pronunciación no puede tener menciones, marcas de estilo entre corchetes ni `<|`. Usa solo palabras.',
      phonemes:
        'No conozco estos fonemas. Escribe el inglés en Arpabet `{T AH0 M EY1 T OW0}`, el chino en pinyin `{chong2 qing4}` o el japonés en romaji con acento tonal `{ha0shi1}`.',
    })[fault],

  list: {
    title: { me: 'Tus pronunciaciones', server: 'Pronunciaciones de este servidor' },
    empty: {
      me: `Tu diccionario está vacío. Añade una palabra con ${add}.`,
      server: `El diccionario de este servidor está vacío. Añade una palabra con ${add}.`,
    },
    entry: ({ word, as }) => `${bold(word)} → ${as}`,
    entryBy: ({ word, as, addedBy, addedAtMs }) => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? 'alguien cuyos datos se eliminaron' : userMention(addedBy);
      return `${bold(word)} → ${as} (${who}, ${day})`;
    },
    locked: 'Bloqueado: solo lo cambia quien puede gestionar el servidor.',
    page: ({ page, pages, entries, limit }) =>
      `Página ${format.number(page)} de ${format.number(pages)} · ${format.number(entries)} de ${entryCount(limit)}`,
    buttons: { previous: 'Anterior', next: 'Siguiente', lock: 'Bloquear', unlock: 'Desbloquear' },
  },

  csv: { word: 'palabra', as: 'pronunciación' },
  import: {
    added: ({ added, changed, unchanged, scope: whose }) => {
      const forms = (what: string): Parameters<typeof format.plural>[1] => ({
        one: `# entrada ${what}`,
        many: `# de entradas ${what}s`,
        other: `# entradas ${what}s`,
      });
      const done = [
        ...(added === 0 ? [] : [format.plural(added, forms('añadida'))]),
        ...(changed === 0 ? [] : [format.plural(changed, forms('cambiada'))]),
        ...(unchanged === 0
          ? []
          : [
              format.plural(unchanged, {
                one: '# entrada sin cambios',
                many: '# de entradas sin cambios',
                other: '# entradas sin cambios',
              }),
            ]),
      ];
      if (done.length === 0) return 'No se añadió nada.';
      return whose === 'me'
        ? `En tu diccionario: ${format.list(done)}.`
        : `En el diccionario de este servidor: ${format.list(done)}.`;
    },
    skipped: ({ lines }) =>
      format.plural(lines, {
        one: '# línea no se añadió:',
        many: '# de líneas no se añadieron:',
        other: '# líneas no se añadieron:',
      }),
    problem: ({ line, problem }) => {
      const reasons = {
        ...faults,
        malformed: 'no tiene dos celdas o falta cerrar unas comillas',
        'not-yours': 'otra persona añadió esta palabra',
        full: 'el diccionario está lleno',
      };
      return `Línea ${format.number(line)}: ${reasons[problem]}`;
    },
    moreProblems: ({ lines }) =>
      format.plural(lines, {
        one: '… y # línea más',
        many: '… y # de líneas más',
        other: '… y # líneas más',
      }),
    notText: 'Este archivo no es texto en UTF-8. Guárdalo como «CSV UTF-8» e inténtalo de nuevo.',
    tooManyLines: ({ most }) =>
      `Este archivo tiene demasiadas líneas. Divídelo en archivos de ${format.number(most)} líneas como máximo.`,
    empty: 'Este archivo no tiene entradas. Escribe una por línea: `palabra,pronunciación`.',
    tooLarge: ({ maxBytes }) =>
      `Este archivo es demasiado grande. Usa uno de ${format.sizeLimit(maxBytes)} como máximo.`,
  },
  exported: ({ entries }) =>
    `${format.plural(entries, { one: 'Aquí tienes # entrada.', many: 'Aquí tienes # de entradas.', other: 'Aquí tienes # entradas.' })} Con ${command('pronounce import')} puedes volver a cargar este archivo.`,
  choice: ({ word, as, scope: whose }) => (whose === 'me' ? `${word} → ${as}` : `${word} → ${as} (servidor)`),
};
