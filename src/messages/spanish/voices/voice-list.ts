import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('es');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

/** Spanish: the answers to `/voice list`. */
export const listMessages: Messages['voiceModels']['list'] = {
  title: ({ scope, query, language, tag, isLicensed }) =>
    [
      { mine: 'Tus voces', mineAndGuild: 'Tus voces y las de este servidor', public: 'Voces públicas' }[scope],
      ...(query === '' ? [] : [`«${query}»`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`etiqueta «${tag}»`]),
      ...(isLicensed ? ['con licencia'] : []),
    ].join(' · '),
  line: ({ title, status, owner, languages, hiddenLanguages, likes }) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { one: '# me gusta', many: '# de me gusta', other: '# me gusta' }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }) => {
    const place =
      pages === undefined
        ? `Página ${format.number(page)}`
        : `Página ${format.number(page)} de ${format.number(pages)}`;
    const counted = {
      exact: countVoices(voices),
      about: `unas ${countVoices(voices)}`,
      'more-than': `más de ${countVoices(voices)}`,
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: 'No hay voces en esta página.',
  noPublicTitles: `Las voces públicas solo se pueden ordenar por popularidad, uso o fecha. Elige otro ${option('sort')}.`,
  chooseVoice: 'Elige una voz para verla, usarla u oírla',
  noMatchesMine: `Ninguna voz coincide. Cambia o quita algún filtro, o usa ${PUBLIC_SCOPE} para buscar entre las públicas.`,
  noMatchesPublic: 'Ninguna voz coincide. Cambia o quita algún filtro.',
  noneMine: `Aquí no hay voces todavía. Crea una con ${command('voice create')} o busca entre las públicas con ${PUBLIC_SCOPE}.`,
  nonePublic: `El servicio de voz no tiene voces públicas. Crea una con ${command('voice create')}.`,
  cutOff: ({ max }) =>
    `El servicio de voz no muestra más de ${countVoices(max)}. Usa ${option('query')}, ${option('language')} o ${option('tag')} para encontrar otras.`,
  onlyPublicLicensed: `Solo las voces públicas pueden tener licencia. Usa ${PUBLIC_SCOPE} o quita ${option('licensed')}.`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { one: '# voz', many: '# de voces', other: '# voces' });
}

function languageList(languages: readonly string[], hidden: number): string {
  const shown = languages.join(', ');
  return hidden === 0 ? shown : `${shown} y ${format.number(hidden)} más`;
}
