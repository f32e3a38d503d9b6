import { describe, expect, it } from 'vitest';
import { EMPTY_STATE, type PageState } from '../../../../../../playground/page/client/state.ts';
import { languageNames } from '../../../../../../playground/page/client/tour/language-names.ts';
import {
  doneSteps,
  scriptedPerson,
  sentenceOf,
  startOfTour,
} from '../../../../../../playground/page/client/tour/tour-steps.ts';
import type { MessageView, ServerView, Welcome } from '../../../../../../playground/page/protocol.ts';

const SENTENCE = 'We are going to the park after lunch.';
const ROBIN = { id: '1', name: 'Robin', isBot: false, isScripted: false };
const MYNAH = { id: '2', name: 'Mynah', isBot: true, isScripted: false };
const GRACE = { id: '3', name: 'Grace', isBot: false, isScripted: true };
const SAM = { id: '4', name: 'Sam', isBot: false, isScripted: false };

function server(voiceMembers: readonly string[], members = [ROBIN, MYNAH, GRACE]): ServerView {
  const lounge = { id: '20', name: 'Lounge', type: 2, parentId: undefined, isArchived: false, status: '' };
  const channels = [{ ...lounge, userLimit: 0, canWrite: true, voiceMembers }];
  return { id: '10', name: 'Home', channels, members, roles: [], isManager: true };
}

const welcome = {
  visitor: { id: '1' },
  speech: { kind: 'local', recognizes: true, install: undefined },
  samples: { sentences: ['Hello.', SENTENCE], files: [] },
} as unknown as Welcome;

function message(fields: Partial<MessageView>): PageState['messages'] {
  const view = {
    author: { isApp: true },
    content: '',
    embeds: [],
    components: [],
    attachments: [],
    createdAtMs: 5,
    ...fields,
  };
  return new Map([['c', [view as unknown as MessageView]]]);
}

function done(
  state: Partial<PageState>,
  names: ReadonlyMap<string, string> = new Map(),
  hasOtherTab = false,
): string[] {
  const before = { ...EMPTY_STATE, welcome, servers: [server([])] };
  const start = startOfTour(before, 1);
  return [...doneSteps({ ...before, ...state }, start, { names, sentence: SENTENCE, hasOtherTab })];
}

describe('the steps of the tour', () => {
  it('are open at first', () => expect(done({})).toEqual([]));
  it('see who is in voice', () => {
    expect(done({ servers: [server(['1'])] })).toEqual(['lounge']);
    expect(done({ servers: [server(['1', '2'])] })).toEqual(['lounge', 'join']);
    expect(done({ servers: [server(['2'])] })).toEqual([]);
  });
  it('hear Mynah', () => expect(done({ speaking: new Set(['2']) })).toEqual(['say']));

  it('see captions that are on, by the command’s name in the visitor’s language', () => {
    const command = { userName: 'Robin', name: 'untertitel start' };
    const names = new Map([['captions start', 'untertitel start']]);
    const servers = [server(['1', '2'])];
    expect(done({ servers, messages: message({ command }) }, names)).toContain('captions');
    expect(done({ servers, messages: message({ command }) })).not.toContain('captions');
  });

  it('see the caption of the sample sentence, in whatever part of a message', () => {
    expect(done({ messages: message({ content: 'we are going to the park after launch' }) })).toEqual(['speak']);
    const components = [{ type: 10, content: 'going to the park' }] as unknown as MessageView['components'];
    expect(done({ messages: message({ components }) })).toEqual(['speak']);
    expect(
      done({ messages: message({ content: 'We are about to write down the words; after that they are deleted.' }) }),
    ).toEqual([]);
  });

  it('count someone who speaks where speech is not recognized', () => {
    const deaf = { ...welcome, speech: { ...welcome.speech, recognizes: false } };
    expect(done({ welcome: deaf, speaking: new Set(['3']) })).toEqual(['speak']);
  });

  it('see the address of the overlay', () => {
    expect(done({ messages: message({ content: 'http://127.0.0.1:8080/overlay/abc' }) })).toEqual(['overlay']);
  });

  it('see a transcript once it is whole', () => {
    const command = { userName: 'Robin', name: 'transcribe' };
    expect(done({ messages: message({ command, content: '**a.mp3**\n▓▓ 30%' }) })).toEqual([]);
    expect(done({ messages: message({ command, content: '**a.mp3**\n> Hello' }) })).toEqual(['transcribe']);
  });

  it('see a fault, and somebody new', () => {
    expect(done({ faults: { active: [{ name: 'slow', amount: 1 }], unavailable: [] } })).toEqual(['faults']);
    expect(done({ servers: [server([], [ROBIN, MYNAH, GRACE, SAM])] })).toEqual(['tabs']);
    expect(done({}, new Map(), true)).toEqual(['tabs']);
  });

  it('count nothing that was there before', () => {
    expect(done({ messages: message({ content: '/overlay/', createdAtMs: 0 }) })).toEqual([]);
  });

  it('have a speaker and their own sentence', () => {
    expect(scriptedPerson({ servers: [server([])] })).toEqual(GRACE);
    expect(sentenceOf('say', { welcome })).toBe('Hello.');
    expect(sentenceOf('speak', { welcome })).toBe(SENTENCE);
  });
});

describe('the names of languages', () => {
  it('are their own, with a capital, and with a country only where it is needed', () => {
    const locales = ['en-US', 'de', 'fr', 'es-ES', 'pt-BR', 'ja', 'ko', 'zh-CN'];
    expect(languageNames(locales).map(({ name }) => name)).toEqual([
      'English',
      'Deutsch',
      'Français',
      'Español',
      'Português',
      '日本語',
      '한국어',
      '中文',
    ]);
    expect(languageNames(['es-ES', 'es-419'])[0]?.name).toBe('Español (España)');
  });
});
