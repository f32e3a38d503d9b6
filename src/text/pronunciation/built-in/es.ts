import type { Abbreviations, LowerCaseOnly } from './abbreviations.ts';

/** What Spanish chats shorten. */
export const SPANISH: Abbreviations = {
  afk: 'lejos del teclado',
  bn: 'bien',
  gg: 'buena partida',
  grax: 'gracias',
  msj: 'mensaje',
  ntp: 'no te preocupes',
  pls: 'por favor',
  porfa: 'por favor',
  pq: 'porque',
  q: 'que',
  qtal: 'qué tal',
  salu2: 'saludos',
  tb: 'también',
  tbn: 'también',
  tmb: 'también',
  tkm: 'te quiero mucho',
  tqm: 'te quiero mucho',
  xa: 'para',
  xd: 'equis de',
  xfa: 'por favor',
  xfavor: 'por favor',
  xo: 'pero',
  xq: 'porque',
};

export const SPANISH_LOWER_CASE_ONLY: LowerCaseOnly = new Set(['bn', 'q', 'tb']);
