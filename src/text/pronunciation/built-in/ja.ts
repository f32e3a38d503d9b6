import type { Abbreviations, LowerCaseOnly } from './abbreviations.ts';

/** What Japanese chats shorten. */
export const JAPANESE: Abbreviations = {
  afk: '離席中',
  brb: 'すぐ戻ります',
  gg: 'グッドゲーム',
  gj: 'グッジョブ',
  glhf: 'グッドラック、ハブファン',
  ktkr: 'きたこれ',
  kwsk: '詳しく',
  np: 'ノープロブレム',
  nt: 'ナイストライ',
  omg: 'オーマイガー',
  orz: 'がっくり',
  thx: 'サンクス',
  ty: 'サンキュー',
  wktk: 'わくわくてかてか',
  '(笑)': 'かっこわらい',
  あけおめ: 'あけましておめでとう',
};

export const JAPANESE_LOWER_CASE_ONLY: LowerCaseOnly = new Set(['np', 'nt', 'ty']);
