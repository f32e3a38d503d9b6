import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import type { Place } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { english } from '../../../src/messages/english.ts';
import { calledNames, subcommandsOf } from '../../support/command-names.ts';
import { createScene, inLounge, interactionBy, typingBy } from './command-scene.ts';

/** As long as Discord's ids get. */
const LONGEST_ID = '9'.repeat(20);

const inDirectMessage: Place = { kind: 'elsewhere', channelId: 'dm' };

/** Runs `/help`, with the options given, among all commands; `commandId` looks up the ids of commands. */
async function help(
  options: { command?: string } = {},
  commandId: Services['commandId'] = () => LONGEST_ID,
  place: Place = inLounge,
) {
  const set = createCommands(createScene({ services: { commandId } }));
  const context = interactionBy(place, options);
  await set.commands.find(({ name }) => name === 'help')?.run(context);
  const [reply] = context.answers;
  const fields = reply?.embeds?.[0]?.fields ?? [];
  return {
    set,
    reply,
    fields,
    list: fields.map(({ value }) => value).join('\n'),
    about: reply?.embeds?.[0]?.description,
  };
}

describe('/help', () => {
  it('lists every command, subcommand and menu that is registered, and nothing else', async () => {
    const { set, list } = await help();
    const clickable = [...list.matchAll(/<\/([\w -]+):\d+>/g)].map((match) => match[1]);
    expect(clickable).toEqual(calledNames(set.commands));
    expect(list.split('\n').every((line) => /^(<\/|\*\*Apps).*: ./.test(line))).toBe(true);
    expect(set.menus.every(({ name }) => list.includes(`**Apps → ${name}**: `))).toBe(true);
  });

  it('lists related commands in one line', async () => {
    const { set, list } = await help({}, () => '100000000000000007');
    const lines = list.replaceAll(/<(\/[\w -]+):\d+>/g, '$1').split('\n');
    expect(lines).toContain('/skip, /stop, /pause, and /resume: Control what is being spoken');
    expect(lines).toContain(
      '/privacy opt-out and /privacy opt-in: Choose whether what you say is captioned, in every server',
    );
    const voices = set.commands.filter(({ name }) => name === 'voice').flatMap(subcommandsOf);
    const listed = new Intl.ListFormat('en').format(voices.map(({ name }) => `/voice ${name}`));
    const about = lines.filter((line) => line.includes('/voice'));
    expect(about).toEqual([`${listed}: Create, find, choose, edit, or delete a voice`]);
  });

  it('lists in direct messages what works there, and nothing else', async () => {
    const { set, list, fields, reply } = await help({}, () => LONGEST_ID, inDirectMessage);
    const there = set.commands.filter(({ define }) => (define(english).contexts ?? []).length > 1);
    const clickable = [...list.matchAll(/<\/([\w -]+):\d+>/g)].map((match) => match[1]);
    expect(clickable).toEqual(calledNames(there));
    expect(clickable).not.toContain('join');
    expect(list).toContain('**Apps → Transcribe**: ');
    expect(fields.map(({ name }) => name)).not.toContain('Captions');
    expect(reply?.content).toBe(
      `Here I turn what you type into audio files, and transcribe recordings. New here? Try </say:${LONGEST_ID}>. In servers that I'm a member of, I also speak and caption in voice channels. For one command's options, use \`/help command:\`.`,
    );
    const suggested = await set.commands
      .find(({ name }) => name === 'help')
      ?.autocomplete?.(typingBy(inDirectMessage, 'command', ''));
    expect(suggested?.map(({ value }) => value)).toEqual(expect.arrayContaining(['say', 'voice create']));
    expect(suggested?.map(({ value }) => value)).not.toContain('captions start');
    expect((await help({ command: 'join' }, () => LONGEST_ID, inDirectMessage)).about).toContain('Only in servers.');
  });

  it('groups them', async () => {
    const { fields } = await help();
    expect(fields.map(({ name }) => name)).toEqual([
      'Speaking',
      'Captions',
      'Transcription',
      'Voices',
      'Privacy and settings',
      'Help',
    ]);
    expect(fields[1]?.value).toMatch(/^<\/captions start:\d+>/);
  });

  it('says what I do and how to begin, to the caller alone', async () => {
    const { reply } = await help();
    expect(reply?.visibility).toBe('ephemeral');
    expect(reply?.content).toContain(`use </say:${LONGEST_ID}>`);
    expect(reply?.content).toMatch(/For one command's options, use `\/help command:`\.$/);
  });

  it('writes names in code font where Discord gave no id', async () => {
    const { reply, list } = await help({}, (name) => (name === 'captions' ? '100000000000000007' : undefined));
    expect(list).toContain('`/voice create`, ');
    expect(list).toContain('</captions start:100000000000000007>: ');
    expect(reply?.content).toContain('`/say`');
  });

  it("keeps to Discord's limits with the longest ids", async () => {
    const { reply, fields } = await help();
    expect(fields.every(({ name, value }) => name.length <= 256 && value.length <= 1_024)).toBe(true);
    expect(fields.reduce((total, { name, value }) => total + name.length + value.length, 0)).toBeLessThanOrEqual(6_000);
    expect(reply?.content.length).toBeLessThanOrEqual(2_000);
  });
});

describe('/help about one command', () => {
  it('explains it with its options', async () => {
    const { about, reply } = await help({ command: 'say' }, () => '100000000000000007');
    expect(about?.split('\n')).toEqual([
      '</say:100000000000000007>: Speak a text in your voice channel, or get it as an audio file',
      '`text`: The text to speak; a form opens if you leave this out',
      '`voice`: The voice to use: start typing its title, or paste its ID',
      '`style`: How to say it: choose a style, or describe one in a few words',
      '`speed`: How fast, from 0.5 to 2 (default: your usual speed)',
      '`file`: Send an audio file instead of speaking',
      expect.stringMatching(/^Styles: `whispering`, .*, and `sobbing`\. You can also describe one in a few words/),
    ]);
    expect(reply?.visibility).toBe('ephemeral');
  });

  it('names the choices of an option, and where the command works', async () => {
    const { about } = await help({ command: '/captions export' });
    expect(about).toMatch(/`format` \(required\): \w.*\w\. One of `txt`, `srt`, `vtt`, or `json`\./);
    expect(about).toMatch(/\nOnly in servers\.$/);
  });

  it('lists the subcommands of a command, and explains a menu', async () => {
    expect((await help({ command: 'Captions' })).about?.split('\n')).toHaveLength(6);
    expect((await help({ command: 'transcribe' })).about).toMatch(/<\/transcribe:\d+>/);
    expect((await help({ command: 'pause' })).about).toContain('\nNo options.');
  });

  it('says so when there is none of that name', async () => {
    await expect(help({ command: '**sing**' })).rejects.toThrow(/I don't have a command called “\\\*\\\*sing/);
  });

  it('tells a menu from the command of the same name', async () => {
    expect((await help({ command: 'Transcribe' })).about).toMatch(/^\*\*Apps → Transcribe\*\*: .*\n.*right-click/);
    expect((await help({ command: 'TRANSCRIBE' })).about).toMatch(/^<\/transcribe:/);
  });

  it("keeps to Discord's limits for each of them", async () => {
    const { set } = await help();
    const command = set.commands.find(({ name }) => name === 'help');
    const choices = (await command?.autocomplete?.(typingBy(inLounge, 'command', ''))) ?? [];
    expect(choices.length).toBeGreaterThan(20);
    for (const { value } of choices) expect((await help({ command: value })).about?.length).toBeLessThanOrEqual(4_096);
  });

  it('suggests names, those that start with what is typed first', async () => {
    const { set } = await help();
    const command = set.commands.find(({ name }) => name === 'help');
    const suggest = async (typed: string) =>
      (await command?.autocomplete?.(typingBy(inLounge, 'command', typed)))?.map(({ value }) => value);
    expect(await suggest('/s')).toEqual(expect.arrayContaining(['say', 'skip', 'stop', 'settings', 'captions start']));
    expect((await suggest('st'))?.[0]).toBe('stop');
    expect(await suggest('captions s')).toEqual(['captions start', 'captions stop', 'captions status']);
  });
});
