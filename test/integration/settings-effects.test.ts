import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../src/discord/services.ts';
import { fieldsOf } from '../../src/discord/settings/controls.ts';
import { settingsPages } from '../../src/discord/settings/pages.ts';
import { SERVER_SETTING_IDS } from '../../src/settings/server-settings.ts';
import { shown } from '../support/settings-panel.ts';
import { isAnswer } from '../support/transcription-answers.ts';
import { recordingOf } from '../support/voice-commands.ts';
import { oggOf } from '../unit/voice/fake-speech.ts';
import { lady, soon } from './discord-fixture.ts';
import { type SettingsScene, startSettingsScene } from './settings-scene.ts';

/** Changes a setting through `/settings`, and sees its effect from outside. */
type Effect = (scene: SettingsScene) => Promise<void>;

/** Refuses Ada a feature until she has the role that it needs. */
const needsRole =
  (id: string, use: (scene: SettingsScene) => Promise<string>): Effect =>
  async (scene) => {
    const role = scene.guild.addRole('Singers');
    const refusal = `In this server, you need <@&${role}> for this.`;
    await scene.panel.choose('access', id, [role]);
    expect(await use(scene)).toContain(refusal);
    scene.guild.setRole(scene.ada.id, role);
    expect(await use(scene)).not.toContain(refusal);
  };

const MUTED = "muted you, so I don't speak what you write here.";

/** The notice that captions started. */
const captionNotice = async ({ type, ada }: SettingsScene): Promise<string> =>
  (await type(ada, '/captions start')).content;

/** The answer to /transcribe of a recording. */
const transcription = async ({ ada }: SettingsScene): Promise<string> => {
  const invocation = await ada.type('/transcribe', { file: recordingOf(2) });
  return (await invocation.until(isAnswer, soon())).content;
};

/** Has what no person wrote read aloud, or not; not before it is changed. */
function postedAs(as: 'bot' | 'webhook'): Effect {
  const setting = { bot: 'reading.bots', webhook: 'reading.webhooks' }[as];
  return async ({ panel, hear, guild }) => {
    const post = () => guild.post('general', { as, name: 'Relay', content: 'Hello.' });
    const spoken = { on: ['Relay says: Hello.'], off: [] };
    expect(await hear(post)).toEqual(spoken.off);
    await panel.turn('reading', setting, true);
    expect(await hear(post)).toEqual(spoken.on);
  };
}

/** A row for each setting: a setting without one fails. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  'notices.posted': async ({ panel, type, ada, guild, engine }) => {
    const lounge = guild.channel('Lounge').id;
    const lost = () =>
      guild
        .channel('general')
        .messages.filter(({ content }) => content.includes(`<#${lounge}>`) && content.includes('disconnected'));
    await type(ada, '/join');
    engine.fallOut();
    await guild.channel('general').waitForMessage(({ content }) => content.includes('disconnected'), soon());
    await panel.turn('general', 'notices.posted', false);
    await type(ada, '/join');
    engine.fallOut();
    await type(ada, '/help');
    expect(lost()).toHaveLength(1);
  },
  'log.channelId': async ({ panel, guild, boss }) => {
    const log = guild.addChannel('log');
    await panel.choose('general', 'log.channelId', [log.id]);
    await panel.choose('muted', 'muted.userIds', [boss.id]);
    const post = await guild.channel('log').waitForMessage(({ content }) => content.includes('Muted people'), soon());
    expect(post.content).toBe('**Boss** changed **Muted › Muted people**: added Boss');
    expect(post.pings).toEqual([]);
  },
  'access.managers': async ({ panel, type, ada, guild }) => {
    const role = guild.addRole('Helpers');
    expect((await type(ada, '/settings')).content).toContain('Only people with **Manage Server**');
    await panel.choose('access', 'access.managers', [role]);
    const refused = await type(ada, '/settings');
    expect(refused.content).toContain(`<@&${role}>`);
    expect(refused.pings).toEqual([]);
    guild.setRole(ada.id, role);
    expect(shown(await type(ada, '/settings'))).toContain('Settings of this server');
  },
  'access.speak': needsRole('access.speak', async ({ say }) => (await say('Hello.')).refusal),
  'access.captions': needsRole('access.captions', captionNotice),
  'access.transcribe': needsRole('access.transcribe', transcription),
  'access.voices': needsRole('access.voices', async ({ type, ada }) => (await type(ada, '/voice list')).content),
  'muted.userIds': async ({ panel, say, ada, boss, guild }) => {
    await panel.choose('muted', 'muted.userIds', [ada.id]);
    expect((await say('Hello.')).refusal).toContain(MUTED);
    boss.enterVoice(guild.channel('Lounge').id);
    expect((await say('Hello.', boss)).item?.text).toBe('Hello.');
  },
  'muted.roleIds': async ({ panel, say, ada, guild }) => {
    const role = guild.addRole('Loud');
    await panel.choose('muted', 'muted.roleIds', [role]);
    expect((await say('Hello.')).item?.text).toBe('Hello.');
    guild.setRole(ada.id, role);
    expect((await say('Hello.')).refusal).toContain(MUTED);
  },
  'general.language': async ({ panel, say }) => {
    await panel.choose('general', 'general.language', ['de']);
    expect((await say('brb')).item?.text).toBe('bin gleich wieder da');
  },
  'reading.builtInPronunciations': async ({ panel, say }) => {
    expect((await say('brb')).item?.text).toBe('be right back');
    await panel.turn('reading', 'reading.builtInPronunciations', false);
    expect((await say('brb')).item?.text).toBe('brb');
  },
  'voice.voiceId': async ({ panel, say }) => {
    await panel.fill('voice', 'voice', { 'voice.voiceId': 'Lady' });
    expect((await say('Hello.')).item?.voiceId).toBe(lady._id);
  },
  'voice.speed': async ({ panel, type, ada, ttsRequests }) => {
    await panel.fill('voice', 'voice', { 'voice.speed': '1.5' });
    await type(ada, '/say', { text: 'Hello.', file: true });
    expect(ttsRequests.at(-1)?.speed).toBe(1.5);
  },
  'voice.volumeDb': async ({ panel, type, ada, ttsRequests }) => {
    await panel.fill('voice', 'voice', { 'voice.volumeDb': '-4' });
    await type(ada, '/say', { text: 'Hello.', file: true });
    expect(ttsRequests.at(-1)?.volumeDb).toBe(-4);
  },
  'voiceMessages.transcribedIn': async ({ panel, guild, ada, channelId }) => {
    const general = guild.channel('general');
    const file = { ...recordingOf(2), durationSecs: 2 };
    const speak = () => ada.send('', { files: [file], voiceMessage: true, channelId });
    const before = speak();
    await panel.choose('voiceMessages', 'voiceMessages.transcribedIn', [channelId]);
    await general.waitForMessage(({ content }) => content.startsWith('From now on, I answer voice messages'), soon());
    const { id } = speak();
    await general.waitForMessage(({ replyTo }) => replyTo === id, soon());
    expect(general.messages.filter(({ replyTo }) => replyTo === before.id)).toEqual([]);
  },
  'lengths.say': async ({ panel, say }) => {
    await panel.fill('voice', 'lengths', { 'lengths.say': '10' });
    expect((await say('Hello there.')).refusal).toBe(
      'This text has 12 characters, and this server allows 10. Shorten it.',
    );
    expect((await say('Hello you.')).item?.text).toBe('Hello you.');
  },
  'captions.interim': async ({ panel, type, ada }) => {
    await panel.turn('captions', 'captions.interim', false);
    await captionNotice({ type, ada } as SettingsScene);
    expect((await type(ada, '/captions status')).content).toContain('Live text: off');
  },
  'captions.consent': async (scene) => {
    await scene.panel.choose('captions', 'captions.consent', ['opt-in']);
    expect(await captionNotice(scene)).toContain('Only people who press **Opt in**');
    expect(scene.engine.policy?.hear).toEqual([]);
  },
  'captions.captionBots': async (scene) => {
    const { discord, guild, engine, panel } = scene;
    const robot = discord.addPerson({ name: 'Robot', bot: true });
    robot.enterVoice(guild.channel('Lounge').id);
    await captionNotice(scene);
    engine.say(robot.id, 'Beep.');
    await expect.poll(() => engine.policy?.ignore).toEqual([robot.id]);
    await panel.turn('captions', 'captions.captionBots', true);
    engine.say(robot.id, 'Boop.');
    const { content } = await guild.channel('general').waitForMessage((post) => post.content.includes('Boop.'), soon());
    expect(content).not.toContain('Beep.');
  },
  'captions.soundCues': async (scene) => {
    const { discord, guild, engine, panel, ada } = scene;
    await captionNotice(scene);
    engine.say(ada.id, 'Well [laughter] then.');
    const general = guild.channel('general');
    await general.waitForMessage(({ content }) => content.includes('Well then.'), soon());
    await panel.turn('captions', 'captions.soundCues', true);
    const bo = discord.addPerson({ name: 'Bo' });
    bo.enterVoice(guild.channel('Lounge').id);
    // Nothing but a sound is a caption, too.
    engine.say(bo.id, '[applause]');
    await general.waitForMessage(({ content }) => content.includes('[applause]'), soon());
    engine.say(ada.id, 'Well [laughter] then.');
    await general.waitForMessage(({ content }) => content.includes('Well [laughter] then.'), soon());
  },
  'captions.language': async (scene) => {
    await scene.panel.choose('captions', 'captions.language', ['de']);
    expect(await captionNotice(scene)).toContain('German');
  },
  'captions.retentionDays': async (scene) => {
    await scene.panel.choose('captions', 'captions.retentionDays', ['7']);
    expect(await captionNotice(scene)).toContain('The transcript is deleted after 7 days.');
  },
  'budgets.charactersPerPerson': async ({ panel, say }) => {
    await panel.fill('limits', 'budgets', { 'budgets.charactersPerPerson': '5' });
    expect((await say('Hello there.')).refusal).toContain('longer than');
  },
  'budgets.characters': async ({ panel, say }) => {
    await panel.fill('limits', 'budgets', { 'budgets.characters': '0' });
    expect((await say('Hello.')).refusal).toContain('daily limit is 0');
  },
  'budgets.captionMinutes': async (scene) => {
    await scene.panel.fill('limits', 'budgets', { 'budgets.captionMinutes': '0' });
    expect(await captionNotice(scene)).toContain('daily limit is 0');
  },
  'budgets.transcribeMinutes': async (scene) => {
    await scene.panel.fill('limits', 'budgets', { 'budgets.transcribeMinutes': '0' });
    expect(await transcription(scene)).toContain('daily limit is 0');
  },
  'budgets.transcribeMinutesPerPerson': async (scene) => {
    await scene.panel.fill('limits', 'budgets', { 'budgets.transcribeMinutesPerPerson': '0' });
    expect(await transcription(scene)).toContain('daily limit is 0');
  },
};

/** What reading chat aloud does; #general is read in the Lounge, where Ada and the bot are. */
const READING: Readonly<Record<string, Effect>> = {
  'lengths.reading': async ({ panel, hear, ada }) => {
    const text = 'This message is a good deal longer than twenty-five characters.';
    expect(await hear(() => ada.send(text))).toEqual([text]);
    await panel.fill('voice', 'lengths', { 'lengths.reading': '40' });
    expect(await hear(() => ada.send(text))).toEqual(['Ada says: This message is a good deal… and more']);
  },
  'announcements.joins': async ({ panel, hearNext, discord, guild }) => {
    await panel.turn('voice', 'announcements.joins', true);
    const [bo, cy] = [discord.addPerson({ name: 'Bo' }), discord.addPerson({ name: 'Cy' })];
    const lounge = guild.channel('Lounge').id;
    expect(await hearNext(1, () => bo.enterVoice(lounge))).toEqual(['Bo joined.']);
    const then = async () => {
      await bo.leaveVoice();
      cy.enterVoice(lounge);
    };
    expect(await hearNext(1, then)).toEqual(['Cy joined.']);
  },
  'announcements.leaves': async ({ panel, hearNext, discord, guild }) => {
    const [bo, cy] = [discord.addPerson({ name: 'Bo' }), discord.addPerson({ name: 'Cy' })];
    const lounge = guild.channel('Lounge').id;
    bo.enterVoice(lounge);
    await panel.turn('voice', 'announcements.leaves', true);
    const isThere = guild.waitForVoice(bo.id, lounge, soon());
    await isThere;
    // Who comes and goes within a moment is not mentioned.
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    const then = async () => {
      cy.enterVoice(lounge);
      await bo.leaveVoice();
    };
    expect(await hearNext(1, then)).toEqual(['Bo left.']);
  },
  'reading.bots': postedAs('bot'),
  'reading.webhooks': postedAs('webhook'),
  'reading.proxied': async ({ panel, hear, guild, ada }) => {
    const post = () => {
      const original = ada.send('R: Hello.');
      guild.post('general', { as: 'proxied', name: 'Relay', content: 'Hello.' });
      ada.delete(original);
    };
    expect(await hear(post)).toEqual(['Relay says: Hello.']);
    await panel.turn('reading', 'reading.proxied', false);
    expect(await hear(post)).toEqual([]);
  },
  'reading.voiceMessages': async ({ panel, hear, ada }) => {
    const memo = { name: 'voice-message.ogg', contentType: 'audio/ogg', file: oggOf(0, 100), durationSecs: 2 };
    const send = () => ada.send('', { files: [memo], voiceMessage: true });
    expect(await hear(send)).toEqual(['a voice message']);
    await panel.choose('reading', 'reading.voiceMessages', ['transcribe']);
    expect(await hear(send)).toEqual(['Ada says: a voice message: heard']);
    await panel.choose('reading', 'reading.voiceMessages', ['play']);
    // The second one is the recording.
    expect(await hear(send)).toEqual(['Ada says: a voice message', 'Ada says: a voice message']);
  },
  'reading.skipPrefix': async ({ panel, hear, ada }) => {
    const send = () => ada.send('!Hello.');
    expect(await hear(send)).toHaveLength(1);
    await panel.fill('reading', 'reading', { 'reading.skipPrefix': '!' });
    expect(await hear(send)).toEqual([]);
    expect(await hear(() => ada.send('Hello.'))).toEqual(['Ada says: Hello.']);
  },
  'reading.requiredRoleIds': async ({ panel, hear, ada, boss, guild }) => {
    const role = guild.addRole('Readers');
    guild.setRole(boss.id, role);
    await panel.choose('reading', 'reading.requiredRoleIds', [role]);
    expect(await hear(() => ada.send('Hello.'))).toEqual([]);
    guild.setRole(ada.id, role);
    expect(await hear(() => ada.send('Hello.'))).toEqual(['Ada says: Hello.']);
  },
  'reading.announceWriters': async ({ panel, hear, ada }) => {
    expect(await hear(() => ada.send('Hello.'))).toEqual(['Hello.']);
    await panel.turn('reading', 'reading.announceWriters', false);
    expect(await hear(() => ada.send('Hello again.'))).toEqual(['Hello again.']);
    await panel.turn('reading', 'reading.announceWriters', true);
    expect(await hear(() => ada.send('And again.'))).toEqual(['Ada says: And again.']);
  },
  'reading.announcement': async ({ panel, hear, ada }) => {
    await panel.fill('reading', 'reading', { 'reading.announcement': 'Now {name}:' });
    await hear(() => undefined);
    expect(await hear(() => ada.send('Hello.'))).toEqual(['Now Ada: Hello.']);
  },
};

/** What another test shows: the file, and the title of the test. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'voices.maxPerPerson': ['test/e2e/voice-list-use.test.ts', 'obey the limits of /settings'],
  'voices.maxPerGuild': ['test/e2e/voice-list-use.test.ts', 'obey the limits of /settings'],
};

describe('every setting’s effect', () => {
  let scene: SettingsScene;

  beforeEach(async () => {
    scene = await startSettingsScene();
  });
  afterEach(() => scene.close());

  it.each(Object.entries(EFFECTS))('is seen from outside once it is changed in /settings: %s', async (_id, effect) => {
    await effect(scene);
  });

  it.each(Object.entries(READING))('is heard once it is changed in /settings: %s', async (_id, effect) => {
    await scene.readChat();
    await effect(scene);
  });
});

describe('the table of effects', () => {
  const shownIds = settingsPages({} as Services).flatMap(({ controls }) =>
    controls.flatMap(fieldsOf).map(({ id }) => id),
  );
  // The title goes with the voice.
  const ids = [...new Set([...SERVER_SETTING_IDS.filter((id) => id !== 'voice.title'), ...shownIds])];

  it('has a row for every setting, and for nothing else', () => {
    const rows = [...Object.keys(EFFECTS), ...Object.keys(READING), ...Object.keys(ELSEWHERE)];
    expect(rows.toSorted()).toEqual(ids.toSorted());
  });

  it.each(Object.entries(ELSEWHERE))('names a test that exists for %s', (_id, [file, title]) => {
    const url = new URL(`../../${file}`, import.meta.url);
    expect(existsSync(url)).toBe(true);
    expect(readFileSync(url, 'utf8')).toContain(title);
  });
});
