import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import type { Services } from '../../../src/discord/services.ts';
import { createScene, inLounge, interactionBy, typingBy } from './command-scene.ts';

/** As long as Discord's ids get. */
const LONGEST_ID = '9'.repeat(20);

/** Runs `/help`, with the options given, among all commands; `commandId` looks up the ids of commands. */
async function help(options: { command?: string } = {}, commandId: Services['commandId'] = () => LONGEST_ID) {
  const set = createCommands(createScene({ services: { commandId } }));
  const context = interactionBy(inLounge, options);
  await set.commands.find(({ definition }) => definition.name === 'help')?.run(context);
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
    const names = set.commands.flatMap(({ definition: { name, options = [] } }) => {
      const subcommands = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
      return subcommands.length === 0 ? [name] : subcommands.map((sub) => `${name} ${sub.name}`);
    });
    const clickable = [...list.matchAll(/^<\/([\w -]+):\d+>: ./gm)].map((match) => match[1]);
    expect(clickable).toEqual(names);
    expect(list.split('\n')).toHaveLength(names.length + set.menus.length);
    expect(set.menus.every(({ definition }) => list.includes(`**Apps → ${definition.name}**: `))).toBe(true);
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
    expect(reply?.content).toContain(`use </help:${LONGEST_ID}> and choose the \`command\``);
  });

  it('writes names in code font where Discord gave no id', async () => {
    const { reply, list } = await help({}, (name) => (name === 'captions' ? '100000000000000007' : undefined));
    expect(list).toContain('`/voice create`: ');
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
      '`text` (required): The text to speak',
      '`voice`: The voice to use: start typing its title, or paste its ID',
      '`file`: Send an audio file instead of speaking',
    ]);
    expect(reply?.visibility).toBe('ephemeral');
  });

  it('names the choices of an option, and where the command works', async () => {
    const { about } = await help({ command: '/captions export' });
    expect(about).toMatch(/`format` \(required\): .* One of `txt`, `srt`, `vtt`, or `json`\./);
    expect(about).toMatch(/\nIt works only in servers\.$/);
  });

  it('lists the subcommands of a command, and explains a menu', async () => {
    expect((await help({ command: 'Captions' })).about?.split('\n')).toHaveLength(4);
    expect((await help({ command: 'transcribe' })).about).toMatch(/<\/transcribe:\d+>/);
    expect((await help({ command: 'pause' })).about).toContain('\nIt has no options.');
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
    const command = set.commands.find(({ definition }) => definition.name === 'help');
    const choices = (await command?.autocomplete?.(typingBy(inLounge, 'command', ''))) ?? [];
    expect(choices.length).toBeGreaterThan(20);
    for (const { value } of choices) expect((await help({ command: value })).about?.length).toBeLessThanOrEqual(4_096);
  });

  it('suggests names, those that start with what is typed first', async () => {
    const { set } = await help();
    const command = set.commands.find(({ definition }) => definition.name === 'help');
    const suggest = async (typed: string) =>
      (await command?.autocomplete?.(typingBy(inLounge, 'command', typed)))?.map(({ value }) => value);
    expect(await suggest('/s')).toEqual(expect.arrayContaining(['say', 'skip', 'stop', 'settings', 'captions start']));
    expect((await suggest('st'))?.[0]).toBe('stop');
    expect(await suggest('captions s')).toEqual(['captions start', 'captions stop', 'captions status']);
  });
});
