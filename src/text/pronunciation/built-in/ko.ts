import type { Abbreviations } from './abbreviations.ts';

/** What Korean chats shorten, mostly to the first consonants of syllables. */
export const KOREAN: Abbreviations = {
  afk: '자리 비움',
  gg: '지지',
  gj: '굿잡',
  ㄱㄱ: '고고',
  ㄱㄷ: '기다려',
  ㄱㅅ: '감사',
  ㄱㅊ: '괜찮아',
  ㄳ: '감사',
  ㄴㄴ: '노노',
  ㄷㄷ: '덜덜',
  ㄹㅇ: '리얼',
  ㅁㄹ: '몰라',
  ㅂㅂ: '바이바이',
  ㅂㅇ: '바이',
  ㅅㄱ: '수고',
  ㅇㄷ: '어디',
  ㅇㅇ: '응응',
  ㅇㅈ: '인정',
  ㅇㅋ: '오케이',
  ㅈㅅ: '죄송',
  ㅊㅋ: '축하',
  ㅋ: '크',
  ㅎㅇ: '하이',
};
