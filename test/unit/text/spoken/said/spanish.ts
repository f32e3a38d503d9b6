import { ADA, NEXT_HOUR, RULES, type SaidRow } from './row.ts';

/** What is said on a Spanish server. */
export const spanishRows: readonly SaidRow[] = [
  ['mira https://www.youtube.com/watch?v=abc', 'mira, un enlace a youtube.com'],
  ['muere ||el padre||', 'muere, spoiler'],
  ['jajajajajajaja', 'jajaja'],
  ['¡¡¡Hola!!!', '¡Hola!'],
  ['genial 🔥🔥', 'genial, 2 veces fuego'],
  ['🇪🇸', 'bandera de España'],
  [`${ADA} lee ${RULES}`, 'Ada lee el canal rules'],
  [`<t:${NEXT_HOUR}:R>`, 'dentro de 1 hora'],
  [{ content: '', attachments: [{ kind: 'picture' }, { kind: 'file' }, { kind: 'file' }] }, 'una imagen y 2 archivos'],
  [{ content: 'sí', replyTo: 'Eva' }, 'en respuesta a Eva: sí'],
];
