import { ADA, NEXT_HOUR, RULES, type SaidRow } from './row.ts';

/** What is said on a Chinese server. */
export const chineseRows: readonly SaidRow[] = [
  ['看这个 https://www.bilibili.com/video/abc', '看这个，bilibili.com的链接'],
  ['https://b23.tv/a https://b23.tv/b', '2个b23.tv的链接'],
  ['凶手是||管家||', '凶手是，剧透'],
  ['哈哈哈哈哈哈哈哈哈哈', '哈哈哈'],
  ['太好了！！！！！！', '太好了！'],
  ['厉害👍👍', '厉害，2个拇指向上'],
  ['🇨🇳', '中国国旗'],
  [`${ADA}你好`, 'Ada你好'],
  [`请看${RULES}`, '请看rules频道'],
  [`<t:${NEXT_HOUR}:R>开始`, '1小时后开始'],
  ['第一行\n第二行', '第一行。第二行'],
  ['？？？', '问号'],
  [{ content: '', attachments: [{ kind: 'picture' }, { kind: 'video' }] }, '1张图片和1个视频'],
  [{ content: '好的', replyTo: '小明' }, '回复小明：好的'],
];
