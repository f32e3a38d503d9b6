import type { Abbreviations, LowerCaseOnly } from './abbreviations.ts';

/** What German chats shorten. */
export const GERMAN: Abbreviations = {
  afk: 'nicht am Rechner',
  brb: 'bin gleich wieder da',
  gg: 'gutes Spiel',
  ggwp: 'gutes Spiel, gut gespielt',
  gn8: 'gute Nacht',
  hdl: 'hab dich lieb',
  kp: 'kein Plan',
  ka: 'keine Ahnung',
  mfg: 'mit freundlichen Grüßen',
  mmn: 'meiner Meinung nach',
  np: 'kein Problem',
  omg: 'oh mein Gott',
  pls: 'bitte',
  thx: 'danke',
  vllt: 'vielleicht',
  vlt: 'vielleicht',
  wmd: 'was machst du',
  zb: 'zum Beispiel',
};

export const GERMAN_LOWER_CASE_ONLY: LowerCaseOnly = new Set(['hdl', 'ka', 'kp']);
