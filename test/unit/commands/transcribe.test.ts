import { describe, expect, it } from 'vitest';
import { createTranscribe } from '../../../commands/transcribe.ts';
import { createTranscribeMenu } from '../../../commands/transcribe-menu.ts';
import type { Attachment, MenuMessage } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { choiceBy, createScene, inLounge, interactionBy } from './command-scene.ts';

function attachment(name: string, contentType?: string): Attachment {
  return {
    ...{ id: name, name, url: `https://cdn.discordapp.com/${name}`, contentType },
    ...{ sizeBytes: 1, durationS: undefined, isVoiceMessage: false },
  };
}

describe('/transcribe', () => {
  it('passes on the file, the language and the format', async () => {
    const scene = createScene({});
    const command = createTranscribe(scene);
    await command.run(interactionBy(inLounge, { file: attachment('a.wav') }));
    await command.run(interactionBy(inLounge, { file: attachment('b.wav'), language: 'German', format: 'srt' }));
    expect(scene.acts).toEqual(['transcribe a.wav', 'transcribe b.wav de srt']);
  });

  it('rejects a language that does not exist', async () => {
    const options = { file: attachment('a.wav'), language: 'Klingonish' };
    await expect(createTranscribe(createScene({})).run(interactionBy(inLounge, options))).rejects.toThrow(
      'language called',
    );
  });

  it('cancels the transcription that a button belongs to', async () => {
    const scene = createScene({});
    const command = createTranscribe(scene);
    await command.component?.(choiceBy(inLounge, [], 'cancel:0123'));
    expect(scene.acts).toEqual(['cancel 0123']);
    expect(() => command.component?.(choiceBy(inLounge, [], 'other'))).toThrow('out of date');
  });
});

describe('the Transcribe menu', () => {
  async function chosen(...attachments: readonly Attachment[]): Promise<string[]> {
    return chosenOn({ attachments });
  }

  /** Person 1 uses the menu on a message of person 2, who has opted out. */
  async function chosenOn(more: Partial<MenuMessage>): Promise<string[]> {
    const scene = createScene({});
    const captions = { ...scene.captions, hasOptedOut: async (userId: string) => userId === '2' };
    const message = {
      id: 'm',
      channelId: 'general',
      spoken: async () => undefined,
      authorId: '2',
      attachments: [],
      forwarded: [],
      ...more,
    };
    await createTranscribeMenu({ ...scene, captions }).run({ ...interactionBy(inLounge), message });
    return scene.acts;
  }

  const voiceMessage = { ...attachment('voice.ogg', 'audio/ogg'), isVoiceMessage: true };

  it('transcribes no voice message of a person who opted out, except for themselves', async () => {
    await expect(chosenOn({ attachments: [voiceMessage] })).rejects.toThrow(
      "I can't transcribe this voice message: its sender opted out.",
    );
    expect(await chosenOn({ authorId: '1', attachments: [voiceMessage] })).toEqual(['transcribe voice.ogg']);
    expect(await chosenOn({ authorId: '3', attachments: [voiceMessage] })).toEqual(['transcribe voice.ogg']);
  });

  it('shows no voice message of a person who opts out while it is transcribed', async () => {
    const scene = createScene({});
    let isOut = false;
    const captions = { ...scene.captions, hasOptedOut: async () => isOut };
    const transcriptions: Services['transcriptions'] = {
      ...scene.transcriptions,
      run: async (_context, { requireShowable }) => {
        isOut = true;
        await requireShowable?.();
      },
    };
    const message = {
      id: 'm',
      channelId: 'general',
      spoken: async () => undefined,
      authorId: '2',
      attachments: [voiceMessage],
      forwarded: [],
    };
    const menu = createTranscribeMenu({ transcriptions, captions });
    await expect(menu.run({ ...interactionBy(inLounge), message })).rejects.toThrow('its sender opted out');
  });

  it('transcribes no forwarded voice message, whose sender is unknown, but other forwarded recordings', {
    meta: { promises: ['voice-message-person-opted'] },
  }, async () => {
    await expect(chosenOn({ authorId: '1', forwarded: [voiceMessage] })).rejects.toThrow(
      'Use **Transcribe** on the original message instead.',
    );
    expect(await chosenOn({ forwarded: [attachment('a.ogg', 'audio/ogg')] })).toEqual(['transcribe a.ogg']);
  });

  it('takes every recording of a message, and leaves pictures beside them alone', async () => {
    const files = [
      attachment('a.png', 'image/png'),
      attachment('b.ogg', 'audio/ogg'),
      attachment('c.mp4', 'video/mp4'),
    ];
    expect(await chosen(...files)).toEqual(['transcribe b.ogg c.mp4']);
    expect(await chosen(attachment('d.bin'), ...files)).toEqual(['transcribe d.bin b.ogg c.mp4']);
  });

  it('takes every attachment where none is marked as a recording', async () => {
    expect(await chosen(attachment('a.txt', 'text/plain'), attachment('b'))).toEqual(['transcribe a.txt b']);
  });

  it('says so when nothing is attached', async () => {
    await expect(chosen()).rejects.toThrow('no recording or video attached');
  });
});
