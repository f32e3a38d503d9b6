import type { Abbreviations, LowerCaseOnly } from './abbreviations.ts';

/** What Chinese chats shorten: first letters of pinyin, and numbers that sound alike. */
export const CHINESE: Abbreviations = {
  afk: '暂时离开',
  awsl: '啊，我死了',
  bdjw: '不懂就问',
  dbq: '对不起',
  gkd: '搞快点',
  kswl: '磕死我了',
  nsdd: '你说得对',
  plmm: '漂亮妹妹',
  pyq: '朋友圈',
  qwq: '呜呜呜',
  srds: '虽然但是',
  ssfd: '瑟瑟发抖',
  tql: '太强了',
  u1s1: '有一说一',
  xdm: '兄弟们',
  xjm: '姐妹们',
  xswl: '笑死我了',
  xxs: '小学生',
  yyds: '永远的神',
  yysy: '有一说一',
  zqsg: '真情实感',
};

export const CHINESE_LOWER_CASE_ONLY: LowerCaseOnly = new Set(['xxs']);
